import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { talk } from './talk.svelte'

beforeEach(() => {
  vi.useFakeTimers()
  talk.muteAll(false)
  talk.mute('老周', false)
  talk.bubbles = {}
})

afterEach(() => vi.useRealTimers())

const phrases = () => Object.entries(talk.bubbles).map(([seat, { phrase }]) => [Number(seat), phrase])

describe('what is said', () => {
  it('stands at its seat for a while', () => {
    talk.heard({ seat: 2, phrase: 'hello' }, '老周')
    expect(phrases()).toEqual([[2, 'hello']])
    vi.advanceTimersByTime(4000)
    expect(phrases()).toEqual([])
  })

  it('takes the place of what was said there before, for its own whole while', () => {
    talk.heard({ seat: 2, phrase: 'hello' }, '老周')
    vi.advanceTimersByTime(3000)
    talk.heard({ seat: 2, phrase: 'tea' }, '老周')
    talk.heard({ seat: 1, phrase: 'bye' }, '阿芳')
    vi.advanceTimersByTime(3000)
    expect(phrases()).toEqual([[1, 'bye'], [2, 'tea']])
  })

  it('is not heard from whom one does not want to hear, and that is kept', () => {
    talk.mute('老周', true)
    talk.heard({ seat: 2, phrase: 'hello' }, '老周')
    talk.heard({ seat: 1, phrase: 'hello' }, '阿芳')
    expect(phrases()).toEqual([[1, 'hello']])
    expect(localStorage.getItem('paiju.muted')).toBe('["老周"]')
    expect([talk.isNamed('老周'), talk.isMuted('阿芳')]).toEqual([true, false])
  })

  it('is heard from nobody where one wants quiet, not even what stands there', () => {
    talk.heard({ seat: 1, phrase: 'hello' }, '阿芳')
    talk.muteAll(true)
    talk.heard({ seat: 2, phrase: 'hello' }, '老周')
    expect(phrases()).toEqual([])
    expect(localStorage.getItem('paiju.mute-all')).toBe('yes')
  })
})
