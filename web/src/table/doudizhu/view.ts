/** A table of 九江斗地主 as one seat sees it: `view.round` of the wire, and the events that change it. */
import type { Text } from '../../lib/i18n'
import type { ScoreLine } from '../score'

/** 0 to 3, counter-clockwise, the same for every viewer. */
export type Seat = number
export const SEATS: readonly Seat[] = [0, 1, 2, 3]

export type ComboName =
  | 'single'
  | 'pair'
  | 'triple'
  | 'triple_with_pair'
  | 'pair_run'
  | 'triple_run'
  | 'triple_run_with_pairs'
  | 'bomb'
  | 'joker_bomb'

export interface Combo {
  readonly name: ComboName
  /** Its cards by rank, as they are laid down: `JJJQQQ3344`. */
  readonly text: string
  /** Ranks in a run, cards of a bomb, else 1. */
  readonly length: number
}

/** A bomb that added to the base: for its size, and as 朝天开枪. */
export interface Raise {
  readonly combo: Combo
  readonly bomb_points: number
  readonly shot_points: number
}

/** What somebody was told of a seat's cards; no count: more than ten. */
export interface Answer {
  readonly asked_by: Seat
  readonly count: number | null
}

export interface Reckoning {
  readonly landlord: Seat
  readonly gatekeeper: Seat | null
  readonly base: number
  readonly items: readonly ScoreLine[]
}

export interface Outcome {
  readonly termination: string
  readonly payments: readonly number[]
  readonly winners: readonly Seat[]
  readonly house: number
  readonly items: Reckoning
}

export interface Refused {
  readonly do: string
  readonly reason: Text
  readonly clause: string | null
}

export type Question =
  | { readonly kind: 'call' }
  | { readonly kind: 'lead' }
  | { readonly kind: 'follow'; readonly seat: Seat; readonly combo: Combo }

export type CallMade = 'called' | 'declined'

export interface DoudizhuView {
  readonly viewer: Seat | null
  readonly phase: 'calling' | 'playing' | 'over'
  readonly dealer: Seat
  /** 切牌: the card turned up in the pack, and who got it and calls first. */
  readonly cut: string | null
  readonly first_caller: Seat | null
  readonly calls: readonly (CallMade | null)[]
  readonly landlord: Seat | null
  /** 守门员: the farmer whose stake differs from the others'. */
  readonly gatekeeper: Seat | null
  /** The landlord is the fourth seat after three declined. */
  readonly forced: boolean
  /** Null as long as this viewer may not see it. */
  readonly kitty: string | null
  readonly turn: Seat | null
  /** The viewer's own cards, low to high. */
  readonly hand: string
  /** What has to be beaten, and whose it is. */
  readonly trick: { readonly seat: Seat; readonly combo: Combo } | null
  /** What each seat has last done in this trick: cards, '' for a pass, null for nothing yet. */
  readonly shown: readonly (string | null)[]
  readonly base: number
  readonly bombs: readonly string[]
  readonly raises: readonly Raise[]
  readonly shots: number
  /** A bomb played now still counts as 朝天开枪. */
  readonly shooting: boolean
  readonly answers: readonly (Answer | null)[]
  /** How many cards each seat holds: only where the house shows it. */
  readonly counts: readonly number[] | null
  /** Every hand, once the round is over. */
  readonly hands: readonly string[] | null
  readonly outcome: Outcome | null
  readonly question: Question | null
  readonly legal: readonly string[]
  readonly refused: readonly Refused[]
}

export type DoudizhuEvent =
  | { type: 'round_started'; dealer: Seat }
  | { type: 'dealt'; seat: Seat; cards: string | null }
  | { type: 'cut_shown'; seat: Seat; card: string }
  | { type: 'called'; seat: Seat }
  | { type: 'declined'; seat: Seat }
  | { type: 'kitty_taken'; seat: Seat; forced: boolean; gatekeeper: Seat | null; cards: string | null }
  | { type: 'surrendered'; seat: Seat }
  | {
      type: 'played'
      seat: Seat
      bomb_points: number
      shot_points: number
      base: number
      cards: string
      combo: Combo
    }
  | { type: 'passed'; seat: Seat }
  | { type: 'trick_ended'; seat: Seat }
  | { type: 'asked'; seat: Seat; target: Seat; count: number | null }
  | {
      type: 'round_ended'
      termination: string
      items: Reckoning
      payments: number[]
      winners: Seat[]
      hands: string[]
    }

export type EventOf<T extends DoudizhuEvent['type']> = Extract<DoudizhuEvent, { type: T }>

export const isBomb = (combo: Combo): boolean => combo.name === 'bomb' || combo.name === 'joker_bomb'
