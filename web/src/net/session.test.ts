import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { room, welcome } from '../dev/messages'
import { CloseCode, PROTOCOL, type FromServer, type JsonObject } from '../lib/protocol'
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
const ackLast = (type: string, data: JsonObject | null = null) =>
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
    expect(sent('hello')[0]).toMatchObject({ token: 'secret', protocol: PROTOCOL })
  })
})

describe('a request', () => {
  it('waits for the greeting, and is answered by its id', async () => {
    const joined = session.join('471142')
    expect(sent('join_room')).toEqual([])
    says(welcome())
    expect(sent('join_room')).toMatchObject([{ code: '471142' }])
    ackLast('join_room')
    expect(await joined).toBe(true)
  })

  it('that is refused says why, in words', async () => {
    says(welcome())
    const joined = session.join('000000')
    const id = String(sent('join_room')[0]?.['id'])
    says({ type: 'reject', id, code: 'no_room', reason: { zh: '没有这个房间', en: 'No such room' }, clause: null })
    expect(await joined).toBe(false)
    expect(session.trouble?.reason.zh).toBe('没有这个房间')
  })

  it('whose answer was lost is asked again with the same id', () => {
    says(welcome())
    void session.join('471142')
    const id = sent('join_room')[0]?.['id']
    session.reconnect()
    FakeSocket.now.onopen?.()
    says(welcome())
    expect(sent('join_room')).toMatchObject([{ code: '471142', id }])
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
    says(welcome({ room: '471142', table: 't1' }))
    session.reconnect()
    FakeSocket.now.onopen?.()
    says(welcome({ room: '471142', table: 't1' }))
    expect(sent('resume')).toHaveLength(1)
  })

  it('is gone when the server knows of none', () => {
    says(welcome({ table: 't1' }))
    says(welcome())
    expect([session.table, session.room]).toEqual([null, null])
  })

  it('that was left says nothing more', async () => {
    says(welcome({ room: '471142', table: 't1' }))
    const left = session.leave()
    ackLast('leave')
    await left
    says({ type: 'told', table: 't1', v: 9, messages: [{ type: 'closed', totals: [0, 0, 0, 0] }] })
    expect(session.table).toBeNull()
  })
})

describe('after a match', () => {
  it('its host starts the next one as soon as the table is cleared', async () => {
    says(welcome({ room: '471142', table: 't1' }))
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
    says(welcome({ room: '471142', table: 't1' }))
    session.backToRoom()
    says(room({ you: 2 }))
    expect(sent('start')).toHaveLength(0)
  })
})

it('in no room, one has none', () => {
  says(welcome({ room: '471142' }))
  says(room())
  expect(session.room?.code).toBe('471142')
  says(room({ code: null }))
  expect(session.room).toBeNull()
})

describe('a quick match and a room that is gone', () => {
  it('counts down from when it was told', () => {
    vi.spyOn(performance, 'now').mockReturnValue(1000)
    says(room({ starts_in: 20_000 }))
    expect(session.room?.startsAt).toBe(21_000)
    vi.restoreAllMocks()
  })

  it('says why one is out', () => {
    says(room({ code: null, out: 'kicked' }))
    expect(session.room).toBeNull()
    expect(session.trouble?.reason.zh).toContain('请你离开')
  })
})

describe('looking on', () => {
  beforeEach(() => says(welcome()))

  async function watch(seat: number | null = null): Promise<void> {
    const watching = session.watch('471142', seat)
    ackLast('watch', { table: 't1', delay: 0 })
    await watching
  }

  it('asks for the table that it was let in to', async () => {
    await watch()
    expect(sent('watch')).toMatchObject([{ code: '471142', seat: null }])
    expect(sent('resume')).toMatchObject([{ table: 't1', last: 0 }])
    expect([session.table?.id, session.watched]).toEqual(['t1', { code: '471142', seat: null }])
  })

  it('from another place begins with another table', async () => {
    await watch()
    const before = session.table
    await watch(2)
    expect(session.table).not.toBe(before)
    expect(sent('resume').at(-1)).toMatchObject({ table: 't1', last: 0 })
  })

  it('goes on after a dropped line, once it has been let in again', async () => {
    await watch()
    const before = session.table
    session.reconnect()
    FakeSocket.now.onopen?.()
    says(welcome())
    expect(sent('resume')).toEqual([])
    ackLast('watch', { table: 't1', delay: 0 })
    await settle()
    expect(session.table).toBe(before)
    expect(sent('resume')).toHaveLength(1)
  })

  it('ends where one is not let in again', async () => {
    await watch()
    session.reconnect()
    FakeSocket.now.onopen?.()
    says(welcome())
    const id = String(sent('watch').at(-1)?.['id'])
    says({ type: 'reject', id, code: 'not_watchable', reason: { zh: '不许', en: 'no' }, clause: null })
    await settle()
    expect([session.table, session.watched]).toEqual([null, null])
  })

  it('ends when one has seen enough, and can begin again', async () => {
    await watch()
    const gone = session.unwatch()
    ackLast('unwatch')
    await gone
    expect([session.table, session.watched]).toEqual([null, null])
    await watch()
    expect(session.table?.id).toBe('t1')
  })
})

describe('an account', () => {
  it('that is logged in to is who one is from the next hello on', () => {
    says(welcome())
    session.becomeWhoHas('another')
    FakeSocket.now.onopen?.()
    expect(sent('hello')[0]).toMatchObject({ token: 'another' })
    expect(sent('hello')[0]).not.toHaveProperty('name')
  })

  it('that was logged out elsewhere is somebody new, who is told so', () => {
    says(welcome())
    FakeSocket.now.onclose?.({ code: CloseCode.LOGGED_OUT })
    FakeSocket.now.onopen?.()
    expect(sent('hello')[0]).not.toHaveProperty('token')
    expect(session.trouble?.reason.zh).toContain('退出登录')
  })

  it('that logs itself out needs not be told', () => {
    says(welcome())
    void session.logOut()
    FakeSocket.now.onclose?.({ code: CloseCode.LOGGED_OUT })
    expect([session.trouble, recall('token')]).toEqual([null, null])
  })

  it('has its coins, as they change', () => {
    says(welcome({ coins: 500 }))
    expect(session.coins).toBe(500)
    says({ type: 'coins', coins: 480 })
    expect(session.coins).toBe(480)
  })
})

it('what is said is heard by who listens, as long as it does', () => {
  const heard: unknown[] = []
  const stop = session.hear(({ seat, phrase }) => heard.push([seat, phrase]))
  says({ type: 'said', seat: 2, phrase: 'tea' })
  stop()
  says({ type: 'said', seat: 3, phrase: 'hello' })
  expect(heard).toEqual([[2, 'tea']])
})
