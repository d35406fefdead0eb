/** Combinations, events and questions in a player's words. */
import { cardName, rankText } from '../../lib/cards/codes'
import { language, t, type Who } from '../../lib/i18n'
import { who } from '../seats'
import type { Combo, DoudizhuEvent, DoudizhuView, Question, Raise } from './view'

const SIZES = { 4: 'combo.bomb.4', 5: 'combo.bomb.5', 6: 'combo.bomb.6', 7: 'combo.bomb.7', 8: 'combo.bomb.8' } as const

const rank = (text: string, place: number): string => {
  const code = text.at(place) ?? ''
  return code === 'w' || code === 'W' ? cardName(code) : rankText(code)
}

/** What a combination is called: 对9, 连对 5–8, 六个头 4. */
export function comboName(combo: Combo): string {
  const first = rank(combo.text, 0)
  switch (combo.name) {
    case 'single':
    case 'pair':
    case 'triple':
      return t(`combo.${combo.name}`, { rank: first })
    case 'triple_with_pair':
      return t('combo.triple_with_pair', { rank: first, pair: rank(combo.text, 3) })
    case 'pair_run':
    case 'triple_run':
      return t(`combo.${combo.name}`, { low: first, high: rank(combo.text, -1) })
    case 'triple_run_with_pairs':
      return t('combo.triple_run_with_pairs', { low: first, high: rank(combo.text, combo.length * 3 - 1) })
    case 'bomb':
      return t('combo.bomb', { size: bombSize(combo), rank: first })
    case 'joker_bomb':
      return t('combo.joker_bomb')
  }
}

/** 六个头 and so on; the four jokers are 四个王. */
export function bombSize(combo: Combo): string {
  if (combo.name === 'joker_bomb') return t('combo.joker_bomb')
  return t(SIZES[combo.length as keyof typeof SIZES])
}

/** What a run is called, without its ranks; nothing for what is none. */
export function runName(combo: Combo): string | null {
  switch (combo.name) {
    case 'pair_run':
    case 'triple_run':
    case 'triple_run_with_pairs':
      return t(`combo.run.${combo.name}`)
    default:
      return null
  }
}

/** What a bomb added to the base, in one line each: for its size, and as 朝天开枪. */
export function raiseLines(raise: Raise): { text: string; points: number }[] {
  const lines = [
    { text: bombSize(raise.combo), points: raise.bomb_points },
    { text: t('base.shot'), points: raise.shot_points },
  ]
  return lines.filter((line) => line.points !== 0)
}

/** Why one is asked. */
export function why(question: Question | null, view: DoudizhuView, stuck: boolean): string {
  switch (question?.kind) {
    case 'call':
      return view.first_caller === view.viewer && view.cut !== null
        ? t('dz.why.call.first', { card: cardName(view.cut) })
        : t('dz.why.call')
    case 'lead':
      return view.landlord === view.viewer && view.shown.every((cards) => cards === null)
        ? t('dz.why.open')
        : t('dz.why.lead')
    case 'follow': {
      const beaten = t('dz.why.follow', { who: who(question.seat, view.viewer), combo: comboName(question.combo) })
      return stuck ? t('dz.why.stuck', { what: beaten }) : beaten
    }
    default:
      return ''
  }
}

/** How many cards somebody was told a seat has left. */
export function answerText(count: number | null): string {
  return count === null ? t('ask.many') : t('ask.count', { n: count })
}

/** One line of the log, or nothing for what goes without saying. */
export function logLine(event: DoudizhuEvent, viewer: number | null): string | null {
  const name = (seat: number) => who(seat, viewer)
  switch (event.type) {
    case 'round_started':
      return t('dz.log.started', { who: name(event.dealer) })
    case 'cut_shown':
      return t('dz.log.cut', { who: name(event.seat), card: cardName(event.card) })
    case 'called':
      return t('dz.log.called', { who: name(event.seat) })
    case 'declined':
      return t('dz.log.declined', { who: name(event.seat) })
    case 'kitty_taken':
      if (event.forced) return t('dz.log.forced', { who: name(event.seat), cards: names(event.cards) })
      return event.cards === null
        ? t('dz.log.kitty', { who: name(event.seat) })
        : t('dz.log.kitty.own', { cards: names(event.cards) })
    case 'surrendered':
      return t('dz.log.surrendered', { who: name(event.seat) })
    case 'played':
      return playedLine(event, name(event.seat))
    case 'passed':
      return t('dz.log.passed', { who: name(event.seat) })
    case 'trick_ended':
      return t('dz.log.trick', { who: name(event.seat) })
    case 'asked':
      return t('dz.log.asked', {
        who: name(event.seat),
        target: name(event.target),
        answer: answerText(event.count),
      })
    case 'round_ended':
      return t('log.ended')
    case 'dealt':
      return null
  }
}

function playedLine(event: Extract<DoudizhuEvent, { type: 'played' }>, subject: Who): string {
  const played = t('dz.log.played', { who: subject, combo: comboName(event.combo) })
  const raised = event.bomb_points + event.shot_points
  if (raised === 0) return played
  return [played, t('dz.log.raised', { n: raised })].join(language.current === 'zh' ? '，' : ', ')
}

/** The ranks of a few cards, high to low, as one would read them out. */
function names(text: string | null): string {
  const codes = text?.match(/[3-9TJQKA2][shcd]?|[wW]/g) ?? []
  return codes.map((code) => (code === 'w' || code === 'W' ? cardName(code) : rankText(code.charAt(0)))).join(' ')
}
