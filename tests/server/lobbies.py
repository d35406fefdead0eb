"""What the tests of the lobby share: rooms opened and filled, purses, a disk that is slow."""

import asyncio
from typing import Any

import pytest

from tests.server.client import Client
from tests.server.conftest import Running


async def open_room(host: Client, **terms: Any) -> str:
    """Open a room, of one round unless told otherwise."""
    terms = {"game": "pairs", "rounds": 1, **terms}
    return str((await host.ok("create_room", **terms))["code"])


async def fill(host: Client) -> None:
    """Seat a bot at every free seat."""
    await host.until(lambda: host.room.get("code") is not None)
    for seat, sitter in enumerate(host.room["seats"]):
        if sitter is None:
            await host.ok("add_bot", seat=seat)


def rich(server: Running, monkeypatch: pytest.MonkeyPatch, *poor: Client) -> set[str]:
    """Let everybody afford every stake, but for some; who is poor may be changed."""
    broke = {player.welcome["player"]["id"] for player in poor}

    async def affords(player: str, stake: int) -> bool:
        return not stake or player not in broke

    monkeypatch.setattr(server.house.lobby, "_affords", affords)
    return broke


async def rooms(player: Client) -> list[dict[str, Any]]:
    """The open rooms as this player is told them."""
    return list((await player.ok("list_rooms"))["rooms"])


class Gate:
    """Holds up a method that waits for the disk, as a busy disk does."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, store: object, name: str) -> None:
        self.open = asyncio.Event()
        self.waiting = 0
        self._do = getattr(store, name)
        monkeypatch.setattr(store, name, self._wait)

    async def _wait(self, *arguments: Any, **named: Any) -> Any:
        self.waiting += 1
        await self.open.wait()
        return await self._do(*arguments, **named)


async def full_disk(*_: object, **__: object) -> None:
    """What a store does on a full disk."""
    raise OSError("the disk is full")
