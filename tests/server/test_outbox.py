"""What is written to a socket when: one write a turn, and in a busy turn what is urgent first."""

import asyncio

import pytest
from structlog.testing import capture_logs

from paiju.server import outbox, protocol
from paiju.server.framing import PONG
from paiju.server.outbox import Outbox, Outboxes
from paiju.server.protocol import CloseCode, TableMessage
from paiju.server.stream import Message, Stream
from tests.server.client import Client
from tests.server.conftest import Running, eventually
from tests.server.tables import Ear

MATCH = protocol.MatchInfo(8, 1, 0, [0] * 4, "", [None] * 4, 0)
ASK = protocol.Ask(
    prompt=1, deadline=1000, bank=0, legal=[], more=False, question=None, refused=[], advice={}
)
SETTLEMENT = protocol.Settlement(
    round=1,
    rounds_total=8,
    totals=[0] * 4,
    match_over=False,
    waiting=[0],
    next_in=1000,
    proof=protocol.Proof("", "", [None] * 4, ""),
    coins=None,
    broke=[],
)


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


async def test_in_a_quiet_turn_nothing_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbox, "WAIT", 3600.0)
    pairs = boxes(outbox.BUSY)
    for box, _ in pairs:
        box.send(b"a", True)
    await turn()
    assert all(wire.writes == [b"\x81\x01a"] for _, wire in pairs)


async def test_in_a_busy_turn_what_can_wait_goes_with_what_comes_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(outbox, "WAIT", 3600.0)
    (asked, heard), *others = boxes(2 * outbox.BUSY + 1)
    asked.send(b"1")
    for box, _ in others:
        box.send(b"2", True)
    await turn()
    assert heard.writes == [b"\x81\x011"]
    assert all(wire.writes == [] for _, wire in others)
    (next_, heard), (last, unheard), *_ = others
    next_.send(b"3", True)
    next_.send(b"4")
    await turn()
    assert heard.writes == [b"\x81\x012\x81\x013\x81\x014"]
    last.send(b"5", True)  # a quiet turn: nothing waits any more
    await turn()
    assert unheard.writes == [b"\x81\x012\x81\x015"]


@pytest.mark.parametrize("asked", [0, 1, 3, 60])
@pytest.mark.parametrize("is_busy", [False, True])
async def test_jm_15_that_others_are_asked_does_not_show_in_when_one_is_written_to(
    asked: int, is_busy: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "WAIT", 3600.0)
    pairs = boxes(2 * outbox.BUSY + 1 if is_busy else outbox.BUSY)
    for box, _ in pairs:
        box.send(b"discarded", True)
    for box, _ in pairs[:asked]:
        box.send(b"prompt")
    await turn()
    assert {len(wire.writes) for _, wire in pairs[asked:]} == {0 if is_busy else 1}


async def test_jm_15_where_busy_begins_is_drawn_by_lot(monkeypatch: pytest.MonkeyPatch) -> None:
    """A crowd that fills a turn to the edge learns nothing from which side of it one more is."""
    monkeypatch.setattr(outbox, "WAIT", 3600.0)
    waited = 0
    for _ in range(200):
        pairs = boxes(outbox.BUSY * 9 // 8)
        for box, _ in pairs:
            box.send(b"a", True)
        await turn()
        waited += pairs[0][1].writes == []
    assert 50 < waited < 150


@pytest.mark.parametrize("urgent", ["message", "pong"])
async def test_what_is_urgent_takes_along_what_waits(
    urgent: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "BUSY", 0)
    monkeypatch.setattr(outbox, "WAIT", 3600.0)
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


async def test_a_socket_that_fails_holds_up_no_other() -> None:
    def fail(data: object) -> None:
        raise OSError("no such wire")

    (bad, broken), (good, wire) = boxes(2)
    broken.write = fail  # type: ignore[method-assign]
    bad.send(b"a")
    good.send(b"b")
    with capture_logs() as told:
        await turn()
    assert wire.writes == [b"\x81\x01b"]
    assert [line["event"] for line in told] == ["writing failed"]


async def test_what_waits_is_not_written_after_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbox, "BUSY", 0)
    monkeypatch.setattr(outbox, "WAIT", 0.0)
    (gone, wire), (other, heard) = boxes(2)
    for box in (gone, other):
        box.send(b"a", True)
    gone.close()
    await eventually(lambda: bool(heard.writes))
    assert wire.writes == []


@pytest.mark.parametrize(
    ("messages", "can_wait"),
    [
        ([protocol.Waiting([1])], True),
        ([protocol.Answered(3), protocol.Waiting([])], True),
        ([protocol.Shuffle(MATCH, wait=1)], False),
        ([protocol.Waiting([]), protocol.Prompt(ASK)], False),
        ([protocol.Prompt(ASK), protocol.Waiting([])], False),
        ([protocol.Settled(SETTLEMENT)], False),
    ],
)
def test_what_a_viewer_is_to_answer_never_waits(
    messages: list[TableMessage], can_wait: bool
) -> None:
    ear, stream = Ear(), Stream("t")
    stream.listen(ear)
    stream.tell([Message(message) for message in messages])
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


async def test_who_is_sent_away_is_sent_first_what_waits(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with server.client() as player:
        await player.sit_until_asked()
        monkeypatch.setattr(outbox, "BUSY", 0)
        monkeypatch.setattr(outbox, "WAIT", 3600.0)
        switched = asyncio.create_task(player.ok("auto", table=player.table, on=False))
        (socket,) = server.server.sockets._open
        await eventually(lambda: socket._outbox.waits)
        assert not switched.done()
        async with Client(server.url, token=player.token):
            await switched
            await player.until(lambda: player.close_code == CloseCode.REPLACED)
