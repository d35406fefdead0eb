import { beforeAll, describe, expect, it } from 'vitest'

import { stakeText } from '../../settlement/doudizhu'
import { language } from '../../lib/i18n'
import { called, spoken } from './calls'
import { emptyView } from './fold'
import type { Combo, Reckoning } from './view'
import { answerText, bombSize, comboName, logLine, raiseLines, runName, why } from './words'

const combo = (name: Combo['name'], text: string, length = 1): Combo => ({ name, text, length })

const played = (of: Combo, bomb_points = 0, shot_points = 0) =>
  ({ type: 'played', seat: 1, bomb_points, shot_points, base: 1 + bomb_points + shot_points, cards: of.text, combo: of }) as const

describe('in Chinese', () => {
  beforeAll(() => {
    language.current = 'zh'
  })

  it.each([
    [combo('single', 'W'), '大王'],
    [combo('pair', 'TT'), '对10'],
    [combo('triple', 'KKK'), '三个K'],
    [combo('triple_with_pair', 'JJJww'), '三个J带对小王'],
    [combo('pair_run', '556677', 3), '连对 5–7'],
    [combo('triple_run', 'TTTJJJ', 2), '连三 10–J'],
    [combo('triple_run_with_pairs', 'JJJQQQ3344', 2), '连三带对 J–Q'],
    [combo('bomb', '666666', 6), '六个头 6'],
    [combo('joker_bomb', 'wwWW', 4), '四个王'],
  ])('$text is called by its name', (of, name) => {
    expect(comboName(of)).toBe(name)
  })

  it('names runs and sizes of bombs', () => {
    expect(runName(combo('triple_run', '333444', 2))).toBe('连三')
    expect(runName(combo('pair', '33'))).toBeNull()
    expect(bombSize(combo('bomb', '33333333', 8))).toBe('八个头')
  })

  it('tells what a bomb added, and nothing of one that added nothing', () => {
    const six = combo('bomb', '666666', 6)
    expect(raiseLines({ combo: six, bomb_points: 1, shot_points: 1 })).toEqual([
      { text: '六个头', points: 1 },
      { text: '朝天开枪', points: 1 },
    ])
    expect(raiseLines({ combo: six, bomb_points: 0, shot_points: 0 })).toEqual([])
    expect(logLine(played(six, 1), 0)).toBe('下家出六个头 6，底 +1')
    expect(logLine(played(combo('pair', '33')), 0)).toBe('下家出对3')
  })

  it('tells a count as it was told: up to ten, or more', () => {
    expect(answerText(7)).toBe('还剩 7 张')
    expect(answerText(null)).toBe('多于十张')
    expect(logLine({ type: 'asked', seat: 0, target: 2, count: 7 }, 0)).toBe('你问对家：还剩 7 张')
  })

  it('says why one is asked', () => {
    const view = { ...emptyView(0), first_caller: 0, cut: '7h', landlord: 0 }
    expect(why({ kind: 'call' }, view, false)).toBe('红桃7在你手里，你先叫')
    expect(why({ kind: 'lead' }, view, false)).toBe('你是地主，先出牌')
    expect(why({ kind: 'lead' }, { ...view, shown: ['3s', '', '', ''] }, false)).toBe('没人要，你出牌')
    const follow = { kind: 'follow', seat: 3, combo: combo('pair', 'JJ') } as const
    expect(why(follow, view, false)).toBe('上家出了对J')
    expect(why(follow, view, true)).toBe('上家出了对J，你管不住')
    expect(why(null, view, false)).toBe('')
  })

  it('does not tell of a kitty that the viewer was not shown', () => {
    const taken = { type: 'kitty_taken', seat: 2, forced: false, gatekeeper: 1, cards: null } as const
    expect(logLine(taken, 0)).toBe('对家拿底牌')
    expect(logLine({ ...taken, seat: 0, cards: '3sTh' }, 0)).toBe('你拿底牌：3 10')
    expect(logLine({ ...taken, forced: true, cards: 'w2d' }, 0)).toBe('三家不叫，对家当地主，亮底牌：小王 2')
  })

  it('calls out bombs, the landlord and a surrender, and leaves plain plays to be said', () => {
    expect(called(played(combo('bomb', '5555', 4)))).toEqual({ seat: 1, text: '四个头', weight: 'win' })
    expect(called(played(combo('pair', '33')))).toBeNull()
    expect(called({ type: 'surrendered', seat: 2 })?.text).toBe('投降')
    expect(spoken(played(combo('pair', '33')))).toBe('对3')
    expect(spoken({ type: 'passed', seat: 2 })).toBe('不出')
    expect(spoken({ type: 'trick_ended', seat: 2 })).toBeNull()
  })
})

describe('what a farmer has at stake', () => {
  const line = (id: string, value: number, unit: string) => ({ id, zh: id, en: id, value, unit, clause: 'DZ-27' })
  const reckoning = (...items: Reckoning['items']): Reckoning => ({ landlord: 0, gatekeeper: 3, base: 6, items })

  it('is the base, and for the gatekeeper twice that', () => {
    const double = reckoning(line('gatekeeper', 2, '倍'))
    expect(stakeText(double, 1, 6)).toBe('')
    expect(stakeText(double, 3, 12)).toBe('6 × 2 = ')
  })

  it('is one more for the gatekeeper by the other house rule', () => {
    expect(stakeText(reckoning(line('gatekeeper', 1, '分')), 3, 7)).toBe('6 + 1 = ')
  })

  it('is doubled by 春天', () => {
    const spring = reckoning(line('spring', 2, '倍'), line('gatekeeper', 1, '分'))
    expect(stakeText(spring, 1, 12)).toBe('6 × 2 = ')
    expect(stakeText(spring, 3, 14)).toBe('(6 + 1) × 2 = ')
  })
})
