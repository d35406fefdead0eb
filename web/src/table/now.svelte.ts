/** The moment, for what counts down; it ticks only while somebody looks at it. */
import { createSubscriber } from 'svelte/reactivity'

const TICK = 200

const ticking = createSubscriber((update) => {
  const id = setInterval(update, TICK)
  return () => clearInterval(id)
})

/** `performance.now()`, read again by templates and derived values a few times a second. */
export function now(): number {
  ticking()
  return performance.now()
}
