/** How this player likes the hand sorted; kept in the browser. */
import { recall, remember } from '../../lib/persisted'
import type { Order } from './hand'

class Sorting {
  #order = $state<Order>(recall('card-order') === 'count' ? 'count' : 'rank')

  get order(): Order {
    return this.#order
  }

  /** By rank, by count, and back. */
  turn(): void {
    this.#order = this.#order === 'rank' ? 'count' : 'rank'
    remember('card-order', this.#order)
  }
}

export const sorting = new Sorting()
