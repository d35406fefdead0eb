"""Rooms change hands: those of a dead node fall to the living, and one's own when one stops.

A node that stops does what dying does, in good order: its tables stop where they are, it gives its
lease up, and the others take over. So there is one way only, and it is tried each time.
"""

import asyncio
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING, Final

import structlog

from paiju.server.holding import ALONE, Occupied
from paiju.server.ownership import Claimed, Orphan
from paiju.server.protocol import CloseCode
from paiju.server.room import Room
from paiju.server.site import chosen
from paiju.server.tally import TALLY

if TYPE_CHECKING:
    from paiju.server.house import House

LOOK_EVERY: Final = 1.0
"""Seconds between two looks at whose rooms are whose."""
ANSWER_WITHIN: Final = 2.0
"""Seconds for the database to answer; after that this node is no owner to rely on."""
TAKEN_WITHIN: Final = 8.0
AT_ONCE: Final = 200
"""So many rooms are claimed in one transaction."""

HELD: Final = "another server plays these games"

_log = structlog.get_logger(__name__)


class Takeover:
    """Looks after the rooms of one node and those that nobody looks after."""

    def __init__(self, house: "House") -> None:
        self._house = house
        self._claiming = asyncio.Lock()
        self._wake = asyncio.Event()
        self._unsure: set[Orphan] = set()
        """What was being claimed when the database went away: it may be ours."""
        self._seen_before: set[Orphan] = set()
        """Orphans of the last look: those to whom they fell have not taken them."""
        self._answered_at = monotonic()
        self.trouble: str | None = None
        """Why this node may not have any."""

    # --- taking -------------------------------------------------------------------------------

    def answered(self) -> None:
        """The database has answered."""
        self._answered_at = monotonic()

    async def open(self) -> None:
        """Take what has no owner, or had this one before it was started again."""
        own = await self._house.ownership.own()
        orphans = await self._house.ownership.orphans(self._house.site.living())
        await self._claim({*orphans, *(Orphan(code, self._house.site.node) for code in own)})
        self.answered()

    def look_now(self) -> None:
        """Somebody has come or gone."""
        self._wake.set()

    def is_fit(self) -> bool:
        """Whether this node can do what an owner does: write to the database."""
        return monotonic() - self._answered_at < LOOK_EVERY + ANSWER_WITHIN

    async def run(self) -> None:
        """Look again and again, whatever goes wrong once."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_EVERY):
                    await self._wake.wait()
            self._wake.clear()
            try:
                await self._look()
                self.trouble = None
            except Occupied as error:
                self.trouble = HELD
                _log.error(self.trouble, error=str(error))
            except Exception as error:
                _log.warning(
                    "rooms were not looked after: that is tried again within a second"
                    if self.is_fit()
                    else "the database does not answer: others take the rooms and the people",
                    error=str(error) or type(error).__name__,
                )
            if not self.is_fit():
                self._house.send_all_away(CloseCode.RESTART)

    async def _look(self) -> None:
        house = self._house
        kept = [room for room in house.lobby.rooms.values() if room.is_kept]
        async with asyncio.timeout(ANSWER_WITHIN):
            await house.store.hold_again()
            own = await house.ownership.own()
            orphans = set(await house.ownership.orphans(house.site.living()))
        self.answered()
        for room in kept:
            if room.code not in own:
                self.lose(room)
        mine = house.site.node
        if mine not in house.site.living() or house.site.trouble() is not None:
            return
        before, self._seen_before = self._seen_before, orphans
        await self._claim(
            self._unsure
            | {it for it in orphans if chosen(house.site.living(), it.code) == mine}
            | (orphans & before)
        )

    async def _claim(self, orphans: set[Orphan]) -> None:
        if not orphans:
            return
        async with self._claiming:
            # A room that is not kept yet (a quick match) may have chosen an orphan's code: claimed,
            # the orphan would be nobody's, and written over. It waits until the code is free.
            waiting = await self._house.ownership.last_kept_first(
                it for it in orphans if it.code not in self._house.lobby.rooms
            )
            for first in range(0, len(waiting), AT_ONCE):
                some = waiting[first : first + AT_ONCE]
                self._unsure.update(some)
                for claimed in await self._house.ownership.claim(some):
                    if claimed.room.code not in self._house.lobby.rooms:
                        await self._take_up(claimed)
                        self.answered()
                self._unsure.difference_update(some)

    async def _take_up(self, claimed: Claimed) -> None:
        room = self._house.lobby.restore(claimed.room)
        try:
            await self._go_on(claimed, room)
            if room is not None:
                if room.row() != claimed.room:
                    await self._house.lobby.put_right(room)
                self._house.look_again_at_programs(room)
        except BaseException:
            if room is not None:
                self._house.lobby.forget(room)
            raise

    async def _go_on(self, claimed: Claimed, room: Room | None) -> None:
        for row in claimed.tables:
            # A match whose start came to nothing may be kept, beside its room's next.
            is_played = claimed.room.table == row.id
            fits = room is not None and is_played and room.game.key == row.game
            if room is not None and fits and await self._house.tables.go_on(row, room):
                TALLY.takeovers += self._house.site.node != ALONE
                continue
            _log.error("table cannot go on", table=row.id, room=row.room, game=row.game)
            await self._house.store.finish_table(row.id)

    async def taken(self, node: str) -> bool:
        """Wait until a dead node's rooms have been taken over; false if that lasts too long."""
        with suppress(TimeoutError):
            async with asyncio.timeout(TAKEN_WITHIN):
                while await self._house.ownership.has_rooms(node):  # noqa: ASYNC110
                    await asyncio.sleep(LOOK_EVERY / 5)
                return True
        return False

    async def settled(self) -> None:
        """Wait until no room is being taken up: then it is known who sits here."""
        async with self._claiming:
            pass

    # --- losing and giving --------------------------------------------------------------------

    def lose(self, room: Room) -> None:
        """A room is another node's now: forget it, and send its people where it is."""
        if self._house.lobby.rooms.get(room.code) is not room:
            return
        _log.warning("room lost to another node", room=room.code)
        self._house.lobby.forget(room)
        table = room.table
        if table is not None:
            self._house.tasks.run(self._stop(room), f"end of {table.id}")
        self._house.tables.send_away(room, CloseCode.RESTART)

    async def _stop(self, room: Room) -> None:
        """Stop the table of a forgotten room, and let the two go: they hold each other."""
        await self._house.tables.stop([room])
        room.table = None

    async def hand_over(self) -> None:
        """Let others take everything that is here, and send everybody to them.

        With no other node it does nothing: what is kept waits for the next start.
        """
        house = self._house
        others = [node for node in house.site.living() if node != house.site.node]
        if not others:
            return
        house.lobby.paused = True
        rooms = list(house.lobby.rooms.values())
        # By now: each room that is taken may be seen to be lost before the last one is.
        tables = sum(room.table is not None for room in rooms)
        await house.tables.stop(rooms)
        TALLY.handed_over += tables
        try:
            await house.site.leave()
            if await self.taken(house.site.node):
                _log.info("handed over", rooms=len(rooms))
            else:
                left = len(await house.ownership.own())
                _log.warning("not all rooms were taken over", left=left)
        except Exception as error:
            # NATS or the database is away: the lease runs out, and then the rooms are taken.
            _log.warning("not handed over", error=str(error) or type(error).__name__)
        for room in rooms:
            house.lobby.forget(room)
        house.send_all_away(CloseCode.RESTART)
