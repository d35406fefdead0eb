"""Whose rooms, and whose players, are whose when a node has died."""

import pytest
from sqlalchemy import insert, select

from paiju.server.ownership import Orphan, Ownership
from paiju.server.schema import PLAYERS, ROOMS
from paiju.server.store import NotOurs, RoomRow, Sitter, Store


async def test_a_claim_takes_those_who_are_at_home_with_the_dead_alone(database: str) -> None:
    """Its last word of a room may be old: who sits in it there may long sit elsewhere."""
    homes = {"p1": "dead", "p2": "alive", "p3": None}
    seats = [Sitter(player, player) for player in homes]
    room = RoomRow("123456", "pairs", {}, 1, "p1", [*seats, None], None)
    taker = Store(database, "taker")
    await taker.open()
    async with taker.engine.begin() as connection:
        for player, home in homes.items():
            row = {"id": player, "name": player, "home": home, "created": 0, "seen": 0}
            await connection.execute(insert(PLAYERS).values(**row))
    dead = Store(database, "dead")
    await dead.save_room(room)
    (claimed,) = await Ownership(taker).claim([Orphan(room.code, dead.node)])
    assert claimed.room == room
    async with taker.engine.connect() as connection:
        kept = (await connection.execute(select(PLAYERS.c.id, PLAYERS.c.home))).all()
        owner = await connection.scalar(select(ROOMS.c.owner))
    # Who has none yet was kept before there were nodes: it sits where its room is.
    assert dict(map(tuple, kept)) == {"p1": "taker", "p2": "alive", "p3": "taker"}
    assert owner == "taker"
    await dead.close()
    await taker.close()


async def test_a_room_that_its_new_owner_has_dropped_does_not_come_back(database: str) -> None:
    """Its last owner was asleep meanwhile, and has something to keep of it still."""
    room = RoomRow("123456", "pairs", {}, 1, "p1", [None] * 4, None)
    sleeper, taker = Store(database, "sleeper"), Store(database, "taker")
    await taker.open()
    await sleeper.save_room(room)
    await sleeper.save_room(room, is_kept=True)
    await Ownership(taker).claim([Orphan(room.code, sleeper.node)])
    with pytest.raises(NotOurs):
        await sleeper.save_room(room, is_kept=True)
    await taker.drop_room(room.code)
    with pytest.raises(NotOurs):
        await sleeper.save_room(room, is_kept=True)
    assert await taker.rooms() == []
    await sleeper.close()
    await taker.close()
