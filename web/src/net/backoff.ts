/** How long to wait before the line is tried again: doubling, capped, with jitter. */
const FIRST = 400
const LONGEST = 10_000

/**
 * Milliseconds before attempt `attempt` (0 = the first after a loss). The jitter, up to half of
 * the wait, keeps a club of phones from knocking all at once when their server comes back.
 */
export function backoff(attempt: number, random: () => number = Math.random): number {
  const wait = Math.min(LONGEST, FIRST * 2 ** attempt)
  return Math.round(wait * (1 - random() / 2))
}
