/** Small strokes that faces of tiles and cards are made of, as SVG markup. */
import type { Glyph } from '../generated/glyphs'

export const INK = 'var(--pigment-ink)'
export const RED = 'var(--pigment-red)'
export const GREEN = 'var(--pigment-green)'
export const BLUE = 'var(--pigment-blue)'
export const IVORY = 'var(--ivory)'

/** Two decimals are far below a pixel at any size a tile is drawn. */
export const round = (value: number): number => Math.round(value * 100) / 100

/** A glyph with the middle of its outline on (cx, cy); `em` is its size, `tall` stretches it. */
export function glyph(outline: Glyph | undefined, cx: number, cy: number, em: number, fill: string, tall = 1): string {
  if (!outline) throw new Error('scripts/glyphs.mjs did not draw a glyph that a face needs')
  const scale = em / 100
  const x = round(cx - scale * (outline.x + outline.w / 2))
  const y = round(cy - scale * tall * (outline.y + outline.h / 2))
  return `<path fill="${fill}" transform="translate(${x} ${y}) scale(${round(scale)} ${round(scale * tall)})" d="${outline.d}"/>`
}

export const circle = (cx: number, cy: number, r: number, fill: string): string =>
  `<circle cx="${round(cx)}" cy="${round(cy)}" r="${round(r)}" fill="${fill}"/>`

export const ellipse = (cx: number, cy: number, rx: number, ry: number, turn: number, fill: string): string =>
  `<ellipse rx="${rx}" ry="${ry}" fill="${fill}" transform="translate(${round(cx)} ${round(cy)}) rotate(${round(turn)})"/>`

export const shape = (d: string, fill: string): string => `<path d="${d}" fill="${fill}"/>`

export const stroke = (d: string, colour: string, width: number): string =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`

/** The same mark `count` times around a point, as petals are. */
export function around(count: number, cx: number, cy: number, mark: string, from = 0): string {
  let marks = ''
  for (let i = 0; i < count; i += 1) {
    marks += `<g transform="translate(${cx} ${cy}) rotate(${round(from + (360 / count) * i)})">${mark}</g>`
  }
  return marks
}
