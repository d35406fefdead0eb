"""What a player is shown when it comes back, held against the fold of the journal."""

import asyncio
import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final

import msgspec

from paiju.core.registry import game
from paiju.server.recovery import rebuild
from paiju.server.settings import PACES
from paiju.server.view import view_of
from tests.cluster.site import Site
from tests.server.client import Client, Message
from tests.soak.restless import UNREACHABLE, without_clocks

PATIENCE: Final = 60.0


async def views_are_the_folds(site: Site, players: Sequence[Client]) -> int:
    """Let each come back, and hold its view against what its table's journal says; how many did.

    Nobody plays meanwhile, but a table moves on its own at times: then it is looked at again.

    :raises AssertionError: naming who was shown something else.
    """
    compared = 0
    for player in players:
        await player.drop()
    for player in players:
        async with asyncio.timeout(PATIENCE):
            shown, kept = await _look(player), None
            while shown and ((kept := await _fold(site, player)) is None or kept["v"] > shown["v"]):
                shown = await _look(player)
        if shown and kept:
            said, is_so = (json.loads(without_clocks(one)) for one in (shown, kept))
            assert said == is_so, (player.name, _differences(said, is_so))
            compared += 1
    for player in players:
        await player.drop()
    return compared


async def _look(player: Client) -> Message | None:
    """Its view, for which it comes back if its line is gone; none if its match is over."""
    while True:
        with suppress(*UNREACHABLE):
            if player.socket is None and not await player.connect():
                raise ConnectionError("not greeted")
            if player.welcome["table"] is None:
                return None
            player.table = player.welcome["table"]
            if (await player.resume(last=0))["type"] == "ack":
                return player.view
        await player.drop()
        await asyncio.sleep(0.05)


async def _fold(site: Site, player: Client) -> Message | None:
    """The view by the journal; none if the table is cleared meanwhile."""
    rows = await site.store.running_tables()
    row = next((row for row in rows if row.id == player.table), None)
    if row is None:
        return None
    pace = replace(PACES["instant"], shuffle=site.shuffle)
    state = (await rebuild(site.store, row, game(row.game), pace)).state
    view = view_of(state, player.seat, lambda _: 0)
    message: Message = msgspec.to_builtins(view)
    return message


def _differences(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    return {
        key: (one.get(key), other.get(key))
        for key in one.keys() | other.keys()
        if one.get(key) != other.get(key)
    }
