/** What the server says, as this page reads it (`docs/protocol.md`). */
import type { Text } from '../lib/i18n'

export type OptionValue = boolean | number | string
export type OptionValues = Readonly<Record<string, OptionValue>>

export interface OptionSpec {
  readonly name: string
  readonly label: Text
  readonly clause: string
  readonly default: OptionValue
  /** Every choice; empty for a whole number from `low` to `high` in steps of `step`. */
  readonly values: readonly OptionValue[]
  readonly low: number
  readonly high: number
  readonly step: number
}

export interface GameInfo {
  readonly key: string
  readonly name: Text
  readonly options: readonly OptionSpec[]
  readonly presets: Readonly<Record<string, OptionValues>>
}

export interface Welcome {
  readonly type: 'welcome'
  readonly protocol: number
  readonly player: { readonly id: string; readonly name: string }
  readonly token: string
  readonly version: string
  readonly games: readonly GameInfo[]
  readonly room: string | null
  readonly table: string | null
}

export interface RoomSeat {
  readonly name: string
  readonly bot: boolean
  readonly connected: boolean
}

export interface Room {
  readonly type: 'room'
  readonly code: string
  readonly game: string
  readonly options: OptionValues
  readonly rounds: number
  readonly host: number
  readonly you: number | null
  readonly seats: readonly (RoomSeat | null)[]
  readonly started: boolean
  readonly table: string | null
}

export interface TableSeat extends RoomSeat {
  readonly auto: boolean
  readonly left?: boolean
}

export interface MatchState {
  readonly rounds_total: number
  readonly round: number
  readonly dealer: number
  readonly totals: readonly number[]
}

export interface Prompt {
  readonly prompt: number
  /** Milliseconds left when the message was sent, and of the time bank behind it. */
  readonly deadline: number
  readonly bank: number
  readonly legal: readonly string[]
  readonly question: unknown
  readonly refused: readonly { do: string; reason: Text; clause: string | null }[]
  readonly advice: unknown
}

interface OfTable {
  readonly table: string
  /** Gapless for each viewer. */
  readonly v: number
}

export interface ViewMessage extends OfTable {
  readonly type: 'view'
  readonly you: number | null
  readonly game: string
  readonly options: OptionValues
  readonly match: MatchState
  readonly seats: readonly TableSeat[]
  readonly round: unknown
  readonly prompt?: Prompt | null
  readonly settled?: Settled | null
}

export interface Settled {
  readonly totals: readonly number[]
  readonly round: number
  readonly rounds_total: number
  readonly next_in: number
  readonly match_over: boolean
  /** Seats that have not asked for the next round yet. */
  readonly waiting: readonly number[]
}

export type TableMessage =
  | ViewMessage
  | (OfTable & { readonly type: 'event'; readonly event: { readonly type: string } })
  | (OfTable & Prompt & { readonly type: 'prompt' })
  | (OfTable & { readonly type: 'answered'; readonly prompt: number })
  | (OfTable & { readonly type: 'free'; readonly legal: readonly string[] })
  | (OfTable & TableSeat & { readonly type: 'seat'; readonly seat: number })
  | (OfTable & Settled & { readonly type: 'settled' })
  | (OfTable & { readonly type: 'clock'; readonly seat: number | null; readonly deadline: number })

export interface Ack {
  readonly type: 'ack'
  readonly id: string
  readonly data?: unknown
}

export interface Reject {
  readonly type: 'reject'
  readonly id: string
  readonly code: string
  readonly reason: Text
  readonly clause?: string | null
}

export type ServerMessage = Welcome | Ack | Reject | Room | TableMessage

export function isOfTable(message: ServerMessage): message is TableMessage {
  return 'v' in message && 'table' in message
}
