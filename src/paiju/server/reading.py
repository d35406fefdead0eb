"""Reading what a client sends, which may be anything."""

from collections.abc import Callable
from typing import Final

import msgspec

from paiju.server.protocol import CloseCode, FromClient, decode, encode
from paiju.server.refusals import unreadable

MOST_BAD: Final = 10
_UNREADABLE: Final = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""What reading a message may raise; the last for one nested a thousand deep."""


class Reader:
    """One end of a conversation: it reads what comes, and counts what cannot be read."""

    __slots__ = ("_bad", "send")

    def __init__(self, send: Callable[[bytes], None]) -> None:
        self.send = send
        self._bad = 0

    def close(self, code: CloseCode) -> None:
        """End the conversation."""
        raise NotImplementedError

    def read(self, frame: bytes) -> FromClient | None:
        """What a frame says; nothing, which its sender is told, if it cannot be read."""
        try:
            return decode(frame)
        except _UNREADABLE as error:
            self.send(encode(unreadable(str(error)).reject(id_of(frame))))
            self._bad += 1
            if self._bad >= MOST_BAD:
                self.close(CloseCode.BAD_MESSAGES)
            return None


class _AnyId(msgspec.Struct):
    id: str | None = None


def id_of(frame: bytes) -> str | None:
    """The id of a message that cannot be read otherwise, so that its sender can be told."""
    try:
        found = msgspec.json.decode(frame, type=_AnyId).id
    except _UNREADABLE:
        return None
    return found if found is not None and 0 < len(found) <= 32 else None
