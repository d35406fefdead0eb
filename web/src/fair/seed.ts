/** The seed of a deal, from the server's secret and everybody's numbers: `paiju/core/fairness.py`. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** The seal that the server shows before the shuffle. */
export function commitment(secret: Uint8Array): string {
  return bytesToHex(sha256(secret))
}

/** The SHA-256 of six lines: a heading, the secret, and each seat's number or `-`. */
export function dealSeed(secret: Uint8Array, nonces: readonly (string | null)[]): Uint8Array {
  const lines = ['paiju deal', bytesToHex(secret), ...nonces.map((nonce) => nonce ?? '-')]
  return sha256(utf8ToBytes(lines.map((line) => `${line}\n`).join('')))
}
