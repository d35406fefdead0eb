/**
 * Requests under way: each has an id of its own and is answered by `ack` or `reject`.
 *
 * A request that got no answer is sent again on the next line; the server takes an id once.
 */
import type { Text } from '../lib/i18n'
import type { Reject } from '../lib/protocol'

/** The server said no, in a player's words, by a clause if a rule is behind it. */
export class Rejected extends Error {
  readonly code: string
  readonly reason: Text
  readonly clause: string | null

  constructor({ code, reason, clause }: Pick<Reject, 'code' | 'reason' | 'clause'>) {
    super(`${code}: ${reason.en}`)
    this.name = 'Rejected'
    this.code = code
    this.reason = reason
    this.clause = clause
  }
}

export interface Request {
  readonly type: string
  readonly id: string
}

interface Pending {
  readonly request: Request
  readonly resolve: (data: unknown) => void
  readonly reject: (error: Rejected) => void
}

/** Eight characters that no other page is likely to have; also where `crypto.randomUUID` is not. */
function pagePrefix(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(4))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

export class Requests {
  readonly #prefix = pagePrefix()
  readonly #pending = new Map<string, Pending>()
  #count = 0

  nextId(): string {
    this.#count += 1
    return `${this.#prefix}-${this.#count}`
  }

  /** Note a request and get the promise of its answer. */
  expect(request: Request): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#pending.set(request.id, { request, resolve, reject })
    })
  }

  acked(id: string, data: unknown): void {
    this.#take(id)?.resolve(data)
  }

  rejected(reject: Reject): void {
    if (reject.id !== null) this.#take(reject.id)?.reject(new Rejected(reject))
  }

  /** What is still unanswered, oldest first. */
  unanswered(): Request[] {
    return [...this.#pending.values()].map((pending) => pending.request)
  }

  /** Nobody answers any more: what was asked belonged to another player. */
  drop(): void {
    this.#pending.clear()
  }

  #take(id: string): Pending | undefined {
    const pending = this.#pending.get(id)
    this.#pending.delete(id)
    return pending
  }
}
