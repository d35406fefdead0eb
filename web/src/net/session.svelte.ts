/**
 * This page's conversation with the server: who one is, the room one is in, the table one sits at.
 *
 * All that the screens show of it is here as state; all that they ask goes through `request`.
 */
import { language } from '../lib/i18n'
import { recall, remember } from '../lib/persisted'
import { PROTOCOL, type FromServer, type GameInfo, type Room, type Welcome } from '../lib/protocol'
import { Table, type OfTable, type Refusal } from '../table/table.svelte'
import { Line, type LineState } from './line'
import { Rejected, Requests, type Request } from './requests'

export type OptionValue = boolean | number | string

export interface RoomWish {
  readonly game: string
  readonly options: Readonly<Record<string, OptionValue>>
  readonly rounds: number
}

/** A room one is in: unlike the message, it always has a code. */
export type MyRoom = Room & { readonly code: string }

export class Session {
  line = $state<LineState>('waiting')
  /** Whether the server has greeted this page at least once. */
  greeted = $state(false)
  name = $state(recall('name') ?? '')
  games = $state.raw<readonly GameInfo[]>([])
  room = $state.raw<MyRoom | null>(null)
  table = $state.raw<Table | null>(null)
  /** An address of the server for the others in the house, if this page's is only its own. */
  share = $state<string | null>(null)
  /** What went wrong last, in a player's words, until it is put away. */
  trouble = $state.raw<Refusal | null>(null)

  readonly #requests = new Requests()
  readonly #left = new Set<string>()
  #line: Line | null = null
  #again = false

  /** Open the line and keep it open as long as the page lives. */
  connect(url: string): void {
    this.#line = new Line(url, {
      hello: () => ({
        type: 'hello',
        protocol: PROTOCOL,
        token: recall('token') ?? undefined,
        name: this.name || undefined,
        lang: language.current,
      }),
      ping: () => ({ type: 'ping', id: this.#requests.nextId() }),
      received: (message) => this.receive(message as FromServer),
      changed: (state) => (this.line = state),
    })
    this.#line.open()
    window.addEventListener('online', () => this.#line?.nudge())
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') this.#line?.nudge()
    })
  }

  /** Take the line back from another page of the same player, or try again now. */
  reconnect(): void {
    this.#line?.open()
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
        break
      case 'room':
        this.room = inRoom(message) ? message : null
        if (message.table !== null) this.#sitDown(message.table)
        this.#startAgain()
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

  /** Ask for something whose refusal is shown to the player; resolves to whether it was granted. */
  async ask(type: string, fields: object = {}): Promise<boolean> {
    try {
      await this.request(type, fields)
      this.trouble = null
      return true
    } catch (error) {
      if (!(error instanceof Rejected)) throw error
      this.trouble = { reason: error.reason, clause: error.clause }
      return false
    }
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

  join(code: string): Promise<boolean> {
    return this.ask('join_room', { code })
  }

  async leave(): Promise<void> {
    if (!(await this.ask('leave'))) return
    this.#put(null)
    this.room = null
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

  /** Sit at another table, or at none; what is still said of the one before is not listened to. */
  #put(table: Table | null): void {
    if (this.table) this.#left.add(this.table.id)
    this.table = table
  }

  #welcomed(welcome: Welcome): void {
    remember('token', welcome.token)
    this.name = welcome.player.name
    this.games = welcome.games
    this.share = welcome.share
    this.greeted = true
    if (welcome.room === null) this.room = null
    if (welcome.table === null) this.#put(null)
    else this.#tableOf(welcome.table).catchUp()
    // What was asked before the line broke is asked again, by the same ids.
    for (const request of this.#requests.unanswered()) {
      if (request.type !== 'resume') this.#line?.send(request)
    }
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

function inRoom(room: Room): room is MyRoom {
  return room.code !== null
}

export const session = new Session()
