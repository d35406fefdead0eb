"""The frames of a WebSocket as a server reads and writes them (RFC 6455, 5).

Of what a socket sends only the beginning of an unfinished frame or message is kept, so that ten
thousand quiet sockets keep nothing.
"""

from typing import Final, TypeAlias

CONTINUATION: Final = 0x0
TEXT: Final = 0x1
BINARY: Final = 0x2
CLOSE: Final = 0x8
PING: Final = 0x9
PONG: Final = 0xA

NORMAL: Final = 1000
GOING_AWAY: Final = 1001
PROTOCOL_ERROR: Final = 1002
TOO_BIG: Final = 1009
"""Why a socket is closed (7.4.1)."""

Message: TypeAlias = tuple[int, bytes]
"""What a whole message or control frame is, by its opcode, and what it says."""

_FINAL: Final = 0x80
_RESERVED: Final = 0x70
_MASKED: Final = 0x80
_MASK_SIZE: Final = 4
_SHORT: Final = 126
"""The first length that takes two bytes more; 127 announces eight."""
_LONG: Final = 1 << 16


class BadFrame(Exception):
    """A client has sent what no client may; ``code`` is why its socket is closed."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Frames:
    """Reads the messages of one client, none of them longer than ``most`` bytes."""

    __slots__ = ("_at", "_begun", "_came", "_kind", "_most")

    def __init__(self, most: int) -> None:
        self._most = most
        self._came = b""
        self._at = 0
        """How far that has been read."""
        self._kind = CONTINUATION
        """What the message is whose beginning has come; a continuation: none."""
        self._begun = b""

    def take(self, data: bytes) -> None:
        """Take what has come on the wire; ``next`` then gives message by message."""
        self._came = self._came + data if self._came else data

    def next(self) -> Message | None:
        """The next message or control frame that is complete.

        Or a continuation that says nothing, for a piece of a message that goes on.

        :raises BadFrame: for what cannot be one, as soon as that can be seen.
        """
        frame = self._frame()
        if frame is None:
            self._came, self._at = self._came[self._at :], 0
            return None
        first, payload = frame
        opcode = first & 0xF
        if opcode >= CLOSE:
            return opcode, payload
        if opcode != CONTINUATION:
            self._kind = opcode
        if not first & _FINAL:
            self._begun += payload
            return CONTINUATION, b""
        kind, self._kind = self._kind, CONTINUATION
        begun, self._begun = self._begun, b""
        return kind, begun + payload if begun else payload

    def _frame(self) -> Message | None:
        """The first byte of the next frame that is complete, and what it says."""
        came, at = self._came, self._at
        left = len(came) - at
        if left < 2:
            return None
        first, size = came[at], came[at + 1]
        head = 2
        is_masked = bool(size & _MASKED)
        size &= ~_MASKED
        if size >= _SHORT:
            head = 4 if size == _SHORT else 10
            if left < head:
                return None
            least = _SHORT if size == _SHORT else _LONG
            size = int.from_bytes(came[at + 2 : at + head], "big")
            if size < least or first & CLOSE:
                raise BadFrame(PROTOCOL_ERROR)
        self._check(first, is_masked, size)
        begin = at + head + _MASK_SIZE
        end = begin + size
        if len(came) < end:
            return None
        self._at = end
        return first, _unmasked(came[begin:end], came[begin - _MASK_SIZE : begin])

    def _check(self, first: int, is_masked: bool, size: int) -> None:
        """:raises BadFrame: for a frame that cannot come now, by its head."""
        opcode = first & 0xF
        if opcode >= CLOSE:
            fits = opcode <= PONG and bool(first & _FINAL)
        elif opcode == CONTINUATION:
            fits = self._kind != CONTINUATION
        else:
            fits = opcode <= BINARY and self._kind == CONTINUATION
        if not fits or not is_masked or first & _RESERVED:
            raise BadFrame(PROTOCOL_ERROR)
        if opcode < CLOSE and len(self._begun) + size > self._most:
            raise BadFrame(TOO_BIG)


def _unmasked(payload: bytes, mask: bytes) -> bytes:
    size = len(payload)
    masks = mask * (size // _MASK_SIZE + 1)
    plain = int.from_bytes(payload, "little") ^ int.from_bytes(masks[:size], "little")
    return plain.to_bytes(size, "little")


def header(size: int) -> bytes:
    """What stands before a message of so many bytes; a server masks nothing.

    >>> header(125).hex(), header(126).hex(), header(65536).hex()
    ('817d', '817e007e', '817f0000000000010000')
    """
    if size < _SHORT:
        return _HEADERS[size]
    if size < _LONG:
        return b"\x81\x7e" + size.to_bytes(2, "big")
    return b"\x81\x7f" + size.to_bytes(8, "big")


def control(opcode: int, payload: bytes = b"") -> bytes:
    """A control frame, which says 125 bytes at most."""
    return bytes((_FINAL | opcode, len(payload))) + payload


def closing(code: int) -> bytes:
    """The frame that closes a socket."""
    return control(CLOSE, code.to_bytes(2, "big"))


_HEADERS: Final = tuple([bytes((_FINAL | TEXT, size)) for size in range(_SHORT)])
