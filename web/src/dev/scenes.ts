/** Tables made up by hand, to look at the screens without a server. Only in development. */
import type { Settlement, View } from '../lib/protocol'
import { CARD_SCENES } from './doudizhu'
import { chair, matchInfo, settlement, view as message } from './messages'
import { DRAW, FLOWERS, TWO, WIN } from './endings'
import { Table, type OfTable } from '../table/table.svelte'
import { emptyView } from '../table/mahjong/fold'
import { tiles } from '../table/mahjong/notation'
import type { MahjongView } from '../table/mahjong/view'

const CHAIRS = ['小雨', '老周（电脑）', '阿芳', 'Lin Baoyi'].map((name, i) => chair(name, { bot: i !== 0 }))

function river(text: string, claimed = -1, ready = -1) {
  return tiles(text).map((tile, i) => ({ tile, claimed: i === claimed, ready: i === ready }))
}

const MIDDLE: MahjongView = {
  ...emptyView(0),
  dealer: 1,
  factor: 2,
  wall: 42,
  turn: 0,
  hand: '2345m4567p22s777z5m',
  drawn: '5m',
  sizes: [14, 10, 7, 13],
  melds: [
    [],
    [{ kind: 'pung', tiles: '333p', claimed: '3p', source: 0 }],
    [
      { kind: 'exposed_kong', tiles: '8888s', claimed: '8s', source: 1 },
      { kind: 'concealed_kong', tiles: null, claimed: null, source: null },
    ],
    [],
  ],
  bonus: ['6z', '6z6z', '', '6z'],
  rivers: [
    river('9s1p9p1s9m7s3p', 6),
    river('1m9m7s2p3s8p5z1s2s6m'),
    river('5z7z1p1m9p2m', -1, 3),
    river('9s8p1s3m6s7z5z9m'),
  ],
  ready: [false, false, true, false],
  last: null,
}

function view(round: Partial<MahjongView>, rest: Partial<View> = {}): View {
  return message({
    match: matchInfo({ rounds_total: 8, round: 3, dealer: 1, totals: [35, -12, 8, -31] }),
    seats: CHAIRS,
    round: { ...MIDDLE, ...round } as unknown as View['round'],
    ...rest,
  })
}

const wait = (tile: string, left: number, points: number | null, self_draw: number) => ({ tile, left, points, self_draw })

function ask(legal: string[], question: object, extra: object = {}): NonNullable<View['ask']> {
  return {
    prompt: 7,
    deadline: 14000,
    bank: 20000,
    legal,
    more: false,
    question: question as never,
    refused: [],
    advice: {},
    ...extra,
  }
}

const HAND_DISCARDS = ['2m', '3m', '4m', '5m', '4p', '5p', '6p', '7p', '2s'].map((tile) => `discard ${tile}`)

export const SCENES: Record<string, () => OfTable[]> = {
  ...CARD_SCENES,
  turn: () => [
    view(
      {},
      {
        ask: ask([...HAND_DISCARDS, 'ready 5m', 'ready 4p', 'kong 7z'], { kind: 'turn', seat: 0, tile: null }, {
          refused: [
            {
              do: 'discard 7z',
              reason: { zh: '逼杠：碰过的第四张可以留，可以杠，不能打', en: 'The fourth tile of your pung may not be discarded' },
              clause: 'JM-18',
            },
          ],
          advice: {
            waits: [],
            discards: {
              '5m': [wait('4p', 2, 15, 20), wait('7p', 3, 2, 7), wait('2s', 1, null, 3)],
              '4p': [wait('1m', 3, 12, 17)],
            },
          },
        }),
      },
    ),
  ],
  claim: () => [
    view(
      {
        hand: '34455m456p22s777z',
        drawn: null,
        sizes: [13, 13, 7, 13],
        turn: null,
        melds: [[], [], MIDDLE.melds[2] ?? [], []],
        rivers: [river('9s1p9p1s9m7s'), river('1m9m7s2p'), MIDDLE.rivers[2] ?? [], river('9s8p1s3m6s7z5z5m')],
        last: { seat: 3, tile: '5m' },
        told: { claimant: 2, claim: 'pung' },
      },
      {
        ask: ask(['chow 34m', 'chow 46m', 'pung', 'kong', 'hu', 'pass'], { kind: 'claim', seat: 3, tile: '5m' }, {
          advice: { waits: [wait('5m', 1, 15, 20), wait('2m', 3, 2, 7)] },
        }),
      },
    ),
  ],
  melds: () => [
    view(
      {
        hand: '34m22s',
        drawn: '2s',
        sizes: [4 + 1, 1, 4, 13],
        bonus: ['6z6z6z', '6z', '', ''],
        melds: [
          [
            { kind: 'pung', tiles: '777z', claimed: '7z', source: 3 },
            { kind: 'added_kong', tiles: '9999p', claimed: '9p', source: 2 },
            { kind: 'concealed_kong', tiles: '1111s', claimed: null, source: null },
          ],
          [
            { kind: 'pung', tiles: '333p', claimed: '3p', source: 0 },
            { kind: 'exposed_kong', tiles: '2222p', claimed: '2p', source: 2 },
            { kind: 'pung', tiles: '666p', claimed: '6p', source: 3 },
            { kind: 'chow', tiles: '456m', claimed: '6m', source: 0 },
          ],
          MIDDLE.melds[2] ?? [],
          [],
        ],
        rivers: [
          river('9s1p9p1s9m7s3p4p5p6p7p1m2m3m4m5m6m7m8m9m'),
          river('1m9m7s2p3s8p5z1s2s6m1m9m7s2p3s8p5z1s2s6m'),
          river('1m9m7s2p3s8p5z1s2s6m1m9m7s2p3s8p5z1s2s6m'),
          river('1m9m7s2p3s8p5z1s2s6m1m9m7s2p3s8p5z1s2s6m'),
        ],
      },
      {
        ask: ask(['discard 3m', 'discard 4m', 'discard 2s', 'hu', 'pass'], { kind: 'turn', seat: 0 }),
      },
    ),
  ],
  others: () => [
    view(
      { turn: 1, drawn: null, hand: '2345m4567p22s777z', sizes: [13, 11, 7, 13], last: null },
      { turn: { seat: 1, deadline: 9000, bank: 0 } },
    ),
  ],
  raise: () => [
    view(
      { ...emptyView(0), dealer: 2, wall: 120 },
      { ask: ask(['raise 0', 'raise 5', 'raise 10'], { kind: 'raise' }) },
    ),
  ],
}

/** Hands hidden, as whoever looks on from nowhere sees a table. */
const UNSEEN: Partial<MahjongView> = { viewer: null, hand: '', drawn: null, turn: 1, last: null, sizes: [13, 11, 7, 13] }

function ended(outcome: View['round'], over: boolean, melds: MahjongView['melds'] = [[], [], [], []], game = 'jiujiang-mahjong', more: Partial<Settlement> = {}, stake = 0): OfTable[] {
  const settled = settlement({
    round: over ? 8 : 3,
    rounds_total: 8,
    totals: [-34, 88, -20, -34],
    match_over: over,
    waiting: [0, 3],
    next_in: 24000,
    ...more,
  })
  return [view({ turn: null, drawn: null, melds, outcome: outcome as never, last: null }, { settled, game, match: matchInfo({ stake }) })]
}

Object.assign(SCENES, {
  shuffle: () => [view({}, { round: null })],
  watch: () => [view(UNSEEN, { you: null, turn: { seat: 1, deadline: 9000, bank: 0 } })],
  shoulder: () => [
    view(
      { turn: 0, viewer: 0 },
      { you: null, shoulder: 0, delay: 120_000, turn: { seat: 0, deadline: 9000, bank: 0 } },
    ),
  ],
  stake: () => ended(WIN, true, undefined, undefined, { coins: [-540, 820, -140, -140], broke: [0] }, 5),
  win: () => ended(WIN, false, [[], [{ kind: 'pung', tiles: '888s', claimed: '8s', source: 3 }], [], []]),
  two: () => ended(TWO, false),
  draw: () => ended(DRAW, false),
  over: () => ended(WIN, true),
  flowers: () => ended(FLOWERS, false, [[{ kind: 'pung', tiles: '111z', claimed: '1z', source: 2 }, { kind: 'pung', tiles: '777p', claimed: '7p', source: 1 }], [], [], []], 'jintan-mahjong'),
})

export function tableOf(scene: string): Table | null {
  const messages = SCENES[scene]?.()
  if (!messages) return null
  const table = new Table('t', () => Promise.resolve(null))
  for (const message of messages) table.receive(message)
  return table
}
