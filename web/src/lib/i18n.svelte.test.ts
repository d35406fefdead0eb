import { flushSync } from 'svelte'
import { afterEach, describe, expect, it } from 'vitest'

import { fill, language, listed, pick, t, YOU } from './i18n'
import { preferredLanguage } from './language.svelte'
import { messages } from './messages'

const holes = (wording: string) =>
  [...new Set([...wording.matchAll(/\{(\w+)/g)].map((hole) => hole[1]))].sort()

afterEach(() => {
  language.current = 'zh'
})

describe('wordings', () => {
  it.each(Object.entries(messages))('%s is there in both languages with the same holes', (_, text) => {
    expect(text.zh.trim()).not.toBe('')
    expect(text.en.trim()).not.toBe('')
    expect(text.en).not.toMatch(/\p{Script=Han}/u)
    expect(holes(text.en)).toEqual(holes(text.zh))
    expect(text.zh.replace(/\{\w+(\|[^|}]*\|[^}]*)?\}/g, '')).not.toMatch(/[{}]/)
  })
})

describe('the language', () => {
  it.each([
    [null, [], 'zh'],
    [null, ['en-GB', 'fr'], 'en'],
    [null, ['en-GB', 'zh-TW'], 'zh'],
    [null, ['zh-CN', 'en'], 'zh'],
    [null, ['fr', 'en'], 'zh'],
    ['en', ['zh-CN'], 'en'],
    ['zh', ['en'], 'zh'],
    ['de', ['en'], 'en'],
  ] as const)('stored %s, browser %j: %s', (stored, browser, expected) => {
    expect(preferredLanguage(stored, browser)).toBe(expected)
  })

  it('is kept, told to the page, and followed by what was already drawn', () => {
    const seen: string[] = []
    const stop = $effect.root(() => {
      $effect(() => {
        seen.push(t('tile.7z'))
      })
    })
    flushSync()
    language.current = 'en'
    flushSync()
    expect(seen).toEqual(['红中', 'Red dragon'])
    expect(localStorage.getItem('paiju.language')).toBe('en')
    expect(document.documentElement.lang).toBe('en')
    stop()
  })
})

describe('t and pick', () => {
  it('fill their holes', () => {
    expect(t('tile.m', { n: '五' })).toBe('五万')
    expect(fill('{n} {n|tile|tiles} left', { n: 1 })).toBe('1 tile left')
    expect(fill('{n} {n|tile|tiles} left', { n: 0 })).toBe('0 tiles left')
    expect(fill('{who}: {what}', { who: '{what}' })).toBe('{what}: {what}')
  })

  it('write small who is addressed, and no name that is spelt so', () => {
    language.current = 'en'
    expect(fill('{who} {who|draws|draw}', { who: YOU })).toBe('You draw')
    expect(fill('{who} {who|draws|draw}', { who: 'You' })).toBe('You draws')
    expect(fill('Waiting for {who}', { who: YOU })).toBe('Waiting for you')
    expect(fill('Waiting for {who}', { who: 'You' })).toBe('Waiting for You')
    expect(listed([YOU, 'Left'])).toBe('You, Left')
  })

  it('name one after another', () => {
    expect(listed(['下家', '你'])).toBe('下家、你')
    language.current = 'en'
    expect(listed(['Right', 'Left'])).toBe('Right, Left')
  })

  it('give the server’s text in the language of the player', () => {
    expect(pick({ zh: '过牌', en: 'passed' })).toBe('过牌')
    language.current = 'en'
    expect(pick({ zh: '过牌', en: 'passed' })).toBe('passed')
  })
})
