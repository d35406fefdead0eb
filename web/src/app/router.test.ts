import { expect, it } from 'vitest'

import { roomLink, routeOf } from './router.svelte'

it.each([
  ['', { at: 'home' }],
  ['#/', { at: 'home' }],
  ['#/r/004217', { at: 'room', code: '004217' }],
  ['#/r/0042', { at: 'home' }],
  ['#/w/004217', { at: 'watch', code: '004217' }],
  ['#/history', { at: 'history' }],
  ['#/r/42', { at: 'home' }],
  ['#/r/abcd', { at: 'home' }],
  ['#/rules/jintan-mahjong', { at: 'rules', game: 'jintan-mahjong', clause: null }],
  ['#/rules/jintan-mahjong/JT-14', { at: 'rules', game: 'jintan-mahjong', clause: 'JT-14' }],
  ['#/nowhere', { at: 'home' }],
])('%s leads to %j', (hash, route) => {
  expect(routeOf(hash)).toEqual(route)
})

it('sends friends to the room', () => {
  expect(roomLink('123456', null)).toBe('http://localhost:3000/#/r/123456')
  expect(roomLink('123456', 'http://192.168.1.5:8000/')).toBe('http://192.168.1.5:8000/#/r/123456')
})
