"""A player whose line, page and patience are as bad as they come, and who notes all it is told."""

import asyncio
import json
from contextlib import suppress
from random import Random
from typing import Any, Final

from websockets.exceptions import WebSocketException

from tests.server.client import Client, Message

UNREACHABLE: Final = (OSError, WebSocketException, ConnectionError, TimeoutError)
"""What comes of talking to a server that is being killed."""


class Restless(Client):
    """Plays any legal action, and on the way drops, reloads, doubles and delays what it can.

    A request that was not answered is sent again with its id, as the protocol asks, until it is.
    """

    def __init__(self, url: str, name: str, random: Random) -> None:
        super().__init__(url, name=name)
        self.random = random
        self.acked: list[str] = []
        """The ids of all that was acknowledged as done for good."""
        self.told: dict[tuple[str, int], list[list[Message]]] = {}
        """By table and round: the events that came, in stretches without a gap."""
        self.given: dict[tuple[str, int], str] = {}
        """By table and round: the nonces that were acknowledged."""
        self.drops = 0
        self.round = 0
        self._kept: dict[tuple[str, int], str] = {}
        self._round_of: dict[tuple[str, int], int] = {}
        self._round_from = 0
        """The number of the message that said which round it is."""
        self._fresh_stretch = True
        self._noted = 0
        self._unanswered: dict[str, Any] | None = None
        self._pressed: tuple[str | None, int] = (None, 0)

    # --- what it is told ----------------------------------------------------------------------

    def _take_table_message(self, message: Message) -> None:
        if message["type"] != "view":
            self._hold_to_its_word(message)
        super()._take_table_message(message)
        if message["type"] in ("view", "shuffle", "deal"):
            self.round = message["match"]["round"]
            self._round_from = int(message["v"])
            self._fresh_stretch = True
        elif message["type"] == "event":
            self._note(str(message["table"]), int(message["v"]), message["event"])

    def _note(self, table: str, v: int, event: Message) -> None:
        # What comes again after a reload may be of the round before; of which one is not known
        # (0) if it came before whatever last said which round it is, and was not heard then.
        number = self._round_of.setdefault((table, v), self.round if v > self._round_from else 0)
        stretches = self.told.setdefault((table, number), [])
        if self._fresh_stretch or number != self._noted or not stretches:
            stretches.append([])
        self._fresh_stretch, self._noted = False, number
        stretches[-1].append(event)

    def _hold_to_its_word(self, message: Message) -> None:
        """What comes again under its number, after whatever happened, says the same again."""
        key = (str(message["table"]), int(message["v"]))
        said = without_clocks(message)
        assert self._kept.setdefault(key, said) == said, (self._kept[key], said)

    async def _given(self, table: str | None, number: int, nonce: str) -> None:
        with suppress(*UNREACHABLE):
            if self.random.random() < 0.1:
                await asyncio.sleep(0.08)  # later than the shuffle waits
            if self.socket is None:
                return
            answer = await self.request("nonce", table=table, round=number, nonce=nonce)
            if answer["type"] == "ack":
                self.given[str(table), number] = nonce

    # --- what it does -------------------------------------------------------------------------

    async def live(self, over: asyncio.Event) -> None:
        """Come, play and come back, until the evening is over and no match is being played."""
        while not (over.is_set() and self.closed):
            try:
                if self.socket is None:
                    await self._come_back()
                await self._do_something()
            except UNREACHABLE:
                await self.drop()
                await asyncio.sleep(0.05)

    async def _come_back(self) -> None:
        await self.connect()
        if not self.welcome:
            raise ConnectionError("not greeted")
        self.closed = self.welcome["table"] is None
        if not self.closed:
            if self.welcome["table"] != self.table:
                self.table, self.v = self.welcome["table"], 0
            mood = self.random.random()
            if mood < 0.2:
                self.v = 0  # a reload: nothing is remembered
            elif mood < 0.4:
                self.v = max(0, self.v - self.random.randrange(40))  # it comes again
            self._fresh_stretch = True
            await self.resume()
        if self._unanswered is not None:
            await self._ask_for_good(self._unanswered)

    async def _do_something(self) -> None:
        if self.closed:
            await asyncio.sleep(0.02)
        elif not self.v:
            await self.resume()  # the next match has begun
        elif self.ask is not None:
            await self._answer(self.ask)
        elif self.settled is not None and self._is_due(self.settled):
            pressed = (self.table, int(self.settled["round"]))
            await self._ask_for_good({"type": "next", "table": self.table})
            self._pressed = pressed
        else:
            with suppress(TimeoutError):
                await self.until(self._news_for_me, 0.2)

    def _news_for_me(self) -> bool:
        due = self.settled is not None and self._is_due(self.settled)
        return self.ask is not None or due or self.closed

    def _is_due(self, settled: Message) -> bool:
        """Whether a settlement waits for this player still."""
        return self._pressed != (self.table, settled["round"])

    async def _answer(self, ask: Message) -> None:
        legal = [do for do in ask["legal"] if not do.startswith("ask ")]
        act = {"type": "act", "table": self.table, "prompt": ask["prompt"]}
        act["do"] = self.random.choice(legal)
        mood = self.random.random()
        if mood < 0.03:
            await asyncio.sleep(0.1)  # late, perhaps too late
        elif mood < 0.06:
            # The other answer to the same question, and an answer to one that is long closed.
            await self._ask_for_good({**act, "do": self.random.choice(legal)})
            await self._ask_for_good({**act, "prompt": max(0, ask["prompt"] - 1)})
        elif mood < 0.09:
            await self._second_socket()
        elif mood < 0.12:
            self._unanswered = {**act, "id": next(self._ids)}
            await self.send_raw(json.dumps(self._unanswered))
            self.drops += 1
            await self.drop()
            return
        await self._ask_for_good(act, twice=mood > 0.9)
        if self.ask is ask:
            self.ask = None

    def somewhere(self) -> str:
        """Where the next line of this player goes."""
        return self.url

    async def _second_socket(self) -> None:
        """Another page of the same player takes over; this one comes back and takes it again."""
        self.drops += 1
        other = Client(self.somewhere(), self.token, self.name)
        try:
            await other.connect()
            if other.welcome and other.welcome["table"]:
                await other.resume(last=0)
            await asyncio.sleep(self.random.random() * 0.05)
        finally:
            await other.drop()
        raise ConnectionError("the line has gone to the other page")

    async def _ask_for_good(self, request: dict[str, Any], twice: bool = False) -> None:
        """Send a request until it is answered, whatever becomes of the line meanwhile."""
        request.setdefault("id", next(self._ids))
        self._unanswered = request
        rid = request["id"]
        self._answers.pop(rid, None)
        for _ in range(2 if twice else 1):
            await self.send_raw(json.dumps(request))
        await self.until(lambda: rid in self._answers)
        if self._answers[rid].get("code") == "too_fast":
            await asyncio.sleep(1)
            await self._ask_for_good(request)
            return
        self._unanswered = None
        if self._answers[rid]["type"] == "ack":
            self.acked.append(rid)
        else:
            code = self._answers[rid]["code"]
            assert code in ("stale_prompt", "not_settled", "no_table", "not_asked"), (
                request,
                self._answers[rid],
            )


def without_clocks(message: Message) -> str:
    """A message but for the time that is left on its clocks: that has gone on meanwhile."""
    times = ("deadline", "bank", "next_in", "wait")

    def stripped(value: Any) -> Any:
        if isinstance(value, dict):
            return {k: stripped(v) for k, v in value.items() if k not in times}
        return [stripped(one) for one in value] if isinstance(value, list) else value

    return json.dumps(stripped(message), sort_keys=True)
