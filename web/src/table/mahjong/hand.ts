/** The player's own hand as a row of single tiles, the one just drawn apart at its end. */
import { tiles, without, type Tile } from './notation'
import type { MahjongView } from './view'

export interface HandTile {
  /** Tells this tile from its twins: the second 5m is `5m#1`. */
  readonly id: string
  readonly code: Tile
  readonly drawn: boolean
}

export function handTiles(view: MahjongView): HandTile[] {
  const held = tiles(view.hand)
  const drawn = view.drawn !== null && held.includes(view.drawn) ? view.drawn : null
  const row = drawn === null ? held : [...without(held, drawn), drawn]
  const count = new Map<Tile, number>()
  return row.map((code, i) => {
    const twin = count.get(code) ?? 0
    count.set(code, twin + 1)
    return { id: `${code}#${twin}`, code, drawn: drawn !== null && i === row.length - 1 }
  })
}
