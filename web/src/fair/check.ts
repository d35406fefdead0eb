/**
 * Whether a round was dealt fairly, judged by what this browser itself has seen.
 *
 * Nothing is asked of the server: its secret must fit the seal that it showed before the shuffle,
 * the seed must follow from the secret and everybody's numbers, and the deal from the seed.
 */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'

import type { JsonObject, Proof } from '../lib/protocol'
import { cards } from '../table/doudizhu/notation'
import { tiles } from '../table/mahjong/notation'
import { cardDeal, mahjongDeal, type CardDeal, type MahjongDeal } from './deal'
import { commitment, dealSeed } from './seed'
import type { Witness } from './witness'

/** `late`: one's number is not in the deal, and the server never said that it would be. */
export type Check =
  | { readonly id: 'commitment'; readonly verdict: 'yes' | 'no' | 'unknown'; readonly about: string }
  | { readonly id: 'nonce'; readonly verdict: 'yes' | 'no' | 'unknown' | 'late'; readonly about: string }
  | { readonly id: 'seed'; readonly verdict: 'yes' | 'no'; readonly about: string }
  | { readonly id: 'hand'; readonly verdict: 'yes' | 'no' | 'unknown'; readonly about: string }
  | { readonly id: 'draws'; readonly verdict: 'yes' | 'no' | 'unknown'; readonly about: string }
  | { readonly id: 'kitty'; readonly verdict: 'yes' | 'no'; readonly about: string }

export interface Evidence {
  readonly game: string
  readonly dealer: number
  readonly proof: Proof
  /** One's own seat; null for who looked on. */
  readonly you: number | null
  /** What this browser saw of the shuffle and the deal, if it was there. */
  readonly witness: Witness | undefined
  /** What this page was told of the round, whole if it begins with its start. */
  readonly events?: readonly JsonObject[]
  /** The game's own view of the round, as it stands at the end. */
  readonly view?: JsonObject | null
}

/** Every check of a round, in the order in which they build on each other. */
export function checks(evidence: Evidence): Check[] {
  const { proof, you } = evidence
  const found: Check[] = [sealed(evidence)]
  if (you !== null) found.push(mixedIn(evidence, you))
  found.push(follows(proof))
  const seed = bytesOf(proof.seed)
  return seed === undefined || you === null ? found : [...found, ...dealt(evidence, you, seed)]
}

/** Something is wrong, all is well, or all is well as far as it could be seen. */
export function overall(found: readonly Check[]): 'yes' | 'no' | 'part' {
  if (found.some(({ verdict }) => verdict === 'no')) return 'no'
  return found.every(({ verdict }) => verdict === 'yes') ? 'yes' : 'part'
}

function bytesOf(hex: string): Uint8Array | undefined {
  try {
    return hexToBytes(hex)
  } catch {
    return undefined
  }
}

function sealed({ proof, witness }: Evidence): Check {
  const secret = bytesOf(proof.secret)
  const seal = witness?.commitment ?? proof.commitment
  const fits = secret !== undefined && commitment(secret) === seal
  return { id: 'commitment', verdict: !fits ? 'no' : witness ? 'yes' : 'unknown', about: seal }
}

function mixedIn({ proof, witness }: Evidence, you: number): Check {
  const about = witness?.nonce ?? ''
  if (!witness) return { id: 'nonce', verdict: 'unknown', about }
  const used = proof.nonces[you] ?? null
  if (used === null) return { id: 'nonce', verdict: witness.taken ? 'no' : 'late', about }
  return { id: 'nonce', verdict: used === witness.nonce ? 'yes' : 'no', about }
}

function follows({ secret, nonces, seed }: Proof): Check {
  const bytes = bytesOf(secret)
  const right = bytes !== undefined && bytesToHex(dealSeed(bytes, nonces)) === seed
  return { id: 'seed', verdict: right ? 'yes' : 'no', about: seed }
}

function dealt({ game, dealer, witness, events, view }: Evidence, you: number, seed: Uint8Array): Check[] {
  const hand = witness?.hand ?? null
  if (game === 'jiujiang-doudizhu') {
    const deal = cardDeal(dealer, seed)
    return [handIs(deal.hands[you], hand === null ? null : cards(hand)), ...(view ? kittyIs(deal, view) : [])]
  }
  const deal = mahjongDeal(game, dealer, seed)
  if (!deal) return []
  return [handIs(deal.hands[you], hand === null ? null : tiles(hand)), ...(events ? [drawsAre(deal, events)] : [])]
}

function handIs(due: readonly string[] = [], seen: readonly string[] | null): Check {
  const about = due.join(' ')
  if (seen === null) return { id: 'hand', verdict: 'unknown', about }
  return { id: 'hand', verdict: seen.join(' ') === about ? 'yes' : 'no', about }
}

/** One's own draws against the wall: from its head, replacements from its end. */
function drawsAre(deal: MahjongDeal, events: readonly JsonObject[]): Check {
  const left = [...deal.wall]
  let seen = 0
  let wrong = false
  for (const event of events) {
    if (event['type'] !== 'drew') continue
    const due = event['replacement'] === true ? left.pop() : left.shift()
    if (event['tile'] === null) continue
    seen += 1
    if (event['tile'] !== due) wrong = true
  }
  const whole = events[0]?.['type'] === 'round_started'
  return { id: 'draws', verdict: !whole ? 'unknown' : wrong ? 'no' : 'yes', about: String(seen) }
}

/** The card turned up and whose it was, and the kitty if one has seen it. */
function kittyIs(deal: CardDeal, view: JsonObject): Check[] {
  const cut = view['cut'] === deal.cut && view['first_caller'] === deal.firstCaller
  const seen = view['kitty']
  const kitty = typeof seen !== 'string' || cards(seen).sort().join() === [...deal.kitty].sort().join()
  return [{ id: 'kitty', verdict: cut && kitty ? 'yes' : 'no', about: deal.kitty.join(' ') }]
}
