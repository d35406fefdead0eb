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

export interface Fan {
  /** How wide its cards are. */
  readonly card: number
  readonly rows: number
  /** One for each card, in order. */
  readonly spots: readonly Spot[]
}

export interface Room {
  readonly width: number
  /** The widest a card may be. */
  readonly card: number
  /** How many rows there is room for. */
  readonly rows: number
}

/** How much of a card must show: its index fills the left third. */
const INDEX = 0.345
/** The step to the next rank, in steps within one. */
const APART = 1.4
/** A short hand is not drawn out further than this, in widths of a card. */
const LOOSEST = 0.54
/** A finger finds a card that shows this much. */
const TOUCHED = 18
/** Cards shrink this far before a further row is begun. */
const SMALLEST = 0.88

/**
 * The fan of groups of these sizes.
 *
 * As few rows as can be read and touched, parted between ranks and as even as can be. In the last
 * row there is room for, the cards become as small as it takes for every index to show.
 */
export function layFan(sizes: readonly number[], room: Room): Fan {
  for (let rows = 1; ; rows += 1) {
    const parts = parted(sizes, rows)
    const longest = Math.max(0, ...parts.map(reach))
    const card = Math.min(room.card, room.width / (1 + INDEX * longest))
    // All rows alike, so that the cards stand under each other.
    const step = Math.min(card * LOOSEST, (room.width - card) / Math.max(1, longest))
    const easy = card >= room.card * SMALLEST && (step >= TOUCHED || step >= card * LOOSEST)
    if (easy || rows >= room.rows) {
      const spots = parts.flatMap((part, row) => layRow(part, row, (room.width - card) / 2, step))
      return { card, rows: parts.length, spots }
    }
  }
}

/** From the first card of a row to its last, in steps. */
function reach(row: readonly number[]): number {
  return row.reduce((sum, size) => sum + size - 1, 0) + APART * Math.max(0, row.length - 1)
}

/** A row whose first and last card are as far from `middle`, where a card alone would lie. */
function layRow(sizes: readonly number[], row: number, middle: number, step: number): Spot[] {
  let x = middle - (reach(sizes) * step) / 2
  return sizes.flatMap((size) => {
    const start = x
    x += (size - 1 + APART) * step
    return Array.from({ length: size }, (_, i) => ({ row, x: start + i * step }))
  })
}

/** The groups in as many rows of about as many cards, no group in two rows. */
function parted(sizes: readonly number[], count: number): number[][] {
  const rows: number[][] = []
  let rest = [...sizes]
  for (let left = count; left > 1 && rest.length > 1; left -= 1) {
    const share = rest.reduce((sum, size) => sum + size, 0) / left
    let taken = 0
    let groups = 0
    while (groups < rest.length - 1 && taken + (rest[groups] ?? 0) / 2 <= share) {
      taken += rest[groups] ?? 0
      groups += 1
    }
    groups = Math.max(1, groups)
    rows.push(rest.slice(0, groups))
    rest = rest.slice(groups)
  }
  return [...rows, rest]
}

/** The card under a finger at `x` in a row: the last that begins at its left; the first left of all. */
export function cardAt(spots: readonly Spot[], row: number, x: number): number {
  let found = spots.findIndex((spot) => spot.row === row)
  spots.forEach((spot, i) => {
    if (spot.row === row && spot.x <= x) found = i
  })
  return found
}
