/** The legal actions of a prompt, gathered into what a player sees as one thing to do. */
import { sorted, tiles, type Tile } from './notation'
import type { Question } from './view'

export type OfferId = 'pass' | 'raise-0' | 'raise-5' | 'raise-10' | 'ready' | 'chow' | 'pung' | 'kong' | 'hu'

export interface Choice {
  /** The action in the notation of records. */
  readonly do: string
  /** What lies on the table once it is done; for `ready` the tile that is discarded with it. */
  readonly tiles: readonly Tile[]
}

export interface Offer {
  readonly id: OfferId
  readonly choices: readonly Choice[]
}

/** From the lightest to the weightiest: the weightiest lies at the right, under the thumb. */
const ORDER: readonly OfferId[] = [
  'pass', 'raise-0', 'raise-5', 'raise-10', 'ready', 'chow', 'pung', 'kong', 'hu',
]

/** What is offered beside discards, in the order of the keys: a 胡 that is a bluff weighs nothing. */
export function offers(legal: readonly string[], question: Question | null, bluff = false): Offer[] {
  const about = question?.tile ?? null
  const found = new Map<OfferId, Choice[]>()
  for (const action of legal) {
    const offered = offer(action, about)
    if (!offered) continue
    const [id, shown] = offered
    found.set(id, [...(found.get(id) ?? []), { do: action, tiles: shown }])
  }
  const order: readonly OfferId[] = bluff ? ['hu', ...ORDER.slice(0, -1)] : ORDER
  return order.flatMap((id) => {
    const choices = found.get(id)
    return choices ? [{ id, choices }] : []
  })
}

function offer(action: string, about: Tile | null): [OfferId, Tile[]] | null {
  const [verb = '', rest = ''] = action.split(' ')
  const claimed = about === null ? [] : [about]
  switch (verb) {
    case 'pass':
    case 'hu':
      return [verb, claimed]
    case 'pung':
      return [verb, three(claimed)]
    case 'chow':
      return [verb, sorted([...tiles(rest), ...claimed])]
    case 'kong':
      return [verb, four(rest ? tiles(rest) : claimed)]
    case 'ready':
      return [verb, tiles(rest)]
    case 'raise':
      return rest === '0' || rest === '5' || rest === '10' ? [`raise-${rest}`, []] : null
    default:
      return null
  }
}

const three = (tile: readonly Tile[]): Tile[] => [...tile, ...tile, ...tile]
const four = (tile: readonly Tile[]): Tile[] => [...three(tile), ...tile]

/** Kinds that may be discarded now. */
export function discards(legal: readonly string[]): ReadonlySet<Tile> {
  return new Set(legal.flatMap((action) => (action.startsWith('discard ') ? [action.slice(8)] : [])))
}
