/** The second set of faces, for weak eyes: big plain numerals, one colour and one mark a suit. */
import { narrow, serif } from '../../generated/glyphs'
import { stick } from './bamboo'
import { BLUE, GREEN, INK, RED, glyph } from '../brush'
import { dot } from './dots'

const numeral = (n: number, colour: string): string => glyph(narrow[String(n)], 30, 26, 60, colour)

const HONOURS = ['东', '南', '西', '北', '白', '发', '中']

export function plain(code: string): string {
  const n = Number(code[0])
  switch (code[1]) {
    case 'm':
      return numeral(n, INK) + glyph(serif['万'], 30, 62, 26, RED)
    case 'p':
      return numeral(n, BLUE) + dot(30, 62, 11, BLUE)
    case 's':
      return numeral(n, GREEN) + stick(22, 62, 22, GREEN) + stick(38, 62, 22, GREEN)
    case 'z':
      return honour(n)
    default:
      return flower(n)
  }
}

/** Seasons are red and plants green, each counted one to four. */
function flower(n: number): string {
  const colour = n <= 4 ? RED : GREEN
  return numeral(((n - 1) % 4) + 1, colour) + glyph(serif['春夏秋冬梅兰竹菊'.charAt(n - 1)], 30, 62, 28, colour)
}

function honour(n: number): string {
  const character = HONOURS[n - 1]
  const colour = n === 7 ? RED : n === 6 ? GREEN : n === 5 ? BLUE : INK
  const frame = `<rect x="6" y="7" width="48" height="64" rx="3" fill="none" stroke="${BLUE}" stroke-width="4"/>`
  return (n === 5 ? frame : '') + glyph(serif[character ?? ''], 30, 39, n === 5 ? 34 : 54, colour)
}
