import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import type { FromServer, Room, Welcome } from '../lib/protocol'
import { recall } from '../lib/persisted'
import { Session } from './session.svelte'

class FakeSocket {
  static readonly OPEN = 1
  static now: FakeSocket
  readyState = 1
  sent: Record<string, unknown>[] = []
  onopen: (() => void) | null = null
  onmessage: ((frame: { data: string }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null

  constructor() {
    FakeSocket.now = this
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>)
  }

  close(): void {}
}

const says = (message: FromServer) => FakeSocket.now.onmessage?.({ data: JSON.stringify(message) })
const sent = (type: string) => FakeSocket.now.sent.filter((message) => message['type'] === type)
const welcome = (more: Partial<Welcome> = {}): Welcome => ({
  type: 'welcome', protocol: 1, version: '1', player: { id: 'p', name: '小雨' }, token: 'secret', games: [],
  room: null, table: null, share: null, ...more,
})
const room = (more: Partial<Room> = {}): Room => ({
  type: 'room', code: '4711', game: 'jiujiang-mahjong', options: {}, rounds: 4, host: 0, you: 0,
  seats: [0, 1, 2, 3].map((n) => ({ name: String(n), bot: n > 0, connected: true })), started: false, table: null, ...more,
})
const ackLast = (type: string, data: Record<string, never> | null = null) =>
  says({ type: 'ack', id: String(sent(type).at(-1)?.['id']), data })
const settle = () => new Promise((resolve) => setTimeout(resolve))

let session: Session

beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('WebSocket', FakeSocket)
  session = new Session()
  session.connect('ws://here/ws')
  FakeSocket.now.onopen?.()
})

afterEach(() => vi.unstubAllGlobals())

describe('who one is', () => {
  it('is a guest at first, and the same player ever after', () => {
    expect(sent('hello')[0]).not.toHaveProperty('token')
    says(welcome())
    expect([session.greeted, session.name, recall('token')]).toEqual([true, '小雨', 'secret'])
    session.reconnect()
    FakeSocket.now.onopen?.()
    expect(sent('hello')[0]).toMatchObject({ token: 'secret', protocol: 1 })
  })
})

describe('a request', () => {
  it('waits for the greeting, and is answered by its id', async () => {
    const joined = session.join('4711')
    expect(sent('join_room')).toEqual([])
    says(welcome())
    expect(sent('join_room')).toMatchObject([{ code: '4711' }])
    ackLast('join_room')
    expect(await joined).toBe(true)
  })

  it('that is refused says why, in words', async () => {
    says(welcome())
    const joined = session.join('0000')
    const id = String(sent('join_room')[0]?.['id'])
    says({ type: 'reject', id, code: 'no_room', reason: { zh: '没有这个房间', en: 'No such room' }, clause: null })
    expect(await joined).toBe(false)
    expect(session.trouble?.reason.zh).toBe('没有这个房间')
  })

  it('whose answer was lost is asked again with the same id', () => {
    says(welcome())
    void session.join('4711')
    const id = sent('join_room')[0]?.['id']
    session.reconnect()
    FakeSocket.now.onopen?.()
    says(welcome())
    expect(sent('join_room')).toMatchObject([{ code: '4711', id }])
  })
})

describe('a table', () => {
  it('is asked for when the room names it, once', () => {
    says(welcome())
    says(room({ started: true, table: 't1' }))
    says(room({ started: true, table: 't1' }))
    expect(sent('resume')).toMatchObject([{ table: 't1', last: 0 }])
  })

  it('is taken up again after a lost line, but its old catching up is not sent twice', () => {
    says(welcome({ room: '4711', table: 't1' }))
    session.reconnect()
    FakeSocket.now.onopen?.()
    says(welcome({ room: '4711', table: 't1' }))
    expect(sent('resume')).toHaveLength(1)
  })

  it('is gone when the server knows of none', () => {
    says(welcome({ table: 't1' }))
    says(welcome())
    expect([session.table, session.room]).toEqual([null, null])
  })

  it('that was left says nothing more', async () => {
    says(welcome({ room: '4711', table: 't1' }))
    const left = session.leave()
    ackLast('leave')
    await left
    says({ type: 'closed', v: 9, table: 't1', totals: [0, 0, 0, 0] })
    expect(session.table).toBeNull()
  })
})

describe('after a match', () => {
  it('its host starts the next one as soon as the table is cleared', async () => {
    says(welcome({ room: '4711', table: 't1' }))
    says(room({ started: true, table: 't1' }))
    session.backToRoom()
    expect(session.table).toBeNull()
    expect(sent('next')).toHaveLength(1)
    expect(sent('start')).toHaveLength(0)
    says(room())
    expect(sent('start')).toHaveLength(1)
    says(room())
    await settle()
    expect(sent('start')).toHaveLength(1)
  })

  it('nobody else starts it', () => {
    says(welcome({ room: '4711', table: 't1' }))
    session.backToRoom()
    says(room({ you: 2 }))
    expect(sent('start')).toHaveLength(0)
  })
})

it('in no room, one has none', () => {
  says(welcome({ room: '4711' }))
  says(room())
  expect(session.room?.code).toBe('4711')
  says(room({ code: null }))
  expect(session.room).toBeNull()
})
