/** Moments of the server (ms since 1970) as people say them. */
import { language } from './i18n'

const TAGS = { zh: 'zh-CN', en: 'en-GB' } as const

/** 11月30日 14:05; with the year where it is another one. */
export function moment(at: number): string {
  const then = new Date(at)
  const sameYear = then.getFullYear() === new Date().getFullYear()
  return new Intl.DateTimeFormat(TAGS[language.current], {
    ...(sameYear ? {} : { year: 'numeric' }),
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  }).format(then)
}
