/** Cards in the notation of records: `Ts7hw`, or by rank alone: `JJJQQQ3344`. */
import { RANKS, SUITS } from '../../lib/cards/codes'

/** `7h`, `w`, or a bare rank. */
export type Card = string
/** `3` to `2`, `w`, `W`. */
export type Rank = string

/** Every rank, low to high. */
const ORDER: readonly Rank[] = [...RANKS, 'w', 'W']

export const rankOf = (card: Card): Rank => card.charAt(0)

/** How high a rank is: 0 for 3, 14 for the big joker. */
export const heightOf = (rank: Rank): number => ORDER.indexOf(rank)

/** The cards in a text, in its order. */
export function cards(text: string): Card[] {
  return text.match(/[3-9TJQKA2][shcd]?|[wW]/g) ?? []
}

const weight = (card: Card): number =>
  heightOf(rankOf(card)) * 4 + Math.max(0, SUITS.findIndex((suit) => suit === card.charAt(1)))

/** Low to high, and by suit as the server lists them. */
export const sorted = (list: readonly Card[]): Card[] => [...list].sort((a, b) => weight(a) - weight(b))

/** A hand as it is held and laid open. */
export const highFirst = (hand: string): Card[] => sorted(cards(hand)).reverse()

export const cardsText = (list: readonly Card[]): string => list.join('')

/** The cards without those that are gone; a card that is not there takes nothing. */
export function without(list: readonly Card[], gone: readonly Card[]): Card[] {
  const left = [...list]
  for (const card of gone) {
    const place = left.indexOf(card)
    if (place >= 0) left.splice(place, 1)
  }
  return left
}

/** The ranks of cards, low to high: the same for the same cards, whatever their order and suits. */
export const ranksOf = (list: readonly Card[]): string => sorted(list.map(rankOf)).join('')
