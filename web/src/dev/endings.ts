/** Settlements made up by hand. Only in development. */
import type { View } from '../lib/protocol'

const line = (id: string, zh: string, en: string, value: number, clause: string, unit = '炮') => ({ id, zh, en, value, unit, clause })

export const WIN: View['round'] = {
  termination: 'win',
  payments: [-108, 164, -28, -28],
  winners: [1],
  house: 0,
  items: {
    winners: [
      {
        seat: 1,
        source: 'self_draw',
        tile: '4m',
        hand: '12356789m22p',
        items: [
          line('pure_straight', '一条龙', 'Pure straight', 10, 'JM-32'),
          line('self_draw', '自摸', 'Self-draw', 5, 'JM-38'),
          line('closed_wait', '卡', 'Closed wait', 5, 'JM-41'),
          line('bonus', '发财×2', 'Green dragons ×2', 2, 'JM-54'),
        ],
        points: 22,
        payers: [
          {
            seat: 0,
            eaten: [
              line('eaten_bonus', '发财×1', 'Green dragon ×1', 1, 'JM-55'),
              line('eaten_pair', '中白双碰', 'Red and white', 12, 'JM-55'),
            ],
            points: 35,
            amount: 70,
          },
          { seat: 2, eaten: [], points: 22, amount: 44 },
          { seat: 3, eaten: [line('eaten_bonus', '发财×3', 'Green dragons ×3', 3, 'JM-55')], points: 25, amount: 50 },
        ],
      },
    ],
    factor: 2,
    base: 1,
  },
}

const discard = (seat: number, hand: string, points: number) => ({
  seat,
  source: 'discard',
  tile: '7m',
  hand,
  items: [line('plain', '平胡', 'Plain hand', 1, 'JM-29'), line('concealed', '门清', 'Concealed', 1, 'JM-39')],
  points,
  payers: [{ seat: 0, eaten: [], points, amount: points }],
  clause: 'JM-57',
})

export const TWO: View['round'] = {
  termination: 'win',
  payments: [-4, 2, 2, 0],
  winners: [1, 2],
  house: 0,
  items: { winners: [discard(1, '12356789m22p888s', 2), discard(2, '56m123p456p22s789s', 2)], factor: 1, base: 1 },
}

export const DRAW: View['round'] = {
  termination: 'draw',
  payments: [0, 0, 0, 0],
  winners: [],
  house: 0,
  items: { winners: [], factor: 1, base: 1 },
}

export const FLOWERS: View['round'] = {
  termination: 'win',
  payments: [100, -100, -20, 0],
  winners: [0],
  house: 20,
  items: {
    winners: [
      {
        seat: 0,
        source: 'discard',
        tile: '5p',
        hand: '555666p99p',
        items: [
          line('flower_tile', '花牌×1', 'Flower tile ×1', 1, 'JT-22', '花'),
          line('honour_pung', '东风明刻', 'East pung', 1, 'JT-23', '花'),
          line('half_flush', '混一色', 'Half flush', 1, 'JT-27', '番'),
          line('all_pungs', '对对胡', 'All pungs', 1, 'JT-29', '番'),
        ],
        points: 100,
        flowers: 4,
        fans: 2,
        score: 100,
        capped: true,
        formula: '(10 + 4×5) × 4 = 120 → 100',
        payers: [{ seat: 1, eaten: [], points: 100, amount: 100 }],
        clause: 'JT-33',
      },
    ],
    factor: 1,
    base: 10,
    cap: 100,
    fines: [0, 0, 20, 0],
  },
}
