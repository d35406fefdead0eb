/**
 * What a seat sees, after one more event: the fold of `jiujiang_doudizhu/table.py`, on its JSON.
 *
 * It moves cards and notes who did what, and decides nothing. What the viewer may do is not in the
 * events but in its prompt: `question`, `legal` and `refused` are empty after every event.
 */
import { cards, cardsText, sorted, without } from './notation'
import { isBomb, type DoudizhuEvent, type DoudizhuView, type EventOf, type Seat } from './view'

const SEAT_COUNT = 4
const DEALT = 25
const KITTY = 8

/** The table before the first event of a round; `counted` where the house shows card counts. */
export function emptyView(viewer: Seat | null, counted = false): DoudizhuView {
  const four = <T>(value: T): T[] => Array.from({ length: SEAT_COUNT }, () => value)
  return {
    viewer,
    phase: 'calling',
    dealer: 0,
    cut: null,
    first_caller: null,
    calls: four(null),
    landlord: null,
    gatekeeper: null,
    forced: false,
    kitty: null,
    turn: null,
    hand: '',
    trick: null,
    shown: four(null),
    base: 1,
    bombs: [],
    raises: [],
    shots: 0,
    shooting: false,
    answers: four(null),
    counts: counted ? four(DEALT) : null,
    hands: null,
    outcome: null,
    question: null,
    legal: [],
    refused: [],
  }
}

/** The view after `event`; the one given stays as it is. */
export function fold(view: DoudizhuView, event: DoudizhuEvent): DoudizhuView {
  return { ...after(view, event), question: null, legal: [], refused: [] }
}

function after(view: DoudizhuView, event: DoudizhuEvent): DoudizhuView {
  switch (event.type) {
    case 'round_started':
      return { ...emptyView(view.viewer, view.counts !== null), dealer: event.dealer }
    case 'dealt':
      return event.cards === null ? view : { ...view, hand: cardsText(sorted(cards(event.cards))) }
    case 'cut_shown':
      return { ...view, cut: event.card, first_caller: event.seat, turn: event.seat }
    case 'called':
      return { ...view, calls: at(view.calls, event.seat, () => 'called') }
    case 'declined':
      return { ...view, calls: at(view.calls, event.seat, () => 'declined'), turn: next(event.seat) }
    case 'kitty_taken':
      return kittyTaken(view, event)
    case 'played':
      return played(view, event)
    case 'passed':
      return { ...view, shown: at(view.shown, event.seat, () => ''), turn: next(event.seat) }
    case 'trick_ended':
      return { ...view, trick: null, turn: event.seat }
    case 'asked': {
      const { seat: asked_by, target, count } = event
      return { ...view, answers: at(view.answers, target, () => ({ asked_by, count })) }
    }
    case 'round_ended':
      return ended(view, event)
    case 'surrendered':
      return view
  }
}

function kittyTaken(view: DoudizhuView, event: EventOf<'kitty_taken'>): DoudizhuView {
  const { seat, forced, gatekeeper, cards: kitty } = event
  const own = seat === view.viewer && kitty !== null
  return {
    ...view,
    phase: 'playing',
    landlord: seat,
    gatekeeper,
    forced,
    kitty,
    turn: seat,
    shooting: seat === view.first_caller,
    hand: own ? cardsText(sorted([...cards(kitty), ...cards(view.hand)])) : view.hand,
    counts: view.counts && at(view.counts, seat, (count) => count + KITTY),
  }
}

function played(view: DoudizhuView, event: EventOf<'played'>): DoudizhuView {
  const { seat, combo, base, bomb_points, shot_points } = event
  const gone = cards(event.cards)
  const bomb = isBomb(combo)
  const shooting = view.shooting && bomb
  const raised = bomb && (bomb_points !== 0 || shot_points !== 0)
  return {
    ...view,
    hand: seat === view.viewer ? cardsText(without(cards(view.hand), gone)) : view.hand,
    counts: view.counts && at(view.counts, seat, (count) => count - gone.length),
    // What lay there from the trick before is cleared away by whoever leads.
    shown: view.shown.map((shown, i) => (i === seat ? event.cards : view.trick ? shown : null)),
    trick: { seat, combo },
    base,
    bombs: bomb ? [...view.bombs, combo.text] : view.bombs,
    raises: raised ? [...view.raises, { combo, bomb_points, shot_points }] : view.raises,
    shots: view.shots + (shooting ? 1 : 0),
    shooting,
    answers: at(view.answers, seat, () => null),
    turn: next(seat),
  }
}

function ended(view: DoudizhuView, event: EventOf<'round_ended'>): DoudizhuView {
  const { termination, payments, winners, items, hands } = event
  return {
    ...view,
    phase: 'over',
    turn: null,
    shooting: false,
    hand: view.viewer === null ? '' : (hands[view.viewer] ?? ''),
    hands,
    outcome: { termination, payments, winners, house: 0, items },
  }
}

/** Play goes counter-clockwise, as the seats are numbered. */
const next = (seat: Seat): Seat => (seat + 1) % SEAT_COUNT

function at<T>(list: readonly T[], place: number, change: (value: T) => T): T[] {
  return list.map((value, i) => (i === place ? change(value) : value))
}
