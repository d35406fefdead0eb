"""A restless player who comes back through whichever node answers."""

import asyncio
import json
from collections.abc import Sequence
from random import Random
from time import monotonic
from typing import Any, Final, NamedTuple

from tests.server.client import Message
from tests.soak.restless import Restless

PATIENCE: Final = 4.0
"""Seconds to wait for an answer before another node is asked."""
QUIET: Final = 2.0
"""Seconds without a word after which a page asks whether there is still somebody."""


class Ack(NamedTuple):
    """Something that was done for good."""

    kind: str
    room: str | None
    at: float


class Roaming(Restless):
    """Its next line goes to any node there is; it notes when it was answered."""

    def __init__(self, urls: Sequence[str], name: str, random: Random) -> None:
        """The first line goes to the first node of ``urls``."""
        super().__init__(urls[0], name, random)
        self.urls = list(urls)
        self.acks: list[Ack] = []
        self._heard = 0.0
        self._shunned = ""
        self._asked: dict[str, str] = {}

    def somewhere(self) -> str:
        """Where the next line of this player goes: not where the last one came to nothing."""
        return self.random.choice([url for url in self.urls if url != self._shunned])

    async def connect(self, **hello: object) -> Message:
        """Open a socket at some node: who sat in a room sits there still, whatever has happened."""
        if self.token is not None:
            self.url = self.somewhere()
        self._heard = monotonic()
        shunned, self._shunned = self._shunned, self.url
        async with asyncio.timeout(PATIENCE):
            welcome = await super().connect(**hello)
        if welcome:
            self._shunned = shunned
        code = self.room.get("code")
        assert not welcome or welcome["room"] == code, (self.name, code, welcome["room"])
        return welcome

    async def send_raw(self, text: str | bytes) -> None:
        """Send a message, and note what it asks for."""
        asked = json.loads(text)
        self._asked[str(asked.get("id"))] = asked["type"]
        await super().send_raw(text)

    async def until(self, condition: Any, patience: float = PATIENCE) -> None:
        """Read on until something holds, with less patience than a test's."""
        await super().until(condition, patience)

    async def _do_something(self) -> None:
        if monotonic() - self._heard > QUIET:
            await self.request("ping")
        await super()._do_something()

    async def _second_socket(self) -> None:
        async with asyncio.timeout(PATIENCE):
            await super()._second_socket()

    def _take(self, message: Message) -> None:
        super()._take(message)
        self._heard = monotonic()
        if message["type"] == "ack":
            kind = self._asked[message["id"]]
            self.acks.append(Ack(kind, self.room.get("code"), monotonic()))

    def __str__(self) -> str:
        """How things stand for it, where a table does not go on."""
        last = self.acks[-1] if self.acks else None
        asked = self.ask and self.ask["prompt"]
        line = "no line" if self.socket is None else f"a line to {self.url}"
        return (
            f"{self.name}: {line}, seat {self.seat}, v {self.v}, asked {asked}, room "
            f"{self.room.get('code')}, closed {self.closed}, unanswered {self._unanswered}, "
            f"{last}, {self.answers[-1:]}"
        )


def first_act(players: Sequence[Roaming], room: str, since: float) -> float | None:
    """When somebody in a room was first told that its act was done, ``since`` that moment."""
    acts = (ack.at for it in players for ack in it.acks if (ack.kind, ack.room) == ("act", room))
    return min((at for at in acts if at > since), default=None)
