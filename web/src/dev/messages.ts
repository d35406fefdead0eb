/** Messages of the server with all their fields, for made-up tables and for tests. */
import { PROTOCOL, type Chair, type MatchInfo, type Room, type Settlement, type Told, type View, type Welcome } from '../lib/protocol'

export const chair = (name: string, more: Partial<Chair> = {}): Chair => ({
  name, bot: false, connected: true, auto: false, left: false, program: false, ...more,
})

export const matchInfo = (more: Partial<MatchInfo> = {}): MatchInfo => ({
  rounds_total: 4, round: 1, dealer: 0, totals: [0, 0, 0, 0], commitment: '', nonces: [null, null, null, null], stake: 0, ...more,
})

export const settlement = (more: Partial<Settlement> = {}): Settlement => ({
  round: 1, rounds_total: 4, totals: [0, 0, 0, 0], match_over: false, waiting: [0], next_in: 30_000,
  proof: { secret: '', commitment: '', nonces: [null, null, null, null], seed: '' }, coins: null, broke: [], ...more,
})

export const view = (more: Partial<View> = {}): View => ({
  type: 'view', v: 1, table: 't', you: 0, shoulder: null, delay: 0, game: 'jiujiang-mahjong', options: {}, match: matchInfo(),
  seats: ['a', 'b', 'c', 'd'].map((name) => chair(name)), round: null, ask: null, free: [], turn: null, settled: null, ...more,
})

export const told = (v: number, ...messages: Told['messages']): Told => ({ type: 'told', table: 't', v, messages })

export const room = (more: Partial<Room> = {}): Room => ({
  type: 'room', code: '471142', game: 'jiujiang-mahjong', options: {}, rounds: 4, host: 0, you: 0,
  seats: [0, 1, 2, 3].map((n) => ({ name: String(n), bot: n > 0, connected: true, program: false, same_address: false })),
  started: false, table: null, stake: 0, open: false, watch: 'hidden', programs: false, starts_in: null, watchers: 0, out: null, ...more,
})

export const welcome = (more: Partial<Welcome> = {}): Welcome => ({
  type: 'welcome', protocol: PROTOCOL, version: '1', player: { id: 'p', name: '小雨', login: null, program: false }, token: 'secret',
  games: [], room: null, table: null, share: null, coins: 2000, stakes: [0, 1, 5, 20, 100], ...more,
})
