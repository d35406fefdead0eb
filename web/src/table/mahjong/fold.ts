/**
 * What a seat sees, after one more event: the fold of `paiju/mahjong/table.py`, on its JSON.
 *
 * It moves tiles and counts them and decides nothing. What the viewer may do is not in the events
 * but in its prompt: `question`, `legal` and `refused` are empty after every event.
 */
import { tiles, tilesText, without, type Tile } from './notation'
import type { EventOf, MahjongEvent, MahjongView, Meld, Outcome, Seat } from './view'

/** The table before the first event of a round. */
export function emptyView(viewer: Seat | null): MahjongView {
  const four = <T>(value: T): T[] => [value, value, value, value]
  return {
    viewer,
    dealer: 0,
    factor: 1,
    raises: four(0),
    wall: 0,
    turn: null,
    hand: '',
    drawn: null,
    sizes: four(0),
    melds: four([]),
    bonus: four(''),
    rivers: four([]),
    ready: four(false),
    last: null,
    fines: four(0),
    ...FREE,
    told: null,
    outcome: null,
    hands: null,
    question: null,
    legal: [],
    refused: [],
  }
}

/** The view after `event`; the one given stays as it is. */
export function fold(view: MahjongView, event: MahjongEvent): MahjongView {
  return { ...after(view, event), question: null, legal: [], refused: [] }
}

function after(view: MahjongView, event: MahjongEvent): MahjongView {
  switch (event.type) {
    case 'round_started': {
      const { dealer, factor, wall } = event
      return { ...emptyView(view.viewer), dealer, factor, wall, turn: dealer }
    }
    case 'raised':
      return { ...view, raises: event.raises }
    case 'dealt':
      return dealt(view, event)
    case 'bonus_laid':
      return bonusLaid(view, event)
    case 'drew':
      return drew(view, event)
    case 'declared_ready':
      return { ...view, ready: at(view.ready, event.seat, () => true) }
    case 'discarded':
      return discarded(view, event)
    case 'claim_told':
      return { ...view, told: { claimant: event.claimant, claim: event.claim } }
    case 'win_declined':
      return {
        ...view,
        bound: Math.max(view.bound ?? 0, event.points),
        bound_fans: Math.max(view.bound_fans ?? 0, event.fans),
        bound_until: event.until,
      }
    case 'false_win':
      return { ...view, fines: at(view.fines, event.seat, (fine) => fine + event.penalty) }
    case 'kong_declared':
      return { ...view, last: { seat: event.seat, tile: event.tile }, told: null }
    case 'melded':
      return melded(view, event)
    case 'won':
      return won(view, event)
    case 'round_ended':
      return ended(view, event)
    case 'dealer_followed':
      return view
  }
}

function dealt(view: MahjongView, event: EventOf<'dealt'>): MahjongView {
  const { seat, count } = event
  const own = event.tiles === null ? null : tiles(event.tiles)
  return {
    ...view,
    sizes: at(view.sizes, seat, () => count),
    wall: view.wall - count,
    hand: own ? tilesText(own) : view.hand,
    drawn: own && count % 3 === 2 ? (own.at(-1) ?? null) : view.drawn,
  }
}

function bonusLaid(view: MahjongView, event: EventOf<'bonus_laid'>): MahjongView {
  const { seat, tile } = event
  return {
    ...taken(view, seat, [tile]),
    bonus: at(view.bonus, seat, (laid) => tilesText([...tiles(laid), tile])),
    drawn: seat === view.viewer ? null : view.drawn,
  }
}

function drew(view: MahjongView, event: EventOf<'drew'>): MahjongView {
  const { seat, tile, wall } = event
  const sizes = at(view.sizes, seat, (size) => size + 1)
  const toDiscard = (sizes[seat] ?? 0) % 3 === 2
  const own = seat === view.viewer
  return {
    ...view,
    ...CLOSED,
    sizes,
    wall,
    hand: own && tile !== null ? tilesText([...tiles(view.hand), tile]) : view.hand,
    turn: toDiscard ? seat : view.turn,
    drawn: own && toDiscard ? tile : view.drawn,
    ...(own ? FREE : {}),
  }
}

function discarded(view: MahjongView, event: EventOf<'discarded'>): MahjongView {
  const { seat, tile } = event
  const ready = view.ready[seat] === true && view.rivers[seat]?.length === 0
  return {
    ...taken(view, seat, [tile]),
    rivers: at(view.rivers, seat, (river) => [...river, { tile, claimed: false, ready }]),
    drawn: seat === view.viewer ? null : view.drawn,
    turn: null,
    last: { seat, tile },
    told: null,
  }
}

function melded(view: MahjongView, event: EventOf<'melded'>): MahjongView {
  const { seat, kind, claimed, source } = event
  const made: Meld = { kind, tiles: event.tiles, claimed, source }
  const own = seat === view.viewer
  const gained = {
    turn: seat,
    drawn: own ? null : view.drawn,
    ...CLOSED,
    ...(own && view.bound_until === 'gain' ? FREE : {}),
  }
  if (kind === 'added_kong') {
    const tile = event.tiles?.replace(/^(\d)\d*/, '$1') ?? ''
    const melds = at(view.melds, seat, (laid) =>
      laid.map((meld) =>
        meld.kind === 'pung' && meld.tiles === event.tiles?.slice(1)
          ? { ...meld, kind, tiles: event.tiles }
          : meld,
      ),
    )
    return { ...taken(view, seat, [tile]), ...gained, melds }
  }
  const melds = at(view.melds, seat, (laid) => [...laid, made])
  if (kind === 'concealed_kong' || claimed === null || source === null) {
    const four = event.tiles === null ? HIDDEN_KONG : tiles(event.tiles)
    return { ...taken(view, seat, four), ...gained, melds }
  }
  const given = without(tiles(event.tiles ?? ''), claimed)
  const rivers = at(view.rivers, source, (river) =>
    river.map((laid, i) => (i === river.length - 1 ? { ...laid, claimed: true } : laid)),
  )
  return { ...taken(view, seat, given), ...gained, melds, rivers }
}

/** Four tiles that leave a hand unseen. */
const HIDDEN_KONG: readonly Tile[] = ['', '', '', '']
/** Nothing lies there to be claimed or robbed any more. */
const CLOSED = { last: null, told: null }
/** Bound by no win that was let go. */
const FREE = { bound: null, bound_fans: null, bound_until: null }

function won(view: MahjongView, event: EventOf<'won'>): MahjongView {
  const { payer, tile } = event
  if (event.source !== 'robbed_kong' || payer === null || view.last?.seat !== payer) return view
  // Of an added kong the fourth tile goes to its first robber; a kong made from a discard is
  // another seat's tile, which lies in the river of `last`.
  const laid = view.rivers[payer]?.at(-1)
  const fromRiver = laid?.tile === tile && !laid.claimed
  const alreadyTaken = (view.sizes[payer] ?? 0) % 3 !== 2
  if (fromRiver || alreadyTaken) return view
  return { ...taken(view, payer, [tile]), drawn: payer === view.viewer ? null : view.drawn }
}

function ended(view: MahjongView, event: EventOf<'round_ended'>): MahjongView {
  const { termination, payments, winners, house, items } = event
  const outcome: Outcome = { termination, payments, winners, house, items }
  const melds = view.melds.map((own, seat) =>
    own.map((meld, i) => ({
      ...meld,
      tiles: meld.tiles ?? event.melds[seat]?.[i]?.replace(/[<>]/g, '') ?? null,
    })),
  )
  const hand = view.viewer === null ? '' : (event.hands[view.viewer] ?? '')
  return { ...view, ...CLOSED, turn: null, hand, melds, outcome, hands: event.hands }
}

/** Tiles leave a hand: its size shrinks, and the tiles go if the viewer sees them. */
function taken(view: MahjongView, seat: Seat, gone: readonly Tile[]): MahjongView {
  const sizes = at(view.sizes, seat, (size) => size - gone.length)
  if (seat !== view.viewer) return { ...view, sizes }
  return { ...view, sizes, hand: tilesText(gone.reduce<Tile[]>(without, tiles(view.hand))) }
}

function at<T>(list: readonly T[], place: number, change: (value: T) => T): T[] {
  return list.map((value, i) => (i === place ? change(value) : value))
}
