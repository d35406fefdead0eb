import { beforeEach, describe, expect, it, vi } from 'vitest'

import type { Ask, View } from '../lib/protocol'
import { Rejected } from '../net/requests'
import { emptyView } from './mahjong/fold'
import { Table, type OfTable } from './table.svelte'

const T = 'table'
const chair = (name: string) => ({ name, bot: false, connected: true, auto: false, left: false })
const ask = (prompt: number, legal: string[]): Ask => ({
  prompt, deadline: 9000, bank: 0, legal, more: false, question: { kind: 'turn' }, refused: [], advice: { waits: [] },
})
const view = (v: number, more: Partial<View> = {}): View => ({
  type: 'view', v, table: T, you: 0, game: 'jiujiang-mahjong', options: {}, free: [], turn: null, settled: null, ask: null,
  match: { rounds_total: 4, round: 1, dealer: 0, totals: [0, 0, 0, 0], commitment: '' },
  seats: ['a', 'b', 'c', 'd'].map(chair),
  round: { ...emptyView(0), hand: '12m', sizes: [2, 0, 0, 0] } as never,
  ...more,
})
const event = (v: number, told: object): OfTable => ({ type: 'event', v, table: T, event: told as never })
const discarded = (v: number) => event(v, { type: 'discarded', seat: 0, tile: '1m' })

let asked: { type: string; fields: Record<string, unknown> }[]
let answer: () => Promise<unknown>
let table: Table

beforeEach(() => {
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
    table.receive({ type: 'deal', v: 3, table: T, match: { rounds_total: 4, round: 2, dealer: 1, totals: [1, -1, 0, 0], commitment: 'c' } })
    expect(table.match.round).toBe(2)
    expect([table.ask, table.advice, table.settled]).toEqual([null, null, null])
    expect(table.log).toEqual([])
  })

  it('change one chair, the turn, the settlement and who is waited for', () => {
    table.receive(view(1))
    table.receive({ type: 'seat', v: 2, table: T, seat: 2, chair: { ...chair('c'), connected: false } })
    expect(table.chairs[2]?.connected).toBe(false)
    table.receive({ type: 'clock', v: 3, table: T, turn: { seat: 1, deadline: 100, bank: 0 } })
    expect(table.turn?.seat).toBe(1)
    table.receive(event(4, { type: 'drew', seat: 1, replacement: false, wall: 50, tile: null }))
    expect(table.turn).toBeNull()
    const settled = {
      round: 1, rounds_total: 4, totals: [3, -3, 0, 0], match_over: false, waiting: [0, 1], next_in: 500,
      proof: { seed: '', commitment: '' },
    }
    table.receive({ type: 'settled', v: 5, table: T, settled })
    expect(table.match.totals).toEqual([3, -3, 0, 0])
    table.receive({ type: 'waiting', v: 6, table: T, waiting: [1] })
    expect(table.settled?.waiting).toEqual([1])
    table.receive({ type: 'closed', v: 7, table: T, totals: [3, -3, 0, 0] })
    expect(table.closed).toBe(true)
  })
})

describe('an action', () => {
  beforeEach(() => {
    table.receive(view(1))
    table.receive({ type: 'prompt', v: 2, table: T, ask: ask(9, ['discard 1m', 'hu']) })
  })

  it('answers the open question and is shown as sent until that is closed', async () => {
    const done = table.act('discard 1m')
    expect(table.sent).toBe('discard 1m')
    expect(asked).toEqual([{ type: 'act', fields: { table: T, prompt: 9, do: 'discard 1m' } }])
    await done
    table.receive({ type: 'answered', v: 3, table: T, prompt: 9 })
    expect([table.sent, table.ask]).toEqual([null, null])
  })

  it('that is refused can be tried otherwise, and says why', async () => {
    const reason = { zh: '不行', en: 'no' }
    answer = () => Promise.reject(new Rejected({ code: 'illegal', reason, clause: 'JM-18' }))
    await table.act('discard 1m')
    expect(table.sent).toBeNull()
    expect(table.refusal).toMatchObject({ reason, clause: 'JM-18' })
    table.receive({ type: 'prompt', v: 3, table: T, ask: ask(10, ['hu']) })
    expect(table.refusal).toBeNull()
  })

  it('that came too late is not a fault', async () => {
    answer = () => Promise.reject(new Rejected({ code: 'stale_prompt', reason: { zh: '晚了', en: 'late' }, clause: null }))
    await table.act('hu')
    expect([table.sent, table.refusal]).toEqual([null, null])
  })

  it('that is free of the turn goes without a question', async () => {
    table.receive({ type: 'answered', v: 3, table: T, prompt: 9 })
    table.receive({ type: 'free', v: 4, table: T, legal: ['ask 2'] })
    await table.act('ask 2')
    expect(asked.at(-1)).toEqual({ type: 'act', fields: { table: T, prompt: null, do: 'ask 2' } })
    table.receive({ type: 'prompt', v: 5, table: T, ask: ask(10, ['pass', 'ask 2']) })
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
