/** Why something cannot be done, said for as long as it takes to read, or until one does something else. */
import type { Refusal, Table } from './table.svelte'

const READ = 4000

export class Notice {
  current = $state.raw<Refusal | null>(null)
  #forget: ReturnType<typeof setTimeout> | undefined

  /** Made with a table's component; what the server refused there is said unasked. */
  constructor(table: Table) {
    $effect(() => {
      if (table.sent !== null) this.#unsay()
    })
    $effect(() => {
      if (table.refusal) this.say(table.refusal)
    })
  }

  say({ reason, clause }: Refusal): void {
    clearTimeout(this.#forget)
    this.current = { reason, clause }
    this.#forget = setTimeout(() => this.#unsay(), READ)
  }

  #unsay(): void {
    clearTimeout(this.#forget)
    this.current = null
  }
}
