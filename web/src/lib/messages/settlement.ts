/** How a round and a match ended, and who pays whom. */
import type { Messages } from './types'

export const settlement = {
  'end.win': { zh: '{who}胡了', en: '{who} wins' },
  'end.win.you': { zh: '你胡了', en: 'You win' },
  'end.wins': { zh: '一炮多响', en: 'Several winners' },
  'end.draw': { zh: '黄庄', en: 'Drawn round' },
  'end.draw.text': { zh: '牌摸完了，没有人胡。', en: 'The wall is empty and nobody won.' },
  'end.flowers': { zh: '八花齐', en: 'All eight flowers' },
  'end.other': { zh: '本局结束', en: 'The round is over' },
  'end.self_draw': { zh: '自摸{tile}', en: 'drew {tile}' },
  'end.discard': { zh: '胡{from}打的{tile}', en: 'on {tile} from {from}' },
  'end.robbed_kong': { zh: '抢{from}的杠{tile}', en: 'robbed {tile} from {from}’s kong' },
  'end.pays': { zh: '{who}付{n}', en: '{who} pays {n}' },
  'end.payments': { zh: '谁付谁', en: 'Who pays whom' },
  'end.house': { zh: '诈胡罚给公家：{n}', en: 'Fines for false wins, to the house: {n}' },
  'end.hands': { zh: '四家的牌', en: 'All four hands' },
  'end.totals': { zh: '累计', en: 'Totals' },
  'end.round': { zh: '第{n}局', en: 'Round {n}' },
  'end.next.in': { zh: '下一局（{n}）', en: 'Next round ({n})' },
  'end.next.waiting': { zh: '等 {who}', en: 'Waiting for {who}' },
  'end.table': { zh: '看牌桌', en: 'See the table' },
  'end.back': { zh: '看结算', en: 'See the settlement' },
  'end.clause': { zh: '规则 {clause}', en: 'Clause {clause}' },
  'end.flowers.n': { zh: '{n}花', en: '{n} {n|flower|flowers}' },
  'end.fans.n': { zh: '{n}番', en: '{n} {n|doubling|doublings}' },
  'end.capped': { zh: '封顶 {n}', en: 'capped at {n}' },

  'end.purse': { zh: '你现在有 {n} 金币', en: 'You have {n} {n|coin|coins} now' },
  'end.broke': { zh: '{who}的金币不够再打，牌局到此为止', en: 'Out of coins: {who}. The match ends here' },
  'coins.gained': { zh: '{n} 金币', en: '{n} coins' },

  'over.title': { zh: '打完了', en: 'The match is over' },
  'over.again': { zh: '再来一场', en: 'Play again' },
  'over.home': { zh: '回首页', en: 'Home' },
  'over.last': { zh: '看最后一局', en: 'See the last round' },
  'over.rounds': { zh: '共{n}局', en: '{n} {n|round|rounds} played' },
} as const satisfies Messages
