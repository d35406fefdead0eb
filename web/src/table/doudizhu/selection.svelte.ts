/** The cards a player has taken up: by taps, sweeps, whole ranks, and 提示. */
import type { HeldCard } from './hand'
import { rankOf, type Rank } from './notation'
import { cardsOf, runWith, type Listed } from './plays'

type Ids = ReadonlySet<string>

const NONE: Ids = new Set()

export class Selection {
  #ids = $state.raw<Ids>(NONE)
  #hints = 0

  /** `held` and `all` are read whenever they are needed, so they may change. */
  constructor(
    private readonly held: () => readonly HeldCard[],
    private readonly all: () => Listed,
  ) {}

  /** The cards taken up, as they are held; cards that have gone are no longer among them. */
  get chosen(): HeldCard[] {
    return this.held().filter((card) => this.#ids.has(card.id))
  }

  get ids(): Ids {
    return this.#ids
  }

  clear(): void {
    this.#ids = NONE
  }

  take(ids: Iterable<string>): void {
    this.#ids = new Set(ids)
  }

  toggle(id: string): void {
    this.take(swept(this.#ids, [id]))
  }

  /** All cards of a rank up, or down if they all are. */
  toggleRank(rank: Rank): void {
    const ids = this.#idsOf(rank)
    const down = ids.every((id) => this.#ids.has(id))
    this.take(down ? [...this.#ids].filter((id) => !ids.includes(id)) : [...this.#ids, ...ids])
  }

  /**
   * The second tap on a rank, `before` what was taken up before the first: the whole rank; if that
   * was up already, the longest run with it that the server listed; without one, the rank down.
   */
  doubleTap(rank: Rank, before: Ids): void {
    this.#ids = before
    const run = this.#idsOf(rank).every((id) => before.has(id)) ? runWith(rank, this.all()) : null
    if (run === null) this.toggleRank(rank)
    else this.take(cardsOf(run, this.held()))
  }

  /** 提示: the next of these plays; false if there is none. */
  hint(hints: readonly string[]): boolean {
    const play = hints[this.#hints % hints.length]
    if (play === undefined) return false
    this.#hints += 1
    this.take(cardsOf(play, this.held()))
    return true
  }

  /** A new question: hints begin again. */
  asked(): void {
    this.#hints = 0
  }

  #idsOf(rank: Rank): string[] {
    return this.held().flatMap((card) => (rankOf(card.code) === rank ? [card.id] : []))
  }
}

/** A stroke over cards does to all of them what it does to the first: take up, or put down. */
export function swept(ids: Ids, over: readonly string[]): Ids {
  const [first] = over
  if (first === undefined) return ids
  const rest = [...ids].filter((id) => !over.includes(id))
  return new Set(ids.has(first) ? rest : [...rest, ...over])
}
