/** Why something cannot be done, said for as long as it takes to read. */
import type { Refusal } from './table.svelte'

const READ = 4000

export class Notice {
  current = $state.raw<Refusal | null>(null)
  #forget: ReturnType<typeof setTimeout> | undefined

  say({ reason, clause }: Refusal): void {
    clearTimeout(this.#forget)
    this.current = { reason, clause }
    this.#forget = setTimeout(() => (this.current = null), READ)
  }
}
