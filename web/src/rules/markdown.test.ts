// @vitest-environment node
import { describe, expect, it } from 'vitest'

import { clauseOf, parseRules, spans } from './markdown'

const RULES = `# 九江麻将 / Jiujiang mahjong

四人，一副牌。

Four players, one set; the dealer 庄 begins.

### JM-18 逼杠 / A forced kong

碰过的第四张**不能**打（见 JM-12）。

The fourth tile of one's own pung may not be discarded (see JM-12).

- 可以留
- 可以杠

- It may be kept.
- It may be konged.

Tests: \`test_jm_18_a\`, \`test_jm_18_b\`

### JM-19 吃 / Chow

只能吃上家。

| | \`default\` | \`tile\` |
|---|---|---|
| \`declined_lock\` JM-23 | worth | tile |

\`\`\`
1m 2m 3m
\`\`\`
`

describe('the rules', () => {
  const blocks = parseRules(RULES)

  it('come in both languages, without what is for testers', () => {
    expect(blocks.map((block) => `${block.kind} ${block.lang}`)).toEqual([
      'heading zh', 'heading en', 'paragraph zh', 'paragraph en',
      'heading zh', 'heading en', 'paragraph zh', 'paragraph en', 'list zh', 'list en',
      'heading zh', 'heading en', 'paragraph zh', 'table both', 'code both',
    ])
  })

  it('name their clauses', () => {
    expect(blocks[4]).toMatchObject({ level: 3, clause: 'JM-18', text: '逼杠' })
    expect(blocks[5]).toMatchObject({ level: 3, clause: 'JM-18', text: 'A forced kong' })
  })

  it('say one clause in one language', () => {
    expect(clauseOf(blocks, 'JM-18', 'zh')).toBe('碰过的第四张不能打（见 JM-12）。\n· 可以留\n· 可以杠')
    expect(clauseOf(blocks, 'JM-18', 'en')).toContain('may not be discarded')
    expect(clauseOf(blocks, 'JM-19', 'en')).toBeNull()
    expect(clauseOf(blocks, 'JM-99', 'zh')).toBeNull()
  })

  it('keep tables and code', () => {
    expect(blocks.at(-2)).toMatchObject({ rows: [{ length: 3 }, { length: 3 }] })
    expect(blocks.at(-1)).toMatchObject({ text: '1m 2m 3m' })
  })
})

it('marks up a line', () => {
  expect(spans('a **b** `c` *d* JM-7.')).toEqual([
    { kind: 'text', text: 'a ' },
    { kind: 'strong', text: 'b' },
    { kind: 'text', text: ' ' },
    { kind: 'code', text: 'c' },
    { kind: 'text', text: ' ' },
    { kind: 'em', text: 'd' },
    { kind: 'text', text: ' ' },
    { kind: 'clause', text: 'JM-7' },
    { kind: 'text', text: '.' },
  ])
})
