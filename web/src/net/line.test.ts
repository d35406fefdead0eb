// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { CloseCode } from '../lib/protocol'
import { backoff } from './backoff'
import { Line, type LineState } from './line'

class FakeSocket {
  static readonly OPEN = 1
  static all: FakeSocket[] = []
  readyState = 0
  sent: unknown[] = []
  onopen: (() => void) | null = null
  onmessage: ((frame: { data: string }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null

  constructor(readonly url: string) {
    FakeSocket.all.push(this)
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text))
  }

  close(): void {
    this.readyState = 3
  }

  opens(): void {
    this.readyState = 1
    this.onopen?.()
  }

  says(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) })
  }

  drops(code = 1006): void {
    this.readyState = 3
    this.onclose?.({ code })
  }
}

const last = () => FakeSocket.all.at(-1) as FakeSocket

let states: LineState[]
let heard: unknown[]
let line: Line

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', FakeSocket)
  FakeSocket.all = []
  states = []
  heard = []
  line = new Line('ws://here/ws', {
    hello: () => ({ type: 'hello' }),
    ping: () => ({ type: 'ping' }),
    received: (message) => heard.push(message),
    changed: (state) => states.push(state),
  })
  line.open()
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the line', () => {
  it('says hello first and passes on what it hears', () => {
    expect(line.send({ type: 'early' })).toBe(false)
    last().opens()
    expect(line.send({ type: 'join' })).toBe(true)
    expect(last().sent).toEqual([{ type: 'hello' }, { type: 'join' }])
    last().says({ type: 'welcome' })
    expect(heard).toEqual([{ type: 'welcome' }])
    expect(states).toEqual(['connecting', 'open'])
  })

  it('comes back by itself after a loss', () => {
    last().opens()
    last().drops()
    expect(line.state).toBe('waiting')
    vi.advanceTimersByTime(400)
    expect(FakeSocket.all).toHaveLength(2)
    last().opens()
    expect(line.state).toBe('open')
  })

  it('comes back at once when nudged, and only then', () => {
    last().opens()
    line.nudge()
    expect(FakeSocket.all).toHaveLength(1)
    last().drops()
    line.nudge()
    expect(FakeSocket.all).toHaveLength(2)
  })

  it('leaves the seat to the page that took it over', () => {
    last().opens()
    last().drops(CloseCode.REPLACED)
    vi.advanceTimersByTime(600_000)
    expect([line.state, FakeSocket.all.length]).toEqual(['replaced', 1])
    line.open()
    expect(FakeSocket.all).toHaveLength(2)
  })

  it('does not insist on a server that speaks another version', () => {
    last().drops(CloseCode.BAD_PROTOCOL)
    vi.advanceTimersByTime(600_000)
    expect([line.state, FakeSocket.all.length]).toEqual(['outdated', 1])
  })

  it('stays away for a minute when it has sent too much', () => {
    last().opens()
    last().drops(CloseCode.TOO_FAST)
    vi.advanceTimersByTime(60_000)
    expect(FakeSocket.all).toHaveLength(1)
    vi.advanceTimersByTime(1_000)
    expect(FakeSocket.all).toHaveLength(2)
  })

  it('asks a silent line whether it is there, and gives up a dead one', () => {
    last().opens()
    vi.advanceTimersByTime(15_000)
    expect(last().sent.at(-1)).toEqual({ type: 'ping' })
    last().says({ type: 'ack' })
    vi.advanceTimersByTime(14_999)
    expect(line.state).toBe('open')
    vi.advanceTimersByTime(1 + 7_000)
    expect(line.state).toBe('waiting')
  })

  it('is doubted when the browser is offline, until somebody is heard', () => {
    line.doubt()
    expect(line.state).toBe('connecting')
    last().opens()
    line.doubt()
    expect([line.state, last().sent.at(-1)]).toEqual(['doubted', { type: 'ping' }])
    last().says({ type: 'ack' })
    expect(line.state).toBe('open')
    line.doubt()
    vi.advanceTimersByTime(7_000)
    expect(line.state).toBe('waiting')
  })

  it('does not come back as somebody who was logged out', () => {
    last().opens()
    last().drops(CloseCode.LOGGED_OUT)
    vi.advanceTimersByTime(600_000)
    expect([line.state, FakeSocket.all.length]).toEqual(['loggedOut', 1])
  })

  it('is still when closed', () => {
    last().opens()
    line.close()
    vi.advanceTimersByTime(600_000)
    expect(FakeSocket.all).toHaveLength(1)
  })
})

it('waits longer each time, within bounds, and not in step with others', () => {
  const longest = [0, 1, 2, 3, 10].map((attempt) => backoff(attempt, () => 0))
  expect(longest).toEqual([400, 800, 1600, 3200, 10_000])
  expect(backoff(2, () => 1)).toBe(800)
})
