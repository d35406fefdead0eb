/** How each game's events change what a seat sees. */
import { fold as doudizhu } from './doudizhu/fold'
import { fold as mahjong } from './mahjong/fold'

/** The view after one more event, of whatever game: each game knows its own shapes. */
export type Fold = (round: never, event: never) => unknown

const FOLDS: Readonly<Record<string, Fold>> = {
  'jiujiang-mahjong': mahjong,
  'jintan-mahjong': mahjong,
  'jiujiang-doudizhu': doudizhu,
}

/** The fold of a game by its key; none for a game this page cannot draw. */
export function foldOf(game: string): Fold | undefined {
  return FOLDS[game]
}
