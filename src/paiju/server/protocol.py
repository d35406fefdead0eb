"""The wire protocol: every message that goes over a socket, in both directions.

Messages are JSON objects in text frames; ``type`` names the kind. ``docs/protocol.md`` explains
them to authors of clients and bots, ``web/src/lib/protocol.ts`` is generated from these modules by
``scripts/generate_types.py``, and tests fail when either falls behind. A change that an older
client cannot read raises ``PROTOCOL``.
"""

from collections.abc import Callable
from typing import Final

from msgspec import DecodeError, Struct, json

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
from paiju.server.answers import (
    AckData,
    BotInfo,
    BotList,
    Coins,
    History,
    OpenRoom,
    PlayedRound,
    RecordText,
    RoomList,
    SessionInfo,
    SessionList,
)
from paiju.server.codes import (
    LARGEST_MESSAGE,
    MOST_LEGAL_LISTED,
    PROTOCOL,
    CloseCode,
    JsonObject,
    RejectCode,
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
from paiju.server.messages import (
    Ack,
    Answered,
    Ask,
    Chair,
    Clock,
    Closed,
    CoinsChanged,
    Deal,
    Free,
    FromServer,
    GameInfo,
    MatchInfo,
    OptionInfo,
    PlayerInfo,
    Prompt,
    Proof,
    RefusedAction,
    Reject,
    Room,
    RoomSeat,
    Said,
    SeatChanged,
    ServerMessage,
    Settled,
    Settlement,
    Shuffle,
    TableEvent,
    TableMessage,
    Told,
    Turn,
    View,
    Waiting,
    Welcome,
    Words,
    words,
)
from paiju.server.request import (
    STAKES,
    ClientMessage,
    Phrase,
    Request,
    Watching,
)
from paiju.server.requests import (
    AccountRequest,
    FromClient,
    Hello,
    LobbyRequest,
    LookUp,
    Ping,
    TableRequest,
)
from paiju.server.table_requests import (
    Act,
    Auto,
    GiveNonce,
    Next,
    Resume,
)

__all__ = [
    "LARGEST_MESSAGE",
    "MOST_LEGAL_LISTED",
    "PROTOCOL",
    "STAKES",
    "UNREADABLE",
    "AccountRequest",
    "Ack",
    "AckData",
    "Act",
    "AddBot",
    "Answered",
    "Ask",
    "Auto",
    "BotInfo",
    "BotList",
    "Chair",
    "ChangePassword",
    "ClientMessage",
    "Clock",
    "CloseCode",
    "Closed",
    "Coins",
    "CoinsChanged",
    "CreateBot",
    "CreateRoom",
    "Deal",
    "DropBot",
    "Free",
    "FromClient",
    "FromServer",
    "GameInfo",
    "GetCoins",
    "GetHistory",
    "GetRecord",
    "GiveNonce",
    "Hello",
    "History",
    "JoinRoom",
    "JsonObject",
    "Kick",
    "Leave",
    "ListBots",
    "ListRooms",
    "ListSessions",
    "LobbyRequest",
    "LogIn",
    "LogOut",
    "LookUp",
    "MatchInfo",
    "Next",
    "OpenRoom",
    "OptionInfo",
    "Phrase",
    "Ping",
    "PlayNow",
    "PlayedRound",
    "PlayerInfo",
    "Prompt",
    "Proof",
    "QuickMatch",
    "RecordText",
    "RefusedAction",
    "Register",
    "Reject",
    "RejectCode",
    "RemoveBot",
    "Rename",
    "Request",
    "Resume",
    "RevokeSession",
    "Room",
    "RoomList",
    "RoomSeat",
    "Said",
    "Say",
    "SeatChanged",
    "ServerMessage",
    "SessionInfo",
    "SessionList",
    "Settled",
    "Settlement",
    "Shuffle",
    "Sit",
    "Start",
    "TableEvent",
    "TableMessage",
    "TableRequest",
    "Told",
    "TopUp",
    "Turn",
    "Unwatch",
    "View",
    "Waiting",
    "Watch",
    "Watching",
    "Welcome",
    "Words",
    "decode",
    "encode",
    "id_of",
    "words",
]

UNREADABLE: Final = (DecodeError, UnicodeDecodeError, RecursionError)
"""What reading a message may raise; the last for one nested a thousand deep."""

encode: Final[Callable[[ServerMessage | ClientMessage], bytes]] = json.Encoder().encode
"""Writes one message as the JSON of a text frame."""
decode: Final[Callable[[bytes], FromClient]] = json.Decoder(FromClient).decode
"""Reads one message of a client.

:raises msgspec.ValidationError, msgspec.DecodeError: saying what is wrong and where.
"""


class _AnyId(Struct):
    id: str | None = None


def id_of(frame: bytes) -> str | None:
    """The id of a message that cannot be read otherwise, so that its sender can be told."""
    try:
        found = json.decode(frame, type=_AnyId).id
    except UNREADABLE:
        return None
    return found if found is not None and 0 < len(found) <= 32 else None
