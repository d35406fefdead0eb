/** The player's own cards as they are held: groups of one rank, high to low or most first. */
import { cards, heightOf, rankOf, type Card, type Rank } from './notation'

export type Order = 'rank' | 'count'

export interface HeldCard {
  /** Tells this card from its twin: the second 7h is `7h#1`. */
  readonly id: string
  readonly code: Card
}

export interface Group {
  readonly rank: Rank
  readonly cards: readonly HeldCard[]
}

/** A hand in groups of equal rank: the highest first, or the largest first. */
export function grouped(hand: string, order: Order): Group[] {
  const groups = new Map<Rank, HeldCard[]>()
  const seen = new Map<Card, number>()
  for (const code of cards(hand)) {
    const twin = seen.get(code) ?? 0
    seen.set(code, twin + 1)
    const rank = rankOf(code)
    groups.set(rank, [...(groups.get(rank) ?? []), { id: `${code}#${twin}`, code }])
  }
  const higher = (a: Group, b: Group) => heightOf(b.rank) - heightOf(a.rank)
  return [...groups]
    .map(([rank, held]) => ({ rank, cards: held }))
    .sort((a, b) => (order === 'count' ? b.cards.length - a.cards.length : 0) || higher(a, b))
}

export const heldCards = (groups: readonly Group[]): HeldCard[] => groups.flatMap((group) => group.cards)
