"""What is told at once, and what waits: neither hangs on what others were asked in secret."""

from dataclasses import replace
from time import monotonic

import pytest
from msgspec.json import decode

from paiju.core.registry import game
from paiju.mahjong.question import CHOW, MELD, WIN, Question
from paiju.server.protocol import (
    Answered,
    Clock,
    Prompt,
    SeatChanged,
    TableEvent,
    TableMessage,
    Told,
    Turn,
)
from paiju.server.settings import PACES
from paiju.server.showing import BLUR, Showing
from paiju.server.stream import Message
from tests.server.tables import four_people, take, walk

PAUSE = 900
DISCARDED = TableEvent(event={"type": "discarded"})
ASKED = Answered(3)
"""Stands for what a seat alone is told of a question."""
ON = Clock(turn=Turn(seat=2, deadline=1, bank=1))


class Shown:
    """A table that shows, and what seat 1 is told, frame by frame."""

    def __init__(self, pause: int = PAUSE) -> None:
        state = four_people()
        state.pace = replace(PACES["normal"], pause=pause)
        self.showing = Showing(state)
        self.frames: list[list[TableMessage]] = []
        stream = state.seats[1].stream
        assert stream is not None
        stream.listen(self._hear)

    def _hear(self, frame: bytes, can_wait: bool = False, /) -> None:
        self.frames.append(list(decode(frame, type=Told).messages))

    def show(self, *messages: Message) -> list[Message]:
        """Show what came of a step; what waits."""
        waiting = list(messages)
        self.showing.show(waiting)
        return waiting

    def after_the_pause(self, waiting: list[Message]) -> None:
        """Show what waited."""
        self.showing.no_sooner = 0.0
        self.showing.show(waiting)
        assert not waiting


def discard() -> Message:
    return Message(DISCARDED, 0b1111, public=True, opens_pause=True)


def question(after: int = 0) -> Message:
    return Message(ASKED, 0b0010, after=after)


def on() -> Message:
    return Message(ON, 0b1011, public=True)


def test_jm_15_frames_do_not_tell_who_was_asked_before() -> None:
    """At once, or after another seat has passed: a seat gets its question apart."""
    first, second = Shown(), Shown()
    first.show(discard(), question())
    second.show(discard())
    second.show(question())
    assert first.frames == second.frames == [[DISCARDED], [ASKED]]


@pytest.mark.parametrize("after", [1, 2])
async def test_jm_15_moments_do_not_tell_who_was_asked_before(after: int) -> None:
    """A win or a chow is asked for at the same time whether or not a pung was asked for before."""
    for asked_before in (False, True):
        table, begun = Shown(pause=600), monotonic()
        waiting = [] if asked_before else table.show(discard(), question(after))
        if asked_before:
            table.show(discard())
            waiting = table.show(question(after))
        assert [it.message for it in waiting] == [ASKED]
        assert table.frames == [[DISCARDED]]
        await table.showing.show_rest(waiting)
        assert (monotonic() - begun) * 1000 >= 600 * after / 3
        assert table.frames == [[DISCARDED], [ASKED]]


@pytest.mark.parametrize("key", ["jiujiang-mahjong", "jintan-mahjong"])
def test_jm_15_each_kind_of_claim_has_its_moment(key: str) -> None:
    """金坛 asks for all kinds at once: there nothing is asked for before."""
    seen = set()
    for number in range(60):
        for state, step in walk(game(key), number):
            outs = take(state, step)
            for out in outs:
                if isinstance(out.message, Prompt) and not out.public:
                    legal = out.message.ask.legal
                    kinds = {do.split()[0] for do in legal}
                    late = 0 if kinds & {"pung", "kong"} else 1 if "hu" in kinds else 2
                    is_claim = (out.message.ask.question or {})["kind"] == "claim"
                    jiujiang = key == "jiujiang-mahjong" and is_claim
                    assert out.after == (late if jiujiang else 0), legal
                    seen.add(out.after)
    assert {0, 2} <= seen if key == "jiujiang-mahjong" else seen == {0}
    offers = (WIN | MELD, MELD, WIN, CHOW)
    assert [Question("claim", 0, 1, offers=it).after for it in offers] == [0, 0, 1, 2]
    assert Question("rob", 0, 1, offers=WIN).after == 0, "nothing else is asked for"


def test_frames_do_not_tell_whether_anybody_was_asked() -> None:
    """Play goes on in the step of the discard, or in that of another seat's pass."""
    unasked, asked = Shown(), Shown()
    unasked.after_the_pause(unasked.show(discard(), on()))
    assert asked.show(discard()) == []
    asked.after_the_pause(asked.show(on()))
    assert unasked.frames == asked.frames == [[DISCARDED], [ON]]


def test_without_a_pause_all_of_a_step_is_one_frame() -> None:
    quick = Shown(pause=0)
    assert quick.show(discard(), question(), on()) == []
    assert quick.frames == [[DISCARDED, ASKED, ON]]


def test_what_comes_in_a_pause_waits_if_all_may_see_it() -> None:
    table = Shown()
    table.show(discard())
    seat = four_people().seats[1]
    changed = SeatChanged(seat=1, chair=seat.chair())
    waiting = table.show(Message(changed, 0b0010), on(), question())
    assert [it.message for it in waiting] == [ON, ASKED], "and what comes after it"
    table.after_the_pause(waiting)
    assert table.frames == [[DISCARDED], [changed], [ON, ASKED]]


def test_no_two_pauses_are_alike() -> None:
    """The end of one hangs by a quarter of a millisecond on what else is done in it."""
    lengths = set()
    for _ in range(20):
        table, before = Shown(), monotonic()
        table.show(discard())
        most = (monotonic() - before) * 1000
        length = (table.showing.no_sooner - before) * 1000
        assert PAUSE <= length <= PAUSE * (1 + BLUR) + most
        lengths.add(round(length - most))
    assert len(lengths) > 5
