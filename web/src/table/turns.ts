/** Whose turn is shown at a table, and the time that is left of it. */
import { sideOf, type Side } from './seats'
import type { Table, Timer } from './table.svelte'

/** The side that is to act: oneself if one is asked, else whose own turn it is. */
export function activeSide(table: Table, turn: number | null): Side | null {
  if (table.ask) return 0
  const seat = table.turn?.seat ?? turn
  return seat === null ? null : sideOf(seat, table.eye)
}

/** The clock of a side, if it runs. */
export function timerAt(table: Table, side: Side): Timer | null {
  if (side === 0 && table.ask) return table.ask.timer
  const { turn } = table
  return turn && sideOf(turn.seat, table.eye) === side ? turn.timer : null
}
