/** 筒: concentric rings in green, blue and red, set out as on real tiles. */
import { BLUE, GREEN, IVORY, RED, around, circle, ellipse, round } from '../brush'

type Dot = readonly [cx: number, cy: number, r: number, colour: string]

/** A ring of beads in a dark disc, an ivory ring, and a core of another colour. */
export function dot(cx: number, cy: number, r: number, colour: string): string {
  const core = colour === RED ? GREEN : RED
  const bead = (2 * Math.PI * 0.7 * r) / 20
  return (
    circle(cx, cy, r, colour) +
    `<circle cx="${cx}" cy="${cy}" r="${round(r * 0.7)}" fill="none" stroke="${IVORY}" stroke-width="${round(r * 0.17)}" stroke-dasharray="${round(bead)}"/>` +
    circle(cx, cy, r * 0.46, IVORY) +
    circle(cx, cy, r * 0.27, core)
  )
}

/** 1筒 fills the tile: a wreath, a flower of twelve petals and a red heart. */
function great(cx: number, cy: number): string {
  return (
    circle(cx, cy, 26.5, GREEN) +
    circle(cx, cy, 24, IVORY) +
    around(24, cx, cy, circle(0, -21.2, 1.75, GREEN)) +
    circle(cx, cy, 18.4, BLUE) +
    around(12, cx, cy, ellipse(0, -12.9, 2.6, 4.6, 0, IVORY)) +
    circle(cx, cy, 8.8, IVORY) +
    circle(cx, cy, 7.3, RED) +
    around(8, cx, cy, ellipse(0, -4.1, 1.1, 2.2, 0, IVORY)) +
    circle(cx, cy, 1.7, IVORY)
  )
}

const grid = (xs: readonly number[], ys: readonly number[], r: number, colours: readonly string[]): Dot[] =>
  ys.flatMap((y, row) => xs.map((x): Dot => [x, y, r, colours[row] ?? GREEN]))

const ARRANGED: Record<number, readonly Dot[]> = {
  2: [
    [30, 20.5, 15.2, GREEN],
    [30, 57.5, 15.2, BLUE],
  ],
  3: [
    [15.5, 16.5, 11.8, BLUE],
    [30, 39, 11.8, RED],
    [44.5, 61.5, 11.8, GREEN],
  ],
  4: [
    [16.2, 20.5, 12.4, BLUE],
    [43.8, 20.5, 12.4, GREEN],
    [16.2, 57.5, 12.4, GREEN],
    [43.8, 57.5, 12.4, BLUE],
  ],
  5: [
    [15.5, 16.5, 10.8, BLUE],
    [44.5, 16.5, 10.8, GREEN],
    [30, 39, 10.8, RED],
    [15.5, 61.5, 10.8, GREEN],
    [44.5, 61.5, 10.8, BLUE],
  ],
  6: [...grid([17.5, 42.5], [14.5], 10, [GREEN]), ...grid([17.5, 42.5], [42.5, 64], 10, [RED, RED])],
  7: [
    [12, 11.5, 8.6, GREEN],
    [30, 18.5, 8.6, GREEN],
    [48, 25.5, 8.6, GREEN],
    ...grid([18.8, 41.2], [46, 66], 9.2, [RED, RED]),
  ],
  8: grid([19, 41], [11.5, 29.8, 48.2, 66.5], 8.3, [BLUE, BLUE, BLUE, BLUE]),
  9: grid([11.3, 30, 48.7], [13.8, 39, 64.2], 8.8, [GREEN, RED, BLUE]),
}

export function dots(n: number): string {
  if (n === 1) return great(30, 39)
  return (ARRANGED[n] ?? []).map((each) => dot(...each)).join('')
}
