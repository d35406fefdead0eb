/** Tiles as the server writes them: `123m55z`, each a digit and, at the end of its run, a suit. */

/** One tile: `5m`, `7z`, `1f`. */
export type Tile = string

const SUITS = 'mpszf'

/** The tiles of a text, one by one, in the order they are written. */
export function tiles(text: string): Tile[] {
  return [...text.matchAll(/(\d+)([mpszf])/g)].flatMap(([, digits = '', suit = '']) =>
    [...digits].map((digit) => digit + suit),
  )
}

function order(tile: Tile): number {
  return SUITS.indexOf(tile.charAt(1)) * 10 + Number(tile.charAt(0))
}

export function sorted(list: readonly Tile[]): Tile[] {
  return [...list].sort((a, b) => order(a) - order(b))
}

/** Tiles in order, runs of one suit sharing its letter: the way the server writes them. */
export function tilesText(list: readonly Tile[]): string {
  let text = ''
  let suit = ''
  for (const tile of sorted(list)) {
    if (suit && suit !== tile.charAt(1)) text += suit
    suit = tile.charAt(1)
    text += tile.charAt(0)
  }
  return text + suit
}

/** The list with one `tile` fewer, or unchanged if there is none (a hand that is not seen). */
export function without(list: readonly Tile[], tile: Tile): Tile[] {
  const place = list.indexOf(tile)
  return place < 0 ? [...list] : [...list.slice(0, place), ...list.slice(place + 1)]
}
