import { flushSync, mount, unmount } from 'svelte'
import { afterEach, describe, expect, it, vi } from 'vitest'

import Rules from './Rules.svelte'

describe('the rules on the page', () => {
  /** Each answers when it is told to. */
  const answers = new Map<string, (text: string) => void>()
  const shown = () => document.body.textContent

  async function answered(game: string): Promise<void> {
    answers.get(`./rules/${game}.md`)?.(`# ${game}`)
    for (let turn = 0; turn < 10; turn++) await Promise.resolve()
    flushSync()
  }

  afterEach(() => {
    document.body.replaceChildren()
    vi.unstubAllGlobals()
  })

  it('are those of the game asked for last, though an earlier answer comes late', async () => {
    vi.stubGlobal('fetch', (url: string) =>
      new Promise((answer) => {
        answers.set(url, (text) => answer({ ok: true, text: () => Promise.resolve(text) }))
      }))
    const props = $state({ game: 'first' })
    const page = mount(Rules, { target: document.body, props })
    flushSync()
    props.game = 'second'
    flushSync()
    await answered('second')
    expect(shown()).toContain('second')
    await answered('first')
    expect(shown()).toContain('second')
    await unmount(page)
  })
})
