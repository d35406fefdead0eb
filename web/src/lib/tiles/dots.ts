/** 筒: concentric rings in green, blue and red, set out as on real tiles. */
import { BLUE, GREEN, IVORY, RED, around, circle, ellipse, round } from './brush'

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
    circle(cx, cy, 25, GREEN) +
    circle(cx, cy, 22.6, IVORY) +
    around(24, cx, cy, circle(0, -20.2, 1.55, GREEN)) +
    circle(cx, cy, 17.6, BLUE) +
    around(12, cx, cy, ellipse(0, -12.4, 2.5, 4.3, 0, IVORY)) +
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
    [30, 20.5, 13.2, GREEN],
    [30, 57.5, 13.2, BLUE],
  ],
  3: [
    [15.5, 16.5, 10.6, BLUE],
    [30, 39, 10.6, RED],
    [44.5, 61.5, 10.6, GREEN],
  ],
  4: [
    [17, 20.5, 11.2, BLUE],
    [43, 20.5, 11.2, GREEN],
    [17, 57.5, 11.2, GREEN],
    [43, 57.5, 11.2, BLUE],
  ],
  5: [
    [15.5, 16.5, 9.8, BLUE],
    [44.5, 16.5, 9.8, GREEN],
    [30, 39, 9.8, RED],
    [15.5, 61.5, 9.8, GREEN],
    [44.5, 61.5, 9.8, BLUE],
  ],
  6: [...grid([18, 42], [14.5], 9.4, [GREEN]), ...grid([18, 42], [43, 63.5], 9.4, [RED, RED])],
  7: [
    [12.5, 12, 8.3, GREEN],
    [30, 19.5, 8.3, GREEN],
    [47.5, 27, 8.3, GREEN],
    ...grid([19.5, 40.5], [47, 65.5], 8.6, [RED, RED]),
  ],
  8: grid([19, 41], [11.5, 29.8, 48.2, 66.5], 8.3, [BLUE, BLUE, BLUE, BLUE]),
  9: grid([11.5, 30, 48.5], [14, 39, 64], 8.3, [GREEN, RED, BLUE]),
}

export function dots(n: number): string {
  if (n === 1) return great(30, 39)
  return (ARRANGED[n] ?? []).map((each) => dot(...each)).join('')
}
