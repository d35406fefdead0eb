/** Events and questions in a player's words. */
import { language, listed, t, type Key, type Who } from '../../lib/i18n'
import { tileName } from '../../lib/tiles/codes'
import { who } from '../seats'
import { tiles } from './notation'
import type { MahjongEvent, MahjongView, Question } from './view'

/** 吃, 碰, 杠 by the name of an action or a meld. */
export function claimName(claim: string): string {
  if (claim.includes('kong')) return t('call.kong')
  return claim === 'chow' ? t('call.chow') : t('call.pung')
}

export function tileNames(text: string | null): string {
  const names = tiles(text ?? '').map(tileName)
  return names.join(language.current === 'zh' ? '' : ', ')
}

export type Unit = Extract<Key, `unit.${string}`>

/** What a game counts a win in: 炮 where they add up, points where they are a score. */
export function unitOf(game: string): Unit {
  return game === 'jintan-mahjong' ? 'unit.jintan-mahjong' : 'unit.jiujiang-mahjong'
}

/** Why one is asked: "下家打五筒". */
export function why(question: Question | null, view: MahjongView): string {
  const me = view.viewer
  const tile = question?.tile ?? null
  const from = question?.seat ?? view.last?.seat ?? me
  switch (question?.kind) {
    case 'turn':
      return view.drawn === null ? t('why.turn') : t('why.turn.drawn', { tile: tileName(view.drawn) })
    case 'claim':
      return tile === null || from === null ? '' : t('why.claim', { who: who(from, me), tile: tileName(tile) })
    case 'rob':
      return tile === null || from === null ? '' : t('why.rob', { who: who(from, me), tile: tileName(tile) })
    case 'ready':
      return t('why.ready')
    case 'raise':
      return t('why.raise')
    default:
      return ''
  }
}

/** That another seat wants the tile one is asked about: told only to those who can win on it. */
export function told(view: MahjongView): string {
  if (!view.told) return ''
  return t('why.told', { who: who(view.told.claimant, view.viewer), claim: claimName(view.told.claim) })
}

/** One line of the log, or nothing for what goes without saying. */
export function logLine(event: MahjongEvent, viewer: number | null): string | null {
  const name = (seat: number) => who(seat, viewer)
  switch (event.type) {
    case 'round_started':
      return t(event.factor > 1 ? 'log.started.factor' : 'log.started', { who: name(event.dealer), n: event.factor })
    case 'raised':
      return listed(event.raises.flatMap((n, seat) => (n > 0 ? [t('log.raised', { who: name(seat), n })] : []))) || null
    case 'dealt':
    case 'claim_told':
      return null
    case 'bonus_laid':
      return t('log.bonus', { who: name(event.seat), tile: tileName(event.tile) })
    case 'drew':
      if (event.tile !== null) return t('log.drew.tile', { who: name(event.seat), tile: tileName(event.tile) })
      return t(event.replacement ? 'log.replaced' : 'log.drew', { who: name(event.seat) })
    case 'declared_ready':
      return t('log.ready', { who: name(event.seat) })
    case 'discarded':
      return t('log.discarded', { who: name(event.seat), tile: tileName(event.tile) })
    case 'dealer_followed':
      return t('log.followed', { tile: tileName(event.tile) })
    case 'win_declined':
      return t('log.declined', { tile: tileName(event.tile), n: event.points })
    case 'kong_declared':
      return t('log.kong_declared', { who: name(event.seat), tile: tileName(event.tile) })
    case 'melded':
      return meldLine(event, name(event.seat))
    case 'false_win':
      return t('log.false_win', { who: name(event.seat), n: event.penalty })
    case 'won':
      return wonLine(event, name)
    case 'round_ended':
      return t('log.ended')
  }
}

type Event<T extends MahjongEvent['type']> = Extract<MahjongEvent, { type: T }>

function meldLine(event: Event<'melded'>, subject: Who): string | null {
  // An added kong has been told of when it was declared.
  if (event.kind === 'added_kong') return null
  const made = tileNames(event.kind === 'chow' ? event.tiles : (event.tiles?.replace(/^(\d)\d*/, '$1') ?? null))
  const key = event.kind === 'exposed_kong' ? 'kong' : event.kind
  return t(`log.${key}`, { who: subject, tiles: made })
}

function wonLine(event: Event<'won'>, name: (seat: number) => Who): string {
  const tile = tileName(event.tile)
  if (event.payer === null) return t('log.won.self_draw', { who: name(event.seat), tile })
  const key = event.source === 'robbed_kong' ? 'log.won.robbed_kong' : 'log.won.discard'
  return t(key, { who: name(event.seat), from: name(event.payer), tile })
}
