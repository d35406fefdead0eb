// @vitest-environment node
import { describe, expect, it } from 'vitest'

import { emptyView, fold } from './fold'
import type { MahjongEvent, MahjongView } from './view'

interface Fixture {
  readonly game: string
  readonly viewers: readonly {
    readonly viewer: number | null
    readonly empty: Partial<MahjongView>
    readonly frames: readonly { readonly event: MahjongEvent; readonly changed: Partial<MahjongView> }[]
  }[]
}

// Written by scripts/golden.py from the server's own fold.
const files = import.meta.glob<Fixture>('../../../tests/fixtures/mahjong-*.json', { eager: true, import: 'default' })
const fixtures = Object.entries(files).map(([path, fixture]) => [path.replace(/.*\/|\.json$/g, ''), fixture] as const)

const tableOf = ({ question, legal, refused, ...table }: MahjongView) => {
  expect([question, legal, refused]).toEqual([null, [], []])
  return table
}

describe('the fold of a played round', () => {
  it('has rounds to fold', () => {
    expect(fixtures.length).toBeGreaterThanOrEqual(5)
  })

  it.each(fixtures)('%s: every viewer sees what the server says it sees', (_, fixture) => {
    expect(fixture.viewers.map((one) => one.viewer)).toEqual([0, 1, 2, 3, null])
    for (const { viewer, empty, frames } of fixture.viewers) {
      let view = emptyView(viewer)
      let expected = empty
      expect(tableOf(view)).toEqual(expected)
      frames.forEach(({ event, changed }, i) => {
        const before = structuredClone(view)
        const after = fold(view, event)
        expect(view).toEqual(before)
        view = after
        expected = { ...expected, ...changed }
        expect(tableOf(view), `viewer ${viewer}, event ${i}: ${JSON.stringify(event)}`).toEqual(expected)
      })
    }
  })
})

describe('the fold of a single event', () => {
  const start: MahjongView = { ...emptyView(0), hand: '123m55z', drawn: '5z', sizes: [5, 4, 4, 4], turn: 0 }

  it('forgets what was asked before', () => {
    const asked: MahjongView = { ...start, question: { kind: 'turn' }, legal: ['discard 1m'] }
    expect(fold(asked, { type: 'dealer_followed', tile: '5z' })).toMatchObject({ question: null, legal: [], refused: [] })
  })

  it('frees a bound seat by its claim only where the game says so', () => {
    const declined = (until: 'draw' | 'gain') =>
      fold(start, { type: 'win_declined', seat: 0, points: 4, tile: '1m', fans: 1, until })
    const pung = { type: 'melded', seat: 0, kind: 'pung', source: 1, claimed: '5z', tiles: '555z' } as const
    const river = fold(declined('draw'), { type: 'discarded', seat: 1, tile: '5z' })
    expect(fold(river, pung)).toMatchObject({ bound: 4, bound_fans: 1, bound_until: 'draw' })
    const other = fold(declined('gain'), { type: 'discarded', seat: 1, tile: '5z' })
    expect(fold(other, pung)).toMatchObject({ bound: null, bound_fans: null, bound_until: null })
    expect(fold(river, { type: 'drew', seat: 0, replacement: false, wall: 9, tile: '9m' }).bound).toBeNull()
  })

  it('adds up fines', () => {
    const fined = fold(start, { type: 'false_win', seat: 2, penalty: 20 })
    expect(fold(fined, { type: 'false_win', seat: 2, penalty: 20 }).fines).toEqual([0, 0, 40, 0])
  })

  it('keeps the tiles of a hidden kong hidden until the end', () => {
    const hidden = fold(start, {
      type: 'melded', seat: 2, kind: 'concealed_kong', source: null, claimed: null, tiles: null,
    })
    expect(hidden.melds[2]).toEqual([{ kind: 'concealed_kong', tiles: null, claimed: null, source: null }])
    expect(hidden.sizes[2]).toBe(0)
    const ended = fold(hidden, {
      type: 'round_ended', termination: 'draw', payments: [0, 0, 0, 0], winners: [], house: 0, items: {},
      hands: ['1m', '', '', ''], melds: [[], [], ['<9999p>'], []],
    })
    expect(ended.melds[2]?.[0]?.tiles).toBe('9999p')
  })
})
