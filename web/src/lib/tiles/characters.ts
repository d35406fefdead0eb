/** 万, winds and dragons: what a brush writes. */
import { brush } from '../../generated/glyphs'
import { BLUE, GREEN, INK, RED, glyph } from '../brush'
import { CHINESE_NUMERALS } from './codes'

/** The number in ink above 萬 in cinnabar. */
export const characters = (n: number): string =>
  glyph(brush[CHINESE_NUMERALS.charAt(n)], 30, 18.5, 38, INK) + glyph(brush['萬'], 30, 54.5, 40, RED, 1.04)

/** 白: a blank in a frame, so that nobody takes it for a tile lying face down. */
const white =
  `<path fill="none" stroke="${BLUE}" stroke-width="3.4" stroke-linejoin="round" d="M15 8.5H45Q45 15 51.5 15V63Q45 63 45 69.5H15Q15 63 8.5 63V15Q15 15 15 8.5Z"/>` +
  `<path fill="none" stroke="${BLUE}" stroke-width="1.5" stroke-linejoin="round" d="M18.6 14H41.4Q41.8 18.6 46 19V59Q41.8 59.4 41.4 64H18.6Q18.2 59.4 14 59V19Q18.2 18.6 18.6 14Z"/>`

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
