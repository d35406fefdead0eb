"""Strangers and a cheat who send whatever comes to mind, beside a table that must not notice."""

import asyncio
import json
from collections import Counter
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final, get_args

from websockets.exceptions import ConnectionClosed

from paiju.core.registry import game_keys
from paiju.server.protocol import LARGEST_MESSAGE, CloseCode, LookUp, RejectCode
from paiju.server.reading import MOST_BAD
from tests.server.client import Client, Message
from tests.server.process import Process
from tests.soak import chaos
from tests.soak.forge import KINDS, Forge
from tests.soak.restless import Restless

STRANGERS: Final = 3
"""So many are at it at the same time."""
PARTS: Final = 4
"""After each, the server's memory is looked at."""
PAGE: Final = 4096
_ROOM: Final = {"no_room", "too_fast"}
_NAMES: Final = {"wrong_login", "guest_only", "login_taken", "registered", "too_fast"}
EXPECTED: Final[dict[str, set[str]]] = {
    "ping": {"ack"},
    "hello": {"hello_first"},
    "rename": {"ack"},
    "leave": {"ack"},
    "unwatch": {"ack"},
    **{kind: {"not_in_room"} for kind in ("sit", "add_bot", "remove_bot", "kick", "start", "say")},
    **{kind: {"no_table"} for kind in ("resume", "nonce", "act", "auto", "next")},
    **{kind: {"ack", "too_fast"} for kind in ("list_rooms", "list_sessions", "get_coins")},
    "get_history": {"ack", "too_fast"},
    "create_room": {"ack", "no_game", "bad_options", "poor", "too_fast"},
    "play_now": {"ack", "no_game", "bad_options", "too_fast"},
    "quick_match": {"ack", "no_game", "poor", "too_fast"},
    "join_room": {"room_full", "started", "poor"} | _ROOM,
    "watch": {"ack", "not_watchable"} | _ROOM,
    "log_in": _NAMES,
    "register": {"ack", "bad_message"} | _NAMES,
    "change_password": _NAMES,
    "log_out": {"ack"},
    "revoke_session": {"no_session"},
    "get_record": {"no_record", "too_fast"},
    "top_up": {"no_top_up"},
    "list_bots": {"ack", "guest_only", "too_fast"},
    "create_bot": {"ack", "bad_message", "guest_only", "too_many", "too_fast"},
    "drop_bot": {"no_session", "guest_only"},
}
"""What a stranger who sits nowhere is answered; to a kind that is not here: any code there is."""
_LOOK_UPS: Final = {look.__struct_config__.tag for look in get_args(LookUp)}
_DONE_EACH_TIME: Final = {"hello", "ping", "resume", *_LOOK_UPS}
_ANY: Final = {"ack", *get_args(RejectCode)} - {"bad_message", "hello_first", "bad_protocol"}


@dataclass
class Figures:
    """What was sent and what came of it."""

    messages: int = 0
    answers: Counter[str] = field(default_factory=Counter)
    closes: Counter[int] = field(default_factory=Counter)
    sockets: int = 0
    evening: chaos.Figures = field(default_factory=chaos.Figures)
    grown: int = 0
    """By how many bytes the server grew in the second half; the first one warms it up."""


class Stranger:
    """Somebody of no room and no table. Each message gets exactly the answer it should."""

    def __init__(
        self, url: str, number: int, random: Random, table: Restless, figures: Figures
    ) -> None:
        self._url = url
        self._number = number
        self._random = random
        self._table = table
        self._figures = figures
        self._sent = 0
        self._client = Client(url)
        self._bad = 0

    async def attack(self, messages: int) -> None:
        """Send so many messages."""
        try:
            while self._sent < messages:
                if self._client.socket is None:
                    await self._come()
                await self._send_something()
        finally:
            await self._client.drop()

    async def _come(self) -> None:
        """Come back, mostly as somebody new, from somewhere else, with a token that is nobody's."""
        before, token = self._client.welcome if self._client.token else None, self._client.token
        if self._random.random() < 0.7:
            token = self._random.choice([None, "", "x" * 128, "\0牌", (token or "?")[:-1] + "~"])
        self._client = Client(self._url, token=token, name="\u202e生人\0")
        place = self._number * 250 + self._figures.sockets % 250
        self._client.headers = {"X-Forwarded-For": f"198.18.{place >> 8}.{place & 255}"}
        welcome = await self._client.connect()
        if before is not None and token != before["token"]:
            assert welcome["player"]["id"] != before["player"]["id"]
        assert welcome["table"] is None
        self._figures.sockets += 1
        self._bad = 0

    def _forge(self) -> Forge:
        """Of what it might know: the others' table, room, question and nonces."""
        table = self._table
        ask = table.ask or {"prompt": 1, "legal": ["pass"]}
        known: dict[str, list[Any]] = {
            "table": [table.table, self._client.table],
            "code": [table.room["code"], "000000"],
            "prompt": [ask["prompt"], ask["prompt"] + 1, None],
            "do": [*ask["legal"][:3], "discard 0z", "play", "hu", "discard 1m 2m", "chow 123"],
            "round": [table.round, 1],
            "nonce": [*table.given.values()],
            "game": [key for key in game_keys() if key != "pairs"],
            "login": ["甲", "admin"],
            "options": [{}],
            "last": [0, table.v, table.v + 9],
            "wait": [0],
            "seat": [0, 1, 2, 3],
        }
        return Forge(self._random, known)

    async def _send_something(self) -> None:
        self._sent += 1
        self._figures.messages += 1
        kind = self._random.choice(list(KINDS))
        rid = f"{self._number}-{self._sent}-" + self._random.choice(["", "\0", "牌", "\u202e"])
        forge, mood = self._forge(), self._random.random()
        if mood < 0.5:
            await self._send_well_formed(forge.message(kind, rid), kind)
        elif mood < 0.75:
            message = forge.broken(kind, rid)
            await self._send_bad(_frame(message), message.get("id"))
        elif mood < 0.93:
            await self._send_bad(forge.garbage(kind, rid), rid)
        elif mood < 0.97:
            await self._send_raw_bytes()
        else:
            await self._send_too_much()

    async def _send_well_formed(self, message: Message, kind: str) -> None:
        answer = await self._answer_to(_frame(message))
        result = answer.get("code", "ack")
        assert result in EXPECTED.get(kind, _ANY), (message, answer)
        assert answer["id"] == message.get("id"), (message, answer)
        if kind == "log_out":
            await self._closed_with(CloseCode.LOGGED_OUT)
        elif result == "ack" and kind in ("create_room", "play_now", "quick_match", "watch"):
            await self._client.ok("unwatch" if kind == "watch" else "leave")
        elif result != "too_fast" and kind not in _DONE_EACH_TIME:
            again = {"type": "rename", "id": message["id"], "name": "again"}
            assert await self._answer_to(_frame(again)) == answer

    async def _send_bad(self, frame: bytes, rid: Any) -> None:
        answer = await self._answer_to(frame)
        assert answer.get("code") == "bad_message", (frame, answer)
        assert answer["id"] in (rid, None), (frame, answer)
        self._bad += 1
        if self._bad == MOST_BAD:
            await self._closed_with(CloseCode.BAD_MESSAGES)

    async def _answer_to(self, frame: bytes) -> Message:
        """Send a message, as text, as bytes or in pieces; the one answer that comes."""
        before = len(self._client.answers)
        assert self._client.socket is not None
        mood = self._random.random()
        if mood < 0.3:
            cut = self._random.randrange(len(frame) + 1)
            await self._client.socket.send(iter([frame[:cut], frame[cut:]]))
        elif mood < 0.6:
            await self._client.send_raw(frame)
        else:
            await self._client.socket.send(frame, text=True)
        await self._client.until(lambda: len(self._client.answers) > before)
        assert len(self._client.answers) == before + 1
        answer = self._client.answers[-1]
        self._figures.answers[answer.get("code", "ack")] += 1
        return answer

    async def _send_too_much(self) -> None:
        size = self._random.choice([1, 2, 100, 10_000]) * LARGEST_MESSAGE + 1
        with suppress(ConnectionClosed):
            await self._client.send_raw(" " * size)
        await self._closed_with(CloseCode.TOO_BIG)

    async def _closed_with(self, code: CloseCode) -> None:
        await self._client.until(lambda: self._client.close_code is not None)
        assert self._client.close_code == code
        self._figures.closes[code] += 1
        await self._client.drop()

    async def _send_raw_bytes(self) -> None:
        """Speak no WebSocket at all, or a broken one: the connection is closed, and that is all."""
        host, port = self._url.removeprefix("ws://").removesuffix("/ws").split(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        upgrade = (
            f"GET /ws HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        )
        with suppress(ConnectionError):
            if self._random.random() < 0.7:
                writer.write(upgrade.encode())
                await reader.readuntil(b"\r\n\r\n")
            head = self._random.choice(
                [b"\x81\xff" + b"\xff" * 8, b"\x83\x80", b"\xf1\x80", b"\x80\x80", b"\x81\x05hello"]
            )
            writer.write(head + self._random.randbytes(self._random.randrange(300)))
            writer.write_eof()
            async with asyncio.timeout(60):
                while await reader.read(65536):
                    pass
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()
        self._figures.answers["raw"] += 1


class Cheat(Restless):
    """Sits at the table, plays on, and tries before each answer what is not to be done."""

    figures: Figures
    victim: Restless
    _last = 0
    """The number of the question it was asked last."""

    async def _answer(self, ask: Message) -> None:
        number, table = ask["prompt"], self.table
        self._last = number
        forged: list[tuple[str, dict[str, Any]]] = [
            ("stale_prompt", {"type": "act", "prompt": number - 1, "do": ask["legal"][0]}),
            ("stale_prompt", {"type": "act", "prompt": -(10**30), "do": ask["legal"][0]}),
            ("not_asked", {"type": "act", "prompt": number + 1000, "do": ask["legal"][0]}),
            ("not_asked", {"type": "act", "prompt": 10**30, "do": ask["legal"][0]}),
            ("not_asked", {"type": "act", "do": ask["legal"][0]}),
            ("bad_notation", {"type": "act", "prompt": number, "do": "\u202e牌\0"}),
            ("bad_notation", {"type": "act", "prompt": number, "do": f"{ask['legal'][0]}\n5m"}),
            ("not_settled", {"type": "next"}),
            ("not_shuffling", {"type": "nonce", "round": self.round, "nonce": "0" * 32}),
            ("not_shuffling", {"type": "nonce", "round": 2**70, "nonce": "0" * 32}),
            ("no_table", {"type": "next", "table": "t0000000000000000"}),
        ]
        for code, request in self.random.sample(forged, self.random.randrange(3)):
            answer = await self._try({"table": table, **request})
            # Another's claim, or the clock, may have closed the question meanwhile.
            overtaken = set() if self.ask is ask else {"stale_prompt", "not_asked"}
            assert answer.get("code") in {code} | overtaken, (request, answer)
        await super()._answer(ask)

    async def _do_something(self) -> None:
        asked = self.victim.ask
        if self.ask is None and asked is not None and self.random.random() < 0.3:
            await self._answer_for_another(asked)
        await super()._do_something()

    async def _answer_for_another(self, asked: Message) -> None:
        """Answer what another is asked: a number is only ever one of one's own questions."""
        number = asked["prompt"]
        if self._last < number <= self._last + 1 or self.closed:
            return
        code = {"stale_prompt"} if number <= self._last else {"not_asked", "stale_prompt"}
        request = {"type": "act", "table": self.table, "prompt": number, "do": asked["legal"][0]}
        answer = await self._try(request)
        assert answer.get("code") in code | {"no_table"}, (request, self._last, answer)

    async def _try(self, request: dict[str, Any]) -> Message:
        """Send something forged, and again where it was too fast."""
        while True:
            answer = await self.request(request["type"], **_without_type(request))
            self.figures.messages += 1
            self.figures.answers[answer.get("code", "ack")] += 1
            if answer.get("code") != "too_fast":
                return answer
            await asyncio.sleep(1)


async def siege(
    game: str,
    messages: int,
    seed: int,
    data: Path,
    progress: Callable[[int], None] = lambda done: None,
    database_url: str | None = None,
) -> Figures:
    """Strangers send so many messages while a table plays on; then its rounds are audited.

    :raises AssertionError: if a message got another answer than it should, the table was not told
        what its records say, or the server logged an error.
    """
    random = Random(f"{game} {seed}")
    figures = Figures()
    over = asyncio.Event()
    log = data / "server.log"
    async with Process(data, shuffle=50, database_url=database_url, log=log) as server:
        honest = Restless(server.url, "甲", random), Restless(server.url, "乙", random)
        cheat = Cheat(server.url, "丙", random)
        cheat.figures, cheat.victim = figures, honest[0]
        players: list[Restless] = [*honest, cheat]
        code = await chaos.sit_down(players, game)
        lives = [asyncio.create_task(player.live(over)) for player in players]
        lives.append(asyncio.create_task(chaos.start_again(players[0], code, over)))
        try:
            sizes: list[int] = []
            for _ in range(PARTS):
                strangers = [
                    Stranger(server.url, number, random, honest[0], figures)
                    for number in range(STRANGERS)
                ]
                share = messages // PARTS // STRANGERS
                await _all_or_first_failure([s.attack(share) for s in strangers], lives)
                sizes.append(_resident(server))
                progress(figures.messages)
            over.set()
            async with asyncio.timeout(120):
                await asyncio.gather(*lives)
        finally:
            await chaos.end(lives)
            for player in players:
                await player.drop()
    figures.grown = sizes[-1] - sizes[PARTS // 2 - 1]
    await chaos.audit_evening(players, server.database, figures.evening)
    errors = [line for line in log.read_text().splitlines() if _is_error(line)]
    assert not errors, errors[:20]
    return figures


async def _all_or_first_failure(
    attacks: list[Coroutine[Any, Any, None]], lives: list[asyncio.Task[None]]
) -> None:
    """Wait for the attacks; whoever fails before ends it all."""
    attacking = [asyncio.create_task(attack) for attack in attacks]
    try:
        waiting = {*attacking, *lives}
        while not all(task.done() for task in attacking):
            done, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
    finally:
        for task in attacking:
            task.cancel()
        await asyncio.gather(*attacking, return_exceptions=True)


def _without_type(request: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in request.items() if name != "type"}


def _frame(message: Message) -> bytes:
    return json.dumps(message, ensure_ascii=False).encode()


def _resident(server: Process) -> int:
    """The bytes of memory that the server holds."""
    assert server.process is not None
    pages = Path(f"/proc/{server.process.pid}/statm").read_text().split()[1]
    return int(pages) * PAGE


def _is_error(line: str) -> bool:
    return "Traceback" in line or "ERROR" in line or "level='error'" in line
