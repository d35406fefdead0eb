/** Every wording of the client's own. Texts about rules come from the server, in both languages. */
import { lobby } from './lobby'
import { names } from './names'
import { settlement } from './settlement'
import { table } from './table'
import type { Messages } from './types'

export const messages = { ...names, ...lobby, ...table, ...settlement } as const satisfies Messages

export type Key = keyof typeof messages
