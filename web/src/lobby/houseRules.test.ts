// @vitest-environment node
import { expect, it } from 'vitest'

import type { GameInfo, OptionInfo } from '../lib/protocol'
import { changes, filled, isSwitch, presetNames, presetOf, stepped } from './houseRules'

const option = (name: string, more: Partial<OptionInfo>): OptionInfo => ({
  name, label: { zh: name, en: name }, clause: 'X-1', default: false, values: [false, true], low: 0, high: 0, step: 1, ...more,
})
const CHOW = option('chow', { default: true })
const BASE = option('base', { default: 10, values: [], low: 2, high: 20, step: 2 })
const GAME: GameInfo = {
  key: 'g',
  name: { zh: 'g', en: 'g' },
  options: [CHOW, BASE],
  presets: { default: {}, sheet: { base: 10 }, 'no-chow': { chow: false } },
}

it('fills in the written rules and sends only what differs from them', () => {
  expect(filled(GAME, { chow: false })).toEqual({ chow: false, base: 10 })
  expect(changes(GAME, { chow: false, base: 10 })).toEqual({ chow: false })
})

it('knows a preset by its values', () => {
  expect(presetOf(GAME, filled(GAME, {}))).toBe('default')
  expect(presetOf(GAME, { chow: false, base: 10 })).toBe('no-chow')
  expect(presetOf(GAME, { chow: false, base: 12 })).toBeNull()
})

it('offers two names for the same rules once', () => {
  expect(presetNames(GAME)).toEqual(['default', 'no-chow'])
})

it('steps a number within its bounds', () => {
  expect(stepped(BASE, 10, 1)).toBe(12)
  expect(stepped(BASE, 20, 1)).toBe(20)
  expect(stepped(BASE, 2, -1)).toBe(2)
})

it('tells a switch from a choice', () => {
  expect(isSwitch(CHOW)).toBe(true)
  expect(isSwitch(option('lock', { values: ['worth', 'tile'] }))).toBe(false)
  expect(isSwitch(BASE)).toBe(false)
})
