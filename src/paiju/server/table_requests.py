"""Requests to the table one sits at."""

from typing import Annotated

from msgspec import Meta

from paiju.server.request import Nonce, OwnTable, Request


class Resume(Request, frozen=True, tag="resume"):
    """Send me what came after ``last``, the highest ``v`` I have of this table (0: nothing).

    Before the ack come the missing messages, or one ``view`` if they are no longer kept.
    """

    table: OwnTable
    last: Annotated[int, Meta(ge=0)] = 0


class GiveNonce(Request, frozen=True, tag="nonce"):
    """My share of the chance in the deal that ``shuffle`` announced: 32 to 64 hex digits."""

    table: OwnTable
    round: Annotated[int, Meta(ge=1)]
    nonce: Nonce


class Act(Request, frozen=True, tag="act"):
    """Answer a prompt by one of its legal actions; without ``prompt``, do a free action."""

    table: OwnTable
    do: Annotated[str, Meta(min_length=1, max_length=160)]
    prompt: int | None = None


class Auto(Request, frozen=True, tag="auto"):
    """Switch auto-play 托管 of one's own seat on or off."""

    table: OwnTable
    on: bool


class Next(Request, frozen=True, tag="next"):
    """The settlement has been seen; on with the next round when everybody has said so."""

    table: OwnTable
