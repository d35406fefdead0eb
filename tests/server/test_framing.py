"""Frames on the wire, held against what websockets reads and writes."""

from collections.abc import Iterable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.frames import Close, Frame, Opcode

from paiju.server.framing import (
    BINARY,
    CLOSE,
    CONTINUATION,
    NORMAL,
    PING,
    PONG,
    PROTOCOL_ERROR,
    TEXT,
    TOO_BIG,
    BadFrame,
    Frames,
    Message,
    closing,
    control,
    header,
)

MOST = 70_000
MASK = bytes(4)


def wire(opcode: int, payload: bytes, fin: bool = True) -> bytes:
    """A frame as a client of websockets writes it, masked by chance."""
    return Frame(Opcode(opcode), payload, fin).serialize(mask=True)


def read(pieces: Iterable[bytes], most: int = MOST) -> list[Message]:
    """What is read out of what comes piece by piece."""
    frames, messages = Frames(most), []
    for piece in pieces:
        frames.take(piece)
        while (message := frames.next()) is not None:
            if message != (CONTINUATION, b""):
                messages.append(message)
    return messages


def code_for(data: bytes, most: int = MOST) -> int:
    """Why a socket is closed that sends this."""
    with pytest.raises(BadFrame) as bad:
        read([data], most)
    return bad.value.code


lengths = st.sampled_from([0, 1, 3, 4, 5, 125, 126, 127, 65535, 65536]) | st.integers(0, 300)
payloads = lengths.flatmap(lambda size: st.binary(min_size=size, max_size=size))
controls = st.tuples(st.sampled_from([CLOSE, PING, PONG]), st.binary(max_size=125))


@st.composite
def messages_and_frames(draw: st.DrawFn) -> tuple[list[Message], list[bytes]]:
    """Messages, and their frames: some in parts, with control frames between these."""
    messages: list[Message] = []
    frames: list[bytes] = []
    for opcode in draw(st.lists(st.sampled_from([TEXT, BINARY]), max_size=4)):
        parts = draw(
            st.lists(st.binary(max_size=200), min_size=1, max_size=3) | st.tuples(payloads)
        )
        for index, part in enumerate(parts):
            kind, is_last = CONTINUATION if index else opcode, index == len(parts) - 1
            frames.append(wire(kind, part, is_last))
            if is_last:
                messages.append((opcode, b"".join(parts)))
            for between in draw(st.lists(controls, max_size=1)):
                frames.append(wire(*between))
                messages.append(between)
    return messages, frames


@given(messages_and_frames(), st.data())
def test_all_is_read_however_it_is_cut(
    sent: tuple[list[Message], list[bytes]], data: st.DataObject
) -> None:
    messages, frames = sent
    whole = b"".join(frames)
    cuts = data.draw(st.lists(st.integers(0, len(whole)), max_size=8))
    pieces = [whole[begin:end] for begin, end in pairwise(sorted([0, *cuts, len(whole)]))]
    assert read(pieces) == messages


def test_byte_by_byte() -> None:
    whole = wire(TEXT, b"a", fin=False) + wire(PING, b"") + wire(CONTINUATION, b"b" * 130)
    assert read(whole[at : at + 1] for at in range(len(whole))) == [
        (PING, b""),
        (TEXT, b"a" + b"b" * 130),
    ]


BEGUN = wire(TEXT, b"a", fin=False)


FORBIDDEN = [
    b"\x81\x01a",  # no mask
    *(bytes([0x81 | reserved, 0x81]) + MASK + b"a" for reserved in (0x40, 0x20, 0x10)),
    *(bytes([0x80 | opcode, 0x80]) + MASK for opcode in (3, 7, 11, 15)),  # no such opcode
    b"\x09\x80" + MASK,  # a control frame in parts,
    b"\x89\xfe\x00\x7e" + MASK + bytes(126),  # and one that is too long
    b"\x88\xff" + (1 << 20).to_bytes(8) + MASK,
    b"\x81\xfe\x00\x7d" + MASK + bytes(125),  # lengths in more bytes than they take
    b"\x81\xff" + (65535).to_bytes(8) + MASK + bytes(65535),
    wire(CONTINUATION, b"a"),  # goes on with nothing
    wire(TEXT, b"a") + wire(CONTINUATION, b"b"),
    BEGUN + wire(TEXT, b"b"),  # begins in the middle of another
    BEGUN + wire(CONTINUATION, b"b", fin=False) + wire(BINARY, b"c"),
]


@pytest.mark.parametrize("data", FORBIDDEN, ids=range(len(FORBIDDEN)))
def test_what_no_client_may_send(data: bytes) -> None:
    assert code_for(data) == PROTOCOL_ERROR


def test_a_message_that_is_too_long_is_known_by_its_head() -> None:
    assert read([wire(TEXT, bytes(100))], most=100) == [(TEXT, bytes(100))]
    assert code_for(b"\x81\xe5" + MASK, most=100) == TOO_BIG
    assert code_for(b"\x82\xff" + (1 << 63).to_bytes(8) + MASK) == TOO_BIG
    begun = wire(TEXT, bytes(60), fin=False)
    assert code_for(begun + b"\x80\xa9" + MASK, most=100) == TOO_BIG
    assert read([begun, wire(CONTINUATION, bytes(40))], most=100) == [(TEXT, bytes(100))]


def test_a_head_is_judged_before_what_follows_it() -> None:
    assert code_for(b"\xc1\xff" + (1 << 40).to_bytes(8)) == PROTOCOL_ERROR
    assert code_for(b"\x01\xfe\xff\xff", most=100) == TOO_BIG


@given(payloads)
def test_messages_are_written_as_they_should_be(payload: bytes) -> None:
    assert header(len(payload)) + payload == Frame(Opcode.TEXT, payload).serialize(mask=False)


@given(controls)
def test_control_frames_are_written_as_they_should_be(frame: Message) -> None:
    opcode, payload = frame
    assert control(opcode, payload) == Frame(Opcode(opcode), payload).serialize(mask=False)
    assert closing(NORMAL) == Frame(Opcode.CLOSE, Close(NORMAL, "").serialize()).serialize(
        mask=False
    )
