import { flushSync, mount, unmount } from 'svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { DRAW } from '../dev/endings'
import { matchInfo, settlement, told, view } from '../dev/messages'
import { language } from '../lib/i18n'
import type { Ask, Settlement, Told } from '../lib/protocol'
import { emptyView as emptyCards } from './doudizhu/fold'
import { emptyView } from './mahjong/fold'
import { Table } from './table.svelte'
import TableScreen from './TableScreen.svelte'

const MAHJONG = { ...emptyView(0), hand: '12m', sizes: [2, 13, 13, 13] }
const CARDS = { ...emptyCards(0, false), phase: 'playing', hand: '3s', landlord: 1, turn: 1 }

const event = (seen: object): Told['messages'][number] => ({ type: 'event', event: seen as never })
const get = (testid: string) => document.querySelector<HTMLElement>(`[data-testid=${testid}]`)

let table: Table
let screen: object

/** Look at a table; `round`: how it stands. */
function open(game: string, round: object, settled: Settlement | null = null): void {
  table = new Table('t', () => Promise.resolve(null))
  table.receive(view({ game, round: round as never, settled }))
  screen = mount(TableScreen, { target: document.body, props: { table, leave: () => {}, backToRoom: () => {} } })
  flushSync()
}

/** All that the server says in one frame. */
function frame(v: number, ...messages: Told['messages']): void {
  table.receive(told(v, ...messages))
  flushSync()
}

beforeEach(() => {
  vi.useFakeTimers()
  language.current = 'zh'
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }))
  vi.stubGlobal('ResizeObserver', class {
    observe = vi.fn()
    unobserve = vi.fn()
    disconnect = vi.fn()
  })
})

afterEach(() => {
  void unmount(screen)
  document.body.replaceChildren()
  vi.useRealTimers()
})

describe('what happens', () => {
  /** What a screen reader is given to read: the lines that were added since it last looked. */
  const heard = new Set<Element>()
  const read = () => {
    const fresh = [...(get('spoken')?.children ?? [])].filter((line) => !heard.has(line))
    for (const line of fresh) heard.add(line)
    return fresh.map((line) => line.textContent)
  }

  it('is read out line by line, also what comes in one frame', () => {
    open('jiujiang-mahjong', MAHJONG)
    frame(2, event({ type: 'declared_ready', seat: 1 }), event({ type: 'discarded', seat: 1, tile: '5m' }))
    expect(read()).toEqual(['下家报听', '下家打五万'])
    frame(4, event({ type: 'drew', seat: 2, replacement: false, wall: 50, tile: null }))
    expect(read()).toEqual([])
    frame(5, event({ type: 'discarded', seat: 2, tile: '5m' }))
    expect(read()).toEqual(['对家打五万'])
  })

  it('is read out again when the same happens again', () => {
    open('jiujiang-doudizhu', CARDS)
    const passes = [event({ type: 'passed', seat: 1 }), event({ type: 'trick_ended', seat: 2 })]
    frame(2, ...passes)
    frame(4, ...passes)
    expect(read()).toEqual(['下家不出', '都不要，对家出牌', '下家不出', '都不要，对家出牌'])
  })

  it('is called at every seat that calls in one frame', () => {
    open('jiujiang-doudizhu', { ...CARDS, phase: 'calling' })
    frame(2, event({ type: 'declined', seat: 3 }), event({ type: 'kitty_taken', seat: 1, cards: '3s', forced: true }))
    const calls = [...document.querySelectorAll<HTMLElement>('[data-testid=call]')]
    expect(calls.map((call) => [call.dataset['side'], call.textContent])).toEqual([['3', '不叫'], ['1', '坐地主']])
  })
})

describe('a key', () => {
  const ASK: Ask = {
    prompt: 7, deadline: 15_000, bank: 0, legal: ['pass', 'pung'], more: false, question: { kind: 'claim', tile: '1m' },
    refused: [], advice: {},
  }

  /** A touch that is heard of now. */
  function touch(testid: string, at: number): void {
    const click = new MouseEvent('click', { bubbles: true })
    Object.defineProperty(click, 'timeStamp', { value: at })
    get(testid)?.dispatchEvent(click)
    flushSync()
  }

  const isSent = () => get('actions')?.classList.contains('sent')

  it('takes no touch from before it was seen, nor from just after, however late a busy page hears of it', () => {
    open('jiujiang-mahjong', MAHJONG)
    frame(2, { type: 'prompt', ask: ASK })
    const known = performance.now()
    touch('act-pung', known + 1000)
    expect(isSent()).toBe(false)

    vi.advanceTimersToNextFrame()
    const seen = performance.now()
    vi.advanceTimersByTime(2000)
    touch('act-pung', known - 1)
    touch('act-pung', seen + 200)
    expect(isSent()).toBe(false)
    touch('act-pung', seen + 300)
    expect(isSent()).toBe(true)
  })
})

describe('a card', () => {
  /** A touch that is heard of now. */
  function tap(card: string, at: number): void {
    for (const type of ['pointerdown', 'pointerup']) {
      const event = new PointerEvent(type, { bubbles: true })
      Object.defineProperty(event, 'timeStamp', { value: at })
      document.querySelector(`[data-testid=hand-card][data-card='${card}']`)?.dispatchEvent(event)
      flushSync()
    }
  }

  const chosen = () =>
    [...document.querySelectorAll<HTMLElement>('[data-testid=hand-card][aria-selected=true]')].map((one) => one.dataset['card'])

  it('is tapped twice by when it was touched, whenever a busy page hears of it', () => {
    open('jiujiang-doudizhu', { ...CARDS, hand: '3s3h4s' })
    Object.assign(get('hand') ?? {}, { setPointerCapture: vi.fn() })
    tap('3s', 1000)
    tap('3h', 2000)
    expect(chosen().sort()).toEqual(['3h', '3s'])
    tap('3h', 3000)
    vi.advanceTimersByTime(1000)
    tap('3h', 3100)
    expect(chosen()).toEqual([])
  })
})

describe('the settlement', () => {
  /** What a page that was away is told when it comes back: a whole round, up to its settlement. */
  const caughtUp = (round: number): Told['messages'] => [
    { type: 'shuffle', match: matchInfo({ round }), wait: 0 },
    { type: 'deal', match: matchInfo({ round }) },
    event({ type: 'round_started', dealer: 0, factor: 1, wall: 50 }),
    event({ ...DRAW, type: 'round_ended', hands: ['12m', '', '', ''], melds: [[], [], [], []] }),
    { type: 'settled', settled: settlement({ round }) },
  ]

  function look(): void {
    vi.runOnlyPendingTimers()
    flushSync()
  }

  it('is put away for one round only', () => {
    open('jiujiang-mahjong', { ...MAHJONG, outcome: DRAW }, settlement())
    look()
    flushSync(() => get('see-table')?.click())
    expect([get('settlement'), get('see-settlement')]).toEqual([null, expect.anything()])
    frame(2, ...caughtUp(2))
    expect([get('settlement'), get('see-settlement')]).toEqual([null, null])
    look()
    expect(get('settlement')?.getAttribute('aria-label')).toBe('第2局')
  })
})
