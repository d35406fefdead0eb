/** What is called out at the table, large and briefly, when something happens. */
import { t } from '../../lib/i18n'
import { answerText, bombSize, comboName } from './words'
import { isBomb, type DoudizhuEvent } from './view'

export interface Called {
  readonly seat: number
  readonly text: string
  readonly weight: 'claim' | 'win'
}

/** What stands large at a seat; other plays speak for themselves. */
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
    case 'played':
      return isBomb(event.combo) ? { seat: event.seat, text: bombSize(event.combo), weight: 'win' } : null
    default:
      return null
  }
}

/** What is said aloud: every play by its name, every pass, and what was told of a count. */
export function spoken(event: DoudizhuEvent): string | null {
  switch (event.type) {
    case 'passed':
      return t('dz.pass')
    case 'asked':
      return answerText(event.count)
    case 'played':
      return comboName(event.combo)
    default:
      return called(event)?.text ?? null
  }
}
