// Generated from paiju.server.protocol by scripts/generate_types.py. Do not edit.

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type JsonObject = { [key: string]: Json }

export const PROTOCOL = 4

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
  LOGGED_OUT: 4008,
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
  | 'not_shuffling'
  | 'kicked'
  | 'no_programs'
  | 'poor'
  | 'not_watchable'
  | 'login_taken'
  | 'wrong_login'
  | 'registered'
  | 'guest_only'
  | 'no_session'
  | 'no_record'
  | 'no_top_up'
  | 'too_many'
  | 'paused'

export type Phrase =
  | 'hello'
  | 'thanks'
  | 'well_played'
  | 'hurry'
  | 'wait'
  | 'sorry'
  | 'oops'
  | 'lucky'
  | 'again'
  | 'bye'
  | 'smile'
  | 'laugh'
  | 'cry'
  | 'angry'
  | 'clap'
  | 'tea'

export type Watching =
  | 'off'
  | 'hidden'
  | 'open'

export type Stake =
  | 0
  | 1
  | 5
  | 20
  | 100

/** Call me by another name. */
export interface Rename {
  type: 'rename'
  id: string
  name: string
}

/** Give a guest a login name and a password; coins, history and seat stay its own. */
export interface Register {
  type: 'register'
  id: string
  login: string
  password: string
}

/** Prove to be somebody. The ack's data: ``{token}``, to say ``hello`` with on a new socket. */
export interface LogIn {
  type: 'log_in'
  id: string
  login: string
  password: string
}

/** Forget the token of this session; the socket is closed with 4008. */
export interface LogOut {
  type: 'log_out'
  id: string
}

/** Take another password; all other sessions end. */
export interface ChangePassword {
  type: 'change_password'
  id: string
  old: string
  new: string
}

/** Where am I logged in? The ack's data: ``SessionList``. */
export interface ListSessions {
  type: 'list_sessions'
  id: string
}

/** End a session: its token is forgotten, its socket closed with 4008. */
export interface RevokeSession {
  type: 'revoke_session'
  id: string
  session: string
}

/** How many coins have I? The ack's data: ``Coins``. */
export interface GetCoins {
  type: 'get_coins'
  id: string
}

/** Once a day, when one has few: fill up to the daily amount. The ack's data: ``Coins``. */
export interface TopUp {
  type: 'top_up'
  id: string
}

/** Which round of a list: several may have ended at the same ``at`` (ms). */
export interface ListedRound {
  at: number
  table: string
  round: number
}

/** My finished rounds, the newest first, those listed after ``before``. Data: ``History``. */
export interface GetHistory {
  type: 'get_history'
  id: string
  before?: ListedRound | null
  limit?: number
}

/** The record of a finished round that one sat at. The ack's data: ``RecordText``. */
export interface GetRecord {
  type: 'get_record'
  id: string
  table: string
  round: number
}

/** Which external bots have I? The ack's data: ``BotList``. */
export interface ListBots {
  type: 'list_bots'
  id: string
}

/** Let a program of mine play under this name. Ack's data: ``{id, token}``, never again. */
export interface CreateBot {
  type: 'create_bot'
  id: string
  name: string
}

/** End a bot: its token is forgotten. */
export interface DropBot {
  type: 'drop_bot'
  id: string
  bot: string
}

/** A room that anybody may join, or look on at. */
export interface OpenRoom {
  code: string
  game: string
  rounds: number
  house_rules: number
  stake: number
  host: string
  taken: number
  started: boolean
  watch: Watching
  programs: boolean
}

/** The open rooms, those that wait for players first. */
export interface RoomList {
  rooms: OpenRoom[]
}

/** One place where a player is logged in; times are ms since 1970. */
export interface SessionInfo {
  id: string
  agent: string
  created: number
  seen: number
  current: boolean
}

/** All sessions of a player, the latest first. */
export interface SessionList {
  sessions: SessionInfo[]
}

/** A player's coins; ``top_up``: what asking for the daily top-up would give now. */
export interface Coins {
  coins: number
  top_up: number
}

/** A finished round, as one of its players looks back on it; ``at`` is ms since 1970. */
export interface PlayedRound {
  table: string
  round: number
  game: string
  at: number
  seat: number
  names: string[]
  payments: number[]
  termination: string
  stake: number
  coins: number | null
}

/** Finished rounds, the newest first; ``more``: there are older ones. */
export interface History {
  rounds: PlayedRound[]
  more: boolean
}

/** The record of a round as ``paiju replay`` and ``paiju verify`` read it. */
export interface RecordText {
  name: string
  text: string
}

/** An external bot of a player. */
export interface BotInfo {
  id: string
  name: string
  created: number
}

/** A player's external bots. */
export interface BotList {
  bots: BotInfo[]
}

/**
 * Open a room and sit at its first seat as its host. The ack's data: ``{code}``.
 *
 * ``stake``: coins a point; ``open``: listed for everybody; ``watch``: who may look on;
 * ``programs``: whether external bots may sit down.
 */
export interface CreateRoom {
  type: 'create_room'
  id: string
  game: string
  rounds: number
  options?: { [key: string]: boolean | number | string }
  stake?: Stake
  open?: boolean
  watch?: Watching
  programs?: boolean
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

/**
 * Sit down with whoever wants the same game at the same stake, by the written rules.
 *
 * It starts when four are there; ``wait`` seconds after one came, bots take the free seats. The
 * ack's data: ``{code}``; ``leave`` before the start calls it off.
 */
export interface QuickMatch {
  type: 'quick_match'
  id: string
  game: string
  stake?: Stake
  wait?: number
}

/** Which open rooms are there? The ack's data: ``RoomList``. */
export interface ListRooms {
  type: 'list_rooms'
  id: string
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

/** Send a player away, who cannot come into this room again (host, before the start). */
export interface Kick {
  type: 'kick'
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
 * Look on at a room's table, while in no room oneself. The ack's data: ``{table, delay}``.
 *
 * Without ``seat``: as a spectator, hands hidden. With ``seat``, where the room's ``watch`` is
 * ``open``: what that seat was sent, ``delay`` ms later. Then ``resume`` the table as a player
 * does. One watches one table; after a dropped line ``watch`` comes first again.
 */
export interface Watch {
  type: 'watch'
  id: string
  code: string
  seat?: number | null
}

/** Look on no more. */
export interface Unwatch {
  type: 'unwatch'
  id: string
}

/** Say one of the preset phrases to everybody in one's room, or at its table. */
export interface Say {
  type: 'say'
  id: string
  phrase: Phrase
}

/** A sentence or a name in both languages. */
export interface Words {
  zh: string
  en: string
}

/** Who somebody is. ``login`` null: a guest. ``program``: an external bot. */
export interface PlayerInfo {
  id: string
  name: string
  login: string | null
  program: boolean
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
 * of the server for the others in the house, where the page was opened as localhost. ``stakes``
 * are what a point may be worth here, in coins.
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
  coins: number
  stakes: number[]
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

/**
 * Who sits at a seat of a room. ``program``: an external bot.
 *
 * ``same_address``: shares its address with another seat; told to the host of a stake table alone.
 */
export interface RoomSeat {
  name: string
  bot: boolean
  connected: boolean
  program: boolean
  same_address: boolean
}

/**
 * The whole state of one's room, each time it changes. ``code`` null: you are in none.
 *
 * ``out`` then says why, if one did not leave by oneself. ``starts_in``: ms until a quick match
 * begins with bots. ``watchers``: how many look on.
 */
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
  stake: number
  open: boolean
  watch: Watching
  programs: boolean
  starts_in: number | null
  watchers: number
  out: 'forgotten' | 'kicked' | 'removed' | null
}

/** Somebody in the room, or at the table one watches, said a preset phrase. */
export interface Said {
  type: 'said'
  seat: number
  phrase: Phrase
}

/** One's own coins have changed. */
export interface CoinsChanged {
  type: 'coins'
  coins: number
}

/**
 * Who sits at a seat of a table. ``left``: its player left for good and a bot plays on.
 *
 * ``program``: an external bot.
 */
export interface Chair {
  name: string
  bot: boolean
  connected: boolean
  auto: boolean
  left: boolean
  program: boolean
}

/**
 * Where the match stands; ``round`` counts from 1. ``commitment``: see ``shuffle``.
 *
 * ``nonces`` by seat are what the players added to the chance of the deal; null for a seat that
 * added nothing (a bot), and for all before the deal. ``stake``: coins a point.
 */
export interface MatchInfo {
  rounds_total: number
  round: number
  dealer: number
  totals: number[]
  commitment: string
  nonces: (string | null)[]
  stake: number
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

/**
 * That a deal was fair: ``secret`` is the server's share, its SHA-256 the ``commitment``.
 *
 * ``seed`` follows from ``secret`` and ``nonces`` (``paiju.core.fairness``), the deal from it.
 */
export interface Proof {
  secret: string
  commitment: string
  nonces: (string | null)[]
  seed: string
}

/**
 * How things stand after a round. ``waiting``: the seats that have not sent ``next`` yet.
 *
 * Play goes on without them in ``next_in`` ms. ``coins``: what each seat gained, at a table with
 * a stake; ``broke``: seats that cannot pay the table's minimum, so that the match ends here.
 */
export interface Settlement {
  round: number
  rounds_total: number
  totals: number[]
  match_over: boolean
  waiting: number[]
  next_in: number
  proof: Proof
  coins: number[] | null
  broke: number[]
}

/**
 * All that the viewer may know of the table: forget what you had and draw this.
 *
 * It stands for every message up to number ``v``.
 * ``round`` is the game's own observation, null while it is shuffled. ``you`` is null for who
 * looks on; ``shoulder`` is the seat looked over, ``delay`` by how many ms it is late.
 */
export interface View {
  type: 'view'
  table: string
  v: number
  you: number | null
  shoulder: number | null
  delay: number
  game: string
  options: { [key: string]: boolean | number | string }
  match: MatchInfo
  seats: Chair[]
  round: JsonObject | null
  ask: Ask | null
  free: string[]
  turn: Turn | null
  settled: Settlement | null
}

/**
 * A round is about to be dealt: ``match.commitment`` is the SHA-256 of the server's secret.
 *
 * Send a ``nonce`` of your own within ``wait`` ms; what has come by then goes into the deal.
 */
export interface Shuffle {
  type: 'shuffle'
  match: MatchInfo
  wait: number
}

/** A round is dealt, from the server's secret and ``match.nonces``. */
export interface Deal {
  type: 'deal'
  match: MatchInfo
}

/** Something happened in the round, as the viewer may see it; the event is the game's own. */
export interface TableEvent {
  type: 'event'
  event: JsonObject
}

/** You are asked. */
export interface Prompt {
  type: 'prompt'
  ask: Ask
}

/** Your prompt is closed: answered by you, by your time's end, by auto-play, or overtaken. */
export interface Answered {
  type: 'answered'
  prompt: number
}

/**
 * What you may do now although you are not asked, each time that changes.
 *
 * A ``prompt`` ends it: whatever is free then is among the prompt's legal actions.
 */
export interface Free {
  type: 'free'
  legal: string[]
}

/**
 * It is another seat's own turn, as everybody can see. It holds until the next event.
 *
 * Claims have no clock: nobody learns who was asked.
 */
export interface Clock {
  type: 'clock'
  turn: Turn
}

/** Somebody dropped, came back, is played by auto-play or by a bot. */
export interface SeatChanged {
  type: 'seat'
  seat: number
  chair: Chair
}

/** The round is paid; its last event says what for. */
export interface Settled {
  type: 'settled'
  settled: Settlement
}

/** Somebody is ready for the next round; these seats are not yet. */
export interface Waiting {
  type: 'waiting'
  waiting: number[]
}

/** The match is over and the table cleared; the last message of a table. */
export interface Closed {
  type: 'closed'
  totals: number[]
}

/**
 * What a table tells a viewer at once, in its order.
 *
 * Each message has a number, without a gap from the first one to the last of the match; ``v`` is
 * the number of the first in ``messages``.
 */
export interface Told {
  type: 'told'
  table: string
  v: number
  messages: (Shuffle | Deal | TableEvent | Prompt | Answered | Free | Clock | SeatChanged | Settled | Waiting | Closed)[]
}

/**
 * The first message on a socket; answered by ``welcome``. No token makes a new guest.
 *
 * ``agent`` names the device or program, to be known again in the list of sessions.
 */
export interface Hello {
  type: 'hello'
  protocol: number
  token?: string | null
  name?: string | null
  lang?: 'en' | 'zh' | null
  agent?: string | null
}

/** Is anybody there? */
export interface Ping {
  type: 'ping'
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

/** My share of the chance in the deal that ``shuffle`` announced: 32 to 64 hex digits. */
export interface GiveNonce {
  type: 'nonce'
  id: string
  table: string
  round: number
  nonce: string
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

export type FromClient =
  | Hello
  | Ping
  | CreateRoom
  | JoinRoom
  | PlayNow
  | QuickMatch
  | ListRooms
  | Sit
  | AddBot
  | RemoveBot
  | Kick
  | Start
  | Leave
  | Watch
  | Unwatch
  | Say
  | Rename
  | Register
  | LogIn
  | LogOut
  | ChangePassword
  | ListSessions
  | RevokeSession
  | GetCoins
  | TopUp
  | GetHistory
  | GetRecord
  | ListBots
  | CreateBot
  | DropBot
  | Resume
  | GiveNonce
  | Act
  | Auto
  | Next

export type FromServer =
  | Welcome
  | Ack
  | Reject
  | Room
  | Said
  | CoinsChanged
  | View
  | Told
