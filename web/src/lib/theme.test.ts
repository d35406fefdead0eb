import { readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import { sheet as cards } from './cards/sprite'
import { sheet as tiles } from './tiles/sprite'

const css = readFileSync('src/lib/theme.css', 'utf8')

/** The custom properties that the first block after a heading sets. */
function tokens(after: string): Record<string, string> {
  const block = css.slice(css.indexOf(after)).match(/\{([^{}]*)\}/)?.[1] ?? ''
  return Object.fromEntries([...block.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value]))
}

const day = tokens(':root {')
const night = { ...day, ...tokens('@media (prefers-color-scheme: dark) {\n  :root') }
const felt = Object.fromEntries(
  Object.entries({ ...day, ...tokens('.felt {') }).map(([name, value]) => [
    name,
    value.replace(/^var\((--[\w-]+)\)$/, (_, other: string) => day[other] ?? ''),
  ]),
)

/** WCAG 2 contrast of two #rrggbb colours. */
function contrast(one: string | undefined, other: string | undefined): number {
  const luminance = (colour = '') => {
    const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
      const part = parseInt(colour.slice(at, at + 2), 16) / 255
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const [bright = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (bright + 0.05) / (dark + 0.05)
}

describe('the theme', () => {
  it('has every pigment that tiles and cards are drawn with', () => {
    const used = new Set([...(tiles() + cards()).matchAll(/var\((--[\w-]+)\)/g)].map((match) => match[1]))
    expect(used.size).toBeGreaterThan(10)
    for (const name of used) expect(day).toHaveProperty(name ?? '')
  })

  it.each([
    ['by day', day],
    ['by night', night],
    ['on felt', felt],
  ])('can be read %s', (_, theme) => {
    for (const ground of ['--ground', '--surface', '--surface-raised']) {
      if (theme === felt && ground === '--ground') continue // there it is the felt itself
      for (const text of ['--text', '--text-quiet', '--accent', '--danger']) {
        expect(contrast(theme[text], theme[ground]), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5)
      }
    }
    expect(contrast(theme['--text'], theme['--chosen'])).toBeGreaterThanOrEqual(4.5)
    expect(contrast(theme['--ink'], theme['--brass'])).toBeGreaterThanOrEqual(4.5)
    expect(contrast('#fff8ee', theme['--cinnabar'])).toBeGreaterThanOrEqual(4.5)
  })

  it('can be read on bare felt, lit or not', () => {
    for (const ground of ['--felt', '--felt-deep', '--felt-lit']) {
      for (const text of ['--text', '--text-quiet', '--accent']) {
        expect(contrast(felt[text], day[ground]), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5)
      }
    }
  })

  it('tells the suits apart from their ground', () => {
    for (const pigment of ['--pigment-ink', '--pigment-red', '--pigment-green', '--pigment-blue']) {
      for (const ground of ['--ivory', '--card']) {
        expect(contrast(day[pigment], day[ground]), `${pigment} on ${ground}`).toBeGreaterThanOrEqual(4.5)
      }
    }
  })
})
