/** What is called out at the table, large and briefly, when something happens. */
import { t } from '../../lib/i18n'
import { bombSize, answerText, comboName } from './words'
import { isBomb, type DoudizhuEvent } from './view'

export interface Called {
  readonly seat: number
  readonly text: string
  readonly weight: 'claim' | 'win'
}

/** What stands large at a seat; plays of few cards speak for themselves. */
export function called(event: DoudizhuEvent): Called | null {
  switch (event.type) {
    case 'called':
      return { seat: event.seat, text: t('dz.call.call'), weight: 'claim' }
    case 'declined':
      return { seat: event.seat, text: t('dz.call.decline'), weight: 'claim' }
    case 'kitty_taken':
      return event.forced ? { seat: event.seat, text: t('dz.call.forced'), weight: 'claim' } : null
    case 'surrendered':
      return { seat: event.seat, text: t('dz.call.surrender'), weight: 'claim' }
    case 'asked':
      return { seat: event.target, text: answerText(event.count), weight: 'claim' }
    case 'played':
      if (isBomb(event.combo)) return { seat: event.seat, text: bombSize(event.combo), weight: 'win' }
      return event.combo.name.includes('run')
        ? { seat: event.seat, text: t(`dz.call.${event.combo.name as 'pair_run'}`), weight: 'claim' }
        : null
    default:
      return null
  }
}

/** What is said aloud: every play by its name, and that somebody passes. */
export function spoken(event: DoudizhuEvent): string | null {
  if (event.type === 'passed') return t('dz.pass')
  return event.type === 'played' ? comboName(event.combo) : (called(event)?.text ?? null)
}
