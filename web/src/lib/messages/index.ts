/** Every wording of the client's own. Texts about rules come from the server, in both languages. */
import { doudizhu } from './doudizhu'
import { lobby } from './lobby'
import { names } from './names'
import { settlement } from './settlement'
import { table } from './table'
import type { Messages } from './types'

export const messages = { ...names, ...lobby, ...table, ...doudizhu, ...settlement } as const satisfies Messages

export type Key = keyof typeof messages
