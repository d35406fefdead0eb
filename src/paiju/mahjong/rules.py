"""Who may do what at a mahjong table: one check for listing, explaining and doing.

Every answer follows from a table, a seat and the question put to that seat; so it is the same
whether it is asked of the true table or of what the seat itself has seen.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from paiju.core.action import Action
from paiju.core.errors import Refusal
from paiju.core.outcome import Outcome
from paiju.core.seat import Seat, seat_after
from paiju.core.text import Text
from paiju.mahjong.actions import (
    DISCARDS,
    HU,
    KONGS,
    PASS,
    RAISES,
    READIES,
    READY,
    Chow,
    Discard,
    Hu,
    Kong,
    Pass,
    Pung,
    Ready,
)
from paiju.mahjong.costs import kinds_in
from paiju.mahjong.deal import TileSet
from paiju.mahjong.events import UNTIL_DRAW
from paiju.mahjong.holding import chows, claims, is_run
from paiju.mahjong.question import CHOW, MELD, WIN, Question
from paiju.mahjong.refusals import (
    NOT_NOW,
    Clauses,
    incomplete,
    no_draw,
    no_kong,
    not_held,
    other_win,
    too_few,
)
from paiju.mahjong.scoring import Verdict
from paiju.mahjong.table import Table
from paiju.mahjong.tiles import HAND_KINDS, HIDDEN, Tile, is_suited
from paiju.mahjong.win import DISCARD, ROBBED_KONG, SELF_DRAW, Payer, Source, Win


@dataclass(frozen=True, slots=True)
class WinClaim:
    """A seat that wins: from its own draw (``payer`` -1), or off the tile of ``payer``."""

    seat: Seat
    source: Source
    payer: Seat


class Rules(ABC):
    """The rules of one mahjong with one set of house rules; it holds no state of a round."""

    tiles: TileSet
    clauses: Clauses
    asks_raises: bool
    """Whether every seat chooses a raise before the deal."""
    asks_ready: bool
    """Whether non-dealers may declare 报听 before the dealer acts."""
    declined_until: str
    """What frees a seat from a win it declined: its next draw, or any gain of a tile."""
    false_win_penalty: int
    """What hu without a win costs (诈胡); 0 where it cannot be said at all."""

    def __init__(
        self,
        tiles: TileSet,
        clauses: Clauses,
        asks_raises: bool = False,
        asks_ready: bool = False,
        declined_until: str = UNTIL_DRAW,
        false_win_penalty: int = 0,
    ) -> None:
        self.tiles = tiles
        self.clauses = clauses
        self._incomplete = incomplete(clauses)
        self.asks_raises = asks_raises
        self.asks_ready = asks_ready
        self.declined_until = declined_until
        self.false_win_penalty = false_win_penalty

    # --- hooks: what differs between mahjongs -------------------------------------------------

    @abstractmethod
    def judge(self, win: Win) -> Verdict:
        """What a win is worth, or why it is none."""

    @abstractmethod
    def win_refusal(
        self, table: Table, seat: Seat, payer: Seat, tile: Tile, verdict: Verdict, source: Source
    ) -> Refusal | None:
        """Why a complete hand that is worth enough may not win on this tile after all."""

    @abstractmethod
    def closed_discards(self, table: Table, seat: Seat) -> int:
        """The kinds, a bit for each, that the seat may not discard if it holds them."""

    @abstractmethod
    def closed_refusal(self, table: Table, seat: Seat, tile: Tile) -> Refusal:
        """Why the seat may not discard one of those kinds."""

    @abstractmethod
    def kong_refusal(self, table: Table, seat: Seat, tile: Tile) -> Refusal | None:
        """Why a kong that the tiles allow may not be made on one's own turn."""

    @abstractmethod
    def claim_refusal(self, table: Table, seat: Seat, action: Action) -> Refusal | None:
        """Why a pung, kong or chow that the tiles allow may not be claimed."""

    @abstractmethod
    def settle(self, table: Table, wins: Sequence[WinClaim]) -> Outcome:
        """Who pays what to the winners, itemised; called before the winning tile moves."""

    @abstractmethod
    def drawn_round(self, table: Table) -> Outcome:
        """The outcome of a round in which the wall ran out."""

    def bonus_outcome(self, table: Table, seat: Seat) -> Outcome | None:
        """The outcome if the bonus tile just laid by ``seat`` ends the round."""
        return None

    def ready_refusal(self, table: Table, seat: Seat, tile: Tile | None) -> Refusal | None:
        """Why a seat may not declare 报听 (with the discard of ``tile``)."""
        return NOT_NOW

    def hu_sources(
        self, table: Table, seat: Seat, question: Question
    ) -> tuple[tuple[Hu, Source], ...]:
        """The ways to say hu to this question that the tiles and the rules allow."""
        source = SELF_DRAW
        if question.kind != "turn":
            source = ROBBED_KONG if question.kind == "rob" else DISCARD
        refusal = self.hu_refusal(table, seat, question, source)
        return () if refusal is not None else ((HU, source),)

    # --- the one check ------------------------------------------------------------------------

    def legal(self, table: Table, seat: Seat, question: Question) -> tuple[Action, ...]:
        """All that the seat may answer, in a fixed order: hu, kong, pung, chow, ready, discards."""
        found = self.answers(table, seat, question)
        if self._may_be_false(table, question) and not (found and isinstance(found[0], Hu)):
            found.insert(0, HU)
        if question.kind not in ("turn", "raise"):
            found.append(PASS)
        return tuple(found)

    def answers(self, table: Table, seat: Seat, question: Question) -> list[Action]:
        """All that the seat may answer but a pass and 诈胡: nobody is asked who has only those."""
        found: list[Action] = []
        kind, tile, offers = question.kind, question.tile, question.offers
        side = table.sides[seat]
        if offers & WIN and tile != HIDDEN and side.completes(tile):
            found += [hu for hu, _ in self.hu_sources(table, seat, question)]
        if kind == "turn":
            self._add_turn_answers(found, table, seat)
        elif kind == "claim":
            if offers & MELD and side.hand[tile] > 1:
                found += self._allowed(claims(side.hand, tile), table, seat, question)
            if offers & CHOW and is_suited(tile) and seat == seat_after(question.seat):
                found += self._allowed(chows(side.hand, tile), table, seat, question)
        elif kind == "ready":
            found += self._allowed([READY], table, seat, question)
        elif kind == "raise":
            found += RAISES
        return found

    def _add_turn_answers(self, found: list[Action], table: Table, seat: Seat) -> None:
        side = table.sides[seat]
        pungs = side.claimed_pungs
        closed = self.closed_discards(table, seat)
        place = len(found)
        if self.asks_ready and not side.river:
            kinds = kinds_in(side.waiting_discards() & ~closed)
            found += [READIES[t] for t in kinds if self.ready_refusal(table, seat, t) is None]
        for tile, held in enumerate(side.hand):
            if held == 0:
                continue
            if (held == 4 or pungs >> tile & 1) and self.kong_refusal(table, seat, tile) is None:
                found.insert(place, KONGS[tile])
                place += 1
            if closed >> tile & 1 == 0:
                found.append(DISCARDS[tile])

    def _allowed(
        self, tried: list[Action], table: Table, seat: Seat, question: Question
    ) -> list[Action]:
        if not tried:
            return tried
        return [a for a in tried if self.refusal(table, seat, question, a) is None]

    def refusal(
        self, table: Table, seat: Seat, question: Question, action: Action
    ) -> Refusal | None:
        """Why this answer to the question is not allowed, or ``None`` if it is."""
        kind = question.kind
        if isinstance(action, Hu):
            if kind in ("turn", "claim", "rob"):
                if action.off == "" and self._may_be_false(table, question):
                    return None
                return self.no_win(table, seat, question, action)
        elif kind == "turn":
            if isinstance(action, Discard):
                return self.discard_refusal(table, seat, action.tile)
            if isinstance(action, Kong) and action.tile is not None:
                return self._own_kong_refusal(table, seat, action.tile)
            if isinstance(action, Ready):
                if action.tile is None:
                    return self.ready_refusal(table, seat, None)
                refusal = self.discard_refusal(table, seat, action.tile)
                return refusal or self.ready_refusal(table, seat, action.tile)
        elif isinstance(action, Pass):
            return NOT_NOW if kind == "raise" else None
        elif kind == "raise":
            return None if action in RAISES else NOT_NOW
        elif kind == "ready":
            if isinstance(action, Ready) and action.tile is None:
                return self.ready_refusal(table, seat, None)
        elif kind == "claim":
            return self._claim_answer_refusal(table, seat, question, action)
        return NOT_NOW

    def discard_refusal(self, table: Table, seat: Seat, tile: Tile) -> Refusal | None:
        """Why the seat may not discard this tile on its turn."""
        if table.sides[seat].hand[tile] == 0:
            return not_held(tile)
        if self.closed_discards(table, seat) >> tile & 1:
            return self.closed_refusal(table, seat, tile)
        return None

    def _own_kong_refusal(self, table: Table, seat: Seat, tile: Tile) -> Refusal | None:
        side = table.sides[seat]
        held = side.hand[tile]
        if held == 0:
            return not_held(tile)
        if held < 4 and not side.claimed_pungs >> tile & 1:
            return no_kong(tile, self.clauses)
        return self.kong_refusal(table, seat, tile)

    def _claim_answer_refusal(
        self, table: Table, seat: Seat, question: Question, action: Action
    ) -> Refusal | None:
        hand = table.sides[seat].hand
        tile = question.tile
        is_kong = isinstance(action, Kong) and action.tile is None
        if (is_kong or isinstance(action, Pung)) and question.offers & MELD:
            needed = 3 if is_kong else 2
            if hand[tile] < needed:
                return too_few(tile, needed, self.clauses)
            return self.claim_refusal(table, seat, action)
        if isinstance(action, Chow) and question.offers & CHOW:
            if seat != seat_after(question.seat):
                return Refusal(
                    Text("只能吃上家的牌", "Only the seat before's discard can be chowed"),
                    self.clauses.chows,
                )
            if not is_run(tile, action):
                return Refusal(
                    Text("这三张不成顺", "These three tiles are no run of one suit"),
                    self.clauses.chows,
                )
            if hand[action.first] == 0:
                return not_held(action.first)
            if hand[action.second] == 0:
                return not_held(action.second)
            return self.claim_refusal(table, seat, action)
        return NOT_NOW

    # --- winning ------------------------------------------------------------------------------

    def is_false_win(self, table: Table, seat: Seat, question: Question, action: Action) -> bool:
        """Whether this is 诈胡: hu, said where nothing can be won so."""
        return isinstance(action, Hu) and self.no_win(table, seat, question, action) is not None

    def _may_be_false(self, table: Table, question: Question) -> bool:
        """Whether a plain hu may be said although it wins nothing, once a prompt."""
        if self.false_win_penalty == 0 or not question.offers & WIN:
            return False
        kind = question.kind
        return kind in ("claim", "rob") or (kind == "turn" and not table.fined)

    def no_win(self, table: Table, seat: Seat, question: Question, action: Hu) -> Refusal | None:
        """Why this hu wins nothing, or ``None`` if it wins."""
        if question.kind == "claim" and not question.offers & WIN:
            return NOT_NOW
        allowed = self.hu_sources(table, seat, question)
        if any(hu == action for hu, _ in allowed):
            return None
        if allowed:
            return other_win(" / ".join(str(hu) for hu, _ in allowed), self.clauses)
        return (
            self.hu_refusal(
                table,
                seat,
                question,
                {"turn": SELF_DRAW, "rob": ROBBED_KONG}.get(question.kind, DISCARD),
            )
            or NOT_NOW
        )

    def best_offer(self, table: Table, seat: Seat, question: Question) -> Verdict | None:
        """The win of the most hand points that the question offers, ``None`` if it offers none."""
        best: Verdict | None = None
        if question.offers & WIN:
            for _, source in self.hu_sources(table, seat, question):
                verdict = self.verdict(table, seat, question.tile, source)
                if best is None or verdict.hand_points > best.hand_points:
                    best = verdict
        return best

    def hu_refusal(
        self, table: Table, seat: Seat, question: Question, source: Source
    ) -> Refusal | None:
        """Why the seat may not win in this way on the tile it is asked about."""
        if source == SELF_DRAW:
            tile, payer = table.sides[seat].drawn, -1
            if tile == HIDDEN:
                return no_draw(self.clauses)
        else:
            tile, payer = question.tile, question.seat
        verdict = self.verdict(table, seat, tile, source)
        if not verdict.legal:
            return verdict.refusal
        return self.win_refusal(table, seat, payer, tile, verdict, source)

    def verdict(self, table: Table, seat: Seat, tile: Tile, source: Source) -> Verdict:
        """What the judge says if the seat wins on this tile now."""
        if not table.sides[seat].completes(tile):
            return self._incomplete
        key = (seat * HAND_KINDS + tile) * 3 + source
        known = table.verdicts.get(key)
        if known is None:
            known = table.verdicts[key] = self.judge(self.win(table, seat, tile, source))
        return known

    def win(self, table: Table, seat: Seat, tile: Tile, source: Source) -> Win:
        """Everything around a win that counts, as the judge wants it."""
        side = table.sides[seat]
        concealed = side.hand[:HAND_KINDS]
        if source == SELF_DRAW:
            concealed[tile] -= 1
        discards = sum([len(each.river) for each in table.sides])
        is_dealer = seat == table.dealer
        if source == SELF_DRAW:
            first = is_dealer and discards == 0 and not side.melds
            kong = table.kong_draw
        else:
            first = source == DISCARD and discards == 1 and table.last_seat == table.dealer
            kong = source == DISCARD and table.after_kong
        return Win(
            concealed=tuple(concealed),
            tile=tile,
            melds=side.melds,
            bonus=side.bonus,
            source=source,
            last_tile=table.wall == 0 and source != ROBBED_KONG,
            after_kong=kong,
            first_turn=first,
            ready=side.ready,
            dealer=is_dealer,
        )

    def payer(self, table: Table, seat: Seat) -> Payer:
        """What lies before a seat that pays."""
        side = table.sides[seat]
        return Payer(side.melds, side.bonus, side.ready, dealer=seat == table.dealer)
