/**
 * What this browser saw of a round's deal with its own eyes, kept until the round can be checked.
 *
 * The commitment must be known before one's own number is given, and both must outlive a reload:
 * a server that could say afterwards what it had promised would have promised nothing.
 */
import { bytesToHex, randomBytes } from '@noble/hashes/utils.js'

import { recall, remember } from '../lib/persisted'

export interface Witness {
  readonly table: string
  readonly round: number
  readonly commitment: string
  /** One's own share of the chance. */
  readonly nonce: string
  /** The server has taken it in: it must be in the deal then. */
  readonly taken: boolean
  /** The hand that one was dealt, as its event wrote it. */
  readonly hand: string | null
}

const KEY = 'witness'
/** Rounds that are kept: a long evening and the one before. */
const KEPT = 60

function kept(): Witness[] {
  try {
    const stored: unknown = JSON.parse(recall(KEY) ?? '[]')
    return Array.isArray(stored) ? (stored as Witness[]) : []
  } catch {
    return []
  }
}

/** What this browser saw of a round; undefined if it was not there. */
export function witnessOf(table: string, round: number): Witness | undefined {
  return kept().find((one) => one.table === table && one.round === round)
}

/** A shuffle begins: note its commitment and draw one's own number, once for each round. */
export function begin(table: string, round: number, commitment: string): Witness {
  const seen = witnessOf(table, round)
  if (seen) return seen
  const witness = { table, round, commitment, nonce: bytesToHex(randomBytes(32)), taken: false, hand: null }
  remember(KEY, JSON.stringify([witness, ...kept()].slice(0, KEPT)))
  return witness
}

/** Note what else has become known of a round. */
export function note(table: string, round: number, more: Partial<Pick<Witness, 'taken' | 'hand'>>): void {
  const all = kept().map((one) => (one.table === table && one.round === round ? { ...one, ...more } : one))
  remember(KEY, JSON.stringify(all))
}
