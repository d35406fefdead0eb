/** How each game's table begins, and how its events change what a seat sees. */
import type { JsonObject } from '../lib/protocol'
import { emptyView as emptyCards, fold as doudizhu } from './doudizhu/fold'
import { emptyView, fold as mahjong } from './mahjong/fold'

/** The view after one more event, of whatever game: each game knows its own shapes. */
export type Fold = (round: never, event: never) => unknown

interface Play {
  /** The table before a round's first event, as this viewer sees it, by these house rules. */
  readonly empty: (viewer: number | null, options: JsonObject) => unknown
  readonly fold: Fold
}

const tiles: Play = { empty: (viewer) => emptyView(viewer), fold: mahjong }
const cards: Play = {
  empty: (viewer, options) => emptyCards(viewer, options['show_counts'] === true),
  fold: doudizhu,
}

const PLAYS: Readonly<Record<string, Play>> = {
  'jiujiang-mahjong': tiles,
  'jintan-mahjong': tiles,
  'jiujiang-doudizhu': cards,
}

/** How a game is played on, by its key; nothing for a game this page cannot draw. */
export function playOf(game: string): Play | undefined {
  return PLAYS[game]
}
