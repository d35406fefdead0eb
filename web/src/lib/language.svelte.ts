/** The language the player reads: Chinese first, English complete. */
import { recall, remember } from './persisted'

export type Lang = 'zh' | 'en'

/** A text of the server's in both languages. */
export interface Text {
  readonly zh: string
  readonly en: string
}

const KEY = 'language'
const TAG: Record<Lang, string> = { zh: 'zh-CN', en: 'en' }

/** Chinese, unless an earlier choice or a browser that knows no Chinese and prefers English. */
export function preferredLanguage(stored: string | null, browser: readonly string[]): Lang {
  if (stored === 'zh' || stored === 'en') return stored
  const languages = browser.map((tag) => tag.toLowerCase())
  const knowsChinese = languages.some((tag) => tag.startsWith('zh'))
  return !knowsChinese && languages[0]?.startsWith('en') ? 'en' : 'zh'
}

class Language {
  #current = $state<Lang>(preferredLanguage(recall(KEY), navigator.languages ?? []))

  constructor() {
    document.documentElement.lang = TAG[this.#current]
  }

  get current(): Lang {
    return this.#current
  }

  set current(lang: Lang) {
    this.#current = lang
    document.documentElement.lang = TAG[lang]
    remember(KEY, lang)
  }
}

/** `language.current` is read in templates and derived values, and assigned by a switch. */
export const language = new Language()
