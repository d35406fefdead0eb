/**
 * The rules as they are written (`docs/rules`): Markdown with every section in Chinese and then in
 * English. Read into blocks, each in one language or in both; what is for testers is left out.
 */
import type { Lang } from '../lib/i18n'

export type Span =
  | { readonly kind: 'text' | 'strong' | 'em' | 'code'; readonly text: string }
  | { readonly kind: 'clause'; readonly text: string }

export type Block = { readonly lang: Lang | 'both' } & (
  | { readonly kind: 'heading'; readonly level: number; readonly clause: string | null; readonly text: string }
  | { readonly kind: 'paragraph'; readonly spans: readonly Span[] }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly (readonly Span[])[] }
  | { readonly kind: 'table'; readonly rows: readonly (readonly (readonly Span[])[])[] }
  | { readonly kind: 'code'; readonly text: string }
)

const CLAUSE = /^[A-Z]{2}-\d+\b/
const INLINE = /\*\*(.+?)\*\*|`([^`]+)`|\*([^*\s][^*]*)\*|\b([A-Z]{2}-\d+)\b/g

export function parseRules(markdown: string): Block[] {
  return markdown
    .replace(/\r/g, '')
    .split(/(^```[\s\S]*?^```$)|\n{2,}/m)
    .map((chunk) => chunk?.trim() ?? '')
    .filter((chunk) => chunk !== '' && !chunk.startsWith('Tests:'))
    .flatMap(block)
}

function block(chunk: string): Block[] {
  if (chunk.startsWith('```')) return [{ kind: 'code', lang: 'both', text: chunk.replace(/^```.*\n|\n?```$/g, '') }]
  const heading = /^(#{1,6})\s+([^\n]*)/.exec(chunk)
  if (heading) {
    const rest = chunk.slice(heading[0].length).trim()
    const title = headings(heading[1]?.length ?? 1, heading[2] ?? '')
    return rest ? [...title, ...block(rest)] : title
  }
  const lines = chunk.split('\n')
  if (lines.every((line) => line.startsWith('|'))) {
    const rows = lines.filter((line) => !/^\|[\s|:-]+\|$/.test(line)).map(cells)
    return [{ kind: 'table', lang: 'both', rows }]
  }
  const bullet = /^(?:[-*]|\d+\.)\s+/
  if (bullet.test(chunk)) {
    const items = chunk.split(/\n(?=(?:[-*]|\d+\.)\s)/).map((item) => spans(item.replace(bullet, '').replace(/\n\s*/g, ' ')))
    return [{ kind: 'list', lang: language(chunk), ordered: /^\d/.test(chunk), items }]
  }
  return [{ kind: 'paragraph', lang: language(chunk), spans: spans(chunk.replace(/\n\s*/g, ' ')) }]
}

/** A heading names its section twice: `JM-18 逼杠 / A forced kong`. */
function headings(level: number, text: string): Block[] {
  const clause = CLAUSE.exec(text)?.[0] ?? null
  const name = clause ? text.slice(clause.length).trim() : text
  const [zh = name, en = zh] = name.split(' / ')
  return [
    { kind: 'heading', level, clause, lang: 'zh', text: zh },
    { kind: 'heading', level, clause, lang: 'en', text: en },
  ]
}

function cells(line: string): Span[][] {
  return line
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => spans(cell.trim()))
}

/** English prose names its terms in Chinese too: what counts is what it is mostly made of. */
function language(text: string): Lang {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0
  const latin = text.match(/[A-Za-z]{2,}/g)?.length ?? 0
  return han > latin ? 'zh' : 'en'
}

export function spans(text: string): Span[] {
  const found: Span[] = []
  let at = 0
  for (const match of text.matchAll(INLINE)) {
    if (match.index > at) found.push({ kind: 'text', text: text.slice(at, match.index) })
    const [, strong, code, em, clause] = match
    if (strong !== undefined) found.push({ kind: 'strong', text: strong })
    else if (code !== undefined) found.push({ kind: 'code', text: code })
    else if (em !== undefined) found.push({ kind: 'em', text: em })
    else found.push({ kind: 'clause', text: clause ?? '' })
    at = match.index + match[0].length
  }
  if (at < text.length) found.push({ kind: 'text', text: text.slice(at) })
  return found
}

/** What one clause says, in one language, as plain text. */
export function clauseOf(blocks: readonly Block[], clause: string, lang: Lang): string | null {
  const start = blocks.findIndex((one) => one.kind === 'heading' && one.clause === clause)
  if (start < 0) return null
  const said: string[] = []
  for (const one of blocks.slice(start)) {
    if (one.kind === 'heading' && one.clause !== clause) break
    if (one.kind === 'paragraph' && one.lang === lang) said.push(one.spans.map((span) => span.text).join(''))
    if (one.kind === 'list' && one.lang === lang) {
      said.push(...one.items.map((item) => `· ${item.map((span) => span.text).join('')}`))
    }
  }
  return said.join('\n') || null
}
