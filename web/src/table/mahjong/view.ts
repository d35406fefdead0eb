/** A mahjong table as one seat sees it: `view.round` of the wire, and the events that change it. */
import type { Text } from '../../lib/i18n'
import type { ScoreLine } from '../score'
import type { Tile } from './notation'

/** 0 to 3, counter-clockwise, the same for every viewer. */
export type Seat = number
export const SEATS: readonly Seat[] = [0, 1, 2, 3]

export type MeldKind = 'chow' | 'pung' | 'exposed_kong' | 'added_kong' | 'concealed_kong'

export interface Meld {
  readonly kind: MeldKind
  /** Not told of another's concealed kong before the settlement. */
  readonly tiles: string | null
  readonly claimed: Tile | null
  readonly source: Seat | null
}

export interface RiverTile {
  readonly tile: Tile
  /** Gone into another seat's meld. */
  readonly claimed: boolean
  /** Its owner declared 报听 with it. */
  readonly ready: boolean
}

/** A line that explains without a value: what a round did to the match. */
export interface Note {
  readonly id: string
  readonly zh: string
  readonly en: string
  readonly clause: string
}

export interface PayerLine {
  readonly seat: Seat
  readonly eaten?: readonly ScoreLine[]
  /** The winner's own and what is eaten from this payer. */
  readonly points: number
  /** 加注 of both (JM-59), added to the points. */
  readonly raise?: number
  /** What house rules add: 加注, or a factor for the dealer. */
  readonly house?: readonly ScoreLine[]
  /** (`points` + `raise`) × base × factor. */
  readonly amount: number
}

export interface WinnerLine {
  readonly seat: Seat
  readonly source: 'discard' | 'self_draw' | 'robbed_kong' | 'flowers'
  readonly tile: Tile
  readonly hand: string
  readonly items: readonly ScoreLine[]
  readonly points: number
  readonly payers: readonly PayerLine[]
  /** Which one says who pays; a round settled before it was told has none. */
  readonly clause?: string
  /** 金坛: flowers, doublings, the score, whether the cap cut it, and the sum written out. */
  readonly flowers?: number
  readonly fans?: number
  readonly score?: number
  readonly capped?: boolean
  readonly formula?: string
}

export interface Reckoning {
  readonly winners?: readonly WinnerLine[]
  readonly factor?: number
  readonly base?: number
  /** 封顶, where a game has one. */
  readonly cap?: number
  readonly notes?: readonly Note[]
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

export interface Question {
  readonly kind: 'raise' | 'ready' | 'turn' | 'claim' | 'rob'
  readonly seat?: Seat | null
  readonly tile?: Tile | null
}

/** Bound until its next draw, or any gain of a tile (动牌). */
export type BoundUntil = 'draw' | 'gain'

export interface MahjongView {
  readonly viewer: Seat | null
  readonly dealer: Seat
  readonly factor: number
  readonly raises: readonly number[]
  readonly wall: number
  /** Whose turn it is to discard; nobody's between a discard and the next turn. */
  readonly turn: Seat | null
  readonly hand: string
  readonly drawn: Tile | null
  readonly sizes: readonly number[]
  readonly melds: readonly (readonly Meld[])[]
  readonly bonus: readonly string[]
  readonly rivers: readonly (readonly RiverTile[])[]
  readonly ready: readonly boolean[]
  /** The tile that may be claimed or robbed now. */
  readonly last: { readonly seat: Seat; readonly tile: Tile } | null
  /** What each seat owes to the house for 诈胡. */
  readonly fines: readonly number[]
  /** The best win that the viewer declined and is bound by: its points, its 番, what frees it. */
  readonly bound: number | null
  readonly bound_fans: number | null
  readonly bound_until: BoundUntil | null
  readonly told: { readonly claimant: Seat; readonly claim: string } | null
  readonly outcome: Outcome | null
  /** Every hand, once the round is over. */
  readonly hands: readonly string[] | null
  readonly question: Question | null
  readonly legal: readonly string[]
  readonly refused: readonly Refused[]
}

export type MahjongEvent =
  | { type: 'round_started'; dealer: Seat; factor: number; wall: number }
  | { type: 'raised'; raises: number[] }
  | { type: 'dealt'; seat: Seat; count: number; tiles: string | null }
  | { type: 'bonus_laid'; seat: Seat; tile: Tile }
  | { type: 'drew'; seat: Seat; replacement: boolean; wall: number; tile: Tile | null }
  | { type: 'declared_ready'; seat: Seat }
  | { type: 'discarded'; seat: Seat; tile: Tile }
  | { type: 'dealer_followed'; tile: Tile }
  | { type: 'claim_told'; seat: Seat; claimant: Seat; claim: string }
  | { type: 'win_declined'; seat: Seat; points: number; tile: Tile; fans: number; until: BoundUntil }
  | { type: 'kong_declared'; seat: Seat; tile: Tile }
  | {
      type: 'melded'
      seat: Seat
      kind: MeldKind
      source: Seat | null
      claimed: Tile | null
      tiles: string | null
    }
  | { type: 'false_win'; seat: Seat; penalty: number }
  | { type: 'won'; seat: Seat; source: string; payer: Seat | null; tile: Tile }
  | {
      type: 'round_ended'
      termination: string
      payments: number[]
      winners: Seat[]
      house: number
      items: Reckoning
      hands: string[]
      melds: string[][]
    }

export type EventOf<T extends MahjongEvent['type']> = Extract<MahjongEvent, { type: T }>
