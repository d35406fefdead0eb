// Generated from paiju.server.protocol by scripts/generate_types.py. Do not edit.

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type JsonObject = { [key: string]: Json }

export const PROTOCOL = 1

export const LARGEST_MESSAGE = 8192

/** Why the server closed a socket: what a client decides on whether to come back. */
export const CloseCode = {
  TOO_BIG: 1009,
  RESTART: 1012,
  BAD_PROTOCOL: 4000,
  REPLACED: 4001,
  TOO_SLOW: 4002,
  TOO_FAST: 4003,
  BAD_MESSAGES: 4004,
  NO_HELLO: 4005,
  TOO_MANY: 4006,
  FAULT: 4007,
} as const

export type RejectCode =
  | 'bad_message'
  | 'bad_protocol'
  | 'hello_first'
  | 'too_fast'
  | 'busy'
  | 'no_game'
  | 'bad_options'
  | 'no_room'
  | 'room_full'
  | 'not_in_room'
  | 'not_host'
  | 'seat_taken'
  | 'seats_open'
  | 'started'
  | 'playing'
  | 'no_table'
  | 'not_asked'
  | 'stale_prompt'
  | 'bad_notation'
  | 'illegal'
  | 'not_settled'

/** The first message on a socket; answered by ``welcome``. No token makes a new guest. */
export interface Hello {
  type: 'hello'
  protocol: number
  token?: string | null
  name?: string | null
  lang?: 'en' | 'zh' | null
}

/** Call me by another name. */
export interface Rename {
  type: 'rename'
  id: string
  name: string
}

/** Open a room and sit at its first seat as its host. The ack's data: ``{code}``. */
export interface CreateRoom {
  type: 'create_room'
  id: string
  game: string
  rounds: number
  options?: { [key: string]: boolean | number | string }
}

/** Take the first free seat of the room. The ack's data: ``{code}``. */
export interface JoinRoom {
  type: 'join_room'
  id: string
  code: string
}

/** Open a room, fill it with bots and start at once. The ack's data: ``{code, table}``. */
export interface PlayNow {
  type: 'play_now'
  id: string
  game: string
  rounds: number
  options?: { [key: string]: boolean | number | string }
}

/** Move to a free seat of one's room, before the start. */
export interface Sit {
  type: 'sit'
  id: string
  seat: number
}

/** Seat a bot (host, before the start). */
export interface AddBot {
  type: 'add_bot'
  id: string
  seat: number
}

/** Send a bot away (host, before the start). */
export interface RemoveBot {
  type: 'remove_bot'
  id: string
  seat: number
}

/** Start the match (host, all four seats taken). The ack's data: ``{table}``. */
export interface Start {
  type: 'start'
  id: string
}

/** Leave the room, and its table for good: a bot plays the seat on. */
export interface Leave {
  type: 'leave'
  id: string
}

/**
 * Send me what came after ``last``, the highest ``v`` I have of this table (0: nothing).
 *
 * Before the ack come the missing messages, or one ``view`` if they are no longer kept.
 */
export interface Resume {
  type: 'resume'
  id: string
  table: string
  last?: number
}

/** Answer a prompt by one of its legal actions; without ``prompt``, do a free action. */
export interface Act {
  type: 'act'
  id: string
  table: string
  do: string
  prompt?: number | null
}

/** Switch auto-play 托管 of one's own seat on or off. */
export interface Auto {
  type: 'auto'
  id: string
  table: string
  on: boolean
}

/** The settlement has been seen; on with the next round when everybody has said so. */
export interface Next {
  type: 'next'
  id: string
  table: string
}

/** Is anybody there? */
export interface Ping {
  type: 'ping'
  id: string
}

/** A sentence or a name in both languages. */
export interface Words {
  zh: string
  en: string
}

/** Who somebody is. */
export interface PlayerInfo {
  id: string
  name: string
}

/** One house rule; ``values`` lists its values, else it is a whole number in steps. */
export interface OptionInfo {
  name: string
  label: Words
  clause: string
  default: boolean | number | string
  values: (boolean | number | string)[]
  low: number
  high: number
  step: number
}

/** A game that can be played here; ``presets`` are named sets of what differs from default. */
export interface GameInfo {
  key: string
  name: Words
  options: OptionInfo[]
  presets: { [key: string]: { [key: string]: boolean | number | string } }
}

/**
 * You are known. Keep ``token``: whoever has it is this player.
 *
 * ``room`` and ``table`` say where the player sits: ``resume`` the table. ``share`` is an address
 * of the server for the others in the house, where the page was opened as localhost.
 */
export interface Welcome {
  type: 'welcome'
  protocol: number
  version: string
  player: PlayerInfo
  token: string
  games: GameInfo[]
  room: string | null
  table: string | null
  share: string | null
}

/** The request has been done, and for good: it is in the journal. */
export interface Ack {
  type: 'ack'
  id: string
  data: JsonObject | null
}

/** The request has not been done; ``id`` is null if the message had none that can be read. */
export interface Reject {
  type: 'reject'
  id: string | null
  code: RejectCode
  reason: Words
  clause: string | null
}

/** Who sits at a seat of a room. */
export interface RoomSeat {
  name: string
  bot: boolean
  connected: boolean
}

/** The whole state of one's room, each time it changes. ``code`` null: you are in none. */
export interface Room {
  type: 'room'
  code: string | null
  game: string
  options: { [key: string]: boolean | number | string }
  rounds: number
  host: number | null
  you: number | null
  seats: (RoomSeat | null)[]
  started: boolean
  table: string | null
}

/** Who sits at a seat of a table. ``left``: its player left for good and a bot plays on. */
export interface Chair {
  name: string
  bot: boolean
  connected: boolean
  auto: boolean
  left: boolean
}

/** Where the match stands; ``round`` counts from 1. ``commitment``: see ``deal``. */
export interface MatchInfo {
  rounds_total: number
  round: number
  dealer: number
  totals: number[]
  commitment: string
}

/** What one might want to do and may not, and why. */
export interface RefusedAction {
  do: string
  reason: Words
  clause: string | null
}

/**
 * A question to a seat.
 *
 * ``prompt`` numbers the questions to this seat. ``deadline`` ms are left, then ``bank`` ms of the
 * seat's time bank, then the seat is played for. ``legal`` lists every legal action in the game's
 * order, unless ``more``: then it is only their beginning, and an action that is not listed may
 * be sent. ``question``, ``refused`` and ``advice`` are the game's own.
 */
export interface Ask {
  prompt: number
  deadline: number
  bank: number
  legal: string[]
  more: boolean
  question: JsonObject | null
  refused: RefusedAction[]
  advice: JsonObject
}

/** Whose own turn it is, as everybody can see, and the time it has. */
export interface Turn {
  seat: number
  deadline: number
  bank: number
}

/** The seed of a round, laid open: its SHA-256 is the commitment that came with the deal. */
export interface Proof {
  seed: string
  commitment: string
}

/**
 * How things stand after a round. ``waiting``: the seats that have not sent ``next`` yet.
 *
 * Play goes on without them in ``next_in`` ms.
 */
export interface Settlement {
  round: number
  rounds_total: number
  totals: number[]
  match_over: boolean
  waiting: number[]
  next_in: number
  proof: Proof
}

/**
 * All that the viewer may know of the table: forget what you had and draw this.
 *
 * ``round`` is the game's own observation. ``you`` is null for a spectator.
 */
export interface View {
  type: 'view'
  v: number
  table: string
  you: number | null
  game: string
  options: { [key: string]: boolean | number | string }
  match: MatchInfo
  seats: Chair[]
  round: JsonObject
  ask: Ask | null
  free: string[]
  turn: Turn | null
  settled: Settlement | null
}

/** A round is about to be dealt from a seed whose SHA-256 is ``commitment``. */
export interface Deal {
  type: 'deal'
  v: number
  table: string
  match: MatchInfo
}

/** Something happened in the round, as the viewer may see it; the event is the game's own. */
export interface TableEvent {
  type: 'event'
  v: number
  table: string
  event: JsonObject
}

/** You are asked. */
export interface Prompt {
  type: 'prompt'
  v: number
  table: string
  ask: Ask
}

/** Your prompt is closed: answered by you, by your time's end, by auto-play, or overtaken. */
export interface Answered {
  type: 'answered'
  v: number
  table: string
  prompt: number
}

/**
 * What you may do now although you are not asked, each time that changes.
 *
 * A ``prompt`` ends it: whatever is free then is among the prompt's legal actions.
 */
export interface Free {
  type: 'free'
  v: number
  table: string
  legal: string[]
}

/**
 * It is another seat's own turn, as everybody can see. It holds until the next event.
 *
 * Claims have no clock: nobody learns who was asked.
 */
export interface Clock {
  type: 'clock'
  v: number
  table: string
  turn: Turn
}

/** Somebody dropped, came back, is played by auto-play or by a bot. */
export interface SeatChanged {
  type: 'seat'
  v: number
  table: string
  seat: number
  chair: Chair
}

/** The round is paid; its last event says what for. */
export interface Settled {
  type: 'settled'
  v: number
  table: string
  settled: Settlement
}

/** Somebody is ready for the next round; these seats are not yet. */
export interface Waiting {
  type: 'waiting'
  v: number
  table: string
  waiting: number[]
}

/** The match is over and the table cleared; the last message of a table. */
export interface Closed {
  type: 'closed'
  v: number
  table: string
  totals: number[]
}

export type FromClient =
  | Hello
  | Rename
  | CreateRoom
  | JoinRoom
  | PlayNow
  | Sit
  | AddBot
  | RemoveBot
  | Start
  | Leave
  | Resume
  | Act
  | Auto
  | Next
  | Ping

export type FromServer =
  | Welcome
  | Ack
  | Reject
  | Room
  | View
  | Deal
  | TableEvent
  | Prompt
  | Answered
  | Free
  | Clock
  | SeatChanged
  | Settled
  | Waiting
  | Closed
