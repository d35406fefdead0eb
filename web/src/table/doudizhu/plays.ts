/**
 * A selection of cards against what the server listed. The page knows no combination: it only
 * compares cards, and what is not listed it asks the server for.
 */
import type { HeldCard } from './hand'
import { cards, rankOf, ranksOf, type Rank } from './notation'

const PLAY = 'play '

export interface Listed {
  /** The plays that were listed, by their ranks in order. */
  readonly plays: ReadonlyMap<string, string>
  /** There are more than were listed. */
  readonly more: boolean
}

/** The plays among the legal actions and the hints, so that any order of the same cards is found. */
export function listed(legal: readonly string[], hints: readonly string[], more: boolean): Listed {
  const plays = new Map<string, string>()
  for (const action of [...legal, ...hints]) {
    if (action.startsWith(PLAY)) plays.set(ranksOf(cards(action.slice(PLAY.length))), action)
  }
  return { plays, more }
}

/** The action that plays these cards: as it was listed, or spelt out for the server to judge. */
export function playOf(selected: readonly HeldCard[], all: Listed): string {
  const ranks = ranksOf(selected.map((card) => card.code))
  return all.plays.get(ranks) ?? PLAY + ranks
}

/** Whether the server listed these cards as a play; null where its list was cut short. */
export function isListed(selected: readonly HeldCard[], all: Listed): boolean | null {
  if (all.plays.has(ranksOf(selected.map((card) => card.code)))) return true
  return all.more ? null : false
}

/** Ranks that stand in no listed play: these cards can do nothing now. Null: it cannot be said. */
export function idleRanks(held: readonly HeldCard[], all: Listed): ReadonlySet<Rank> | null {
  if (all.more || all.plays.size === 0) return null
  const useful = new Set([...all.plays.keys()].flatMap((ranks) => [...ranks]))
  return new Set(held.map((card) => rankOf(card.code)).filter((rank) => !useful.has(rank)))
}

/** The ids of held cards that a play takes; the first of each rank as they are held. */
export function cardsOf(play: string, held: readonly HeldCard[]): string[] {
  const left = [...held]
  return cards(play.slice(PLAY.length)).flatMap((wanted) => {
    const place = left.findIndex((card) => rankOf(card.code) === rankOf(wanted))
    return place < 0 ? [] : left.splice(place, 1).map((card) => card.id)
  })
}

/** The longest listed play of several ranks that takes this one, the lowest of equals. */
export function runWith(rank: Rank, all: Listed): string | null {
  let longest: string | null = null
  for (const [ranks, play] of all.plays) {
    const run = ranks.includes(rank) && new Set(ranks).size > 2
    if (run && play.length > (longest?.length ?? 0)) longest = play
  }
  return longest
}
