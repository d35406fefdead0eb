/**
 * Where the cards of a fan lie: overlapping so far that every index shows, equal ranks closer.
 *
 * All lengths are pixels; x is the left edge of a card from the left edge of the fan.
 */

export interface Spot {
  /** The row it lies in, the upper one first. */
  readonly row: number
  readonly x: number
}

/** How much of a card must show: its index fills the left third. */
const INDEX = 0.345
/** The step to the next rank, in steps within one. */
const APART = 1.5
/** A short hand is not drawn out further than this, in widths of a card. */
const LOOSEST = 0.46

/**
 * The spots of a fan of groups of these sizes, in a box of this width.
 *
 * One row if every index shows in it, else as many as it takes, parted between ranks and as even
 * as can be; at most `most` rows, closer than is readable if they do not suffice.
 */
export function layFan(sizes: readonly number[], width: number, card: number, most: number): Spot[] {
  for (let count = 1; ; count += 1) {
    const rows = parted(sizes, count)
    const steps = rows.map((row) => step(row, width, card))
    if (count < most && Math.min(...steps) < card * INDEX) continue
    // All rows alike, so that the cards stand under each other.
    const common = Math.min(card * LOOSEST, ...steps)
    return rows.flatMap((row, i) => layRow(row, i, width, card, common))
  }
}

/** The step within a rank at which a row fills the width. */
function step(row: readonly number[], width: number, card: number): number {
  return (width - card) / Math.max(1, reach(row))
}

/** From the first card to the last, in steps. */
function reach(row: readonly number[]): number {
  return row.reduce((sum, size) => sum + size - 1, 0) + APART * Math.max(0, row.length - 1)
}

function layRow(row: readonly number[], number: number, width: number, card: number, by: number): Spot[] {
  let x = Math.max(0, (width - card - reach(row) * by) / 2)
  return row.flatMap((size) => {
    const start = x
    x += (size - 1 + APART) * by
    return Array.from({ length: size }, (_, i) => ({ row: number, x: start + i * by }))
  })
}

/** The groups in `count` rows of about as many cards, without parting a group. */
function parted(sizes: readonly number[], count: number): number[][] {
  const rows: number[][] = []
  let rest = [...sizes]
  for (let left = count; left > 0 && rest.length > 0; left -= 1) {
    const share = rest.reduce((sum, size) => sum + size, 0) / left
    let taken = 0
    let groups = 0
    while (groups < rest.length && (groups === 0 || taken + (rest[groups] ?? 0) / 2 <= share)) {
      taken += rest[groups] ?? 0
      groups += 1
    }
    if (left === 1) groups = rest.length
    rows.push(rest.slice(0, groups))
    rest = rest.slice(groups)
  }
  return rows
}

/** The card under a finger at `x` in a row: the last that begins at its left; the first left of all. */
export function cardAt(spots: readonly Spot[], row: number, x: number): number {
  let found = spots.findIndex((spot) => spot.row === row)
  spots.forEach((spot, i) => {
    if (spot.row === row && spot.x <= x) found = i
  })
  return found
}
