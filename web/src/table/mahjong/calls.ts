/** What is called out at the table, large and briefly, when something happens. */
import { t } from '../../lib/i18n'
import { claimName } from './words'
import type { MahjongEvent } from './view'

export interface Called {
  /** Who calls; null for what concerns the whole table. */
  readonly seat: number | null
  readonly text: string
  readonly weight: 'claim' | 'win'
}

export function called(event: MahjongEvent): Called | null {
  switch (event.type) {
    case 'melded':
      // An added kong was called when it was declared.
      if (event.kind === 'added_kong') return null
      return { seat: event.seat, text: claimName(event.kind), weight: 'claim' }
    case 'kong_declared':
      return { seat: event.seat, text: t('call.kong'), weight: 'claim' }
    case 'declared_ready':
      return { seat: event.seat, text: t('call.ready'), weight: 'claim' }
    case 'won': {
      const way = event.source === 'self_draw' ? 'call.self_draw' : event.source === 'robbed_kong' ? 'call.robbed_kong' : 'call.hu'
      return { seat: event.seat, text: t(way), weight: 'win' }
    }
    case 'false_win':
      return { seat: event.seat, text: t('call.false'), weight: 'claim' }
    case 'dealer_followed':
      return { seat: null, text: t('call.followed'), weight: 'claim' }
    case 'round_ended':
      return event.termination === 'draw' ? { seat: null, text: t('call.draw'), weight: 'claim' } : null
    default:
      return null
  }
}
