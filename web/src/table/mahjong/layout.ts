/** How melds lie on the table, from their owner's left to right. */
import type { Side } from '../seats'
import { tiles, type Tile } from './notation'
import type { Meld } from './view'

export interface LaidTile {
  readonly code: Tile | null
  /** The tile that was claimed lies across, at the side of who gave it. */
  readonly across: boolean
}

/**
 * The tiles of a meld. `from` is where its giver sits as its owner sees it: the claimed tile lies
 * at the left for 上家, second for 对家, at the right for 下家. What an added kong adds lies beside
 * it, across too. A concealed kong shows its owner the two in the middle; unknown ones are backs.
 */
export function layMeld(meld: Meld, from: Side | null): LaidTile[] {
  if (meld.kind === 'concealed_kong') {
    const kind = tiles(meld.tiles ?? '')[0] ?? null
    return [null, kind, kind, null].map((code) => ({ code, across: false }))
  }
  const all = tiles(meld.tiles ?? '')
  const claimed = meld.claimed ?? all[0] ?? ''
  const across: LaidTile = { code: claimed, across: true }
  const place = all.indexOf(claimed)
  const own = all
    .filter((_, i) => i !== place)
    .map((code): LaidTile => ({ code, across: false }))
  const added = meld.kind === 'added_kong' ? own.splice(-1, 1).map((tile) => ({ ...tile, across: true })) : []
  const at = from === 3 ? 0 : from === 2 ? 1 : own.length
  return [...own.slice(0, at), across, ...added, ...own.slice(at)]
}

/** Between two melds, in widths of a tile. */
const GAP = 0.3

/** How wide melds are side by side, in widths of a tile: what lies across is wider. */
export function meldsAcross(melds: readonly Meld[]): number {
  const across = (meld: Meld) =>
    (meld.kind.endsWith('kong') ? 4 : 3) +
    (meld.source === null ? 0 : 0.3) +
    (meld.kind === 'added_kong' ? 0.3 : 0) +
    GAP
  return melds.reduce((sum, meld) => sum + across(meld), 0)
}
