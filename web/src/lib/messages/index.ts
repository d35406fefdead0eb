/** Every wording of the client's own. Texts about rules come from the server, in both languages. */
import { names } from './names'
import type { Messages } from './types'

export const messages = { ...names } as const satisfies Messages

export type Key = keyof typeof messages
