import { describe, expect, it } from 'vitest'

import { huIsFalse, unseen, waitsAsked, waitsNow, type Wait } from './advice'
import { emptyView } from './fold'
import { handTiles } from './hand'
import { layMeld, meldsAcross } from './layout'
import { sorted, tiles, tilesText, without } from './notation'
import { discards, offers } from './offers'
import type { Meld, MahjongView } from './view'

describe('tiles as they are written', () => {
  it('are read in the order of the text', () => {
    expect(tiles('21m5z3f')).toEqual(['2m', '1m', '5z', '3f'])
    expect(tiles('')).toEqual([])
  })

  it('are written in the order of the server', () => {
    expect(tilesText(['5z', '1f', '2p', '1m', '1m'])).toBe('11m2p5z1f')
    expect(sorted(['1z', '9s', '1m'])).toEqual(['1m', '9s', '1z'])
  })

  it('lose one twin at a time, and none that is not there', () => {
    expect(without(['1m', '1m', '2m'], '1m')).toEqual(['1m', '2m'])
    expect(without(['1m'], '9p')).toEqual(['1m'])
  })
})

describe('offers', () => {
  it('lie from the lightest to the weightiest, with their tiles', () => {
    const claim = offers(['hu', 'chow 46m', 'kong', 'chow 34m', 'pung', 'pass'], { kind: 'claim', seat: 3, tile: '5m' })
    expect(claim.map((offer) => offer.id)).toEqual(['pass', 'chow', 'pung', 'kong', 'hu'])
    expect(claim[1]?.choices).toEqual([
      { do: 'chow 46m', tiles: ['4m', '5m', '6m'] },
      { do: 'chow 34m', tiles: ['3m', '4m', '5m'] },
    ])
    expect(claim[3]?.choices[0]?.tiles).toEqual(['5m', '5m', '5m', '5m'])
  })

  it('have a 胡 that would be a false one far from the thumb', () => {
    const claim = offers(['hu', 'pung', 'pass'], { kind: 'claim', seat: 3, tile: '5m' }, true)
    expect(claim.map((offer) => offer.id)).toEqual(['hu', 'pass', 'pung'])
  })

  it('keep both ways to win on a kong made from the dealer’s discard', () => {
    const [hu] = offers(['hu discard', 'hu kong'], { kind: 'claim', seat: 0, tile: '5m' })
    expect(hu?.choices.map((choice) => choice.do)).toEqual(['hu discard', 'hu kong'])
  })

  it('leave discards to the hand', () => {
    const legal = ['discard 1m', 'discard 7z', 'ready 1m', 'kong 2p']
    expect(offers(legal, { kind: 'turn' }).map((offer) => offer.id)).toEqual(['ready', 'kong'])
    expect([...discards(legal)]).toEqual(['1m', '7z'])
  })

  it('show each raise as a key of its own, and nothing that is not known', () => {
    const ids = offers(['raise 0', 'raise 5', 'raise 10', 'dance'], { kind: 'raise' }).map((offer) => offer.id)
    expect(ids).toEqual(['raise-0', 'raise-5', 'raise-10'])
  })
})

describe('the hand', () => {
  it('has the drawn tile apart at its end, and tells twins apart', () => {
    const hand = handTiles({ ...emptyView(0), hand: '1155m', drawn: '1m' })
    expect(hand.map((tile) => tile.id)).toEqual(['1m#0', '5m#0', '5m#1', '1m#1'])
    expect(hand.map((tile) => tile.drawn)).toEqual([false, false, false, true])
  })

  it('has none apart when none was drawn, or it has gone already', () => {
    expect(handTiles({ ...emptyView(0), hand: '12m' }).some((tile) => tile.drawn)).toBe(false)
    expect(handTiles({ ...emptyView(0), hand: '12m', drawn: '9p' }).some((tile) => tile.drawn)).toBe(false)
  })
})

describe('melds', () => {
  const laid = (meld: Partial<Meld>, from: 0 | 1 | 2 | 3 | null) =>
    layMeld({ kind: 'pung', tiles: '777z', claimed: '7z', source: 0, ...meld }, from)
      .map((tile) => `${tile.code ?? 'back'}${tile.across ? '-' : ''}`)
      .join(' ')

  it('turn the claimed tile towards who gave it', () => {
    expect(laid({}, 3)).toBe('7z- 7z 7z')
    expect(laid({}, 2)).toBe('7z 7z- 7z')
    expect(laid({}, 1)).toBe('7z 7z 7z-')
    expect(laid({ kind: 'chow', tiles: '345m', claimed: '5m' }, 3)).toBe('5m- 3m 4m')
    expect(laid({ kind: 'exposed_kong', tiles: '7777z' }, 1)).toBe('7z 7z 7z 7z-')
  })

  it('lay what is added to a pung beside its claimed tile', () => {
    expect(laid({ kind: 'added_kong', tiles: '7777z' }, 3)).toBe('7z- 7z- 7z 7z')
    expect(laid({ kind: 'added_kong', tiles: '7777z' }, 1)).toBe('7z 7z 7z- 7z-')
  })

  it('take as much room as they lie across', () => {
    const pung: Meld = { kind: 'pung', tiles: '777z', claimed: '7z', source: 1 }
    expect(meldsAcross([])).toBe(0)
    expect(meldsAcross([pung])).toBeCloseTo(3.6)
    expect(meldsAcross([pung, { kind: 'concealed_kong', tiles: '1111m', claimed: null, source: null }])).toBeCloseTo(7.9)
    expect(meldsAcross([{ kind: 'added_kong', tiles: '7777z', claimed: '7z', source: 1 }])).toBeCloseTo(4.9)
  })

  it('show the middle of a concealed kong only where it is known', () => {
    expect(laid({ kind: 'concealed_kong', tiles: '7777z', claimed: null, source: null }, null)).toBe('back 7z 7z back')
    expect(laid({ kind: 'concealed_kong', tiles: null, claimed: null, source: null }, null)).toBe('back back back back')
  })
})

describe('advice', () => {
  const wait = (tile: string): Wait => ({ tile, left: 4, points: 2, self_draw: 7 })
  const view: MahjongView = {
    ...emptyView(0),
    hand: '11m',
    rivers: [
      [{ tile: '9p', claimed: false, ready: false }],
      [{ tile: '1m', claimed: false, ready: false }, { tile: '1m', claimed: true, ready: false }],
      [],
      [],
    ],
    melds: [[], [{ kind: 'pung', tiles: '222m', claimed: '2m', source: 0 }], [], []],
  }

  it('counts what the player cannot see', () => {
    expect(unseen(view, '1m')).toBe(1)
    expect(unseen(view, '2m')).toBe(1)
    expect(unseen(view, '3s')).toBe(4)
  })

  it('follows the tile one is about to discard, then the one discarded', () => {
    const advice = { waits: [wait('3s')], discards: { '9p': [wait('1m')] } }
    expect(waitsNow(advice, view, true, '9p')).toEqual([wait('1m')])
    expect(waitsNow(advice, view, true, '1m')).toEqual([])
    expect(waitsNow(advice, view, false, null)).toEqual([{ ...wait('1m'), left: 1 }])
    expect(waitsNow({ waits: [wait('3s')] }, view, false, null)).toEqual([wait('3s')])
    expect(waitsNow(null, view, false, null)).toEqual([])
  })

  it('is of the tile one is asked about, which lies there to be taken', () => {
    const waits = [wait('1m'), { ...wait('4m'), left: 0 }]
    expect(waitsAsked(waits, '4m')).toEqual([{ ...wait('4m'), left: null }])
    expect(waitsAsked(waits, '9p')).toEqual(waits)
    expect(waitsAsked(waits, null)).toEqual(waits)
  })

  it('knows when 胡 would be false', () => {
    expect(huIsFalse({})).toBe(false)
    expect(huIsFalse({ hu: null })).toBe(true)
    expect(huIsFalse({ hu: { wins: true } })).toBe(false)
    expect(huIsFalse({ hu: { wins: false, reason: { zh: '无', en: 'no' }, clause: null } })).toBe(true)
  })
})
