// @vitest-environment node
import { expect, it } from 'vitest'

import { dealtFrom } from './record'

const proof = { secret: 's', commitment: 'c', nonces: [null, 'n', null, null] }
const header = { paiju: 1, game: 'jiujiang-mahjong', options: {}, seed: 'seed', proof, dealer: 2, carry: {} }

it('reads what a record was dealt from', () => {
  const text = `${JSON.stringify(header)}\n{"seat": 2, "do": "discard 9p"}\n`
  expect(dealtFrom(text)).toEqual({ dealer: 2, proof: { ...proof, seed: 'seed' } })
  expect(dealtFrom(JSON.stringify(header))?.dealer).toBe(2)
})

it.each(['', '{', '{"seed": "seed", "dealer": 0}', '[]\n'])('finds no proof in %j', (text) => {
  expect(dealtFrom(text)).toBeNull()
})
