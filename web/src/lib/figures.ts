/** Numbers as they are printed: with a true minus, which is as wide as a plus. */
export function figure(n: number): string {
  return n < 0 ? `−${-n}` : String(n)
}

/** What is gained or lost: with its sign, nothing before 0. */
export function signed(n: number): string {
  return n > 0 ? `+${n}` : figure(n)
}
