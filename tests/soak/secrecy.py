"""All that six sockets are sent of whole matches, held against what each may know."""

import asyncio
import json
from collections import defaultdict
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace
from itertools import islice, repeat
from pathlib import Path
from random import Random
from typing import Any, Final

from paiju.core.game import Game, Observation
from paiju.core.registry import game
from paiju.core.seat import Viewer
from paiju.record import Record, Replay
from paiju.server.codes import MOST_LEGAL_LISTED
from paiju.server.protocol import words
from tests.server.client import Client, Message
from tests.server.conftest import FAST, running

SHOULDER: Final = 1
DELAY: Final = 200
PACE: Final = replace(FAST, shuffle=20_000)
"""Nobody is dealt to before being there, though the machine be busy."""
PUBLIC: Final = {
    "shuffle",
    "deal",
    "event",
    "clock",
    "seat",
    "settled",
    "waiting",
    "closed",
    "view",
}
OWN: Final = {"prompt", "answered", "free"}


@dataclass
class Figures:
    """What was sent and compared."""

    rounds: int = 0
    frames: int = 0
    events: int = 0
    views: int = 0
    prompts: int = 0

    def add(self, other: "Figures") -> None:
        """Take another match in."""
        for name in ("rounds", "frames", "events", "views", "prompts"):
            setattr(self, name, getattr(self, name) + getattr(other, name))


class Witness(Client):
    """Keeps every message of the table, over reloads too."""

    def __init__(self, url: str, name: str, address: str) -> None:
        super().__init__(url, name=name)
        self.headers = {"X-Forwarded-For": address}
        self.kept: list[Message] = []
        self.is_last_round = False

    def _take_table_message(self, message: Message) -> None:
        self.kept.append(message)
        if "match" in message:
            match = message["match"]
            self.is_last_round = match["round"] == match["rounds_total"]
        super()._take_table_message(message)


@dataclass
class Knowledge:
    """What a viewer may know of a round: its events, and all it might be shown after so many."""

    events: list[Any]
    observations: dict[int, list[Any]] = field(default_factory=lambda: defaultdict(list))
    asks: dict[int, list[Any]] = field(default_factory=lambda: defaultdict(list))


async def match(key: str, rounds: int, seed: int, data: Path) -> Figures:
    """Play a match at a server of its own, as :func:`watched`."""
    async with running(data, PACE, games={key: game(key)}, watch_delay=DELAY) as server:
        return await watched([server.url], key, rounds, seed)


async def watched(urls: Sequence[str], key: str, rounds: int, seed: int) -> Figures:
    """Four people play a match and reload now and then; one looks on, one over a shoulder.

    They come through these nodes of a site in turn, and come back through another one now and then;
    or all through one.

    :raises AssertionError: if anybody was sent more, less or other than it may know.
    """
    random = Random(f"{key} {seed}")
    rules = game(key)
    async with AsyncExitStack() as stack:
        names = enumerate(("甲", "乙", "丙", "丁", "看客", "背后"), 1)
        witnesses = [Witness(urls[n % len(urls)], name, f"192.0.2.{n}") for n, name in names]
        for witness in witnesses:
            await stack.enter_async_context(witness)
        players, (onlooker, shoulder) = witnesses[:4], witnesses[4:]
        host = players[0]
        code = (await host.ok("create_room", game=key, rounds=rounds, watch="open"))["code"]
        for player in players[1:]:
            await player.ok("join_room", code=code)
        await host.ok("start")
        onlooker.table = (await onlooker.ok("watch", code=code))["table"]
        shoulder.table = (await shoulder.ok("watch", code=code, seat=SHOULDER))["table"]
        # At once: nodes with a pace of their own do not wait long with the deal.
        await asyncio.gather(onlooker.sit_down(), shoulder.sit_down())
        await asyncio.gather(*(player.sit_down() for player in players))
        # What is sent late has other clocks: who is looked at over the shoulder stays on its line.
        doors = [urls[:1] if seat == SHOULDER else urls for seat in range(len(players))]
        await asyncio.gather(*map(_play, players, repeat(random), doors))
        for witness in (onlooker, shoulder):
            await witness.until(lambda witness=witness: witness.closed)
        records = [
            (await host.ok("get_record", table=host.table, round=number))["text"]
            for number in range(1, rounds + 1)
        ]
    figures = Figures(rounds=rounds)
    for seat, player in enumerate(players):
        _check(player.kept, [_knowledge(rules, record, seat) for record in records], figures)
        assert {message["type"] for message in player.kept} <= PUBLIC | OWN
    _check(onlooker.kept, [_knowledge(rules, record, None) for record in records], figures)
    assert {message["type"] for message in onlooker.kept} <= PUBLIC
    _check_shoulder(shoulder.kept, players[SHOULDER].kept)
    for witness in witnesses:
        _check_secrets(witness.kept, records)
        figures.frames += len(witness.kept)
    return figures


async def _play(player: Witness, random: Random, urls: Sequence[str]) -> None:
    def choose(ask: Message) -> str:
        # A false win (诈胡) on every turn would end too much.
        legal: list[str] = ask["legal"]
        return random.choice([do for do in legal if do != "hu"] or legal)

    while not player.closed:
        await player.play(choose, until=lambda: random.random() < 0.1)
        if not player.closed:
            await _reload(player, random, urls)


async def _reload(player: Witness, random: Random, urls: Sequence[str]) -> None:
    """Forget everything, or lose the line and come back through any node."""
    # Not while the match may end: who is away then is not told how it did.
    if len(urls) > 1 and not player.is_last_round and random.random() < 0.5:
        await player.drop()
        player.url = random.choice(urls)
        await player.back()
    else:
        await player.resume(last=0)


# --- what each may know ---------------------------------------------------------------------------


def _knowledge(rules: Game, record: str, viewer: Viewer) -> Knowledge:
    """By the record alone: the fold of ``seen_by(viewer)``, and what can be seen from there."""
    known = Knowledge([])
    replay = Replay(Record.from_bytes(record.encode()))
    for events in replay.steps():
        known.events += [
            _plain(seen.as_dict()) for event in events if (seen := event.seen_by(viewer))
        ]
        count, now = len(known.events), replay.round.observation(viewer)
        known.observations[count].append(_plain(now.as_dict()))
        if viewer is not None and viewer in replay.round.to_act:
            known.asks[count].append(_plain(_ask(rules, now)))
    return known


def _ask(rules: Game, now: Observation) -> Message:
    return {
        "question": now.question,
        "legal": [str(action) for action in islice(now.legal, MOST_LEGAL_LISTED)],
        "refused": [
            {"do": str(action), "reason": _words(no.reason), "clause": no.clause}
            for action, no in now.refused
        ],
        "advice": rules.advice(now),
    }


def _words(reason: Any) -> dict[str, str]:
    both = words(reason)
    return {"zh": both.zh, "en": both.en}


def _plain(value: Any) -> Any:
    """As it comes out of JSON."""
    return json.loads(json.dumps(value))


# --- what each was sent ---------------------------------------------------------------------------


def _check(kept: list[Message], known: list[Knowledge], figures: Figures) -> None:
    """Every event, view and question is what its reader may know at that point, and all of it."""
    told: list[list[Any]] = [[] for _ in known]
    number, before = 0, figures.prompts
    if kept[0]["round"] is not None:  # the machine was busy: the deal did not wait for it
        told[0] += known[0].events[: _seen(kept[0]["round"], known[0])]
        figures.prompts += kept[0]["ask"] is not None
    for message in kept:
        kind = message["type"]
        if kind in ("view", "shuffle", "deal"):
            number = message["match"]["round"] - 1
        count = len(told[number])
        if kind == "event":
            told[number].append(message["event"])
        elif kind == "view" and message["round"] is not None:
            assert message["round"] in known[number].observations[count], message
            figures.views += 1
        elif kind == "free":
            free = [seen["legal"] for seen in known[number].observations[count]]
            assert message["legal"] in free, message
        ask = message.get("ask")
        if ask is not None:
            asked = {name: ask[name] for name in ("question", "legal", "refused", "advice")}
            assert asked in known[number].asks[count], (asked, known[number].asks[count])
            # A count of its own: a common one would tell how many were asked in secret.
            assert ask["prompt"] == figures.prompts - before + (kind == "prompt"), ask
            figures.prompts += kind == "prompt"
    for one, knowledge in zip(told, known, strict=True):
        assert one == knowledge.events
        figures.events += len(one)


def _seen(shown: Any, known: Knowledge) -> int:
    """After how many events of a round that is shown which one comes into in its midst."""
    return next(count for count, seen in known.observations.items() if shown in seen)


def _check_shoulder(late: list[Message], own: list[Message]) -> None:
    """What came over the shoulder is what the seat was sent, under the same numbers."""
    sent = {message["v"]: message for message in own if message["type"] != "view"}
    came = [message for message in late if message["type"] != "view"]
    assert [message["v"] for message in came] == list(range(came[0]["v"], came[-1]["v"] + 1))
    for message in came:
        assert sent.get(message["v"], message) == message
    assert set(sent) - {message["v"] for message in came} <= set(range(came[0]["v"]))


def _check_secrets(kept: list[Message], records: list[str]) -> None:
    """No secret or seed before its settlement, no nonce before its deal."""
    headers = [json.loads(record.splitlines()[0]) for record in records]
    unsettled = {n: (h["proof"]["secret"], h["seed"]) for n, h in enumerate(headers, 1)}
    undealt = {n: h["proof"]["nonces"] for n, h in enumerate(headers, 1)}
    for message in kept:
        if message["type"] == "deal" or (message["type"] == "view" and message["round"]):
            undealt.pop(message["match"]["round"], None)
        settled = message.get("settled")
        if settled is not None:
            unsettled.pop(settled["round"], None)
        text = json.dumps(message)
        hidden = [word for words_ in (*unsettled.values(), *undealt.values()) for word in words_]
        assert not any(word in text for word in hidden if word is not None)
    assert not unsettled
    assert not undealt
