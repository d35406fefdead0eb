"""Reading what a client sends, which may be anything."""

from typing import Final

from paiju.server.outbox import Send
from paiju.server.protocol import UNREADABLE, CloseCode, FromClient, decode, encode, id_of
from paiju.server.refusals import unreadable

MOST_BAD: Final = 10


class Reader:
    """One end of a conversation: it reads what comes, and counts what cannot be read."""

    __slots__ = ("_bad", "send")

    def __init__(self, send: Send) -> None:
        self.send = send
        self._bad = 0

    def close(self, code: CloseCode) -> None:
        """End the conversation."""
        raise NotImplementedError

    def read(self, frame: bytes) -> FromClient | None:
        """What a frame says; nothing, which its sender is told, if it cannot be read."""
        try:
            return decode(frame)
        except UNREADABLE as error:
            self.send(encode(unreadable(str(error)).reject(id_of(frame))))
            self._bad += 1
            if self._bad >= MOST_BAD:
                self.close(CloseCode.BAD_MESSAGES)
            return None
