/** How each game is drawn: its table, its settlement, its log. A new game is one more line. */
import type { Component, Snippet } from 'svelte'

import DoudizhuSettlement from '../settlement/DoudizhuSettlement.svelte'
import MahjongSettlement from '../settlement/MahjongSettlement.svelte'
import DoudizhuTable from './doudizhu/DoudizhuTable.svelte'
import { keyRows as cardKeys } from './doudizhu/keys'
import { logLine as cardLine } from './doudizhu/words'
import { keyRows } from './mahjong/keys'
import MahjongTable from './mahjong/MahjongTable.svelte'
import { logLine } from './mahjong/words'
import type { Table } from './table.svelte'

export interface GameFace {
  readonly table: Component<{ table: Table; corner: Snippet; onlooker: Snippet }>
  /** What the round was won by and who pays whom; the shell around it is every game's. */
  readonly settlement: Component<{ table: Table }>
  /** One event in words, or nothing for what goes without saying. */
  readonly log: (event: never, viewer: number | null) => string | null
  /** What the keyboard does: a key and what it is for. */
  readonly keys: () => readonly (readonly [key: string, what: string])[]
}

const mahjong: GameFace = { table: MahjongTable, settlement: MahjongSettlement, log: logLine, keys: keyRows }
const doudizhu: GameFace = { table: DoudizhuTable, settlement: DoudizhuSettlement, log: cardLine, keys: cardKeys }

const FACES: Readonly<Record<string, GameFace>> = {
  'jiujiang-mahjong': mahjong,
  'jintan-mahjong': mahjong,
  'jiujiang-doudizhu': doudizhu,
}

/** How a game is drawn; none for a game this page does not know. */
export function faceOf(game: string): GameFace | undefined {
  return FACES[game]
}
