/**
 * Takes the few glyphs the table needs out of whole open fonts, before each build.
 *
 * Written to src/generated (never committed):
 * - `glyphs.ts`: outlines for tiles and cards. As paths they are there with the first frame,
 *   and scale and centre exactly; a tile must never wait for a font.
 * - `serif.woff2`: a serif face for calls and headings, holding every Chinese character that the
 *   client's own wordings use, ASCII, and no other.
 *
 * The fonts come from npm packages, so this works without a network.
 */
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import fontverter from 'fontverter'
import * as harfbuzz from 'harfbuzzjs'
import subsetFont from 'subset-font'

const SOURCE = join(dirname(fileURLToPath(import.meta.url)), '../src')
const OUT = join(SOURCE, 'generated')
const require = createRequire(import.meta.url)

/** What is drawn in which face: brush as carved into tiles, serif for weak eyes, narrow numerals. */
const OUTLINES = {
  brush: { family: 'yuji-boku', weight: 400, text: '一二三四五六七八九萬東南西北中發春夏秋冬梅蘭竹菊大小王牌' },
  serif: { family: 'noto-serif-sc', weight: 900, text: '万东南西北中发白春夏秋冬梅兰竹菊' },
  narrow: { family: 'barlow-semi-condensed', weight: 700, text: '0123456789TJQKA' },
}
const EM = 100

const fontFile = (family, subset, weight) =>
  require.resolve(`@fontsource/${family}/files/${family}-${subset}-${weight}-normal.woff2`)

/** The piece of a family that holds a character: fontsource cuts each by ranges of code points. */
async function pieceOf(family, character) {
  const pieces = JSON.parse(await readFile(require.resolve(`@fontsource/${family}/unicode.json`), 'utf8'))
  const wanted = character.codePointAt(0)
  for (const [subset, ranges] of Object.entries(pieces)) {
    for (const range of ranges.split(',')) {
      const [first, last = first] = range.replace('U+', '').split('-')
      if (parseInt(first, 16) <= wanted && wanted <= parseInt(last, 16)) return subset.replace(/[[\]]/g, '')
    }
  }
  throw new Error(`no piece of @fontsource/${family} holds ${character}`)
}

/** Tenths of a unit, without what a path does not need to be written with. */
const short = (tenths) => String(tenths / 10).replace(/^(-?)0\./, '$1.')

/** An SVG path with y downwards, in an em of 100, and the box it fills; steps are relative, as shorter. */
function outline(font, unitsPerEm, character) {
  const gid = font.nominalGlyph(character.codePointAt(0))
  if (!gid) throw new Error(`the font has no glyph for ${character}`)
  const tenths = (10 * EM) / unitsPerEm
  const xs = []
  const ys = []
  let d = ''
  let [penX, penY, startX, startY] = [0, 0, 0, 0]
  for (const [, command, coordinates] of font.glyphToPath(gid).matchAll(/([A-Za-z])([^A-Za-z]*)/g)) {
    if (!'MLQCZ'.includes(command)) throw new Error(`unexpected path command ${command} in ${character}`)
    const points = (coordinates.match(/-?[\d.]+/g) ?? []).map((value, i) => Math.round(Number(value) * tenths * (i % 2 ? -1 : 1)))
    if (command === 'Z') {
      d += 'z'
      ;[penX, penY] = [startX, startY]
      continue
    }
    d += command.toLowerCase() + points.map((value, i) => short(value - (i % 2 ? penY : penX))).join(' ').replaceAll(' -', '-')
    points.forEach((value, i) => (i % 2 ? ys : xs).push(value))
    ;[penX, penY] = points.slice(-2)
    if (command === 'M') [startX, startY] = [penX, penY]
  }
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { d, x: x / 10, y: y / 10, w: (Math.max(...xs) - x) / 10, h: (Math.max(...ys) - y) / 10 }
}

async function outlines({ family, weight, text }) {
  const fonts = new Map()
  const drawn = {}
  for (const character of text) {
    const subset = await pieceOf(family, character)
    if (!fonts.has(subset)) {
      const sfnt = await fontverter.convert(await readFile(fontFile(family, subset, weight)), 'sfnt')
      const face = new harfbuzz.Face(new harfbuzz.Blob(new Uint8Array(sfnt)), 0)
      fonts.set(subset, { font: new harfbuzz.Font(face), upem: face.upem })
    }
    const { font, upem } = fonts.get(subset)
    drawn[character] = outline(font, upem, character)
  }
  return drawn
}

/** Every Chinese character in the client's wordings, its punctuation, and ASCII for English. */
async function wordingCharacters() {
  const ascii = String.fromCharCode(...Array.from({ length: 95 }, (_, i) => 32 + i))
  const characters = new Set(`${ascii}×−·：，。、！？（）《》〈〉“”‘’…—`)
  const folder = join(SOURCE, 'lib/messages')
  for (const name of await readdir(folder)) {
    const source = await readFile(join(folder, name), 'utf8')
    for (const [character] of source.matchAll(/\p{Script=Han}/gu)) characters.add(character)
  }
  return [...characters].sort().join('')
}

await mkdir(OUT, { recursive: true })

const drawn = {}
for (const [face, wanted] of Object.entries(OUTLINES)) drawn[face] = await outlines(wanted)
await writeFile(
  join(OUT, 'glyphs.ts'),
  `// Made by scripts/glyphs.mjs; em ${EM}, y downwards, x y w h the box the outline fills.
export interface Glyph { d: string; x: number; y: number; w: number; h: number }
${Object.entries(drawn)
  .map(([face, glyphs]) => `export const ${face}: Record<string, Glyph> = ${JSON.stringify(glyphs)}`)
  .join('\n')}
`,
)

const serif = await readFile(fontFile('noto-serif-sc', 'chinese-simplified', 700))
const subset = await subsetFont(serif, await wordingCharacters(), { targetFormat: 'woff2' })
await writeFile(join(OUT, 'serif.woff2'), subset)
