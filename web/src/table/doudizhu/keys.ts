/** What the keyboard does at a card table. */
import { t } from '../../lib/i18n'

export const keyRows = (): [string, string][] => [
  [t('key.arrows'), t('dz.keys.arrows')],
  ['↑ ↓', t('dz.keys.up')],
  [t('dz.key.space'), t('dz.keys.space')],
  [t('dz.key.enter'), t('dz.keys.enter')],
  ['H', t('dz.keys.hint')],
  ['P / Esc', t('dz.keys.pass')],
  ['S', t('dz.keys.sort')],
  ['⌫', t('dz.keys.clear')],
]
