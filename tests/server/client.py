"""A client for the tests: a real socket, and a fold of what it is told that believes nothing."""

import asyncio
import itertools
import json
import secrets
from contextlib import suppress
from typing import Any, Self

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from paiju.cli.afar import one_by_one
from paiju.server.protocol import PROTOCOL

Message = dict[str, Any]
PATIENCE = 60.0
"""Seconds after which something is taken never to come: more than a busy machine needs."""


def patient(ask: Message) -> str:
    """What one does who takes nothing: a round of pairs among such players has twenty turns."""
    legal: list[str] = ask["legal"]
    return "pass" if "pass" in legal else legal[0]


class Client:
    """One player's socket. Table messages are checked to be gapless as they come."""

    _prefixes = itertools.count()

    def __init__(self, url: str, token: str | None = None, name: str = "甲") -> None:
        self.url = url
        self.token = token
        self.name = name
        self.socket: ClientConnection | None = None
        self.table: str | None = None
        self.v = 0
        self.seat: int | None = None
        self.room: Message = {}
        self.coins = 0
        self.view: Message = {}
        self.messages: list[Message] = []
        """Every table message in order, since the last view."""
        self.events: list[Message] = []
        self.ask: Message | None = None
        self.settled: Message | None = None
        self.closed = False
        self.close_code: int | None = None
        self.answers: list[Message] = []
        """Every ack and reject, as they came."""
        self.headers: dict[str, str] = {}
        self.said: list[tuple[int, str]] = []
        self._answers: dict[str, Message] = {}
        self._ids = (f"c{next(self._prefixes)}-{n}" for n in itertools.count())
        self._news = asyncio.Event()
        self._reader: asyncio.Task[None] | None = None
        self.nonces: dict[int, str] = {}
        """What it gave for each round's deal, once it was taken."""
        self._giving: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        await self.connect()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.drop()

    async def connect(self, **hello: object) -> Message:
        """Open the socket and say hello."""
        self.socket = await connect(
            self.url,
            compression=None,
            proxy=None,
            additional_headers=self.headers,
            open_timeout=PATIENCE,
        )
        self.welcome: Message = {}
        self.close_code = None
        self._reader = asyncio.create_task(self._read())
        greeting = {"type": "hello", "protocol": PROTOCOL, "token": self.token, "name": self.name}
        await self.send_raw(json.dumps({**greeting, **hello}))
        await self.until(lambda: bool(self.welcome) or self.close_code is not None)
        return self.welcome

    async def drop(self) -> None:
        """Lose the line."""
        if self.socket is not None:
            self.socket.transport.abort()
        if self._reader is not None:
            await self._reader
        self.socket = self._reader = None

    async def back(self) -> Message:
        """Come back after a drop: hello, resume."""
        await self.connect()
        return await self.resume()

    async def back_to_lobby(self) -> Message:
        """Come back after a drop, to no table."""
        await self.drop()
        return await self.connect()

    async def resume(self, last: int | None = None) -> Message:
        table = self.table or self.welcome["table"]
        return await self.request("resume", table=table, last=self.v if last is None else last)

    # --- out ----------------------------------------------------------------------------------

    async def send_raw(self, text: str | bytes) -> None:
        assert self.socket is not None
        await self.socket.send(text)

    async def request(self, kind: str, *, rid: str | None = None, **fields: Any) -> Message:
        """Send a request and return its ack or reject."""
        rid = rid or next(self._ids)
        self._answers.pop(rid, None)
        await self.send_raw(json.dumps({"type": kind, "id": rid, **fields}))
        await self.until(lambda: rid in self._answers)
        return self._answers[rid]

    async def ok(self, kind: str, **fields: Any) -> Message:
        """Send a request that must be done; the ack's data."""
        answer = await self.request(kind, **fields)
        assert answer["type"] == "ack", answer
        return answer["data"] or {}

    async def refused(self, kind: str, **fields: Any) -> str:
        """Send a request that must not be done; the code."""
        answer = await self.request(kind, **fields)
        assert answer["type"] == "reject", answer
        assert answer["reason"]["zh"]
        assert answer["reason"]["en"]
        return str(answer["code"])

    async def act(self, do: str | None = None, **fields: Any) -> Message:
        """Answer the open prompt, with its first legal action unless told otherwise."""
        assert self.ask is not None
        ask, self.ask = self.ask, None
        do = ask["legal"][0] if do is None else do
        act = {"table": self.table, "prompt": ask["prompt"], "do": do}
        answer = await self.request("act", **{**act, **fields})
        if answer["type"] == "reject" and self.ask is None:
            self.ask = ask
        return answer

    # --- in -----------------------------------------------------------------------------------

    async def until(self, condition: Any, patience: float = PATIENCE) -> None:
        """Read on until something holds."""
        async with asyncio.timeout(patience):
            while not condition():
                if self._reader is not None and self._reader.done() and not condition():
                    raise ConnectionError(f"closed with {self.close_code}")
                self._news.clear()
                with suppress(TimeoutError):  # the condition may be about another client
                    await asyncio.wait_for(self._news.wait(), 0.05)

    async def _read(self) -> None:
        assert self.socket is not None
        try:
            async for frame in self.socket:
                for message in one_by_one(frame):
                    self._take(message)
                self._news.set()
        except ConnectionClosed:
            pass
        self.close_code = self.socket.close_code
        self._news.set()

    def _take(self, message: Message) -> None:
        kind = message["type"]
        if "v" in message:
            self._take_table_message(message)
        elif kind == "welcome":
            self.welcome = message
            self.token = message["token"]
            self.coins = message["coins"]
        elif kind == "room":
            self.room = message
            if message["table"] is not None and message["table"] != self.table:
                self.table, self.v, self.closed = message["table"], 0, False
        elif kind == "coins":
            self.coins = message["coins"]
        elif kind in ("ack", "reject"):
            self._answers[message["id"]] = message
            self.answers.append(message)
        elif kind == "said":
            self.said.append((message["seat"], message["phrase"]))
        else:
            raise AssertionError(message)

    def _take_table_message(self, message: Message) -> None:
        kind = message["type"]
        if kind == "view" and message["round"] is None and message["you"] is not None:
            self._give_nonce(message["match"]["round"])
        if kind == "view":
            self.table = message["table"]
            self.v, self.seat, self.view = message["v"], message["you"], message
            self.messages, self.events = [], []
            self.ask, self.settled = message["ask"], message["settled"]
            return
        assert message["table"] == self.table, message
        assert message["v"] == self.v + 1, (self.v, message)
        self.v += 1
        self.messages.append(message)
        if kind == "shuffle":
            self.settled, self.events = None, []
            if self.seat is not None:
                self._give_nonce(message["match"]["round"])
        elif kind == "event":
            self.events.append(message["event"])
        elif kind == "prompt":
            self.ask = message["ask"]
        elif kind == "answered":
            if self.ask is not None and self.ask["prompt"] == message["prompt"]:
                self.ask = None
        elif kind == "settled":
            self.settled = message["settled"]
        elif kind == "closed":
            self.closed = True

    def _give_nonce(self, number: int) -> None:
        task = asyncio.create_task(self._given(self.table, number, secrets.token_hex(16)))
        self._giving.add(task)
        task.add_done_callback(self._giving.discard)

    async def _given(self, table: str | None, number: int, nonce: str) -> None:
        with suppress(ConnectionError, ConnectionClosed, AssertionError, TimeoutError):
            answer = await self.request("nonce", table=table, round=number, nonce=nonce)
            if answer["type"] == "ack":
                self.nonces[number] = nonce

    # --- playing ------------------------------------------------------------------------------

    async def sit_down(self) -> None:
        """Resume the table that the room names."""
        await self.until(lambda: self.table is not None)
        answer = await self.request("resume", table=self.table, last=0)
        assert answer["type"] == "ack", answer

    async def sit_until_asked(self) -> None:
        """Sit at a table with three bots until asked; they may end a round before that."""
        await self.ok("play_now", game="pairs", rounds=8)
        await self.sit_down()
        await self.until(lambda: self.ask is not None)

    async def dealt(self) -> None:
        """Wait for the deal, and see the table as it is then."""
        await self.until(lambda: self.view["round"] is not None or self.heard("deal"))
        await self.resume(last=0)

    def heard(self, kind: str) -> bool:
        """Whether a message of this kind has come since the last view."""
        return any(message["type"] == kind for message in self.messages)

    async def play(self, choose: Any = lambda ask: ask["legal"][0], until: Any = None) -> None:
        """Answer every prompt and settlement until the match is over, or ``until`` holds."""
        pressed = 0

        def something() -> bool:
            due = self.settled is not None and self.settled["round"] != pressed
            return self.closed or self.ask is not None or due or (until is not None and until())

        while not self.closed:
            await self.until(something)
            if until is not None and until():
                return
            if self.ask is not None:
                answer = await self.act(choose(self.ask))
                assert answer["type"] == "ack" or answer["code"] == "stale_prompt", answer
            elif self.settled is not None and self.settled["round"] != pressed:
                pressed = self.settled["round"]
                await self.request("next", table=self.table)
