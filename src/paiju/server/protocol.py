"""The wire protocol: every message that goes over a socket, in both directions.

Messages are JSON objects in text frames; ``type`` names the kind. ``docs/protocol.md`` explains
them to authors of clients and bots, ``web/src/lib/protocol.ts`` is generated from these modules by
``scripts/generate_types.py``, and tests fail when either falls behind. A change that an older
client cannot read raises ``PROTOCOL``.
"""

from typing import Final

from msgspec import json

from paiju.server.codes import (
    LARGEST_MESSAGE,
    MOST_LEGAL_LISTED,
    PROTOCOL,
    CloseCode,
    JsonObject,
    RejectCode,
)
from paiju.server.messages import (
    Ack,
    Answered,
    Ask,
    Chair,
    Clock,
    Closed,
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
    SeatChanged,
    ServerMessage,
    Settled,
    Settlement,
    TableEvent,
    TableMessage,
    Turn,
    View,
    Waiting,
    Welcome,
    Words,
    words,
)
from paiju.server.requests import (
    Act,
    AddBot,
    Auto,
    ClientMessage,
    CreateRoom,
    FromClient,
    Hello,
    JoinRoom,
    Leave,
    Next,
    Ping,
    PlayNow,
    RemoveBot,
    Rename,
    Request,
    Resume,
    Sit,
    Start,
)

__all__ = [
    "LARGEST_MESSAGE",
    "MOST_LEGAL_LISTED",
    "PROTOCOL",
    "Ack",
    "Act",
    "AddBot",
    "Answered",
    "Ask",
    "Auto",
    "Chair",
    "ClientMessage",
    "Clock",
    "CloseCode",
    "Closed",
    "CreateRoom",
    "Deal",
    "Free",
    "FromClient",
    "FromServer",
    "GameInfo",
    "Hello",
    "JoinRoom",
    "JsonObject",
    "Leave",
    "MatchInfo",
    "Next",
    "OptionInfo",
    "Ping",
    "PlayNow",
    "PlayerInfo",
    "Prompt",
    "Proof",
    "RefusedAction",
    "Reject",
    "RejectCode",
    "RemoveBot",
    "Rename",
    "Request",
    "Resume",
    "Room",
    "RoomSeat",
    "SeatChanged",
    "ServerMessage",
    "Settled",
    "Settlement",
    "Sit",
    "Start",
    "TableEvent",
    "TableMessage",
    "Turn",
    "View",
    "Waiting",
    "Welcome",
    "Words",
    "decode",
    "encode",
    "words",
]

_encoder: Final = json.Encoder()
_decoder: Final = json.Decoder(FromClient)


def encode(message: ServerMessage) -> bytes:
    """One message to a client as the JSON of a text frame."""
    return _encoder.encode(message)


def decode(frame: bytes) -> FromClient:
    """Read one message of a client.

    :raises msgspec.ValidationError, msgspec.DecodeError: saying what is wrong and where.
    """
    return _decoder.decode(frame)
