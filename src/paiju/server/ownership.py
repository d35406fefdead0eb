"""Whose rooms are whose, as the database has it: the last word, whatever a node believes.

A node owns its rooms, and their tables, as long as it lives (``leases.py``). What a dead node had
another one claims; from then on the dead one, if it was only asleep or cut off, writes no room
(``Store.save_room``) and no step of a table (the journal's key) any more.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from msgspec import json
from sqlalchemy import select, update

from paiju.server.holding import ALONE
from paiju.server.schema import PLAYERS, ROOMS, TABLES
from paiju.server.store import RoomRow, Store, TableRow, running_tables


class Orphan(NamedTuple):
    """A room whose owner does not live."""

    code: str
    owner: str


class Claimed(NamedTuple):
    """A room that is this node's now, and the tables whose matches were begun in it."""

    room: RoomRow
    tables: list[TableRow]


class Ownership:
    """The queries of one node; each method is one transaction."""

    def __init__(self, store: Store) -> None:
        self._engine = store.engine
        self._node = store.node

    async def owner_of(self, code: str) -> str | None:
        """Which node has the room of this code; ``None`` if there is no such room."""
        query = select(ROOMS.c.owner).where(ROOMS.c.code == code)
        async with self._engine.connect() as connection:
            found: str | None = await connection.scalar(query)
        return found

    async def own(self) -> set[str]:
        """The codes of this node's rooms."""
        query = select(ROOMS.c.code).where(ROOMS.c.owner == self._node)
        async with self._engine.connect() as connection:
            return set((await connection.execute(query)).scalars())

    async def orphans(self, living: Collection[str]) -> list[Orphan]:
        """The rooms of all nodes but these."""
        query = select(ROOMS.c.code, ROOMS.c.owner).where(ROOMS.c.owner.not_in(living))
        async with self._engine.connect() as connection:
            return [Orphan(*row) for row in await connection.execute(query)]

    async def last_kept_first(self, orphans: Iterable[Orphan]) -> list[Orphan]:
        """In this order rooms are claimed: who is in two of them sits where it sat down last."""
        query = select(ROOMS.c.code).order_by(ROOMS.c.touched.desc())
        async with self._engine.connect() as connection:
            codes = (await connection.execute(query)).scalars()
            place = {code: number for number, code in enumerate(codes)}
        return sorted(orphans, key=lambda orphan: place.get(orphan.code, len(place)))

    async def has_rooms(self, node: str) -> bool:
        """Whether a node has any room."""
        query = select(ROOMS.c.code).where(ROOMS.c.owner == node).limit(1)
        async with self._engine.connect() as connection:
            return await connection.scalar(query) is not None

    async def claim(self, orphans: Sequence[Orphan]) -> list[Claimed]:
        """Take rooms over, as far as nobody else has; the people in them are served here now.

        But not who is at home elsewhere: what a node kept last of a room it may have kept long ago.
        What was kept last comes first.
        """
        codes = [orphan.code for orphan in orphans]
        owners = {orphan.owner for orphan in orphans}
        theirs = ROOMS.c.code.in_(codes) & ROOMS.c.owner.in_(owners)
        own = ROOMS.c.code.in_(codes) & (ROOMS.c.owner == self._node)
        async with self._engine.begin() as connection:
            await connection.execute(update(ROOMS).where(theirs).values(owner=self._node))
            kept = select(ROOMS.c.state).where(own).order_by(ROOMS.c.touched.desc())
            states = (await connection.execute(kept)).scalars()
            rooms = [json.decode(state, type=RoomRow) for state in states]
            if self._node != ALONE:
                seated = (s.player for room in rooms for s in room.seats if s is not None)
                here = PLAYERS.c.id.in_([player for player in seated if player is not None])
                homeless = PLAYERS.c.home.is_(None) | PLAYERS.c.home.in_(owners)
                come = update(PLAYERS).where(here, homeless).values(home=self._node)
                await connection.execute(come)
            tables = await running_tables(connection, TABLES.c.room.in_([it.code for it in rooms]))
        return [Claimed(room, [it for it in tables if it.room == room.code]) for room in rooms]
