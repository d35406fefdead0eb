/** The sixteen things that can be said: ten sentences, and six faces drawn by us. */
import { t } from '../lib/i18n'
import type { Phrase } from '../lib/protocol'

export const SENTENCES = [
  'hello', 'thanks', 'well_played', 'hurry', 'wait', 'sorry', 'oops', 'lucky', 'again', 'bye',
] as const satisfies readonly Phrase[]

export const FACES = ['smile', 'laugh', 'cry', 'angry', 'clap', 'tea'] as const satisfies readonly Phrase[]

export type Face = (typeof FACES)[number]

export function isFace(phrase: Phrase): phrase is Face {
  return (FACES as readonly Phrase[]).includes(phrase)
}

export function phraseText(phrase: Phrase): string {
  return t(`say.${phrase}`)
}
