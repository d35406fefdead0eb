/**
 * The table one sits at, as the server tells it: each message in turn, none missed, none twice.
 *
 * It is the same for every game; what the round looks like is the game's own (`fold.ts`).
 */
import type { Text } from '../lib/i18n'
import type {
  Ask,
  Chair,
  JsonObject,
  MatchInfo,
  Settlement,
  TableEvent,
  Told,
  Turn,
  View,
} from '../lib/protocol'
import { begin, note } from '../fair/witness'
import { Rejected } from '../net/requests'
import { playOf } from './fold'

/** A moment of `performance.now()`. */
type Moment = number

/** A time that runs out: for a while the deadline, then the time bank. */
export interface Timer {
  readonly from: Moment
  readonly until: Moment
  readonly bankUntil: Moment
}

export type OpenAsk = Ask & { readonly timer: Timer }
export type RunningTurn = Turn & { readonly timer: Timer }
export type Settling = Settlement & { readonly nextAt: Moment }

export interface SeenEvent {
  readonly v: number
  readonly event: JsonObject
  /** It happened while the player was looking, so it may be called out. */
  readonly live: boolean
}

export interface Refusal {
  readonly reason: Text
  readonly clause: string | null
}

/** What is said of one table. */
export type OfTable = View | Told

type Request = (type: string, fields: object) => Promise<unknown>

/** How many events the log keeps. */
const LOG = 400

const NO_MATCH: MatchInfo = {
  rounds_total: 1,
  round: 1,
  dealer: 0,
  totals: [0, 0, 0, 0],
  commitment: '',
  nonces: [null, null, null, null],
  stake: 0,
}

export class Table {
  /** One's own seat; null for who looks on. */
  you = $state<number | null>(null)
  /** The seat over whose shoulder one looks, and how late one sees it, in ms. */
  shoulder = $state<number | null>(null)
  delay = $state(0)
  game = $state('')
  /** The house rules: what differs from the written ones. */
  options = $state.raw<JsonObject>({})
  match = $state.raw(NO_MATCH)
  chairs = $state.raw<readonly Chair[]>([])
  /** What is seen of the round from here, in the game's own shape; null before its deal. */
  round = $state.raw<unknown>(null)
  /** The tiles are being mixed: everybody's share of the chance is collected. */
  shuffling = $state(false)
  ask = $state.raw<OpenAsk | null>(null)
  /** The advice that came with the latest question of this round. */
  advice = $state.raw<JsonObject | null>(null)
  /** What may be done whoever's turn it is. */
  free = $state.raw<readonly string[]>([])
  turn = $state.raw<RunningTurn | null>(null)
  settled = $state.raw<Settling | null>(null)
  log = $state.raw<readonly SeenEvent[]>([])
  /** The action that is on its way to the server. */
  sent = $state<string | null>(null)
  /** Why the server did not take the last action. */
  refusal = $state.raw<Refusal | null>(null)
  /** The match is over and the server has cleared the table. */
  closed = $state(false)

  #v: number | null = null
  #behind = false
  readonly #listeners = new Set<(seen: SeenEvent) => void>()

  constructor(
    readonly id: string,
    private readonly request: Request,
  ) {}

  /** Whether the server has shown it: only then it is known whether one sits here or looks on. */
  get shown(): boolean {
    return this.chairs.length > 0
  }

  /** The seat from which the table is seen: one's own, or the one looked over; else none. */
  get eye(): number | null {
    return this.you ?? this.shoulder
  }

  /** Hear of every event as it happens; returns how to stop. */
  listen(listener: (seen: SeenEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  receive(message: OfTable): void {
    if (message.type === 'view') {
      this.#v = message.v
      this.#view(message)
      return
    }
    if (this.#v === null) return
    if (message.v > this.#v + 1) {
      this.catchUp()
      return
    }
    for (const one of message.messages.slice(this.#v + 1 - message.v)) {
      this.#v += 1
      this.#take(one, this.#v)
    }
  }

  /** Ask for everything after the last message that came; it comes before the answer does. */
  catchUp(): void {
    this.#behind = true
    const caughtUp = () => (this.#behind = false)
    this.request('resume', { table: this.id, last: this.#v ?? 0 }).then(caughtUp, caughtUp)
  }

  /**
   * Answer the question one is asked, or do a free action; `text` by the notation of records.
   * An `aside` is a free action although one is asked: it leaves the question open.
   */
  async act(text: string, aside = false): Promise<void> {
    const answers = this.ask !== null && !this.free.includes(text)
    if (answers && !aside) this.sent = text
    this.refusal = null
    try {
      await this.request('act', {
        table: this.id,
        prompt: answers ? this.ask?.prompt : null,
        do: text,
      })
    } catch (error) {
      if (!(error instanceof Rejected)) throw error
      this.sent = null
      // A question that has closed in the meantime has been answered: that is seen, not a fault.
      if (error.code !== 'stale_prompt') this.refusal = error
    }
  }

  auto(on: boolean): void {
    void this.#quietly('auto', { on })
  }

  next(): void {
    void this.#quietly('next', {})
  }

  async #quietly(type: string, fields: object): Promise<void> {
    try {
      await this.request(type, { table: this.id, ...fields })
    } catch (error) {
      if (!(error instanceof Rejected)) throw error
      this.refusal = error
    }
  }

  /** Add one's own number to the chance of the deal, after the server has committed to its own. */
  async #mix(match: MatchInfo): Promise<void> {
    this.shuffling = true
    if (this.you === null) return
    const { round, commitment } = match
    const { nonce } = begin(this.id, round, commitment)
    try {
      await this.request('nonce', { table: this.id, round, nonce })
      note(this.id, round, { taken: true })
    } catch (error) {
      // Too late, or given before a reload: the deal says what went into it.
      if (!(error instanceof Rejected)) throw error
    }
  }

  #view(view: View): void {
    this.you = view.you
    this.shoulder = view.shoulder
    this.delay = view.delay
    this.game = view.game
    this.options = view.options
    this.match = view.match
    this.chairs = view.seats
    this.round = view.round
    this.free = view.free
    this.sent = null
    this.ask = this.you === null ? null : view.ask && opened(view.ask)
    this.advice = view.ask?.advice ?? null
    this.turn = view.turn && running(view.turn)
    this.settled = view.settled && settling(view.settled)
    // What happened in between is not told any more.
    this.log = []
    this.shuffling = false
    if (view.round === null) void this.#mix(view.match)
  }

  #take(message: Told['messages'][number], v: number): void {
    switch (message.type) {
      case 'shuffle':
        this.#clear(message.match)
        void this.#mix(message.match)
        break
      case 'deal':
        this.#clear(message.match)
        this.shuffling = false
        this.round = playOf(this.game)?.empty(this.eye, this.options) ?? null
        break
      case 'event':
        this.#happened(message, v)
        break
      case 'prompt':
        // Who looks over a shoulder sees what is weighed there, and has nothing to answer.
        this.ask = this.you === null ? null : opened(message.ask)
        this.free = []
        this.advice = message.ask.advice
        this.sent = null
        this.refusal = null
        break
      case 'answered':
        if (this.ask?.prompt === message.prompt) this.ask = null
        this.sent = null
        break
      case 'free':
        this.free = message.legal
        break
      case 'clock':
        this.turn = running(message.turn)
        break
      case 'seat':
        this.chairs = this.chairs.map((chair, i) => (i === message.seat ? message.chair : chair))
        break
      case 'settled':
        this.settled = settling(message.settled)
        this.match = { ...this.match, totals: message.settled.totals }
        break
      case 'waiting':
        if (this.settled) this.settled = { ...this.settled, waiting: message.waiting }
        break
      case 'closed':
        this.closed = true
        break
    }
  }

  #clear(match: MatchInfo): void {
    this.match = match
    this.settled = null
    this.ask = null
    this.advice = null
    this.turn = null
    this.log = []
  }

  #happened(message: TableEvent, v: number): void {
    // Whoever's turn it was still thinks on when somebody asks for a count of cards.
    if (message.event['type'] !== 'asked') this.turn = null
    this.round = playOf(this.game)?.fold(this.round as never, message.event as never) ?? this.round
    if (this.you !== null) this.#remember(message.event, this.you)
    const seen = { v, event: message.event, live: !this.#behind }
    this.log = [...this.log.slice(1 - LOG), seen]
    for (const listener of this.#listeners) listener(seen)
  }

  /** The hand one is dealt, as it is told: the settlement's check of the deal compares it. */
  #remember(event: JsonObject, you: number): void {
    if (event['type'] !== 'dealt' || event['seat'] !== you) return
    const hand = event['tiles'] ?? event['cards']
    if (typeof hand === 'string') note(this.id, this.match.round, { hand })
  }
}

function timer(deadline: number, bank: number): Timer {
  const from = performance.now()
  return { from, until: from + deadline, bankUntil: from + deadline + bank }
}

function opened(ask: Ask): OpenAsk {
  return { ...ask, timer: timer(ask.deadline, ask.bank) }
}

function running(turn: Turn): RunningTurn {
  return { ...turn, timer: timer(turn.deadline, turn.bank) }
}

function settling(settlement: Settlement): Settling {
  return { ...settlement, nextAt: performance.now() + settlement.next_in }
}
