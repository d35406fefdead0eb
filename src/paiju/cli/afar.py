"""A seat at a server far away, held over its socket by a program."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
import secrets
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, Final, TypeAlias

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI

from paiju.cli.minds import Mind
from paiju.core.errors import PaijuError
from paiju.server.codes import PROTOCOL, CloseCode

Message: TypeAlias = dict[str, Any]

FIRST_PAUSE: Final = 0.5
LONGEST_PAUSE: Final = 30.0
"""Seconds before the line is tried again: the first time, and at most."""
A_MINUTE: Final = 60.0
_FOR_GOOD: Final = {
    CloseCode.TOO_BIG: "the server would not read so long a message",
    CloseCode.BAD_PROTOCOL: "the server speaks another version of the protocol",
    CloseCode.REPLACED: "another program plays with this token now",
    CloseCode.BAD_MESSAGES: "the server could not read what it was sent",
    CloseCode.LOGGED_OUT: "the token is no longer valid: its owner has dropped this bot",
}
"""Why a line that was closed is not opened again."""
_AFTER_A_MINUTE: Final = (CloseCode.TOO_FAST, CloseCode.TOO_MANY)
_MOVES: Final = ("join_room", "play_now", "leave")
"""Requests that are on their way somewhere already: sent again, and no other one made."""
_TRY_AGAIN: Final = ("too_fast", "busy")
_NO_ANSWER: Final = ("illegal", "bad_notation", "bad_message")
_CANNOT_CONNECT: Final = (OSError, InvalidHandshake, TimeoutError)
MOST_ILLEGAL: Final = 3
"""So many answers to one question that the rules forbid, and the program is given up."""


class Afar:
    """Plays at a table as ``mind`` says, through dropped lines and restarts of the server."""

    def __init__(self, url: str, token: str, mind: Mind, enter: Message, matches: int) -> None:
        """``enter`` is the request that seats the player, unless it is there or in a match.

        ``matches``: after so many it leaves; with 0 it stays until it is sent away.
        """
        self._url = url
        self._token = token
        self._mind = mind
        self._enter = enter
        self._matches = matches
        self._ids = (f"{secrets.token_hex(4)}-{n}" for n in itertools.count())
        self._unanswered: dict[str, Message] = {}
        """Requests that were sent and not answered yet, by id: sent again on the next line."""
        self._socket: ClientConnection | None = None
        self._news: asyncio.Queue[Message | None] = asyncio.Queue()
        self._table: str | None = None
        self._v = 0
        self._round = 0
        self._answered = 0
        """The number of the last question that was closed."""
        self._illegal = 0
        self._on_auto = False
        self._was_welcome = False
        self._done = False

    async def play(self) -> None:
        """Play until it is over. :raises PaijuError: if it cannot go on, saying why."""
        pause = 0.0
        while True:
            try:
                socket = await connect(self._url, max_size=None, open_timeout=20)
            except (InvalidURI, ValueError) as error:
                raise PaijuError(f"{self._url}: no address of a server ({error})") from None
            except _CANNOT_CONNECT as error:
                if not self._was_welcome:
                    raise PaijuError(f"{self._url}: cannot be reached ({error})") from None
            else:
                if await self._is_over_after(socket):
                    return
                pause = 0.0
                code = socket.close_code or 0
                if code in _FOR_GOOD:
                    raise PaijuError(_FOR_GOOD[CloseCode(code)])
                if code in _AFTER_A_MINUTE:
                    pause = A_MINUTE
            pause = min(max(FIRST_PAUSE, 2 * pause), max(LONGEST_PAUSE, pause))
            await asyncio.sleep(pause * random.uniform(0.5, 1))

    async def _is_over_after(self, socket: ClientConnection) -> bool:
        """Use one line to its end; whether there is nothing more to play."""
        self._socket, self._news = socket, asyncio.Queue()
        reader = asyncio.create_task(self._read(socket, self._news))
        try:
            hello = {"type": "hello", "protocol": PROTOCOL, "token": self._token}
            await self._send({**hello, "agent": "paiju bot"})
            while not self._done and (message := await self._news.get()) is not None:
                await self._take(message)
        except ConnectionClosed:
            pass
        finally:
            self._socket = None
            reader.cancel()
            await socket.close()
            with suppress(asyncio.CancelledError):
                await reader
        return self._done

    async def _read(self, socket: ClientConnection, news: asyncio.Queue[Message | None]) -> None:
        """Read on while the mind thinks: it need not think about what is over."""
        with suppress(ConnectionClosed):
            async for frame in socket:
                for message in one_by_one(frame):
                    if message["type"] == "answered":
                        self._answered = max(self._answered, message["prompt"])
                    news.put_nowait(message)
        news.put_nowait(None)

    # --- out ----------------------------------------------------------------------------------

    async def _request(self, kind: str, **fields: Any) -> None:
        request = {"type": kind, "id": next(self._ids), **fields}
        self._unanswered[request["id"]] = request
        await self._send(request)

    async def _send(self, message: Mapping[str, Any]) -> None:
        if self._socket is not None:
            await self._socket.send(json.dumps(message))

    # --- in -----------------------------------------------------------------------------------

    async def _take(self, message: Message) -> None:
        match message["type"]:
            case "welcome":
                await self._begin(message)
            case "room":
                await self._in_room(message)
            case "ack":
                request = self._unanswered.pop(message["id"], None)
                self._done = request is not None and request["type"] == "leave"
            case "reject":
                await self._refused(message)
            case _ if message.get("table") == self._table and "v" in message:
                await self._at_table(message)

    async def _begin(self, welcome: Message) -> None:
        if welcome["token"] != self._token:
            raise PaijuError("the server does not know this token")
        self._was_welcome = True
        if welcome["table"] is not None:
            await self._resume(welcome["table"])
        elif not self._is_there(welcome["room"]) and not self._is_asked(*_MOVES):
            await self._request(**self._enter)
            return
        for request in list(self._unanswered.values()):
            if request["type"] != "resume":
                await self._send(request)

    def _is_there(self, room: str | None) -> bool:
        """Whether this is the room to wait in; with ``play_now`` none is."""
        return room is not None and room == self._enter.get("code")

    def _is_asked(self, *kinds: str) -> bool:
        return any(request["type"] in kinds for request in self._unanswered.values())

    async def _resume(self, table: str) -> None:
        if table != self._table:
            self._table, self._v, self._answered = table, 0, 0
        for request in [r for r in self._unanswered.values() if r["type"] == "resume"]:
            del self._unanswered[request["id"]]
        await self._request("resume", table=table, last=self._v)

    async def _in_room(self, room: Message) -> None:
        if room["table"] is not None and room["table"] != self._table:
            await self._resume(room["table"])
        elif room["code"] is None and room["out"] is not None:
            why = "the host has sent it away" if room["out"] == "kicked" else "the room is gone"
            _say(f"离开了房间 out of the room: {why}")
            self._done = True

    async def _refused(self, reject: Message) -> None:
        request = self._unanswered.pop(reject["id"], None)
        reason = f"{reject['reason']['zh']} {reject['reason']['en']}"
        if reject["code"] in _TRY_AGAIN and request is not None:
            await asyncio.sleep(FIRST_PAUSE)
            self._unanswered[request["id"]] = request
            await self._send(request)
        elif request is None or request["type"] in ("join_room", "play_now"):
            raise PaijuError(f"{reject['code']}: {reason}")
        elif request["type"] == "act" and reject["code"] in _NO_ANSWER:
            self._illegal += 1
            if self._illegal >= MOST_ILLEGAL:
                raise PaijuError(f"{request['do']!r}: {reason}")
            await self._answer(await self._mind.again(reject), request["prompt"])

    async def _at_table(self, message: Message) -> None:
        if message["type"] == "view":
            self._v = message["v"]
        elif message["v"] <= self._v:
            return
        else:
            self._v += 1
        await self._mind.tell(message)
        await self._set_auto(self._mind.is_lost)
        match message["type"]:
            case "view":
                await self._look(message)
            case "shuffle":
                await self._give_nonce(message["match"])
            case "prompt":
                await self._ask(message["ask"])
            case "settled":
                await self._ready(message["settled"])
            case "closed":
                await self._match_over(message)

    async def _look(self, view: Message) -> None:
        """Do whatever is due at a table that is seen for the first time, or again."""
        if view["settled"] is not None:
            await self._ready(view["settled"])
        elif view["round"] is None:
            await self._give_nonce(view["match"])
        if view["ask"] is not None:
            await self._ask(view["ask"])

    async def _give_nonce(self, match: Message) -> None:
        nonce = secrets.token_hex(16)
        await self._request("nonce", table=self._table, round=match["round"], nonce=nonce)

    async def _ready(self, settled: Message) -> None:
        if settled["round"] != self._round:
            self._round = settled["round"]
            await self._request("next", table=self._table)

    async def _set_auto(self, on: bool) -> None:
        """Let the table play the seat while the mind cannot, and no longer."""
        if on != self._on_auto:
            self._on_auto = on
            await self._request("auto", table=self._table, on=on)

    async def _ask(self, ask: Message) -> None:
        if self._on_auto or ask["prompt"] <= self._answered:
            return
        self._illegal = 0
        await self._answer(await self._mind.answer(ask), ask["prompt"])

    async def _answer(self, do: str, prompt: int) -> None:
        await self._request("act", table=self._table, prompt=prompt, do=do)

    async def _match_over(self, closed: Message) -> None:
        print(json.dumps({"table": closed["table"], "totals": closed["totals"]}), flush=True)
        self._table, self._round, self._on_auto = None, 0, False
        self._unanswered.clear()
        if self._matches:
            self._matches -= 1
            if not self._matches:
                await self._request("leave")
                return
        if self._enter["kind"] == "play_now":
            await self._request(**self._enter)


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def one_by_one(frame: str | bytes) -> Iterator[Message]:
    """The messages of a frame: what a table tells at once, each with its table and its number."""
    message = json.loads(frame)
    if message["type"] != "told":
        yield message
        return
    for v, one in enumerate(message["messages"], message["v"]):
        yield {**one, "table": message["table"], "v": v}
