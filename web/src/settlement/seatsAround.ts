/** Where the four seats stand in a drawing of 100 by 100, and the lines between them. */
import type { Side } from '../table/seats'

export interface Point {
  readonly x: number
  readonly y: number
}

export const PLACES: Readonly<Record<Side, Point>> = {
  0: { x: 50, y: 82 },
  1: { x: 84, y: 50 },
  2: { x: 50, y: 18 },
  3: { x: 16, y: 50 },
}

/** A straight arrow between two seats that starts and ends short of their faces. */
export function arrow(from: Side, to: Side, gap = 13): { from: Point; to: Point; middle: Point } {
  const a = PLACES[from]
  const b = PLACES[to]
  const length = Math.hypot(b.x - a.x, b.y - a.y)
  const step = { x: ((b.x - a.x) / length) * gap, y: ((b.y - a.y) / length) * gap }
  return {
    from: { x: a.x + step.x, y: a.y + step.y },
    to: { x: b.x - step.x, y: b.y - step.y },
    middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 },
  }
}
