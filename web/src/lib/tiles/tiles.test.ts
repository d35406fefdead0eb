import { flushSync, mount, unmount } from 'svelte'
import { afterEach, describe, expect, it } from 'vitest'

import { language } from '../i18n'
import { settings } from '../settings.svelte'
import Tile from './Tile.svelte'
import { TILE_CODES, tileName } from './codes'
import { face } from './faces'
import { FACE_HEIGHT, FACE_WIDTH, faceId, sheet } from './sprite'

const STYLES = ['classic', 'plain'] as const

const drawn: (() => void)[] = []

function draw(props: Record<string, unknown>): SVGSVGElement {
  const target = document.body.appendChild(document.createElement('div'))
  const tile = mount(Tile, { target, props: { code: '5m', ...props } })
  flushSync()
  drawn.push(() => {
    void unmount(tile)
    target.remove()
  })
  return target.querySelector('svg') as SVGSVGElement
}

afterEach(() => {
  for (const away of drawn.splice(0)) away()
  language.current = 'zh'
  settings.faces = 'classic'
})

describe('faces', () => {
  it('are 42, each unlike every other, in both styles', () => {
    expect(TILE_CODES).toHaveLength(42)
    for (const style of STYLES) {
      expect(new Set(TILE_CODES.map((code) => face(code, style))).size).toBe(42)
    }
  })

  it.each(TILE_CODES)('%s is sound markup in both styles', (code) => {
    for (const style of STYLES) {
      const markup = face(code, style)
      expect(markup).not.toMatch(/NaN|undefined|Infinity/)
      const parsed = new DOMParser().parseFromString(`<svg xmlns="http://www.w3.org/2000/svg">${markup}</svg>`, 'image/svg+xml')
      expect(parsed.querySelector('parsererror')).toBeNull()
      expect(parsed.documentElement.childElementCount).toBeGreaterThan(0)
    }
  })

  it('show as many dots and sticks as they count', () => {
    for (let n = 2; n <= 9; n += 1) {
      // A ring is the only dashed stroke; a stick the only group.
      expect(face(`${n}p`, 'classic').match(/stroke-dasharray/g)).toHaveLength(n)
      expect(face(`${n}s`, 'classic').match(/<g /g)).toHaveLength(n)
    }
  })

  it('lie on the sheet once each', () => {
    const ids = [...sheet().matchAll(/ id="([^"]+)"/g)].map((match) => match[1])
    expect(new Set(ids).size).toBe(ids.length)
    for (const style of STYLES) for (const code of TILE_CODES) expect(ids).toContain(faceId(code, style))
  })
})

describe('a tile', () => {
  it('is named in the player’s language', () => {
    const svg = draw({ code: '5m', winning: true })
    expect(svg.getAttribute('aria-label')).toBe('五万, 胡的牌')
    language.current = 'en'
    flushSync()
    expect(svg.getAttribute('aria-label')).toBe('5 of characters, winning tile')
  })

  it('has a name of its own for every code', () => {
    for (const lang of ['zh', 'en'] as const) {
      language.current = lang
      expect(new Set([...TILE_CODES, null].map(tileName)).size).toBe(43)
    }
  })

  it('refers to the one sheet, and follows the choice of faces', () => {
    const first = draw({ code: '7z' })
    expect(first.querySelectorAll('use')[1]?.getAttribute('href')).toBe('#tile-classic-7z')
    settings.faces = 'plain'
    flushSync()
    expect(first.querySelectorAll('use')[1]?.getAttribute('href')).toBe('#tile-plain-7z')
    expect(document.querySelectorAll('#paiju-tiles')).toHaveLength(1)
    for (const use of first.querySelectorAll('use')) {
      expect(document.querySelector(use.getAttribute('href') ?? '')).not.toBeNull()
    }
  })

  it('shows nothing of a face that lies down', () => {
    const svg = draw({ code: null })
    expect(svg.querySelectorAll('use')).toHaveLength(1)
    expect(svg.getAttribute('aria-label')).toBe('牌背')
  })

  it.each([
    [0, 0, 0, 0, 0],
    [1, 0, FACE_WIDTH, FACE_HEIGHT, 0],
    [2, FACE_WIDTH, FACE_HEIGHT, 0, 0],
    [3, FACE_HEIGHT, 0, 0, FACE_WIDTH],
  ])('turned %i quarters keeps its face on its body', (turn, x, y, farX, farY) => {
    const svg = draw({ turn })
    const transform = svg.querySelectorAll('use')[1]?.getAttribute('transform') ?? ''
    const [dx = 0, dy = 0] = (/translate\((\S+) (\S+)\)/.exec(transform) ?? []).slice(1).map(Number)
    const angle = (Number(/rotate\((\S+)\)/.exec(transform)?.[1] ?? 0) * Math.PI) / 180
    expect([dx, dy]).toEqual([x, y])
    if (turn > 0) {
      // The corner opposite to the face's own origin.
      const at = [
        dx + FACE_WIDTH * Math.cos(angle) - FACE_HEIGHT * Math.sin(angle),
        dy + FACE_WIDTH * Math.sin(angle) + FACE_HEIGHT * Math.cos(angle),
      ].map((value) => Math.round(value) + 0)
      expect(at).toEqual([farX, farY])
    }
    const [, , width, height] = (svg.getAttribute('viewBox') ?? '').split(' ').map(Number)
    expect((width ?? 0) > (height ?? 0)).toBe(turn % 2 === 1)
  })

  it('can be hidden from screen readers, and shows a code it does not know', () => {
    const hidden = draw({ label: '' })
    expect(hidden.getAttribute('aria-hidden')).toBe('true')
    const unknown = draw({ code: '9z' })
    expect(unknown.textContent).toBe('9z')
  })
})
