import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { beforeEach, describe, expect, it } from 'vitest'

import type { JsonObject, Proof } from '../lib/protocol'
import { cards } from '../table/doudizhu/notation'
import { tiles } from '../table/mahjong/notation'
import { checks, overall, type Evidence } from './check'
import { cardDeal, mahjongDeal } from './deal'
import { commitment, dealSeed } from './seed'
import { Stream } from './stream'
import vectors from './vectors.json'
import { begin, note, witnessOf, type Witness } from './witness'

const MAHJONGS = ['jiujiang-mahjong', 'jintan-mahjong'] as const

describe.each(vectors)('what Python makes of the secret $secret', (vector) => {
  const secret = hexToBytes(vector.secret)
  const seed = hexToBytes(vector.seed)

  it('is sealed and mixed the same here', () => {
    expect(commitment(secret)).toBe(vector.commitment)
    expect(bytesToHex(dealSeed(secret, vector.nonces))).toBe(vector.seed)
  })

  it.each(Object.entries(vector.words))('gives the same words for %s', (label, words) => {
    const stream = new Stream(seed, label)
    expect(words.map(() => stream.below(2 ** 32))).toEqual(words)
  })

  it.each(Object.entries(vector.below))('gives the same numbers below %s', (bound, numbers) => {
    const stream = new Stream(seed, 'wall')
    expect(numbers.map(() => stream.below(Number(bound)))).toEqual(numbers)
  })

  it.each(MAHJONGS)('deals %s the same', (game) => {
    for (const { dealer, deal } of vector.deals[game]) {
      const dealt = mahjongDeal(game, dealer, seed)
      expect(dealt?.hands).toEqual(deal.hands.map(tiles))
      expect(dealt?.wall).toEqual(tiles(deal.wall))
    }
  })

  it('deals the cards the same', () => {
    for (const { dealer, deal } of vector.deals['jiujiang-doudizhu']) {
      expect(cardDeal(dealer, seed)).toEqual({
        hands: deal.hands.map(cards),
        kitty: cards(deal.kitty),
        cut: deal.cut,
        firstCaller: deal.first_caller,
      })
    }
  })
})

it('deals no game that it does not know', () => {
  expect(mahjongDeal('chess', 0, new Uint8Array(32))).toBeUndefined()
})

describe('a check', () => {
  const secret = '11'.repeat(32)
  const nonce = 'ab'.repeat(32)
  const proofOf = (nonces: (string | null)[]): Proof => ({
    secret,
    commitment: commitment(hexToBytes(secret)),
    nonces,
    seed: bytesToHex(dealSeed(hexToBytes(secret), nonces)),
  })
  const proof = proofOf([null, nonce, null, null])
  const mahjong = mahjongDeal('jiujiang-mahjong', 0, hexToBytes(proof.seed))
  const witness: Witness = {
    table: 't',
    round: 1,
    commitment: proof.commitment,
    nonce,
    taken: true,
    hand: (mahjong?.hands[1] ?? []).join(''),
  }
  const drew = (tile: string | null, replacement = false): JsonObject => ({ type: 'drew', seat: 1, replacement, wall: 0, tile })
  const wall = mahjong?.wall ?? []
  const events: JsonObject[] = [
    { type: 'round_started' },
    drew(null),
    drew(wall[1] ?? ''),
    drew(wall.at(-1) ?? '', true),
    drew(wall[2] ?? ''),
  ]
  const evidence: Evidence = { game: 'jiujiang-mahjong', dealer: 0, proof, you: 1, witness, events }
  const verdicts = (changed: Partial<Evidence>) =>
    Object.fromEntries(checks({ ...evidence, ...changed }).map(({ id, verdict }) => [id, verdict]))
  const ALL = { commitment: 'yes', nonce: 'yes', seed: 'yes', hand: 'yes', draws: 'yes' }

  it('finds a fair round fair', () => {
    expect(verdicts({})).toEqual(ALL)
    expect(overall(checks(evidence))).toBe('yes')
  })

  it.each([
    ['a secret that was not the sealed one', { proof: { ...proof, secret: '22'.repeat(32) } }, { commitment: 'no', seed: 'no' }],
    ['a seal that was changed afterwards', { witness: { ...witness, commitment: '00'.repeat(32) } }, { commitment: 'no' }],
    ['a secret that is no number', { proof: { ...proof, secret: 'x' } }, { commitment: 'no', seed: 'no' }],
    ['a number that was taken and not used', { proof: proofOf([null, null, null, null]) }, { nonce: 'no' }],
    ['another number than the given one', { proof: proofOf([null, 'cd'.repeat(32), null, null]) }, { nonce: 'no' }],
    ['another hand', { witness: { ...witness, hand: '123m' } }, { hand: 'no' }],
    ['a draw out of its order', { events: [...events, drew(wall.find((tile) => tile !== wall[3]) ?? '')] }, { draws: 'no' }],
  ])('finds out %s', (_, changed, expected) => {
    expect(verdicts(changed)).toMatchObject(expected)
    expect(overall(checks({ ...evidence, ...changed }))).toBe('no')
  })

  it('finds out a seed from nowhere, and the deal that does not follow', () => {
    expect(verdicts({ proof: { ...proof, seed: '33'.repeat(32) } })).toMatchObject({ commitment: 'yes', seed: 'no', hand: 'no' })
  })

  it('says what could not be seen from here', () => {
    expect(verdicts({ witness: undefined })).toMatchObject({ commitment: 'unknown', nonce: 'unknown', seed: 'yes', hand: 'unknown' })
    expect(verdicts({ events: events.slice(2) })).toMatchObject({ draws: 'unknown' })
    const late = { proof: proofOf([null, null, null, null]), witness: { ...witness, taken: false } }
    expect(verdicts(late)).toMatchObject({ nonce: 'late', seed: 'yes' })
    expect(overall(checks({ ...evidence, events: events.slice(2) }))).toBe('part')
  })

  it('tells who looks on no more than the numbers', () => {
    expect(Object.keys(verdicts({ you: null, witness: undefined }))).toEqual(['commitment', 'seed'])
  })

  it('compares cards, the cut and a kitty that was seen', () => {
    const deal = cardDeal(2, hexToBytes(proof.seed))
    const view = { cut: deal.cut, first_caller: deal.firstCaller, kitty: [...deal.kitty].reverse().join('') }
    const round = { game: 'jiujiang-doudizhu', dealer: 2, witness: { ...witness, hand: (deal.hands[1] ?? []).join('') } }
    expect(verdicts({ ...round, view })).toEqual({ commitment: 'yes', nonce: 'yes', seed: 'yes', hand: 'yes', kitty: 'yes' })
    expect(verdicts({ ...round, view: { ...view, kitty: null } })).toMatchObject({ kitty: 'yes' })
    expect(verdicts({ ...round, view: { ...view, first_caller: (deal.firstCaller + 1) % 4 } })).toMatchObject({ kitty: 'no' })
    expect(verdicts({ ...round, view: { ...view, kitty: '3s3s3s3s3s3s3s3s' } })).toMatchObject({ kitty: 'no' })
  })
})

describe('what this browser saw', () => {
  beforeEach(() => localStorage.clear())

  it('is one number for a round, over reloads too', () => {
    const seen = begin('t', 1, 'seal')
    expect(seen.nonce).toMatch(/^[0-9a-f]{64}$/)
    expect(begin('t', 1, 'another seal')).toEqual(seen)
    expect(begin('t', 2, 'seal').nonce).not.toBe(seen.nonce)
    expect(witnessOf('other', 1)).toBeUndefined()
  })

  it('is noted as it becomes known', () => {
    begin('t', 1, 'seal')
    note('t', 1, { taken: true })
    note('t', 1, { hand: '1m' })
    note('t', 9, { hand: '9m' })
    expect(witnessOf('t', 1)).toMatchObject({ commitment: 'seal', taken: true, hand: '1m' })
  })

  it('is forgotten after a long evening, and broken storage is no evidence', () => {
    for (let round = 1; round <= 70; round++) begin('t', round, 'seal')
    expect([witnessOf('t', 1), witnessOf('t', 70)?.round]).toEqual([undefined, 70])
    localStorage.setItem('paiju.witness', '{')
    expect(witnessOf('t', 70)).toBeUndefined()
  })
})
