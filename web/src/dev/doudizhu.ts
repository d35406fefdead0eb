/** Card tables made up by hand, to look at the screens without a server. Only in development. */
import type { View } from '../lib/protocol'
import { chair, matchInfo, settlement, view as message } from './messages'
import { emptyView } from '../table/doudizhu/fold'
import { cards, cardsText, sorted } from '../table/doudizhu/notation'
import type { Combo, DoudizhuView } from '../table/doudizhu/view'
import type { OfTable } from '../table/table.svelte'

const CHAIRS = ['小雨', '老周', '阿芳', 'Lin Baoyi'].map((name, i) => chair(name, { bot: i !== 0 }))

/** The landlord's 33 cards: many ranks, two bombs, jokers. */
const LONG = cardsText(sorted(cards('3s3h3c4s4d5h5c5d6s6h6c6d6s6h7d8s8h9c9dTsThJcQsQhQdKsKcAhAd2s2hwW')))
const DEALT = cardsText(sorted(cards('3s3h4s4d5h5c6s6h6c7d8s8h9c9dTsJcQsQhKsKcKhAhAd2sW')))

function view(round: Partial<DoudizhuView>, rest: Partial<View> = {}): View {
  return message({
    game: 'jiujiang-doudizhu',
    match: matchInfo({ rounds_total: 8, round: 3, dealer: 1, totals: [12, -7, 3, -8] }),
    seats: CHAIRS,
    round: { ...emptyView(0), cut: '7h', first_caller: 3, ...round } as unknown as View['round'],
    ...rest,
  })
}

function ask(legal: string[], question: object, extra: object = {}): NonNullable<View['ask']> {
  return {
    prompt: 7,
    deadline: 14000,
    bank: 20000,
    legal,
    more: false,
    question: question as never,
    refused: [],
    advice: { hints: [] },
    ...extra,
  }
}

const combo = (name: Combo['name'], text: string, length = 1): Combo => ({ name, text, length })
const LANDED: Partial<DoudizhuView> = {
  phase: 'playing',
  calls: ['called', null, null, null],
  landlord: 0,
  gatekeeper: 3,
  turn: 0,
}

export const CARD_SCENES: Record<string, () => OfTable[]> = {
  'dz-call': () => [
    view(
      { hand: DEALT, turn: 0, calls: [null, null, 'declined', 'declined'] },
      {
        ask: ask(['call'], { kind: 'call' }, {
          refused: [
            {
              do: 'decline',
              reason: { zh: '必叫：有两个炸 6666 KKKK', en: 'You must call with two bombs 6666 KKKK' },
              clause: 'DZ-5',
            },
          ],
        }),
      },
    ),
  ],
  'dz-wait': () => [
    view({ hand: DEALT, turn: 3 }, { turn: { seat: 3, deadline: 9000, bank: 0 } }),
  ],
  'dz-lead': () => [
    view(
      { ...LANDED, hand: LONG, kitty: '3s6h9cTsQdKcAdw', first_caller: 0, shooting: true },
      {
        ask: ask(['surrender', 'ask 1', 'ask 2', 'ask 3', 'play 3', 'play 666666', 'play TTJJQQ'], { kind: 'lead' }, {
          more: true,
          advice: { hints: ['play 7', 'play 8899TT', 'play 333', 'play 666666'] },
          refused: [{ do: 'pass', reason: { zh: '首出不能不出', en: 'One who leads may not pass' }, clause: 'DZ-18' }],
        }),
      },
    ),
  ],
  'dz-follow': () => [
    view(
      {
        ...LANDED,
        landlord: 1,
        gatekeeper: 0,
        hand: DEALT,
        forced: true,
        kitty: '3s6h9cTsQdKcAdw',
        trick: { seat: 3, combo: combo('pair', 'JJ') },
        shown: ['7d7c', '8s8h', '', 'JhJd'],
        base: 3,
        bombs: ['444444', '5555'],
        raises: [
          { combo: combo('bomb', '444444', 6), bomb_points: 1, shot_points: 0 },
        ],
        answers: [null, { asked_by: 3, count: null }, { asked_by: 1, count: 7 }, null],
      },
      {
        ask: ask(['pass', 'ask 1', 'play KK', 'play AA', 'play QQ'], { kind: 'follow', seat: 3, combo: combo('pair', 'JJ') }, {
          advice: { hints: ['play QQ', 'play KK', 'play AA'] },
        }),
      },
    ),
  ],
  'dz-bomb': () => [
    view(
      {
        ...LANDED,
        hand: DEALT,
        landlord: 3,
        gatekeeper: 2,
        trick: { seat: 1, combo: combo('bomb', '44444444', 8) },
        shown: ['3s3h3c4s4h4c5s5h5c6s6h6c7s7h8s8h9s9hTsTh', '4s4h4c4d4s4h4c4d', 'JsJhJcQsQhQcKsKhKc3s3h4s4h5s5h', 'KsKhKcAsAhAc9s9hTsTh'],
        base: 9,
        turn: 2,
        bombs: ['666666', '5555', '44444444'],
        raises: [
          { combo: combo('bomb', '666666', 6), bomb_points: 1, shot_points: 1 },
          { combo: combo('bomb', '5555', 4), bomb_points: 0, shot_points: 1 },
          { combo: combo('bomb', '44444444', 8), bomb_points: 3, shot_points: 1 },
        ],
        shots: 3,
        shooting: true,
      },
      { turn: { seat: 2, deadline: 9000, bank: 0 } },
    ),
  ],
  'dz-watch': () => [
    view(
      {
        ...LANDED,
        viewer: null,
        landlord: 1,
        turn: 2,
        trick: { seat: 1, combo: combo('pair', 'JJ') },
        shown: ['7d7c', 'JhJd', null, ''],
        base: 3,
      },
      { you: null, turn: { seat: 2, deadline: 9000, bank: 0 } },
    ),
  ],
  'dz-end': () => [
    view(
      {
        ...LANDED,
        hand: '3s3h7d',
        landlord: 1,
        gatekeeper: 0,
        phase: 'over',
        turn: null,
        base: 5,
        hands: ['3s3h7d', '', '3c3d5h5c6s9s9hTsJcQsQhKsKhAhAc2s2h', '4s4h8c8d9dKdKcAd'],
        outcome: {
          termination: 'win',
          payments: [-20, 40, -10, -10],
          winners: [1],
          house: 0,
          items: {
            landlord: 1,
            gatekeeper: 0,
            base: 5,
            items: [
              { id: 'base', zh: '底分', en: 'Base', value: 1, unit: '分', clause: 'DZ-22' },
              { id: 'bomb_6', zh: '六个头 4', en: 'Bomb of 6, 4', value: 1, unit: '分', clause: 'DZ-23' },
              { id: 'opening_shot', zh: '朝天开枪', en: 'Opening shots', value: 3, unit: '分', clause: 'DZ-24' },
              { id: 'spring', zh: '春天', en: 'Spring', value: 2, unit: '倍', clause: 'DZ-26' },
              { id: 'gatekeeper', zh: '守门员', en: 'Gatekeeper', value: 2, unit: '倍', clause: 'DZ-27' },
            ],
          },
        },
      },
      {
        settled: settlement({ round: 3, rounds_total: 8, totals: [-8, 33, -7, -18] }),
      },
    ),
  ],
}
