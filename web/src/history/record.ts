/** A record of a round as JSON Lines: what its header says of the deal. */
import type { Proof } from '../lib/protocol'

export interface DealtFrom {
  readonly dealer: number
  readonly proof: Proof
}

/** Read the header's proof; null where the record has none, or cannot be read. */
export function dealtFrom(text: string): DealtFrom | null {
  try {
    const header = JSON.parse(text.split('\n', 1)[0] ?? '') as Partial<{
      seed: string
      dealer: number
      proof: Omit<Proof, 'seed'>
    }>
    const { seed, dealer, proof } = header
    return seed === undefined || dealer === undefined || !proof ? null : { dealer, proof: { ...proof, seed } }
  } catch {
    return null
  }
}
