/** What tiles, cards and calls are named, also for those who hear the table read aloud. */
import type { Messages } from './types'

export const names = {
  'tile.m': { zh: '{n}万', en: '{n} of characters' },
  'tile.p': { zh: '{n}筒', en: '{n} of dots' },
  'tile.s': { zh: '{n}条', en: '{n} of bamboo' },
  'tile.1z': { zh: '东风', en: 'East wind' },
  'tile.2z': { zh: '南风', en: 'South wind' },
  'tile.3z': { zh: '西风', en: 'West wind' },
  'tile.4z': { zh: '北风', en: 'North wind' },
  'tile.5z': { zh: '白板', en: 'White dragon' },
  'tile.6z': { zh: '发财', en: 'Green dragon' },
  'tile.7z': { zh: '红中', en: 'Red dragon' },
  'tile.1f': { zh: '春', en: 'Spring' },
  'tile.2f': { zh: '夏', en: 'Summer' },
  'tile.3f': { zh: '秋', en: 'Autumn' },
  'tile.4f': { zh: '冬', en: 'Winter' },
  'tile.5f': { zh: '梅', en: 'Plum blossom' },
  'tile.6f': { zh: '兰', en: 'Orchid' },
  'tile.7f': { zh: '竹', en: 'Bamboo plant' },
  'tile.8f': { zh: '菊', en: 'Chrysanthemum' },
  'tile.back': { zh: '牌背', en: 'Face-down tile' },

  'card.s': { zh: '黑桃{rank}', en: '{rank} of spades' },
  'card.h': { zh: '红桃{rank}', en: '{rank} of hearts' },
  'card.c': { zh: '梅花{rank}', en: '{rank} of clubs' },
  'card.d': { zh: '方块{rank}', en: '{rank} of diamonds' },
  'card.w': { zh: '小王', en: 'Small joker' },
  'card.W': { zh: '大王', en: 'Big joker' },
  'card.back': { zh: '牌背', en: 'Face-down card' },

  'mark.winning': { zh: '胡的牌', en: 'winning tile' },
  'mark.last': { zh: '刚打出', en: 'last discard' },
  'mark.selected': { zh: '已选', en: 'selected' },
  'mark.dimmed': { zh: '不能打', en: 'may not be discarded' },

  'call.hu': { zh: '胡', en: 'Hu' },
  'call.kong': { zh: '杠', en: 'Kong' },
  'call.pung': { zh: '碰', en: 'Pung' },
  'call.chow': { zh: '吃', en: 'Chow' },
  'call.pass': { zh: '过', en: 'Pass' },
  'call.ready': { zh: '听', en: 'Ready' },
} as const satisfies Messages
