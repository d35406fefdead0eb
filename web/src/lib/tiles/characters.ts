/** 万, winds and dragons: what a brush writes. */
import { brush } from '../../generated/glyphs'
import { BLUE, GREEN, INK, RED, glyph } from './brush'
import { CHINESE_NUMERALS } from './codes'

/** The number in ink above 萬 in cinnabar. */
export const characters = (n: number): string =>
  glyph(brush[CHINESE_NUMERALS.charAt(n)], 30, 20, 40, INK) + glyph(brush['萬'], 30, 54.5, 43, RED)

/** 白: a blank in a frame, so that nobody takes it for a tile lying face down. */
const white =
  `<rect x="9" y="10" width="42" height="58" rx="3" fill="none" stroke="${BLUE}" stroke-width="3.4"/>` +
  `<rect x="14.6" y="15.6" width="30.8" height="46.8" rx="1" fill="none" stroke="${BLUE}" stroke-width="1.5"/>`

const HONOURS: Record<number, string> = {
  1: glyph(brush['東'], 30, 39, 55, INK, 1.12),
  2: glyph(brush['南'], 30, 39, 55, INK, 1.12),
  3: glyph(brush['西'], 30, 39, 55, INK, 1.12),
  4: glyph(brush['北'], 30, 39, 55, INK, 1.12),
  5: white,
  6: glyph(brush['發'], 30, 39, 56, GREEN, 1.12),
  7: glyph(brush['中'], 30, 39, 60, RED, 1.12),
}

export const honour = (n: number): string => HONOURS[n] ?? ''
