/**
 * One line to the server that mends itself.
 *
 * It knows nothing of what is said on it: it opens, says hello first, reports each frame, notices
 * when the line has gone silent, and tries again with growing pauses, at once when the browser
 * says it is back online or the page is looked at again.
 */
import { CloseCode } from '../lib/protocol'
import { backoff } from './backoff'

/**
 * `doubted`: the browser says that it is offline, and the line has not yet shown that it is not.
 * `replaced`: another page of the same player took the line; it is not fought for.
 * `outdated`: the server speaks another version than this page, which must be loaded again.
 * `loggedOut`: the session was ended, here or elsewhere; who comes back is somebody else.
 */
export type LineState = 'connecting' | 'open' | 'doubted' | 'waiting' | 'replaced' | 'outdated' | 'loggedOut'

export interface LineUser {
  /** The first frame of every connection. */
  hello(): object
  /** A frame that answers only with its arrival, for a line that has been silent. */
  ping(): object
  received(message: unknown): void
  changed(state: LineState): void
}

/** A line that says nothing for so long is asked whether it is there … */
const QUIET = 15_000
/** … and given up when it does not answer within so long. */
const DEAD = 7_000
/** A page that sent too much, or is one of too many, is let in again after a minute. */
const PENALTY = 61_000

export class Line {
  #socket: WebSocket | null = null
  #state: LineState = 'waiting'
  #attempt = 0
  #retry: ReturnType<typeof setTimeout> | undefined
  #watch: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly url: string,
    private readonly user: LineUser,
  ) {}

  get state(): LineState {
    return this.#state
  }

  open(): void {
    clearTimeout(this.#retry)
    this.#drop()
    this.#become('connecting')
    const socket = new WebSocket(this.url)
    this.#socket = socket
    socket.onopen = () => {
      socket.send(JSON.stringify(this.user.hello()))
      this.#become('open')
      this.#listen()
    }
    socket.onmessage = (frame: MessageEvent<string>) => {
      this.#attempt = 0
      this.#become('open')
      this.#listen()
      this.user.received(JSON.parse(frame.data))
    }
    socket.onclose = (event) => this.#lost(event.code)
  }

  /** Try at once, if the line is down and only waiting for its next attempt. */
  nudge(): void {
    if (this.#state !== 'waiting') return
    this.#attempt = 0
    this.open()
  }

  /** The browser is offline, it says: ask whether anybody is still there, and doubt it until then. */
  doubt(): void {
    if (this.#state !== 'open') return
    this.#become('doubted')
    this.#question()
  }

  /** Whether the frame went out; if not, its sender keeps it until the line is back. */
  send(message: object): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false
    this.#socket.send(JSON.stringify(message))
    return true
  }

  close(): void {
    clearTimeout(this.#retry)
    this.#drop()
  }

  #lost(code: number): void {
    this.#drop()
    if (code === CloseCode.REPLACED) this.#become('replaced')
    else if (code === CloseCode.BAD_PROTOCOL) this.#become('outdated')
    else if (code === CloseCode.LOGGED_OUT) this.#become('loggedOut')
    else {
      this.#become('waiting')
      const busy = code === CloseCode.TOO_FAST || code === CloseCode.TOO_MANY
      const pause = busy ? PENALTY : backoff(this.#attempt++)
      this.#retry = setTimeout(() => this.open(), pause)
    }
  }

  #listen(): void {
    clearTimeout(this.#watch)
    this.#watch = setTimeout(() => this.#question(), QUIET)
  }

  #question(): void {
    clearTimeout(this.#watch)
    this.send(this.user.ping())
    this.#watch = setTimeout(() => this.#lost(0), DEAD)
  }

  #drop(): void {
    clearTimeout(this.#watch)
    const socket = this.#socket
    this.#socket = null
    if (!socket) return
    socket.onopen = socket.onmessage = socket.onclose = null
    socket.close()
  }

  #become(state: LineState): void {
    if (state === this.#state) return
    this.#state = state
    this.user.changed(state)
  }
}
