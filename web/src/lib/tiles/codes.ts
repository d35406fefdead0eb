/** The 42 tiles by their mpsz codes, and what each is called. */
import { language, t } from '../i18n'

const suit = (letter: string) => [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `${n}${letter}`)

export const HONOURS = ['1z', '2z', '3z', '4z', '5z', '6z', '7z'] as const
export const FLOWERS = ['1f', '2f', '3f', '4f', '5f', '6f', '7f', '8f'] as const

export const TILE_CODES: readonly string[] = [
  ...suit('m'),
  ...suit('p'),
  ...suit('s'),
  ...HONOURS,
  ...FLOWERS,
]

export const CHINESE_NUMERALS = '〇一二三四五六七八九'

type Named = (typeof HONOURS)[number] | (typeof FLOWERS)[number]

/** The tile's name as a player would say it: 五万, 三筒, 红中; null is a tile lying face down. */
export function tileName(code: string | null): string {
  if (code === null) return t('tile.back')
  if (!TILE_CODES.includes(code)) return code
  const suit = code[1]
  if (suit !== 'm' && suit !== 'p' && suit !== 's') return t(`tile.${code as Named}`)
  const n = Number(code[0])
  return t(`tile.${suit}`, { n: language.current === 'zh' ? CHINESE_NUMERALS.charAt(n) : n })
}
