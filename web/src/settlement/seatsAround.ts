/** Where the four seats stand in a drawing of 100 by 100, and the lines between them. */
import type { Side } from '../table/seats'

export interface Point {
  readonly x: number
  readonly y: number
}

export const PLACES: Readonly<Record<Side, Point>> = {
  0: { x: 50, y: 87 },
  1: { x: 86, y: 50 },
  2: { x: 50, y: 13 },
  3: { x: 14, y: 50 },
}

/** What a seat's plate covers on each side of its middle. */
const WIDE = 27
const HIGH = 17

/** A straight arrow between two seats that starts and ends short of their plates. */
export function arrow(from: Side, to: Side): { start: Point; end: Point; middle: Point } {
  const a = PLACES[from]
  const b = PLACES[to]
  const gap = a.y === b.y ? WIDE : HIGH
  const length = Math.hypot(b.x - a.x, b.y - a.y)
  const step = { x: ((b.x - a.x) / length) * gap, y: ((b.y - a.y) / length) * gap }
  return {
    start: { x: a.x + step.x, y: a.y + step.y },
    end: { x: b.x - step.x, y: b.y - step.y },
    middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 },
  }
}
