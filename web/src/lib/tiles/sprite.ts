/**
 * The tiles' drawings: four bodies, and the 42 faces in both styles.
 */
import { drawing, layOut } from '../sheet'
import type { Faces } from '../settings.svelte'
import { TILE_CODES } from './codes'
import { face } from './faces'

/** The field a face is drawn in. */
export const FACE_WIDTH = 60
export const FACE_HEIGHT = 78
/** How much of the tile's edge is seen below its face. */
export const THICKNESS = 10
const RADIUS = 7

export const faceId = (code: string, style: Faces): string => `tile-${style}-${code}`
export const bodyId = (up: boolean, sideways: boolean): string =>
  `tile-${up ? 'ivory' : 'back'}${sideways ? '-sideways' : ''}`

const slab = (y: number, w: number, h: number, fill: string): string =>
  `<rect y="${y}" width="${w}" height="${h}" rx="${RADIUS}" fill="${fill}"/>`

/** The polished edge of the upper face, and the seam that parts it from the tile beside it. */
function rimOfLight(w: number, h: number, light: string, seam: string): string {
  const frame = (inset: number, colour: string, width: number) =>
    `<rect x="${inset}" y="${inset}" width="${w - 2 * inset}" height="${h - 2 * inset}" rx="${RADIUS - inset}" fill="none" stroke="${colour}" stroke-width="${width}"/>`
  return frame(1.6, light, 1.6) + frame(0.4, seam, 0.8)
}

/** The light falls from above: top face, ivory edge, bamboo back, and a shadow on the felt. */
function ivory(w: number, h: number): string {
  return (
    slab(THICKNESS + 2.5, w, h, 'var(--tile-shadow)') +
    slab(THICKNESS, w, h, 'var(--bamboo-deep)') +
    slab(THICKNESS - 1.6, w, h, 'var(--bamboo)') +
    slab(THICKNESS - 4.8, w, h, 'var(--ivory-edge)') +
    slab(1.4, w, h, 'var(--ivory-shade)') +
    slab(0, w, h, 'var(--ivory)') +
    rimOfLight(w, h, 'var(--ivory-light)', 'var(--ivory-edge)')
  )
}

/** Face down: the bamboo on top, its slats just visible, the ivory below. */
function back(w: number, h: number): string {
  let slats = ''
  for (let x = w / 6; x < w - 1; x += w / 6) slats += `M${x} 7V${h - 7}`
  return (
    slab(THICKNESS + 2.5, w, h, 'var(--tile-shadow)') +
    slab(THICKNESS, w, h, 'var(--ivory-edge)') +
    slab(THICKNESS - 1.6, w, h, 'var(--ivory-shade)') +
    slab(THICKNESS - 4.8, w, h, 'var(--bamboo-deep)') +
    slab(0, w, h, 'var(--bamboo)') +
    `<path d="${slats}" stroke="var(--bamboo-deep)" stroke-opacity="0.35" stroke-width="1"/>` +
    rimOfLight(w, h, 'var(--bamboo-light)', 'var(--bamboo-deep)')
  )
}

export function sheet(): string {
  const bodies =
    drawing(bodyId(true, false), ivory(FACE_WIDTH, FACE_HEIGHT)) +
    drawing(bodyId(true, true), ivory(FACE_HEIGHT, FACE_WIDTH)) +
    drawing(bodyId(false, false), back(FACE_WIDTH, FACE_HEIGHT)) +
    drawing(bodyId(false, true), back(FACE_HEIGHT, FACE_WIDTH))
  const faces = (['classic', 'plain'] as const).flatMap((style) =>
    TILE_CODES.map((code) => drawing(faceId(code, style), face(code, style))),
  )
  return bodies + faces.join('')
}

export const layOutTiles = (): void => layOut('paiju-tiles', sheet)
