/** The page's fold against the engine's, event by event (written by scripts/golden.py). */
import { describe, expect, test } from 'vitest'
import { emptyView, fold } from './fold'
import type { DoudizhuEvent, DoudizhuView, Seat } from './view'

interface Frame {
  event: DoudizhuEvent
  changed: Partial<DoudizhuView>
}

interface Playthrough {
  viewers: { viewer: Seat | null; empty: Partial<DoudizhuView>; frames: Frame[] }[]
}

const PLAYTHROUGHS = import.meta.glob<Playthrough>('../../../tests/fixtures/doudizhu-*.json', {
  eager: true,
  import: 'default',
})

test('there are playthroughs', () => {
  expect(Object.keys(PLAYTHROUGHS).length).toBeGreaterThan(0)
})

describe.each(Object.entries(PLAYTHROUGHS))('%s', (_path, { viewers }) => {
  test.each(viewers)('as $viewer sees it', ({ viewer, empty, frames }) => {
    let view = emptyView(viewer, empty.counts !== null)
    let expected = empty
    expect(view).toMatchObject(expected)
    for (const { event, changed } of frames) {
      view = fold(view, event)
      expected = { ...expected, ...changed }
      expect(view, JSON.stringify(event)).toMatchObject(expected)
    }
  })
})
