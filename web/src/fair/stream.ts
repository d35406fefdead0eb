/**
 * The row of random numbers that follows from a seed, and the shuffle made of it: what the server
 * does in `paiju/core/randomness.py`, done again here so that it need not be believed.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'

const WORDS = 2 ** 32

export class Stream {
  readonly #prefix: Uint8Array
  #counter = 0n
  #words: number[] = []

  constructor(seed: Uint8Array, label: string) {
    this.#prefix = concatBytes(seed, utf8ToBytes(label))
  }

  /** An even number from 0 to `bound` - 1: words beyond the largest multiple of it are passed over. */
  below(bound: number): number {
    const limit = WORDS - (WORDS % bound)
    let word = this.#word()
    while (word >= limit) word = this.#word()
    return word % bound
  }

  /** Fisher–Yates from the last place down to the second. */
  shuffle<T>(items: readonly T[]): T[] {
    const mixed = [...items]
    for (let last = mixed.length - 1; last > 0; last--) {
      const other = this.below(last + 1)
      ;[mixed[last], mixed[other]] = [mixed[other] as T, mixed[last] as T]
    }
    return mixed
  }

  #word(): number {
    if (this.#words.length === 0) {
      const counter = new DataView(new ArrayBuffer(8))
      counter.setBigUint64(0, this.#counter++)
      const { buffer, byteOffset } = sha256(concatBytes(this.#prefix, new Uint8Array(counter.buffer)))
      const block = new DataView(buffer, byteOffset)
      this.#words = Array.from({ length: 8 }, (_, i) => block.getUint32(4 * i))
    }
    return this.#words.shift() as number
  }
}
