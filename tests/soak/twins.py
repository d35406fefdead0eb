"""Two tables that differ only in what one seat cannot see send that seat the same bytes."""

from dataclasses import dataclass
from itertools import zip_longest
from random import Random
from typing import Any

from paiju.cli.afar import one_by_one
from paiju.core.game import Game
from paiju.core.registry import game
from paiju.core.seat import SEATS, Seat
from paiju.server.settings import PACES
from paiju.server.showing import Showing
from paiju.server.state import TableState
from paiju.server.steps import Acted, Dealt, Place, Step
from tests.server.conftest import FAST
from tests.server.tables import Ear


@dataclass
class Figures:
    """What was compared."""

    twins: int = 0
    frames: int = 0
    """How many were sent alike after the hidden part had been exchanged."""
    secret: int = 0
    """How often others were asked in one of two worlds alone."""

    def add(self, other: "Figures") -> None:
        """Take more in."""
        self.twins += other.twins
        self.frames += other.frames
        self.secret += other.secret


class World:
    """A table, and all that one seat and the onlookers are sent of it."""

    def __init__(self, rules: Game, seed: bytes, seat: Seat) -> None:
        self.state = TableState("t", rules, rules.presets["default"], 1, seed, PACES["calm"])
        self._showing = Showing(self.state)
        ear = Ear()
        self.frames = ear.frames
        self.passes = 0
        """How many claims of others were let go in secret."""
        places = [Place(f"p{n}", f"p{n}", True, False, False, 0, 0, 0) for n in range(SEATS)]
        self.take(self.state.opening(places))
        stream = self.state.seats[seat].stream
        assert stream is not None
        for one in (stream, self.state.onlookers):
            one.listen(ear)
        self.take(Dealt())

    @property
    def legal(self) -> list[str]:
        """What the seat that is to act may do."""
        round_ = self.state.round
        assert round_ is not None
        return [str(action) for action in round_.legal_actions(round_.to_act[0])]

    def take(self, step: Step) -> None:
        """Take a step, and send what comes of it."""
        outs = self.state.apply(step)
        self._showing.show(outs)
        while outs:
            self._showing.no_sooner = 0.0
            self._showing.show(outs)

    def act(self, seat: Seat, do: str) -> None:
        """Do something for a seat."""
        self.take(Acted(seat, do, "player", FAST.bank))

    def pass_for_all_but(self, seat: Seat) -> None:
        """Let every claim of the others go."""
        round_ = self.state.round
        assert round_ is not None
        while round_.turn is None and (asked := [s for s in round_.to_act if s != seat]):
            self.act(asked[0], "pass")
            self.passes += 1


def twins(key: str, number: int, seed: int) -> Figures:
    """Make so many pairs and play each on until the seat is shown a difference.

    :raises AssertionError: if something differs before that: a question, a clock, a number.
    """
    figures = Figures()
    random = Random(f"{key} {seed}")
    rules = game(key)
    while figures.twins < number:
        seat, dealt = random.randrange(SEATS), random.randbytes(32)
        pair = _pair(rules, dealt, seat, random)
        if pair is not None:
            figures.twins += 1
            figures.add(_play_on(*pair, seat, random))
    return figures


def _pair(rules: Game, dealt: bytes, seat: Seat, random: Random) -> tuple[World, World] | None:
    """Two worlds with one past, at the seat's turn; what it cannot see is another in the second.

    None where the round was over before.
    """
    one, other = World(rules, dealt, seat), World(rules, dealt, seat)
    least = random.randrange(120)
    assert one.state.round is not None
    while least > 0 or one.state.round.turn != seat:
        if one.state.unpaid:
            return None
        actor, do = one.state.round.to_act[0], random.choice(_sober(one.legal))
        one.act(actor, do)
        other.act(actor, do)
        least -= 1
    assert one.frames == other.frames
    other.state.round = rules.determinize(one.state.round.observation(seat), random)
    return one, other


def _play_on(one: World, other: World, seat: Seat, random: Random) -> Figures:
    """Do the same in both, until the seat or an onlooker is shown a difference."""
    figures = Figures(twins=1, frames=-len(one.frames))
    worlds = (one, other)
    while not (one.state.unpaid or other.state.unpaid):
        assert one.state.round is not None
        assert other.state.round is not None
        actor = one.state.round.to_act[0]
        assert other.state.round.to_act[0] == actor
        if actor == seat:
            assert one.legal == other.legal
        both = [do for do in _sober(one.legal) if do in other.legal]
        if not both:
            break
        do, passes = random.choice(both), one.passes - other.passes
        for world in worlds:
            world.act(actor, do)
            world.pass_for_all_but(seat)
        figures.secret += one.passes - other.passes != passes
        if one.frames != other.frames:
            break
    figures.frames += _alike(one.frames, other.frames)
    return figures


def _alike(one: list[bytes], other: list[bytes]) -> int:
    """How many frames are the same at the beginning; an event that may be seen parts the rest."""
    pairs = zip_longest(one, other)
    same = next((n for n, (a, b) in enumerate(pairs) if a != b), len(one))
    told = [list(one_by_one(frames[same])) for frames in (one, other) if same < len(frames)]
    if told:
        # What is told at once differs somewhere, not only in where it ends.
        pairs_told = zip(*told, strict=False)
        first = next((it for it in pairs_told if len(it) == 1 or it[0] != it[1]), None)
        assert first is not None, f"the same is told in other frames: {told}"
        assert "event" in {message["type"] for message in first}, first
        # Where something happens in one world alone, play goes on in the other as all can see.
        assert all(_is_public(message) for message in first), first
    return same


def _is_public(message: dict[str, Any]) -> bool:
    if message["type"] == "prompt":
        return message["ask"]["question"]["kind"] in ("turn", "call", "lead", "follow")
    return message["type"] in ("event", "clock")


def _sober(legal: list[str]) -> list[str]:
    """Without false wins (诈胡), which end too much, and questions that may be put at any time."""
    return [do for do in legal if do != "hu" and not do.startswith("ask ")] or legal
