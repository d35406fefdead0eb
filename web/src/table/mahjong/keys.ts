/** What the keyboard does at a mahjong table. */
import { t } from '../../lib/i18n'

export const keyRows = (): [string, string][] => [
  [t('key.arrows'), t('keys.arrows')],
  [t('key.enter'), t('keys.discard')],
  ['1 – 9', t('keys.numbers')],
  ['H', t('keys.hu')],
  ['G', t('keys.kong')],
  ['P', t('keys.pung')],
  ['C', t('keys.chow')],
  ['R', t('keys.ready')],
  ['X / Esc', t('keys.pass')],
]
