/** Who is dealt what, from a seed alone: the tiles in the order of the wall, the cards of the pack. */
import { Stream } from './stream'

const SEATS = 4

export interface MahjongDeal {
  /** By seat, in the order dealt; the dealer's 14th is the tile it has drawn. */
  readonly hands: readonly (readonly string[])[]
  /** What is left, head first; replacements come from its end. */
  readonly wall: readonly string[]
}

export interface CardDeal {
  readonly hands: readonly (readonly string[])[]
  readonly kitty: readonly string[]
  /** 切牌: the card turned up, and the seat that it fell to. */
  readonly cut: string
  readonly firstCaller: number
}

/** `copies` of each of a suit's tiles, in order: 1m 1m 1m 1m 2m … */
function suit(letter: string, numbers: readonly number[], copies = 4): string[] {
  return numbers.flatMap((n) => Array.from({ length: copies }, () => `${n}${letter}`))
}

const NINE = [1, 2, 3, 4, 5, 6, 7, 8, 9]
const MAN_AND_PIN = [...suit('m', NINE), ...suit('p', NINE)]

/** The tiles as they lie before the shuffle: m, p, the bonus tiles, s, honours. */
const TILES: Readonly<Record<string, readonly string[]>> = {
  'jiujiang-mahjong': [...MAN_AND_PIN, ...suit('z', [6]), ...suit('s', NINE), ...suit('z', [5, 7])],
  'jintan-mahjong': [
    ...MAN_AND_PIN,
    ...suit('f', NINE.slice(0, 8), 1),
    ...suit('s', NINE),
    ...suit('z', NINE.slice(0, 7)),
  ],
}

/** The deal of a round of mahjong; undefined for another game. */
export function mahjongDeal(game: string, dealer: number, seed: Uint8Array): MahjongDeal | undefined {
  const tiles = TILES[game]
  if (!tiles) return undefined
  const wall = new Stream(seed, 'wall').shuffle(tiles)
  const hands: string[][] = [[], [], [], []]
  let start = 0
  for (let i = 0; i < SEATS; i++) {
    const end = start + (i === 0 ? 14 : 13)
    hands[(dealer + i) % SEATS] = wall.slice(start, end)
    start = end
  }
  return { hands, wall: wall.slice(start) }
}

const PACK = [
  ...[...'3456789TJQKA2'].flatMap((rank) => [...'shcd'].flatMap((of) => [rank + of, rank + of])),
  ...['w', 'w', 'W', 'W'],
]
const DEALT = 100

/** The deal of a round of 九江斗地主 (DZ-2, DZ-3): one card at a time, the dealer first. */
export function cardDeal(dealer: number, seed: Uint8Array): CardDeal {
  const stream = new Stream(seed, 'cards')
  const pack = stream.shuffle(PACK)
  const turnedUp = stream.below(DEALT)
  const dealt = pack.slice(0, DEALT)
  const hands = Array.from({ length: SEATS }, (_, seat) =>
    dealt.filter((_, i) => i % SEATS === (seat - dealer + SEATS) % SEATS),
  )
  return {
    hands,
    kitty: pack.slice(DEALT),
    cut: pack[turnedUp] as string,
    firstCaller: (dealer + turnedUp) % SEATS,
  }
}
