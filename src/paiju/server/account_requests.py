"""Requests about oneself: name, password, sessions, coins, history and one's own bots."""

from typing import Annotated

from msgspec import Meta

from paiju.server.plain import Plain
from paiju.server.request import (
    Id,
    LoginName,
    Name,
    Password,
    Request,
    Rounds,
    TableId,
    Time,
)


class Rename(Request, frozen=True, tag="rename"):
    """Call me by another name."""

    name: Name


class Register(Request, frozen=True, tag="register"):
    """Give a guest a login name and a password; coins, history and seat stay its own."""

    login: LoginName
    password: Password


class LogIn(Request, frozen=True, tag="log_in"):
    """Prove to be somebody. The ack's data: ``{token}``, to say ``hello`` with on a new socket."""

    login: LoginName
    password: Annotated[str, Meta(max_length=128)]


class LogOut(Request, frozen=True, tag="log_out"):
    """Forget the token of this session; the socket is closed with 4008."""


class ChangePassword(Request, frozen=True, tag="change_password"):
    """Take another password; all other sessions end."""

    old: Annotated[str, Meta(max_length=128)]
    new: Password


class ListSessions(Request, frozen=True, tag="list_sessions"):
    """Where am I logged in? The ack's data: ``SessionList``."""


class RevokeSession(Request, frozen=True, tag="revoke_session"):
    """End a session: its token is forgotten, its socket closed with 4008."""

    session: Id


class GetCoins(Request, frozen=True, tag="get_coins"):
    """How many coins have I? The ack's data: ``Coins``."""


class TopUp(Request, frozen=True, tag="top_up"):
    """Once a day, when one has few: fill up to the daily amount. The ack's data: ``Coins``."""


class ListedRound(Plain, frozen=True, forbid_unknown_fields=True):
    """Which round of a list: several may have ended at the same ``at`` (ms)."""

    at: Time
    table: TableId
    round: Rounds


class GetHistory(Request, frozen=True, tag="get_history"):
    """My finished rounds, the newest first, those listed after ``before``. Data: ``History``."""

    before: ListedRound | None = None
    limit: Annotated[int, Meta(ge=1, le=100)] = 30


class GetRecord(Request, frozen=True, tag="get_record"):
    """The record of a finished round that one sat at. The ack's data: ``RecordText``."""

    table: TableId
    round: Rounds


class ListBots(Request, frozen=True, tag="list_bots"):
    """Which external bots have I? The ack's data: ``BotList``."""


class CreateBot(Request, frozen=True, tag="create_bot"):
    """Let a program of mine play under this name. Ack's data: ``{id, token}``, never again."""

    name: Name


class DropBot(Request, frozen=True, tag="drop_bot"):
    """End a bot: its token is forgotten."""

    bot: Id
