/**
 * This page's conversation with the server: who one is, the room one is in, the table one sees.
 *
 * All that the screens show of it is here as state; all that they ask goes through `request`.
 */
import { language } from '../lib/i18n'
import { forget, recall, remember } from '../lib/persisted'
import {
  PROTOCOL,
  type CreateRoom,
  type FromServer,
  type GameInfo,
  type PlayerInfo,
  type QuickMatch,
  type Room,
  type Said,
  type Welcome,
} from '../lib/protocol'
import { Table, type OfTable, type Refusal } from '../table/table.svelte'
import { deviceName } from './device'
import { Line, type LineState } from './line'
import { Rejected, Requests, type Request } from './requests'
import { HOUSE_WORDS } from './words'

export type OptionValue = boolean | number | string

export type RoomWish = Pick<CreateRoom, 'game' | 'rounds' | 'options'> &
  Partial<Pick<CreateRoom, 'stake' | 'open' | 'watch' | 'programs'>>
export type QuickWish = Pick<QuickMatch, 'game' | 'stake' | 'wait'>

/** A room one is in: unlike the message, it always has a code; `startsAt` in `performance.now()`. */
export type MyRoom = Room & { readonly code: string; readonly startsAt: number | null }

/** What one looks on at: a room, from nobody's seat or over one's shoulder. */
export interface Watched {
  readonly code: string
  readonly seat: number | null
}

export class Session {
  line = $state<LineState>('waiting')
  /** Whether the server has greeted this page at least once. */
  greeted = $state(false)
  name = $state(recall('name') ?? '')
  player = $state.raw<PlayerInfo | null>(null)
  coins = $state(0)
  /** What a point may be worth here. */
  stakes = $state.raw<readonly number[]>([0])
  games = $state.raw<readonly GameInfo[]>([])
  room = $state.raw<MyRoom | null>(null)
  table = $state.raw<Table | null>(null)
  watched = $state.raw<Watched | null>(null)
  /** An address of the server for the others in the house, if this page's is only its own. */
  share = $state<string | null>(null)
  /** What went wrong last, in a player's words, until it is put away. */
  trouble = $state.raw<Refusal | null>(null)

  readonly #requests = new Requests()
  readonly #left = new Set<string>()
  readonly #hearers = new Set<(said: Said) => void>()
  #line: Line | null = null
  #again = false
  /** The session is being ended by its own player. */
  #leaving = false

  /** Open the line and keep it open as long as the page lives. */
  connect(url: string): void {
    this.#line = new Line(url, {
      hello: () => ({
        type: 'hello',
        protocol: PROTOCOL,
        token: recall('token') ?? undefined,
        name: this.name || undefined,
        lang: language.current,
        agent: deviceName(navigator.userAgent),
      }),
      ping: () => ({ type: 'ping', id: this.#requests.nextId() }),
      received: (message) => this.receive(message as FromServer),
      changed: (state) => this.#lineIs(state),
    })
    this.#line.open()
    window.addEventListener('online', () => this.#line?.nudge())
    window.addEventListener('offline', () => this.#line?.doubt())
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') this.#line?.nudge()
    })
  }

  /** Take the line back from another page of the same player, or try again now. */
  reconnect(): void {
    this.#line?.open()
  }

  /** Hear what is said in one's room or at the table; returns how to stop. */
  hear(hearer: (said: Said) => void): () => void {
    this.#hearers.add(hearer)
    return () => this.#hearers.delete(hearer)
  }

  receive(message: FromServer): void {
    switch (message.type) {
      case 'welcome':
        this.#welcomed(message)
        break
      case 'ack':
        this.#requests.acked(message.id, message.data)
        break
      case 'reject':
        this.#requests.rejected(message)
        // Not an answer to anything: the server says why it will not have this page at all.
        if (message.id === null) this.trouble = { reason: message.reason, clause: message.clause }
        break
      case 'room':
        this.#roomIs(message)
        break
      case 'coins':
        this.coins = message.coins
        break
      case 'said':
        for (const hearer of this.#hearers) hearer(message)
        break
      default:
        this.#ofTable(message)
    }
  }

  /** Ask for something; resolves with the answer's data, or throws `Rejected`. */
  request(type: string, fields: object = {}): Promise<unknown> {
    const request: Request = { ...fields, type, id: this.#requests.nextId() }
    const answer = this.#requests.expect(request)
    if (this.greeted) this.#line?.send(request)
    return answer
  }

  /** Ask for something whose refusal is shown to the player; undefined then, else the answer's data. */
  async wish<T = unknown>(type: string, fields: object = {}): Promise<T | undefined> {
    try {
      const data = await this.request(type, fields)
      this.trouble = null
      return (data ?? {}) as T
    } catch (error) {
      if (!(error instanceof Rejected)) throw error
      this.trouble = { reason: error.reason, clause: error.clause }
      return undefined
    }
  }

  /** The same where only matters whether it was granted. */
  async ask(type: string, fields: object = {}): Promise<boolean> {
    return (await this.wish(type, fields)) !== undefined
  }

  async rename(name: string): Promise<void> {
    this.name = name.trim()
    remember('name', this.name)
    if (this.name) await this.ask('rename', { name: this.name })
  }

  playNow(wish: RoomWish): Promise<boolean> {
    return this.ask('play_now', wish)
  }

  createRoom(wish: RoomWish): Promise<boolean> {
    return this.ask('create_room', wish)
  }

  quickMatch(wish: QuickWish): Promise<boolean> {
    return this.ask('quick_match', wish)
  }

  join(code: string): Promise<boolean> {
    return this.ask('join_room', { code })
  }

  async leave(): Promise<void> {
    if (!(await this.ask('leave'))) return
    this.#put(null)
    this.room = null
  }

  /** Look on at a room's table, hands hidden, or over a seat's shoulder; whether one may. */
  async watch(code: string, seat: number | null = null): Promise<boolean> {
    const told = await this.wish<{ table: string }>('watch', { code, seat })
    if (told === undefined) return false
    const goesOn = this.watched?.code === code && this.watched.seat === seat && this.table?.id === told.table
    this.watched = { code, seat }
    if (!goesOn) this.#put(null)
    this.#left.delete(told.table)
    this.#tableOf(told.table).catchUp()
    return true
  }

  async unwatch(): Promise<void> {
    this.watched = null
    this.#put(null)
    await this.ask('unwatch')
  }

  /** Be somebody else from here on: whoever the token belongs to. */
  becomeWhoHas(token: string): void {
    remember('token', token)
    forget('name')
    this.name = ''
    this.#line?.open()
  }

  /** End this session here; the server then closes the line. */
  async logOut(): Promise<void> {
    this.#leaving = true
    await this.ask('log_out')
  }

  /** From a match that is over back to its room; its host starts the next one there. */
  backToRoom(): void {
    this.table?.next()
    this.#put(null)
    this.#again = true
    this.#startAgain()
  }

  /** The host of a full room that has asked for another match starts it once the table is clear. */
  #startAgain(): void {
    const room = this.room
    if (!this.#again || !room || room.started) return
    this.#again = false
    if (room.host === room.you && !room.seats.includes(null)) void this.ask('start')
  }

  #lineIs(state: LineState): void {
    this.line = state
    if (state !== 'loggedOut') return
    // Whoever had the token is gone from here: a new guest comes in, by no name.
    forget('token')
    forget('name')
    this.name = ''
    if (!this.#leaving) this.trouble = { reason: HOUSE_WORDS.loggedOut, clause: null }
    this.#leaving = false
    this.#requests.drop()
    this.#line?.open()
  }

  #roomIs(message: Room): void {
    const startsAt = message.starts_in === null ? null : performance.now() + message.starts_in
    this.room = message.code === null ? null : { ...message, code: message.code, startsAt }
    if (message.out !== null) this.trouble = { reason: HOUSE_WORDS[message.out], clause: null }
    if (message.table !== null) this.#sitDown(message.table)
    this.#startAgain()
  }

  /** Sit at another table, or at none; what is still said of the one before is not listened to. */
  #put(table: Table | null): void {
    if (this.table) this.#left.add(this.table.id)
    this.table = table
  }

  #welcomed(welcome: Welcome): void {
    const before = recall('token')
    if (before !== null && before !== welcome.token) this.trouble = { reason: HOUSE_WORDS.loggedOut, clause: null }
    remember('token', welcome.token)
    this.player = welcome.player
    this.name = welcome.player.name
    this.coins = welcome.coins
    this.stakes = welcome.stakes
    this.games = welcome.games
    this.share = welcome.share
    this.greeted = true
    if (welcome.room === null) this.room = null
    if (welcome.table !== null) this.#tableOf(welcome.table).catchUp()
    else if (this.watched) void this.#watchOn(this.watched)
    else this.#put(null)
    // What was asked before the line broke is asked again, by the same ids.
    for (const request of this.#requests.unanswered()) {
      if (request.type !== 'resume' && request.type !== 'watch') this.#line?.send(request)
    }
  }

  /** The server has forgotten on the old line that one was looking on. */
  async #watchOn({ code, seat }: Watched): Promise<void> {
    if (await this.watch(code, seat)) return
    this.watched = null
    this.#put(null)
  }

  /** A match has begun in one's room: the server speaks of its table once it is asked to. */
  #sitDown(id: string): void {
    if (this.table?.id !== id && !this.#left.has(id)) this.#tableOf(id).catchUp()
  }

  #ofTable(message: OfTable): void {
    if (!this.#left.has(message.table)) this.#tableOf(message.table).receive(message)
  }

  #tableOf(id: string): Table {
    if (this.table?.id === id) return this.table
    const table = new Table(id, (type, fields) => this.request(type, fields))
    this.#put(table)
    return table
  }
}

export const session = new Session()
