"""Play coins in double entry: a transfer sums to zero, happens once, and leaves no player in debt.

The accounts are ``player:<id>``, ``house`` (fines), ``bots`` (all of them together) and ``mint``,
from which coins come into the world. All but a player's may be below zero.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta, timezone
from typing import Final, NamedTuple

from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from paiju.server.answers import Coins
from paiju.server.refusals import refused
from paiju.server.schema import ACCOUNTS, POSTINGS, TRANSFERS
from paiju.server.settings import Settings
from paiju.server.sql import insert_new, wait_turn
from paiju.server.store import now_ms

HOUSE: Final = "house"
BOTS: Final = "bots"
MINT: Final = "mint"
_PLAYER: Final = "player:"
_LOCK: Final = int.from_bytes(b"coins", "big")
"""A commit pays for several tables, and all of them by way of the same few accounts: without one
lock for all, two nodes (or a node and a top-up) would each wait for what the other has."""
_DAY: Final = timezone(timedelta(hours=8))
"""A day of the top-up begins at midnight where the games are at home."""


class Overdrawn(Exception):
    """A transfer would leave a player below zero; nothing of it is kept."""


class Transfer(NamedTuple):
    """What is paid at once, by account; ``key`` says what for and is paid only once."""

    key: str
    coins: Mapping[str, int]


def account_of(player: str) -> str:
    """The account of a player.

    >>> account_of("p12")
    'player:p12'
    """
    return _PLAYER + player


class Ledger:
    """Everybody's coins."""

    def __init__(self, engine: AsyncEngine, settings: Settings) -> None:
        self._engine = engine
        self._settings = settings

    def minimum(self, stake: int) -> int:
        """How many coins one must have to sit at a table with this stake."""
        return stake * self._settings.minimum_points

    async def coins(self, player: str) -> int:
        """How many coins a player has."""
        return (await self.purses([player]))[player]

    async def purses(self, players: Iterable[str]) -> dict[str, int]:
        """How many coins each of these players has; who has no account yet, what all begin with."""
        accounts = {account_of(player): player for player in players}
        query = select(ACCOUNTS.c.id, ACCOUNTS.c.coins).where(ACCOUNTS.c.id.in_(list(accounts)))
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        purses = dict.fromkeys(accounts.values(), self._settings.coins_at_start)
        return purses | {accounts[account]: coins for account, coins in rows}

    async def get_coins(self, player: str) -> Coins:
        """What a player has, and what the daily top-up would give now."""
        coins = await self.coins(player)
        query = select(TRANSFERS.c.key).where(TRANSFERS.c.key == _top_up_key(player))
        async with self._engine.connect() as connection:
            taken = (await connection.execute(query)).first() is not None
        return Coins(coins, 0 if taken else max(0, self._settings.coins_a_day - coins))

    async def top_up(self, player: str) -> Coins:
        """Fill up a player's coins, once a day. :raises Refused: if there is nothing to fill."""
        key, account = _top_up_key(player), account_of(player)
        async with self._engine.begin() as connection:
            await wait_turn(connection, _LOCK)
            if not await insert_new(connection, TRANSFERS, key=key, at=now_ms()):
                raise refused("no_top_up")
            await self._open(connection, account)
            own = select(ACCOUNTS.c.coins).where(ACCOUNTS.c.id == account).with_for_update()
            coins = (await connection.execute(own)).scalar_one()
            gift = self._settings.coins_a_day - coins
            if gift <= 0:
                raise refused("no_top_up")
            await self._book(connection, Transfer(key, {account: gift, MINT: -gift}))
        return Coins(coins + gift, 0)

    async def post(self, connection: AsyncConnection, transfer: Transfer) -> None:
        """Make a transfer, in a transaction of others; the second time it does nothing.

        :raises Overdrawn: if a player had to pay more than there is.
        """
        await wait_turn(connection, _LOCK)
        if await insert_new(connection, TRANSFERS, key=transfer.key, at=now_ms()):
            for account in transfer.coins:
                await self._open(connection, account)
            await self._book(connection, transfer)

    async def _open(self, connection: AsyncConnection, account: str) -> None:
        """Open an account if there is none; a player's with what all begin with."""
        is_new = await insert_new(connection, ACCOUNTS, id=account, coins=0)
        if is_new and account.startswith(_PLAYER):
            key, start = account.replace(_PLAYER, "start:", 1), self._settings.coins_at_start
            await self.post(connection, Transfer(key, {account: start, MINT: -start}))

    async def _book(self, connection: AsyncConnection, transfer: Transfer) -> None:
        if sum(transfer.coins.values()) != 0:
            raise ValueError(f"{transfer}: what is paid and what is got must be the same")
        for account, coins in transfer.coins.items():
            if coins == 0:
                continue
            await connection.execute(
                insert(POSTINGS).values(transfer=transfer.key, account=account, coins=coins)
            )
            change = update(ACCOUNTS).where(ACCOUNTS.c.id == account)
            if account.startswith(_PLAYER):
                change = change.where(ACCOUNTS.c.coins + coins >= 0)
            changed = await connection.execute(change.values(coins=ACCOUNTS.c.coins + coins))
            if changed.rowcount != 1:
                raise Overdrawn(f"{transfer.key}: {account} has not got {-coins}")


def _top_up_key(player: str) -> str:
    return f"topup:{player}:{datetime.now(_DAY):%Y-%m-%d}"
