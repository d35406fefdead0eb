/** Seats as they are seen: 0 oneself (bottom), 1 下家 (right), 2 对家 (top), 3 上家 (left). */
import { t, YOU, type Who } from '../lib/i18n'
import { looking } from './looking.svelte'

export type Side = 0 | 1 | 2 | 3
export const SIDES: readonly Side[] = [0, 1, 2, 3]

/** Where `seat` sits for `viewer`; who looks on from nowhere looks from seat 0. */
export function sideOf(seat: number, viewer: number | null): Side {
  return ((seat - (viewer ?? 0) + 4) % 4) as Side
}

export function seatAt(side: Side, viewer: number | null): number {
  return (side + (viewer ?? 0)) % 4
}

/** 你, 下家, 对家, 上家; who only looks on is not addressed, but told the name at that seat. */
export function who(seat: number, viewer: number | null): Who {
  const side = sideOf(seat, viewer)
  return looking.names?.[side] ?? (side === 0 ? YOU : t(`seat.${side}`))
}
