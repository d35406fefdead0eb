/** What a helpful neighbour points out: the tiles one waits for, and after which discard. */
import type { ScoreLine } from '../score'
import type { Refusal } from '../table.svelte'
import { tiles, type Tile } from './notation'
import type { MahjongView } from './view'

export interface Wait {
  readonly tile: Tile
  /** How many of it the player cannot see; null for the very tile that one is asked about. */
  readonly left: number | null
  /** What it is worth from a discard; null where it may not be won on one. */
  readonly points: number | null
  readonly self_draw: number | null
}

/** What a hand is worth as it stands, where a game counts 花 and 番. */
export interface Standing {
  readonly items: readonly ScoreLine[]
  readonly flowers: number
  readonly fans: number
  readonly score: number
  readonly formula: string
}

/** What pressing 胡 now would come to: a win, or a false one and why. */
export type HuNow = { readonly wins: true } | ({ readonly wins: false } & Refusal)

export interface Advice {
  readonly waits?: readonly Wait[]
  readonly discards?: Readonly<Record<Tile, readonly Wait[]>>
  readonly standing?: Standing | null
  /** Only in games whose 胡 may be pressed without a win; null when the hand is not even whole. */
  readonly hu?: HuNow | null
}

/** Whether 胡 may be pressed but would win nothing (诈胡). */
export function huIsFalse(advice: Advice | null): boolean {
  return advice?.hu !== undefined && advice.hu?.wins !== true
}

/**
 * The waits to show: of the hand after discarding `selected`, while one chooses a discard; else of
 * the hand as it is, which after one's own discard is what the advice said of that discard.
 */
export function waitsNow(
  advice: Advice | null,
  view: MahjongView,
  choosing: boolean,
  selected: Tile | null,
): readonly Wait[] {
  if (choosing) return (selected !== null && advice?.discards?.[selected]) || []
  if (view.viewer === null || view.outcome !== null) return []
  const discarded = view.rivers[view.viewer]?.at(-1)?.tile
  const after = discarded === undefined ? undefined : advice?.discards?.[discarded]
  const waits = after ?? advice?.waits ?? []
  return waits.map((wait) => ({ ...wait, left: unseen(view, wait.tile) }))
}

/** Asked about a tile one waits for, that one is what matters: it lies there, however few are left. */
export function waitsAsked(waits: readonly Wait[], tile: Tile | null): readonly Wait[] {
  const asked = waits.filter((wait) => wait.tile === tile)
  return asked.length > 0 ? asked.map((wait) => ({ ...wait, left: null })) : waits
}

/** How many of a kind lie where the viewer cannot see them. */
export function unseen(view: MahjongView, tile: Tile): number {
  const seen = [
    ...tiles(view.hand),
    ...view.melds.flat().flatMap((meld) => tiles(meld.tiles ?? '')),
    ...view.rivers.flat().flatMap((laid) => (laid.claimed ? [] : [laid.tile])),
  ]
  return Math.max(0, 4 - seen.filter((other) => other === tile).length)
}
