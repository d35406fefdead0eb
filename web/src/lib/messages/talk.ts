/** What one can say at a table with one touch, and how not to hear it. */
import type { Messages } from './types'

export const talk = {
  'talk.open': { zh: '说句话', en: 'Talk' },
  'talk.title': { zh: '说句话', en: 'Say something' },
  'talk.mute.all': { zh: '不听大家说话', en: 'Hear nobody' },
  'talk.mute.one': { zh: '不听{who}', en: 'Do not hear {who}' },
  'talk.mute.title': { zh: '不想听谁', en: 'Whom not to hear' },

  'say.hello': { zh: '大家好', en: 'Hello!' },
  'say.thanks': { zh: '谢谢', en: 'Thanks' },
  'say.well_played': { zh: '打得好', en: 'Well played' },
  'say.hurry': { zh: '快点啦', en: 'Your turn…' },
  'say.wait': { zh: '等我想想', en: 'Let me think' },
  'say.sorry': { zh: '不好意思', en: 'Sorry' },
  'say.oops': { zh: '打错了', en: 'Oops, misplayed' },
  'say.lucky': { zh: '手气真好', en: 'Lucky!' },
  'say.again': { zh: '再来一局', en: 'One more' },
  'say.bye': { zh: '先走了', en: 'Got to go' },
  'say.smile': { zh: '微笑', en: 'Smile' },
  'say.laugh': { zh: '哈哈', en: 'Ha ha' },
  'say.cry': { zh: '哭了', en: 'Cry' },
  'say.angry': { zh: '生气', en: 'Hmph' },
  'say.clap': { zh: '鼓掌', en: 'Applause' },
  'say.tea': { zh: '喝茶', en: 'A cup of tea' },
} as const satisfies Messages
