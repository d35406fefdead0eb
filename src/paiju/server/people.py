"""Everybody who ever came, as the database keeps them: names, logins and sessions."""

from collections.abc import Callable, Iterable
from typing import Any, Final, NamedTuple

from sqlalchemy import Select, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from paiju.server.schema import PLAYERS, SESSIONS
from paiju.server.store import Store, now_ms

SEEN_AGAIN: Final = 600_000
"""A session that was seen so many ms ago is written down as seen again."""


class Person(NamedTuple):
    """Somebody who may play here. ``owner``: whose external bot this is."""

    id: str
    name: str
    login: str | None = None
    owner: str | None = None
    home: str | None = None
    """The node that does what it asks for."""


class SessionRow(NamedTuple):
    """A token that was given out; of the token itself only the hash is kept."""

    id: str
    player: str
    token_hash: str
    agent: str
    created: int
    seen: int


class Known(NamedTuple):
    """Whose a token is, and which of its sessions."""

    person: Person
    session: str


class Secret(NamedTuple):
    """What a password is held against."""

    player: str
    password: str | None


_PERSON: Final = (PLAYERS.c.id, PLAYERS.c.name, PLAYERS.c.login, PLAYERS.c.owner, PLAYERS.c.home)


class People:
    """The queries; each method is one transaction."""

    def __init__(self, store: Store) -> None:
        self._engine = store.engine
        self.changes = 0
        """How often sessions ended or guests registered: what was read before may be wrong."""
        self.on_change: Callable[[str], None] = lambda player: None
        """Is told whose sessions or login have changed."""

    # --- who comes ----------------------------------------------------------------------------

    async def add(self, person: Person, session: SessionRow) -> None:
        """Keep somebody new, with a first session."""
        row = {"id": person.id, "name": person.name, "owner": person.owner, "home": person.home}
        async with self._engine.begin() as connection:
            await connection.execute(
                insert(PLAYERS).values(**row, created=session.created, seen=session.seen)
            )
            await connection.execute(insert(SESSIONS).values(session._asdict()))

    async def by_token(self, token_hash: str) -> Known | None:
        """Who has the token with this hash; it is seen now."""
        query = (
            select(*_PERSON, SESSIONS.c.id.label("session"), SESSIONS.c.seen)
            .join(SESSIONS, SESSIONS.c.player == PLAYERS.c.id)
            .where(SESSIONS.c.token_hash == token_hash)
        )
        async with self._engine.connect() as connection:
            row = (await connection.execute(query)).first()
        if row is None:
            return None
        if now_ms() - row.seen >= SEEN_AGAIN:
            await self.seen([row.session])
        return Known(Person(*row[:5]), row.session)

    async def seen(self, sessions: Iterable[str]) -> None:
        """These sessions are here now, and so are their players."""
        own, now = SESSIONS.c.id.in_(list(sessions)), now_ms()
        players = select(SESSIONS.c.player).where(own)
        async with self._engine.begin() as connection:
            await connection.execute(update(SESSIONS).where(own).values(seen=now))
            await connection.execute(
                update(PLAYERS).where(PLAYERS.c.id.in_(players)).values(seen=now)
            )

    async def move(self, player: Person, home: str) -> bool:
        """Let another node serve a player; false if it is served elsewhere by now."""
        change = update(PLAYERS).where(
            PLAYERS.c.id == player.id, PLAYERS.c.home.is_not_distinct_from(player.home)
        )
        async with self._engine.begin() as connection:
            moved = await connection.execute(change.values(home=home))
        return moved.rowcount == 1

    async def rename(self, player: str, name: str) -> None:
        """Keep a new name."""
        async with self._engine.begin() as connection:
            await connection.execute(
                update(PLAYERS).where(PLAYERS.c.id == player).values(name=name)
            )

    # --- logins -------------------------------------------------------------------------------

    async def register(self, player: str, login: str, key: str, password: str) -> bool:
        """Give a guest a login name and a password; false if the name is taken."""
        change = update(PLAYERS).where(PLAYERS.c.id == player, PLAYERS.c.login_key.is_(None))
        try:
            async with self._engine.begin() as connection:
                await connection.execute(
                    change.values(login=login, login_key=key, password=password)
                )
        except IntegrityError:
            return False
        self._changed(player)
        return True

    async def secret_of_login(self, key: str) -> Secret | None:
        """The player with this login name, and the password it must have."""
        return await self._secret(PLAYERS.c.login_key == key)

    async def secret_of(self, player: str) -> Secret | None:
        """The same by the player."""
        return await self._secret(PLAYERS.c.id == player)

    async def _secret(self, who: Any) -> Secret | None:
        query = select(PLAYERS.c.id, PLAYERS.c.password).where(who)
        async with self._engine.connect() as connection:
            row = (await connection.execute(query)).first()
        return Secret(*row) if row else None

    async def set_password(self, player: str, password: str) -> None:
        """Keep a new hash of the same password."""
        async with self._engine.begin() as connection:
            await connection.execute(
                update(PLAYERS).where(PLAYERS.c.id == player).values(password=password)
            )

    async def change_password(self, player: str, password: str, session: str) -> None:
        """Keep a new password; of the player's sessions only this one stays."""
        others = (SESSIONS.c.player == player) & (SESSIONS.c.id != session)
        async with self._engine.begin() as connection:
            await connection.execute(
                update(PLAYERS).where(PLAYERS.c.id == player).values(password=password)
            )
            await connection.execute(delete(SESSIONS).where(others))
        self._changed(player)

    # --- sessions -----------------------------------------------------------------------------

    async def add_session(self, session: SessionRow, most: int) -> None:
        """Keep a new session; of more than ``most`` the one not seen for longest goes."""
        kept = self._by_seen(session.player).with_only_columns(SESSIONS.c.id).limit(most)
        surplus = (SESSIONS.c.player == session.player) & SESSIONS.c.id.not_in(kept)
        async with self._engine.begin() as connection:
            await connection.execute(insert(SESSIONS).values(session._asdict()))
            await connection.execute(delete(SESSIONS).where(surplus))
        self._changed(session.player)

    async def sessions(self, player: str) -> list[SessionRow]:
        """A player's sessions, the one seen last first."""
        async with self._engine.connect() as connection:
            rows = (await connection.execute(self._by_seen(player))).all()
        return [SessionRow(*row) for row in rows]

    async def drop_session(self, player: str, session: str) -> bool:
        """Forget a session; false if the player has none such."""
        own = (SESSIONS.c.player == player) & (SESSIONS.c.id == session)
        async with self._engine.begin() as connection:
            gone = await connection.execute(delete(SESSIONS).where(own))
        self._changed(player)
        return gone.rowcount > 0

    async def good(self, sessions: Iterable[str], home: str) -> set[str]:
        """Which of these sessions have not ended, and are of players whom this node serves."""
        here = select(SESSIONS.c.id).join(PLAYERS, SESSIONS.c.player == PLAYERS.c.id)
        query = here.where(SESSIONS.c.id.in_(list(sessions)), PLAYERS.c.home == home)
        async with self._engine.connect() as connection:
            return set((await connection.execute(query)).scalars())

    async def by_session(self, session: str) -> Person | None:
        """Whose session this is; ``None`` if it has ended."""
        own = select(*_PERSON).join(SESSIONS, SESSIONS.c.player == PLAYERS.c.id)
        async with self._engine.connect() as connection:
            row = (await connection.execute(own.where(SESSIONS.c.id == session))).first()
        return None if row is None else Person(*row)

    def _changed(self, player: str) -> None:
        self.changes += 1
        self.on_change(player)

    def _by_seen(self, player: str) -> Select[Any]:
        own = select(SESSIONS).where(SESSIONS.c.player == player)
        return own.order_by(SESSIONS.c.seen.desc(), SESSIONS.c.created.desc(), SESSIONS.c.id)

    # --- external bots ------------------------------------------------------------------------

    async def bots(self, owner: str) -> list[tuple[Person, int]]:
        """A player's external bots and when they were made, the oldest first."""
        query = (
            select(*_PERSON, PLAYERS.c.created)
            .join(SESSIONS, SESSIONS.c.player == PLAYERS.c.id)
            .where(PLAYERS.c.owner == owner)
            .order_by(PLAYERS.c.created, PLAYERS.c.id)
        )
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        return [(Person(*row[:5]), row.created) for row in rows]

    async def drop_bot(self, owner: str, bot: str) -> bool:
        """Forget the token of a bot, whose rounds stay; false if there is none such."""
        owned = select(PLAYERS.c.id).where(PLAYERS.c.id == bot, PLAYERS.c.owner == owner)
        async with self._engine.begin() as connection:
            gone = await connection.execute(delete(SESSIONS).where(SESSIONS.c.player.in_(owned)))
        self._changed(bot)
        return gone.rowcount > 0
