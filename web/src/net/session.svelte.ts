/**
 * This page's conversation with the server: who one is, the room one is in, the table one sits at.
 *
 * All that the screens show of it is here as state; all that they ask goes through `request`.
 */
import { language, type Text } from '../lib/i18n'
import { recall, remember } from '../lib/persisted'
import { Table } from '../table/table.svelte'
import { Line, type LineState } from './line'
import { isOfTable, type GameInfo, type OptionValues, type Room, type ServerMessage } from './messages'
import { Rejected, Requests, type Request } from './requests'

const PROTOCOL = 1

export interface RoomWish {
  readonly game: string
  readonly options: OptionValues
  readonly rounds: number
}

class Session {
  line = $state<LineState>('waiting')
  /** Whether the server has greeted this page at least once. */
  greeted = $state(false)
  name = $state(recall('name') ?? '')
  games = $state.raw<readonly GameInfo[]>([])
  room = $state.raw<Room | null>(null)
  table = $state.raw<Table | null>(null)
  /** What went wrong last, in a player's words, until it is put away. */
  trouble = $state.raw<{ readonly reason: Text; readonly clause: string | null } | null>(null)

  readonly #requests = new Requests()
  #line: Line | null = null

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
      received: (message) => this.receive(message as ServerMessage),
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

  receive(message: ServerMessage): void {
    if (isOfTable(message)) {
      this.#ofTable(message.table).receive(message)
      return
    }
    switch (message.type) {
      case 'welcome':
        this.#welcomed(message)
        break
      case 'ack':
        this.#requests.acked(message.id, message.data)
        break
      case 'reject':
        this.#requests.rejected(message.id, message.code, message.reason, message.clause ?? null)
        break
      case 'room':
        this.room = message
        break
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
    this.room = null
    this.table = null
  }

  #welcomed(welcome: Extract<ServerMessage, { type: 'welcome' }>): void {
    remember('token', welcome.token)
    this.name = welcome.player.name
    this.games = welcome.games
    if (welcome.room === null) this.room = null
    if (welcome.table === null) this.table = null
    this.greeted = true
    // What was asked before the line broke is asked again, by the same ids; only then one catches
    // up, so that an answer to a prompt is not taken for a new one.
    for (const request of this.#requests.unanswered()) this.#line?.send(request)
    if (welcome.table !== null) this.#ofTable(welcome.table).catchUp()
  }

  #ofTable(id: string): Table {
    if (this.table?.id !== id) {
      this.table = new Table(id, (type, fields) => this.request(type, fields))
    }
    return this.table
  }
}

export const session = new Session()
