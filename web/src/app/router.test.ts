import { expect, it } from 'vitest'

import { roomLink, routeOf } from './router.svelte'

it.each([
  ['', { at: 'home' }],
  ['#/', { at: 'home' }],
  ['#/r/0042', { at: 'room', code: '0042' }],
  ['#/r/42', { at: 'home' }],
  ['#/r/abcd', { at: 'home' }],
  ['#/rules/jintan-mahjong', { at: 'rules', game: 'jintan-mahjong', clause: null }],
  ['#/rules/jintan-mahjong/JT-14', { at: 'rules', game: 'jintan-mahjong', clause: 'JT-14' }],
  ['#/nowhere', { at: 'home' }],
])('%s leads to %j', (hash, route) => {
  expect(routeOf(hash)).toEqual(route)
})

it('sends friends to the room', () => {
  expect(roomLink('1234')).toBe('http://localhost:3000/#/r/1234')
})
