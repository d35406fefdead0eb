"""Situations at a mahjong table: a few hands named, the rest filled so that they stay quiet."""

from collections.abc import Mapping
from typing import Any, ClassVar, Self

import pytest

from paiju.core.action import Action
from paiju.core.errors import IllegalAction
from paiju.core.event import Event, Json
from paiju.core.game import Game, RoundSetup
from paiju.mahjong.actions import PASS
from paiju.mahjong.deal import TileSet
from paiju.mahjong.round import MahjongRound
from paiju.mahjong.tiles import counted_tiles, parse_tiles, tiles_in_order

# No pair and no run among these kinds: a hand of 13 of them neither claims nor waits.
QUIET = parse_tiles("147m147p147s258m258p258s")


class MahjongScenario:
    """A round on a fixed deal; whoever is asked and has no line of its own passes."""

    game: ClassVar[Game]
    tiles: ClassVar[TileSet]

    def __init__(
        self,
        hands: Mapping[int, str],
        wall: str = "",
        tail: str = "",
        dealer: int = 0,
        carry: Mapping[str, Any] | None = None,
        **options: Any,
    ) -> None:
        whole: list[Json] = list(_filled(self.tiles, hands, wall + tail, dealer))
        deal: dict[str, Json] = {"hands": whole, "wall": wall, "tail": tail}
        rules = self.game.options.parse(options)
        self.setup = RoundSetup(self.game.key, rules, dealer, carry or {}, deal=deal)
        started = self.game.start(self.setup)
        assert isinstance(started, MahjongRound)
        self.round = started

    def do(self, *lines: str) -> Self:
        """Play lines like ``0 discard 5m``; others that are asked meanwhile pass."""
        for line in lines:
            seat, action = int(line[0]), self.game.parse_action(line[2:])
            while not self._is_due(seat, action):
                asked = self.round.to_act
                assert asked, f"{line}: the round is over"
                self.round.apply(seat if seat in asked else asked[0], PASS)
            self.round.apply(seat, action)
        return self

    def _is_due(self, seat: int, action: Action) -> bool:
        """Whether the seat is asked what this line answers (or may not pass anyway)."""
        if seat not in self.round.to_act:
            return False
        legal = self.round.legal_actions(seat)
        return action in legal or PASS not in legal

    def until_turn(self, seat: int) -> Self:
        """Let all who are asked for a claim pass until it is the seat's turn."""
        assert self.passes().round.turn == seat
        return self

    def legal(self, seat: int) -> list[str]:
        """What the seat may do now."""
        return [str(action) for action in self.round.legal_actions(seat)]

    def refused(self, line: str) -> str | None:
        """The clause by which a line is refused; nothing has changed after it."""
        before = list(self.round.events)
        with pytest.raises(IllegalAction) as refusal:
            self.round.apply(int(line[0]), self.game.parse_action(line[2:]))
        assert self.round.events == before
        assert refusal.value.reason.zh and refusal.value.reason.en
        return refusal.value.clause

    def passes(self) -> Self:
        """Everybody who is asked for a claim passes until it is somebody's turn or over."""
        while any(PASS in self.round.legal_actions(seat) for seat in self.round.to_act):
            for seat in self.round.to_act:
                if PASS in self.round.legal_actions(seat):
                    self.round.apply(seat, PASS)
        return self

    def play_out(self) -> Self:
        """Everybody discards what it drew and passes, until the round is over."""
        while self.round.to_act:
            self.idle()
        return self

    def idle(self) -> None:
        """The next seat that is asked passes, or discards what it drew."""
        seat = self.round.to_act[0]
        self.round.apply(seat, self.game.idle_action(self.round.observation(seat)))

    def any_discard(self, seat: int) -> str:
        """The line by which the seat discards its lowest tile that it may."""
        return f"{seat} " + next(text for text in self.legal(seat) if text.startswith("discard"))

    def in_hand(self, seat: int) -> list[int]:
        """The tiles in a seat's hand."""
        return counted_tiles(self.round.table.sides[seat].hand)

    def kinds(self) -> list[str]:
        """The types of the events so far."""
        return [event.type for event in self.round.events]

    def last(self, kind: str) -> Event:
        """The newest event of a type."""
        return next(event for event in reversed(self.round.events) if event.type == kind)

    @property
    def payments(self) -> tuple[int, ...]:
        """What each seat gains."""
        assert self.round.outcome is not None
        return self.round.outcome.payments

    def items(self, winner: int = 0) -> dict[str, int]:
        """The score lines of a winner (by its place among the winners): id → value."""
        assert self.round.outcome is not None
        winners: Any = self.round.outcome.items["winners"]
        return {item["id"]: item["value"] for item in winners[winner]["items"]}

    def win(self, winner: int = 0) -> dict[str, Any]:
        """The settlement of one winner."""
        assert self.round.outcome is not None
        winners: Any = self.round.outcome.items["winners"]
        found: dict[str, Any] = winners[winner]
        return found


def _filled(tiles: TileSet, hands: Mapping[int, str], wall: str, dealer: int) -> list[str]:
    """Four whole hands: the named ones, completed and joined by quiet tiles of distinct kinds."""
    left = list(tiles.copies)
    whole = {seat: parse_tiles(text) for seat, text in hands.items()}
    for tile in [t for hand in whole.values() for t in hand] + parse_tiles(wall):
        left[tile] -= 1
    for seat in range(4):
        size = 13 + (seat == dealer)
        hand = whole.setdefault(seat, [])
        for tile in [t for t in QUIET if left[t] > 0 and t not in hand][: size - len(hand)]:
            hand.insert(0, tile)
            left[tile] -= 1
        assert len(hand) == size, f"hand {seat} cannot be filled quietly"
    return [tiles_in_order(whole[seat]) for seat in range(4)]
