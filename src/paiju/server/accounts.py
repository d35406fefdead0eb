"""Accounts: a guest takes a login name and a password, and is known everywhere by them."""

from collections.abc import Awaitable, Callable
from typing import Final
from unicodedata import normalize

from msgspec import Struct

from paiju.core.text import Text
from paiju.server.limits import Limits
from paiju.server.passwords import Passwords
from paiju.server.people import People
from paiju.server.players import Player, cleaned, new_session
from paiju.server.protocol import (
    ChangePassword,
    JsonObject,
    ListSessions,
    LogIn,
    LogOut,
    Register,
    RevokeSession,
    SessionInfo,
    SessionList,
)
from paiju.server.refusals import Refused, refused
from paiju.server.session import Session

LoginRequest = Register | LogIn | LogOut | ChangePassword | ListSessions | RevokeSession

MOST_SESSIONS: Final = 20
"""Of a player's sessions the one that was not seen for longest goes for the next one."""
LOGIN_LENGTH: Final = range(2, 33)


class Accounts:
    """What becomes of the requests about accounts. ``vacate`` frees a guest's seat for good."""

    def __init__(
        self, people: People, limits: Limits, vacate: Callable[[Player], Awaitable[None]]
    ) -> None:
        self._people = people
        self._limits = limits
        self._vacate = vacate
        self._passwords = Passwords()

    async def obey(
        self, player: Player, session: Session, message: LoginRequest
    ) -> Struct | JsonObject | None:
        """Do what a player asks for over this socket. :raises Refused: if it cannot be."""
        if player.is_program:
            raise _people_only()
        match message:
            case Register():
                async with player.lock:
                    await self._register(player, session, message)
            case LogIn():
                return {"token": await self._log_in(session, message)}
            case LogOut():
                await self._log_out(player, session)
            case ChangePassword():
                await self._change_password(player, session, message)
            case ListSessions():
                return await self._sessions(player, session)
            case RevokeSession(session=ended):
                await self._revoke(player, ended)
        return None

    async def _register(self, player: Player, session: Session, message: Register) -> None:
        if player.login is not None:
            raise refused("registered")
        login = clean_login(message.login)
        if login is None:
            raise _no_login_name()
        self._limits.logins.check(session.address)
        password = await self._passwords.hashed(message.password)
        if not await self._people.register(player.id, login, login.casefold(), password):
            raise refused("login_taken")
        player.login = login

    async def _log_in(self, session: Session, message: LogIn) -> str:
        """A token of whoever has this login; as slow and as silent whatever is wrong about it."""
        key = (clean_login(message.login) or "").casefold()
        self._limits.logins.check(session.address)
        self._limits.passwords_of_name.check(key)
        secret = await self._people.secret_of_login(key)
        stored = secret.password if secret is not None else None
        fits = await self._passwords.fits(stored, message.password)
        if secret is None or stored is None or not fits:
            raise refused("wrong_login")
        self._limits.logins.give_back(session.address)
        self._limits.passwords_of_name.give_back(key)
        if self._passwords.is_outdated(stored):
            again = await self._passwords.hashed(message.password)
            await self._people.set_password(secret.player, again)
        token, row = new_session(secret.player, session.agent)
        await self._people.add_session(row, MOST_SESSIONS)
        return token

    async def _log_out(self, player: Player, session: Session) -> None:
        """Forget this session. A guest's token is all it has: its seat is free, too."""
        if player.login is None:
            await self._vacate(player)
        await self._revoke(player, session.id)

    async def _change_password(
        self, player: Player, session: Session, message: ChangePassword
    ) -> None:
        if player.login is None:
            raise refused("guest_only")
        key = player.login.casefold()
        self._limits.logins.check(session.address)
        self._limits.passwords_of_name.check(key)
        secret = await self._people.secret_of(player.id)
        stored = secret.password if secret is not None else None
        if not await self._passwords.fits(stored, message.old):
            raise refused("wrong_login")
        self._limits.logins.give_back(session.address)
        self._limits.passwords_of_name.give_back(key)
        new = await self._passwords.hashed(message.new)
        await self._people.change_password(player.id, new, session.id)
        if player.session is not None and player.session is not session:
            player.session.revoked = player.session.id != session.id

    async def _sessions(self, player: Player, session: Session) -> SessionList:
        rows = await self._people.sessions(player.id)
        return SessionList(
            [
                SessionInfo(row.id, row.agent, row.created, row.seen, row.id == session.id)
                for row in rows
            ]
        )

    async def _revoke(self, player: Player, ended: str) -> None:
        if not await self._people.drop_session(player.id, ended):
            raise refused("no_session")
        if player.session is not None and player.session.id == ended:
            player.session.revoked = True


def clean_login(login: str) -> str | None:
    """A login name as it is shown, or none if it cannot be one; case makes no difference.

    >>> clean_login(" Ｘiao\\tming "), clean_login("\\u3164a")
    ('Xiao ming', None)
    """
    shown = cleaned(normalize("NFKC", login))
    return shown if len(shown) in LOGIN_LENGTH else None


def _no_login_name() -> Refused:
    return Refused(
        "bad_message",
        Text("账号名要有 2 到 32 个看得见的字", "a login name has 2 to 32 visible characters"),
    )


def _people_only() -> Refused:
    return Refused("no_programs", Text("机器人没有自己的账号", "a program has no account"))
