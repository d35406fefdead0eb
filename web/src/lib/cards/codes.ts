/** The 54 cards by their codes, and what each is called. */
import { t } from '../i18n'

export const RANKS = ['3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K', 'A', '2'] as const
export const SUITS = ['s', 'h', 'c', 'd'] as const
export const JOKERS = ['w', 'W'] as const

export type Suit = (typeof SUITS)[number]
type Joker = (typeof JOKERS)[number]

export const CARD_CODES: readonly string[] = [
  ...RANKS.flatMap((rank) => SUITS.map((suit) => `${rank}${suit}`)),
  ...JOKERS,
]

export const isJoker = (code: string): code is Joker => code === 'w' || code === 'W'

/** A card as it is written: suits never matter to legality, so a bare rank is a card too. */
export function readCard(code: string): { rank: string; suit: Suit | null } | null {
  if (isJoker(code)) return { rank: code, suit: null }
  const rank = RANKS.find((each) => each === code[0])
  if (!rank || code.length > 2) return null
  const suit = SUITS.find((each) => each === code[1]) ?? null
  return code.length === 2 && !suit ? null : { rank, suit }
}

export const rankText = (rank: string): string => (rank === 'T' ? '10' : rank)

/** The card's name as a player would say it: 红桃7, 大王; null is a card lying face down. */
export function cardName(code: string | null): string {
  if (code === null) return t('card.back')
  if (isJoker(code)) return t(`card.${code}`)
  const card = readCard(code)
  if (!card) return code
  return card.suit ? t(`card.${card.suit}`, { rank: rankText(card.rank) }) : rankText(card.rank)
}
