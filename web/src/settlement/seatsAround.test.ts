import { expect, it } from 'vitest'

import { SIDES } from '../table/seats'
import { arrow, PLACES } from './seatsAround'

it('draws every payment between two plates, towards who is paid', () => {
  for (const from of SIDES) {
    for (const to of SIDES.filter((side) => side !== from)) {
      const { start, end } = arrow(from, to)
      const far = (a: { x: number; y: number }, b: { x: number; y: number }) => Math.hypot(a.x - b.x, a.y - b.y)
      expect(far(start, PLACES[from])).toBeGreaterThan(10)
      expect(far(end, PLACES[to])).toBeGreaterThan(10)
      expect(far(end, PLACES[to])).toBeLessThan(far(start, PLACES[to]))
    }
  }
})
