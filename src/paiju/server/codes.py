"""What programs decide on: the protocol's version and limits, and its codes."""

from enum import IntEnum
from typing import Any, Final, Literal, TypeAlias

PROTOCOL: Final = 4
LARGEST_MESSAGE: Final = 8192
"""Bytes a client may send at once; a longer message closes the socket."""
MOST_LEGAL_LISTED: Final = 256

JsonObject: TypeAlias = dict[str, Any]

Out: TypeAlias = Literal["kicked", "forgotten", "removed"]
"""Why somebody is in a room no more who did not leave: the last by the server's operator."""

RejectCode: TypeAlias = Literal[
    "bad_message",
    "bad_protocol",
    "hello_first",
    "too_fast",
    "busy",
    "no_game",
    "bad_options",
    "no_room",
    "room_full",
    "not_in_room",
    "not_host",
    "seat_taken",
    "seats_open",
    "started",
    "playing",
    "no_table",
    "not_asked",
    "stale_prompt",
    "bad_notation",
    "illegal",
    "not_settled",
    "not_shuffling",
    "kicked",
    "no_programs",
    "poor",
    "not_watchable",
    "login_taken",
    "wrong_login",
    "registered",
    "guest_only",
    "no_session",
    "no_record",
    "no_top_up",
    "too_many",
    "paused",
]
"""Why a request was refused: what a program decides on; ``reason`` is for people."""


class CloseCode(IntEnum):
    """Why the server closed a socket: what a client decides on whether to come back."""

    TOO_BIG = 1009
    """A message longer than ``LARGEST_MESSAGE``."""
    RESTART = 1012
    """The server is stopping; come back in a moment, nothing is lost."""
    BAD_PROTOCOL = 4000
    """The client speaks another version: reload the page."""
    REPLACED = 4001
    """The same player opened another socket, which took the seat over: do not come back."""
    TOO_SLOW = 4002
    """The client did not read what it was sent: come back and resume."""
    TOO_FAST = 4003
    """The client kept sending more than is allowed: come back after a minute."""
    BAD_MESSAGES = 4004
    """The client kept sending what cannot be read: a fault of the client."""
    NO_HELLO = 4005
    """No ``hello`` came in time."""
    TOO_MANY = 4006
    """Too many sockets from one address."""
    FAULT = 4007
    """A fault of the server's own, written in its log: come back and resume."""
    LOGGED_OUT = 4008
    """The session was ended, here or elsewhere: its token is no longer known."""
