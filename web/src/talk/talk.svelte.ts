/** What was said just now at which seat, and whom one does not want to hear. */
import { recall, remember } from '../lib/persisted'
import type { Phrase, Said } from '../lib/protocol'

/** Milliseconds that a bubble stays. */
const STAYS = 4000
/** People one does not hear are remembered by name; no more of them than this. */
const MUTED = 50

export interface Bubble {
  readonly id: number
  readonly phrase: Phrase
}

function remembered(): string[] {
  try {
    const stored: unknown = JSON.parse(recall('muted') ?? '[]')
    return Array.isArray(stored) ? stored.filter((name) => typeof name === 'string') : []
  } catch {
    return []
  }
}

class Talk {
  /** By seat: the latest thing said there, while it is to be seen. */
  bubbles = $state.raw<Readonly<Record<number, Bubble>>>({})
  #all = $state(recall('mute-all') === 'yes')
  #names = $state.raw<readonly string[]>(remembered())
  #count = 0

  /** Whether nobody is heard. */
  get allMuted(): boolean {
    return this.#all
  }

  muteAll(on: boolean): void {
    this.#all = on
    remember('mute-all', on ? 'yes' : 'no')
    if (on) this.bubbles = {}
  }

  isMuted(name: string): boolean {
    return this.#all || this.#names.includes(name)
  }

  /** Whether this one in particular is not heard. */
  isNamed(name: string): boolean {
    return this.#names.includes(name)
  }

  mute(name: string, on: boolean): void {
    const others = this.#names.filter((one) => one !== name)
    this.#names = on ? [name, ...others].slice(0, MUTED) : others
    remember('muted', JSON.stringify(this.#names))
  }

  /** Somebody of this name said something, which is shown at its seat unless it is not to be heard. */
  heard({ seat, phrase }: Pick<Said, 'seat' | 'phrase'>, name: string): void {
    if (this.isMuted(name)) return
    const id = ++this.#count
    this.bubbles = { ...this.bubbles, [seat]: { id, phrase } }
    setTimeout(() => {
      if (this.bubbles[seat]?.id !== id) return
      const { [seat]: _, ...others } = this.bubbles
      this.bubbles = others
    }, STAYS)
  }
}

export const talk = new Talk()
