/**
 * The player's language.
 *
 *     t('tile.7z')                       → 红中 | Red dragon
 *     t('centre.round', { n: 3, of: 8 }) → 第3/8局 | Round 3/8
 *     pick({ zh: '二炮起胡', en: … })     → the server's text in the player's language
 *
 * Both read `language.current`, so a template or `$derived` that calls them follows the switch.
 */
import { language, type Lang, type Text } from './language.svelte'
import { messages, type Key } from './messages'
import type { ParamNames } from './messages/types'

export { language, type Lang, type Text }
export type { Key }

/** Oneself, who is addressed: whatever a player's name is spelt like, it is not this. */
export const YOU = { addressed: true, toString: (): string => t('seat.0') } as const
/** Somebody at a table as a wording names them. */
export type Who = string | typeof YOU

type Value = number | Who
type Params<K extends Key> = ParamNames<(typeof messages)[K]['zh']>
/** A key whose wording has holes must be given them, and nothing else; one without takes none. */
type Rest<K extends Key> = [Params<K>] extends [never] ? [] : [params: Record<Params<K>, Value>]

const HOLE = /\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g

/** Whether a verb or a noun takes the plural with it: with many of something, and with “you”. */
const isMany = (value: Value) => (typeof value === 'number' ? value !== 1 : value === YOU)

/**
 * Fill the holes of a wording; a parameter that is missing stays visible as its hole. “You” is
 * written small unless it begins the sentence.
 */
export function fill(wording: string, params: Readonly<Record<string, Value>> = {}): string {
  return wording.replace(HOLE, (hole: string, name: string, one: string | undefined, many: string | undefined, at: number) => {
    const value = params[name]
    if (value === undefined) return hole
    if (one !== undefined && many !== undefined) return isMany(value) ? many : one
    return value === YOU && at > 0 ? String(value).toLowerCase() : String(value)
  })
}

/** Names one after another, as they are written in the player's language. */
export const listed = (names: readonly Who[]): string => names.join(language.current === 'zh' ? '、' : ', ')

export function pick(text: Text): string {
  return text[language.current]
}

export function t<K extends Key>(key: K, ...rest: Rest<K>): string {
  return fill(pick(messages[key]), rest[0])
}
