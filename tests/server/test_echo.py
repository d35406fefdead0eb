"""An echo takes each step of its table once, and late by when it was seen."""

from time import monotonic

from paiju.server.echo import Echo
from paiju.server.store import JournalStep, now_ms
from tests.server.conftest import Running
from tests.server.tables import four_people


async def test_what_is_taken_as_one_comes_is_late_by_when_it_was_seen(server: Running) -> None:
    """The journal has it by then, with the time before a slow disk had kept it."""
    state = four_people()
    step = state.opening()

    async def past() -> list[JournalStep]:
        return [JournalStep(7, now_ms() - 200, step)]

    echo = Echo(state, past, 300, server.house.players)
    before = monotonic()
    for seq in (5, 7, 8):
        echo.feed(seq, step)
    await echo._catch_up()
    assert list(echo._steps) == [7, 8] and echo._steps[7].at >= before + 0.3
