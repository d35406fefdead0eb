/** 条: bamboo sticks set out as on real tiles; 1条 is the bird. */
import { bird } from './bird'
import { BLUE, GREEN, IVORY, RED, round } from '../brush'

type Stick = readonly [cx: number, cy: number, length: number, colour: string, lean?: number]

/** Two joints of bamboo: flared at both ends and at the knot, with a line of light on each. */
export function stick(cx: number, cy: number, length: number, colour: string, lean = 0): string {
  const half = length / 2
  // A long stick is a little stouter than a short one, a leaning one has less room.
  const flare = length > 25 ? (lean ? 4.5 : 5.3) : 4.8
  const waist = round(flare * 0.68)
  const joint = (top: number, bottom: number) =>
    `M${-flare} ${round(top + 1.5)}Q${-flare} ${round(top)} ${1.5 - flare} ${round(top)}H${flare - 1.5}` +
    `Q${flare} ${round(top)} ${flare} ${round(top + 1.5)}Q${flare} ${round(top + 3.2)} ${waist} ${round(top + 4)}` +
    `V${round(bottom - 4)}Q${flare} ${round(bottom - 3.2)} ${flare} ${round(bottom - 1.5)}` +
    `Q${flare} ${round(bottom)} ${flare - 1.5} ${round(bottom)}H${1.5 - flare}` +
    `Q${-flare} ${round(bottom)} ${-flare} ${round(bottom - 1.5)}Q${-flare} ${round(bottom - 3.2)} ${-waist} ${round(bottom - 4)}` +
    `V${round(top + 4)}Q${-flare} ${round(top + 3.2)} ${-flare} ${round(top + 1.5)}Z`
  const light = `M0 ${round(3.4 - half)}V-3.6M0 3.6V${round(half - 3.4)}`
  return (
    `<g transform="translate(${cx} ${cy})${lean ? ` rotate(${lean})` : ''}">` +
    `<path fill="${colour}" d="${joint(-half, 0.4)}${joint(-0.4, half)}"/>` +
    `<path fill="none" stroke="${IVORY}" stroke-width="1.5" stroke-linecap="round" d="${light}"/></g>`
  )
}

const row = (xs: readonly number[], cy: number, length: number, colours: readonly string[]): Stick[] =>
  xs.map((x, column): Stick => [x, cy, length, colours[column] ?? GREEN])

const THREE = [11.5, 30, 48.5]
const TWO = [17.5, 42.5]

const ARRANGED: Record<number, readonly Stick[]> = {
  2: [
    [30, 21, 33, GREEN],
    [30, 57, 33, BLUE],
  ],
  3: [[30, 21, 31, BLUE], ...row(TWO, 57, 31, [GREEN, GREEN])],
  4: [...row(TWO, 21, 31, [GREEN, BLUE]), ...row(TWO, 57, 31, [BLUE, GREEN])],
  5: [
    ...row([12, 48], 21, 31, [GREEN, BLUE]),
    [30, 39, 33, RED],
    ...row([12, 48], 57, 31, [BLUE, GREEN]),
  ],
  6: [...row(THREE, 21, 31, [GREEN, GREEN, GREEN]), ...row(THREE, 57, 31, [BLUE, BLUE, BLUE])],
  7: [
    [30, 13.6, 22.6, RED],
    ...row(THREE, 39, 22.6, [GREEN, BLUE, GREEN]),
    ...row(THREE, 64.4, 22.6, [GREEN, BLUE, GREEN]),
  ],
  // M above, W below.
  8: [
    ...row([7.6, 52.4], 21, 31, [GREEN, GREEN]),
    [23.4, 21.5, 29, GREEN, -19],
    [36.6, 21.5, 29, GREEN, 19],
    [23.4, 56.5, 29, BLUE, 19],
    [36.6, 56.5, 29, BLUE, -19],
    ...row([7.6, 52.4], 57, 31, [BLUE, BLUE]),
  ],
  9: [13.6, 39, 64.4].flatMap((y) => row(THREE, y, 22.6, [GREEN, RED, BLUE])),
}

export function bamboo(n: number): string {
  if (n === 1) return bird()
  return (ARRANGED[n] ?? []).map((each) => stick(...each)).join('')
}
