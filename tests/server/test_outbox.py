"""What is written to a socket when: one write a turn, and in a busy turn what is urgent first."""

import asyncio

import pytest

from paiju.server import outbox, protocol
from paiju.server.framing import PONG
from paiju.server.outbox import Outbox, Outboxes
from paiju.server.protocol import TableMessage
from paiju.server.stream import Message, Stream
from tests.server.conftest import Running, eventually
from tests.server.tables import Ear

MATCH = protocol.MatchInfo(8, 1, 0, [0] * 4, "", [None] * 4, 0)


class Wire(asyncio.Transport):
    """A connection that keeps what is written to it."""

    def __init__(self) -> None:
        super().__init__()
        self.writes: list[bytes] = []

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.writes.append(bytes(data))

    def is_closing(self) -> bool:
        return False

    def get_write_buffer_size(self) -> int:
        return 0


def boxes(count: int) -> list[tuple[Outbox, Wire]]:
    """The outboxes of so many sockets of one node, with their wires."""
    together = Outboxes()
    wires = [Wire() for _ in range(count)]
    return [(Outbox(together, wire, 1000, lambda: None), wire) for wire in wires]


async def turn() -> None:
    """Let a turn of the loop end."""
    await asyncio.sleep(0)
    await asyncio.sleep(0)


async def test_all_frames_of_a_turn_are_one_write() -> None:
    ((box, wire),) = boxes(1)
    box.send(b"a")
    box.send(b"b", True)
    assert wire.writes == []
    await turn()
    assert wire.writes == [b"\x81\x01a\x81\x01b"]
    await turn()
    assert len(wire.writes) == 1


async def test_in_a_quiet_turn_nothing_waits() -> None:
    pairs = boxes(outbox.BUSY)
    for box, _ in pairs:
        box.send(b"a", True)
    await turn()
    assert all(wire.writes == [b"\x81\x01a"] for _, wire in pairs)


async def test_in_a_busy_turn_what_can_wait_goes_with_what_comes_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(outbox, "BUSY", 2)
    (asked, heard), *others = boxes(3)
    asked.send(b"1")
    for box, _ in others:
        box.send(b"2", True)
    await turn()
    assert heard.writes == [b"\x81\x011"]
    assert all(wire.writes == [] for _, wire in others)
    (next_, heard), _ = others
    next_.send(b"3", True)
    asked.send(b"4", True)
    await turn()
    assert heard.writes == []
    next_.send(b"5")
    await turn()
    assert heard.writes == [b"\x81\x012\x81\x013\x81\x015"]


@pytest.mark.parametrize("urgent", ["message", "pong"])
async def test_what_is_urgent_takes_along_what_waits(
    urgent: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "BUSY", 0)
    ((box, wire),) = boxes(1)
    box.send(b"a", True)
    await turn()
    assert wire.writes == []
    if urgent == "pong":
        box.control(PONG)
    else:
        box.send(b"b")
    await turn()
    (written,) = wire.writes
    assert written.startswith(b"\x81\x01a")


async def test_what_waits_goes_out_though_nothing_more_comes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(outbox, "BUSY", 0)
    pairs = boxes(3)
    for box, _ in pairs:
        box.send(b"a", True)
    await eventually(lambda: all(wire.writes == [b"\x81\x01a"] for _, wire in pairs))
    for box, _ in pairs:
        box.send(b"b", True)
    await eventually(lambda: all(wire.writes[1:] == [b"\x81\x01b"] for _, wire in pairs))


async def test_a_quiet_turn_ends_the_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbox, "BUSY", 1)
    monkeypatch.setattr(outbox, "WAIT", 3600.0)
    (first, written), (second, _) = boxes(2)
    first.send(b"a", True)
    second.send(b"b", True)
    await turn()
    assert written.writes == []
    monkeypatch.setattr(outbox, "BUSY", 3)
    second.send(b"c")
    await turn()
    assert written.writes == [b"\x81\x01a"]


@pytest.mark.parametrize(
    ("messages", "can_wait"),
    [
        ([protocol.Waiting([1])], True),
        ([protocol.Answered(3), protocol.Waiting([])], True),
        ([protocol.Shuffle(MATCH, wait=1)], False),
        ([protocol.Waiting([]), protocol.Shuffle(MATCH, wait=1)], False),
    ],
)
def test_what_a_viewer_is_to_answer_never_waits(
    messages: list[TableMessage], can_wait: bool
) -> None:
    ear, stream = Ear(), Stream("t")
    stream.listen(ear)
    stream.tell([Message(message, 0.0) for message in messages])
    assert ear.could_wait == [can_wait]


async def test_a_match_at_a_node_that_is_always_busy(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "BUSY", 0)
    async with server.client() as player:
        await player.ok("play_now", game="pairs", rounds=1)
        await player.sit_down()
        await player.play()
        assert player.closed
