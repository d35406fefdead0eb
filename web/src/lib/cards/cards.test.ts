import { flushSync, mount, unmount } from 'svelte'
import { afterEach, describe, expect, it } from 'vitest'

import { language } from '../i18n'
import { settings } from '../settings.svelte'
import Card from './Card.svelte'
import { CARD_CODES, RANKS, cardName, readCard } from './codes'
import { cardId, sheet } from './sprite'

const drawn: (() => void)[] = []

function draw(props: Record<string, unknown>): SVGSVGElement {
  const target = document.body.appendChild(document.createElement('div'))
  const card = mount(Card, { target, props: { code: '7h', ...props } })
  flushSync()
  drawn.push(() => {
    void unmount(card)
    target.remove()
  })
  return target.querySelector('svg') as SVGSVGElement
}

afterEach(() => {
  for (const away of drawn.splice(0)) away()
  language.current = 'zh'
  settings.fourColours = false
})

describe('the pack', () => {
  const pack = new Map(
    [...new DOMParser().parseFromString(`<svg xmlns="http://www.w3.org/2000/svg">${sheet()}</svg>`, 'image/svg+xml').documentElement.children]
      .map((group) => [group.id, group.innerHTML]),
  )

  it('is 54 cards, each drawn unlike every other', () => {
    expect(CARD_CODES).toHaveLength(54)
    const faces = CARD_CODES.map((code) => pack.get(cardId(code)))
    expect(faces).not.toContain(undefined)
    expect(new Set(faces).size).toBe(54)
    expect(sheet()).not.toMatch(/NaN|undefined|Infinity/)
  })

  it('refers only to what is drawn', () => {
    for (const [, id] of sheet().matchAll(/href="#([^"]+)"/g)) expect(pack.has(id ?? '')).toBe(true)
  })

  it('has a name for every card in both languages', () => {
    for (const lang of ['zh', 'en'] as const) {
      language.current = lang
      expect(new Set([...CARD_CODES, null].map(cardName)).size).toBe(55)
    }
    language.current = 'zh'
    expect([cardName('Ts'), cardName('W'), cardName('w')]).toEqual(['黑桃10', '大王', '小王'])
  })
})

describe('reading a code', () => {
  it('takes bare ranks and jokers, and nothing else', () => {
    for (const rank of RANKS) expect(readCard(rank)).toEqual({ rank, suit: null })
    expect(readCard('W')).toEqual({ rank: 'W', suit: null })
    expect(readCard('Ts')).toEqual({ rank: 'T', suit: 's' })
    for (const wrong of ['', '1s', 'Tx', 'Tss', '10', 'ws', 's']) expect(readCard(wrong)).toBeNull()
  })
})

describe('a card', () => {
  it.each([
    ['7s', 'ink', 'ink'],
    ['7h', 'red', 'red'],
    ['7c', 'ink', 'green'],
    ['7d', 'red', 'blue'],
    ['w', 'ink', 'ink'],
    ['W', 'red', 'red'],
  ])('%s is %s, and %s in four colours', (code, two, four) => {
    const svg = draw({ code })
    expect(svg.classList.contains(two)).toBe(true)
    settings.fourColours = true
    flushSync()
    expect(svg.classList.contains(four)).toBe(true)
  })

  it('shows nothing of its face when it lies down', () => {
    const svg = draw({ code: null })
    expect([...svg.querySelectorAll('use')].map((use) => use.getAttribute('href'))).toEqual(['#card-reverse'])
  })
})
