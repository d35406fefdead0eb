/** The lines of a settlement of 九江斗地主, put together into what one farmer has at stake. */
import type { Reckoning, Seat } from '../table/doudizhu/view'

/** 6 × 2 × 2 = , or nothing where the amount says it all. */
export function stakeText(reckoning: Reckoning, seat: Seat, amount: number): string {
  const line = (id: string) => reckoning.items.find((item) => item.id === id)
  const keeper = seat === reckoning.gatekeeper ? line('gatekeeper') : undefined
  const spring = line('spring')
  const base = keeper?.unit === '分' ? `${reckoning.base} + ${keeper.value}` : String(reckoning.base)
  const times = [keeper?.unit === '倍' ? keeper : undefined, spring].flatMap((item) => (item ? [item.value] : []))
  const first = base.includes('+') && times.length > 0 ? `(${base})` : base
  const written = [first, ...times].join(' × ')
  return written === String(amount) ? '' : `${written} = `
}
