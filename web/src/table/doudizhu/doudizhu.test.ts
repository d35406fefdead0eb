import { describe, expect, it } from 'vitest'

import { cardAt, layFan, type Fan } from './fan'
import { grouped, heldCards, type HeldCard } from './hand'
import { cards, cardsText, ranksOf, sorted, without } from './notation'
import { cardsOf, idleRanks, isListed, listed, playOf, runWith } from './plays'
import { Selection, swept } from './selection.svelte'

const hand = (text: string, order: 'rank' | 'count' = 'rank') => heldCards(grouped(text, order))
const codes = (held: readonly HeldCard[]) => held.map((card) => card.code).join(' ')
const ids = (held: readonly HeldCard[], wanted: string) =>
  held.filter((card) => wanted.split(' ').includes(card.id)).map((card) => card.id)

describe('cards as they are written', () => {
  it('are read with their suits, jokers and bare ranks too', () => {
    expect(cards('3sTh2dwW')).toEqual(['3s', 'Th', '2d', 'w', 'W'])
    expect(cards('JJQ')).toEqual(['J', 'J', 'Q'])
    expect(cards('')).toEqual([])
  })

  it('lie in the order of the server: 3 to 2, then the jokers, each rank by suit', () => {
    expect(cardsText(sorted(cards('W2s3dAhw3s')))).toBe('3s3dAh2swW')
  })

  it('leave a hand one twin at a time', () => {
    expect(without(cards('7h7h8s'), ['7h'])).toEqual(['7h', '8s'])
    expect(without(cards('7h'), ['9s'])).toEqual(['7h'])
  })

  it('are the same play in any order and of any suits', () => {
    expect(ranksOf(cards('QhJsQdJc'))).toBe(ranksOf(cards('JJQQ')))
  })
})

describe('a hand', () => {
  it('is held from the highest rank to the lowest', () => {
    expect(codes(hand('3s3h4dAhwW'))).toBe('W w Ah 4d 3s 3h')
  })

  it('or the most of a rank first, higher ranks before lower of as many', () => {
    expect(codes(hand('3s3h3c4d4h9s9cAh', 'count'))).toBe('3s 3h 3c 9s 9c 4d 4h Ah')
  })

  it('tells twins apart', () => {
    expect(hand('7h7h7s').map((card) => card.id)).toEqual(['7h#0', '7h#1', '7s#0'])
  })
})

describe('the fan', () => {
  /** 33 cards as a landlord may hold them, many ranks and two bombs. */
  const LONG = [1, 1, 2, 2, 2, 3, 1, 2, 2, 2, 1, 6, 3, 2, 3]
  const PHONE = { width: 359, card: 54, rows: 2 }

  function steps(fan: Fan, sizes: readonly number[]): { within: number[]; between: number[] } {
    const firsts = new Set<number>()
    sizes.reduce((place, size) => (firsts.add(place), place + size), 0)
    const within: number[] = []
    const between: number[] = []
    fan.spots.forEach((spot, i) => {
      const last = fan.spots[i - 1]
      if (last?.row === spot.row) (firsts.has(i) ? between : within).push(spot.x - last.x)
    })
    return { within, between }
  }

  it('shows every index of 33 cards on a phone held upright, in two rows', () => {
    const fan = layFan(LONG, PHONE)
    expect(fan.rows).toBe(2)
    expect(fan.card).toBeGreaterThan(44)
    for (const spot of fan.spots) {
      expect(spot.x).toBeGreaterThanOrEqual(-0.01)
      expect(spot.x + fan.card).toBeLessThanOrEqual(PHONE.width + 0.01)
    }
    const { within, between } = steps(fan, LONG)
    expect(Math.min(...within, ...between)).toBeGreaterThanOrEqual(fan.card * 0.34)
  })

  it('keeps equal ranks closer than different ones', () => {
    const { within, between } = steps(layFan(LONG, PHONE), LONG)
    expect(Math.max(...within)).toBeLessThan(Math.min(...between))
  })

  it('parts its rows between ranks, about evenly', () => {
    const fan = layFan(LONG, PHONE)
    const upper = fan.spots.filter((spot) => spot.row === 0).length
    expect(Math.abs(upper - 16.5)).toBeLessThan(3)
    let place = 0
    for (const size of LONG) {
      const rows = new Set(fan.spots.slice(place, place + size).map((spot) => spot.row))
      expect(rows.size).toBe(1)
      place += size
    }
  })

  it('is one row where that can be read and touched, and on a wide table always', () => {
    expect(layFan([2, 2, 1], PHONE).rows).toBe(1)
    expect(layFan(LONG, { width: 980, card: 84, rows: 1 }).rows).toBe(1)
  })

  it('lies in the middle, and draws a short hand out no further than it must', () => {
    const fan = layFan([1, 1], PHONE)
    const [left, right] = fan.spots
    expect((left?.x ?? 0) + (right?.x ?? 0) + fan.card).toBeCloseTo(PHONE.width)
    expect((right?.x ?? 0) - (left?.x ?? 0)).toBeLessThan(fan.card)
  })

  it('is nothing for no cards, and one card is in the middle', () => {
    expect(layFan([], PHONE).spots).toEqual([])
    expect(layFan([1], PHONE).spots).toEqual([{ row: 0, x: (PHONE.width - 54) / 2 }])
  })

  it('finds the card under a finger: the last that begins left of it, in that row', () => {
    const spots = [
      { row: 0, x: 0 },
      { row: 0, x: 20 },
      { row: 1, x: 10 },
    ]
    expect(cardAt(spots, 0, 19)).toBe(0)
    expect(cardAt(spots, 0, 500)).toBe(1)
    expect(cardAt(spots, 1, 12)).toBe(2)
    expect(cardAt(spots, 0, -5)).toBe(0)
  })
})

describe('plays', () => {
  const held = hand('3s3h3c4s4h5d5c7h')
  const all = listed(['pass', 'play 3', 'play 33', 'play 333', 'play 334455'], ['play 44'], false)

  it('are found by their cards, in whatever order they were taken up', () => {
    const chosen = held.filter((card) => /^[345]/.test(card.code) && card.id !== '3c#0')
    expect(playOf(chosen, all)).toBe('play 334455')
    expect(isListed(chosen, all)).toBe(true)
  })

  it('that are not listed are spelt out for the server to judge', () => {
    const chosen = held.filter((card) => /^[37]/.test(card.code))
    expect(playOf(chosen, all)).toBe('play 3337')
    expect(isListed(chosen, all)).toBe(false)
    expect(isListed(chosen, { ...all, more: true })).toBeNull()
  })

  it('leave idle what stands in none of them, unless there are more than were listed', () => {
    expect(idleRanks(held, all)).toEqual(new Set(['7']))
    expect(idleRanks(held, { ...all, more: true })).toBeNull()
    expect(idleRanks(held, listed(['pass'], [], false))).toBeNull()
  })

  it('take the first cards of each rank as they are held', () => {
    expect(cardsOf('play 33', held)).toEqual(['3s#0', '3h#0'])
    expect(cardsOf('play 9', held)).toEqual([])
  })

  it('know the longest run with a rank', () => {
    expect(runWith('4', all)).toBe('play 334455')
    expect(runWith('7', all)).toBeNull()
  })
})

describe('taking cards up', () => {
  const held = hand('3s3h3c4s4h5d5c7h')
  const all = listed(['play 334455', 'play 7'], [], false)
  const start = () => new Selection(() => held, () => all)

  it('one by one, and down again', () => {
    const selection = start()
    selection.toggle('7h#0')
    expect(codes(selection.chosen)).toBe('7h')
    selection.toggle('7h#0')
    expect(selection.chosen).toEqual([])
  })

  it('by a stroke, which does to all what it does to the first', () => {
    const up = swept(new Set(['3h#0']), ids(held, '3s#0 3h#0 3c#0'))
    expect([...up].sort()).toEqual(['3c#0', '3h#0', '3s#0'])
    expect([...swept(up, ['3h#0', '3c#0', '4s#0'])]).toEqual(['3s#0'])
    expect(swept(up, [])).toBe(up)
  })

  it('a whole rank by a second tap, the run by two more, and down where there is none', () => {
    const selection = start()
    selection.doubleTap('4', selection.ids)
    expect(codes(selection.chosen)).toBe('4s 4h')
    selection.doubleTap('4', selection.ids)
    expect(codes(selection.chosen)).toBe('5d 5c 4s 4h 3s 3h')
    selection.clear()
    selection.doubleTap('7', selection.ids)
    expect(codes(selection.chosen)).toBe('7h')
    selection.doubleTap('7', selection.ids)
    expect(selection.chosen).toEqual([])
  })

  it('by hints, one after the other and round again, anew for each question', () => {
    const selection = start()
    const hints = ['play 7', 'play 44']
    const taken = () => (selection.hint(hints), codes(selection.chosen))
    expect([taken(), taken(), taken()]).toEqual(['7h', '4s 4h', '7h'])
    selection.asked()
    expect(taken()).toBe('7h')
    expect(selection.hint([])).toBe(false)
    expect(codes(selection.chosen)).toBe('7h')
  })

  it('is over for a card that has gone', () => {
    let now = held
    const selection = new Selection(() => now, () => all)
    selection.take(['7h#0', '4s#0'])
    now = held.filter((card) => card.code !== '7h')
    expect(codes(selection.chosen)).toBe('4s')
  })
})
