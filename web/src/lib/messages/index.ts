/** Every wording of the client's own. Texts about rules come from the server, in both languages. */
import { account } from './account'
import { doudizhu } from './doudizhu'
import { fair } from './fair'
import { lobby } from './lobby'
import { names } from './names'
import { settlement } from './settlement'
import { table } from './table'
import { talk } from './talk'
import type { Messages } from './types'

export const messages = {
  ...names,
  ...lobby,
  ...account,
  ...table,
  ...talk,
  ...doudizhu,
  ...settlement,
  ...fair,
} as const satisfies Messages

export type Key = keyof typeof messages
