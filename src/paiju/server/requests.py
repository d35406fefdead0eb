"""What a client sends: ``hello``, then requests, each with an id of its own."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from paiju.server.account_requests import (
    ChangePassword,
    CreateBot,
    DropBot,
    GetCoins,
    GetHistory,
    GetRecord,
    ListBots,
    ListSessions,
    LogIn,
    LogOut,
    Register,
    Rename,
    RevokeSession,
    TopUp,
)
from paiju.server.lobby_requests import (
    AddBot,
    CreateRoom,
    JoinRoom,
    Kick,
    Leave,
    ListRooms,
    PlayNow,
    QuickMatch,
    RemoveBot,
    Say,
    Sit,
    Start,
    Unwatch,
    Watch,
)
from paiju.server.request import ClientMessage, Name, Request
from paiju.server.table_requests import Act, Auto, GiveNonce, Next, Resume


class Hello(ClientMessage, frozen=True, tag="hello"):
    """The first message on a socket; answered by ``welcome``. No token makes a new guest.

    ``agent`` names the device or program, to be known again in the list of sessions.
    """

    protocol: int
    token: Annotated[str, Meta(max_length=128)] | None = None
    name: Name | None = None
    lang: Literal["zh", "en"] | None = None
    agent: Annotated[str, Meta(max_length=64)] | None = None


class Ping(Request, frozen=True, tag="ping"):
    """Is anybody there?"""


LobbyRequest: TypeAlias = (
    CreateRoom
    | JoinRoom
    | PlayNow
    | QuickMatch
    | ListRooms
    | Sit
    | AddBot
    | RemoveBot
    | Kick
    | Start
    | Leave
    | Watch
    | Unwatch
    | Say
)
AccountRequest: TypeAlias = (
    Rename
    | Register
    | LogIn
    | LogOut
    | ChangePassword
    | ListSessions
    | RevokeSession
    | GetCoins
    | TopUp
    | GetHistory
    | GetRecord
    | ListBots
    | CreateBot
    | DropBot
)
LookUp: TypeAlias = ListRooms | ListSessions | ListBots | GetCoins | GetHistory | GetRecord
"""What changes nothing: it is answered anew each time it comes, under whichever id."""
TableRequest: TypeAlias = Resume | GiveNonce | Act | Auto | Next
FromClient: TypeAlias = Hello | Ping | LobbyRequest | AccountRequest | TableRequest
