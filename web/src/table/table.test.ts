import { beforeEach, describe, expect, it, vi } from 'vitest'

import { chair, matchInfo, settlement, told, view as message } from '../dev/messages'
import { witnessOf } from '../fair/witness'
import type { Ask, View } from '../lib/protocol'
import { Rejected } from '../net/requests'
import { emptyView } from './mahjong/fold'
import { Table, type OfTable } from './table.svelte'

const T = 't'
const ask = (prompt: number, legal: string[]): Ask => ({
  prompt, deadline: 9000, bank: 0, legal, more: false, question: { kind: 'turn' }, refused: [], advice: { waits: [] },
})
const view = (v: number, more: Partial<View> = {}): View =>
  message({ v, table: T, round: { ...emptyView(0), hand: '12m', sizes: [2, 0, 0, 0] } as never, ...more })
const event = (v: number, seen: object): OfTable => told(v, { type: 'event', event: seen as never })
const discarded = (v: number) => event(v, { type: 'discarded', seat: 0, tile: '1m' })

let asked: { type: string; fields: Record<string, unknown> }[]
let answer: () => Promise<unknown>
let table: Table

beforeEach(() => {
  localStorage.clear()
  asked = []
  answer = () => Promise.resolve(null)
  table = new Table(T, (type, fields) => {
    asked.push({ type, fields: fields as Record<string, unknown> })
    return answer()
  })
})

describe('messages', () => {
  it('are taken in order, once', () => {
    table.receive(view(5))
    table.receive(discarded(6))
    table.receive(discarded(6))
    expect(table.log).toHaveLength(1)
    expect(table.round).toMatchObject({ hand: '2m', last: { seat: 0, tile: '1m' } })
  })

  it('that come together count one by one, and those that came before are taken once', () => {
    const seen: number[] = []
    table.receive(view(5))
    table.listen(({ v }) => seen.push(v))
    const both = [{ type: 'event' as const, event: { type: 'discarded', seat: 0, tile: '1m' } }, { type: 'event' as const, event: { type: 'drew', seat: 1, tile: null } }]
    table.receive(told(6, ...both))
    table.receive(told(5, { type: 'closed', totals: [] }, ...both, { type: 'free', legal: ['ask 1'] }))
    expect([seen, table.closed, table.free]).toEqual([[6, 7], false, ['ask 1']])
    expect(asked).toEqual([])
  })

  it('that leave a gap are asked for again, after the last one in order', () => {
    table.receive(view(5))
    table.receive(discarded(8))
    expect(table.log).toHaveLength(0)
    expect(asked).toEqual([{ type: 'resume', fields: { table: T, last: 5 } }])
  })

  it('before the first view are waited for, not guessed', () => {
    table.receive(discarded(3))
    expect(table.round).toBeNull()
  })

  it('that catch up are not called out', async () => {
    const live: boolean[] = []
    table.receive(view(5))
    table.listen((seen) => live.push(seen.live))
    table.catchUp()
    table.receive(discarded(6))
    await Promise.resolve()
    await Promise.resolve()
    table.receive(event(7, { type: 'drew', seat: 1, replacement: false, wall: 50, tile: null }))
    expect(live).toEqual([false, true])
  })

  it('of another deal clear what the last round left', () => {
    table.receive(view(1, { ask: ask(1, ['discard 1m']) }))
    table.receive(discarded(2))
    table.receive(told(3, { type: 'deal', match: matchInfo({ round: 2, dealer: 1, totals: [1, -1, 0, 0] }) }))
    expect(table.match.round).toBe(2)
    expect([table.ask, table.advice, table.settled]).toEqual([null, null, null])
    expect(table.log).toEqual([])
  })

  it('change one chair, the turn, the settlement and who is waited for', () => {
    table.receive(view(1))
    table.receive(told(2, { type: 'seat', seat: 2, chair: chair('c', { connected: false }) }))
    expect(table.chairs[2]?.connected).toBe(false)
    table.receive(told(3, { type: 'clock', turn: { seat: 1, deadline: 100, bank: 0 } }))
    expect(table.turn?.seat).toBe(1)
    table.receive(event(4, { type: 'drew', seat: 1, replacement: false, wall: 50, tile: null }))
    expect(table.turn).toBeNull()
    const settled = settlement({ totals: [3, -3, 0, 0], waiting: [0, 1], next_in: 500 })
    table.receive(told(5, { type: 'settled', settled }))
    expect(table.match.totals).toEqual([3, -3, 0, 0])
    table.receive(told(6, { type: 'waiting', waiting: [1] }))
    expect(table.settled?.waiting).toEqual([1])
    table.receive(told(7, { type: 'closed', totals: [3, -3, 0, 0] }))
    expect(table.closed).toBe(true)
  })
})

describe('an action', () => {
  beforeEach(() => {
    table.receive(view(1))
    table.receive(told(2, { type: 'prompt', ask: ask(9, ['discard 1m', 'hu']) }))
  })

  it('answers the open question and is shown as sent until that is closed', async () => {
    const done = table.act('discard 1m')
    expect(table.sent).toBe('discard 1m')
    expect(asked).toEqual([{ type: 'act', fields: { table: T, prompt: 9, do: 'discard 1m' } }])
    await done
    table.receive(told(3, { type: 'answered', prompt: 9 }))
    expect([table.sent, table.ask]).toEqual([null, null])
  })

  it('that is refused can be tried otherwise, and says why', async () => {
    const reason = { zh: '不行', en: 'no' }
    answer = () => Promise.reject(new Rejected({ code: 'illegal', reason, clause: 'JM-18' }))
    await table.act('discard 1m')
    expect(table.sent).toBeNull()
    expect(table.refusal).toMatchObject({ reason, clause: 'JM-18' })
    table.receive(told(3, { type: 'prompt', ask: ask(10, ['hu']) }))
    expect(table.refusal).toBeNull()
  })

  it('that came too late is not a fault', async () => {
    answer = () => Promise.reject(new Rejected({ code: 'stale_prompt', reason: { zh: '晚了', en: 'late' }, clause: null }))
    await table.act('hu')
    expect([table.sent, table.refusal]).toEqual([null, null])
  })

  it('that is free of the turn goes without a question', async () => {
    table.receive(told(3, { type: 'answered', prompt: 9 }))
    table.receive(told(4, { type: 'free', legal: ['ask 2'] }))
    await table.act('ask 2')
    expect(asked.at(-1)).toEqual({ type: 'act', fields: { table: T, prompt: null, do: 'ask 2' } })
    table.receive(told(5, { type: 'prompt', ask: ask(10, ['pass', 'ask 2']) }))
    expect(table.free).toEqual([])
  })

  it('that fails for another reason is an error', async () => {
    answer = () => Promise.reject(new Error('bug'))
    await expect(table.act('hu')).rejects.toThrow('bug')
  })
})

it('counts down from when the question came', () => {
  vi.spyOn(performance, 'now').mockReturnValue(1000)
  table.receive(view(1, { ask: { ...ask(1, []), deadline: 4000, bank: 2000 } }))
  expect(table.ask?.timer).toEqual({ from: 1000, until: 5000, bankUntil: 7000 })
  vi.restoreAllMocks()
})

describe('a shuffle', () => {
  const shuffle = (v: number, round = 1): OfTable =>
    told(v, { type: 'shuffle', match: matchInfo({ round, commitment: `seal ${round}` }), wait: 1500 })
  const given = () => asked.filter(({ type }) => type === 'nonce')

  it('is answered at once by a number of one\'s own, which is kept with the seal', async () => {
    table.receive(view(1))
    table.receive(shuffle(2))
    expect(table.shuffling).toBe(true)
    expect(given()).toMatchObject([{ fields: { table: T, round: 1 } }])
    await vi.waitFor(() => expect(witnessOf(T, 1)?.taken).toBe(true))
    const nonce = given()[0]?.fields['nonce']
    expect(witnessOf(T, 1)).toMatchObject({ commitment: 'seal 1', nonce })
  })

  it('keeps the last table in sight, and its settlement no longer', () => {
    table.receive(view(1, { settled: settlement() }))
    table.receive(shuffle(2, 2))
    expect([table.settled, table.match.round]).toEqual([null, 2])
    expect(table.round).not.toBeNull()
  })

  it('ends with the deal, on an empty table', () => {
    table.receive(view(1))
    table.receive(shuffle(2))
    table.receive(told(3, { type: 'deal', match: matchInfo() }))
    expect([table.shuffling, (table.round as { hand: string }).hand]).toEqual([false, ''])
    table.receive(event(4, { type: 'round_started', dealer: 2, factor: 1, wall: 120 }))
    table.receive(event(5, { type: 'dealt', seat: 0, count: 3, tiles: '5z21m' }))
    expect(table.round).toMatchObject({ dealer: 2, hand: '12m5z' })
    expect(witnessOf(T, 1)?.hand).toBe('5z21m')
  })

  it('that one comes into after a reload gets the same number again', async () => {
    table.receive(view(1, { round: null, match: matchInfo({ commitment: 'seal 1' }) }))
    answer = () => Promise.reject(new Rejected({ code: 'not_shuffling', reason: { zh: '', en: '' }, clause: null }))
    const again = new Table(T, (type, fields) => {
      asked.push({ type, fields: fields as Record<string, unknown> })
      return answer()
    })
    again.receive(view(9, { round: null, match: matchInfo({ commitment: 'seal 1' }) }))
    await Promise.resolve()
    expect([table.shuffling, again.shuffling]).toEqual([true, true])
    expect(given()[0]?.fields['nonce']).toBe(given()[1]?.fields['nonce'])
  })

  it('deals cards by the house rule on counts', () => {
    table.receive(view(1, { game: 'jiujiang-doudizhu', options: { show_counts: true }, round: null }))
    table.receive(told(2, { type: 'deal', match: matchInfo() }))
    table.receive(event(3, { type: 'round_started', dealer: 1 }))
    expect(table.round).toMatchObject({ dealer: 1, counts: [25, 25, 25, 25] })
  })
})

describe('who only looks on', () => {
  it('gives no number, has nothing to answer, and looks from where it was let', () => {
    table.receive(view(1, { you: null, shoulder: 2, delay: 120_000, round: null, ask: ask(1, ['hu']) }))
    expect(asked).toEqual([])
    expect([table.you, table.eye, table.delay, table.ask, table.shuffling]).toEqual([null, 2, 120_000, null, true])
    table.receive(told(2, { type: 'prompt', ask: ask(2, ['hu']) }))
    expect([table.ask, table.advice]).toEqual([null, { waits: [] }])
    expect(witnessOf(T, 1)).toBeUndefined()
  })
})
