"""What the server sends: answers, the room, and all that happens at a table."""

from typing import TypeAlias

from paiju.core.options import Value
from paiju.core.text import Text
from paiju.server.codes import JsonObject, Out, RejectCode
from paiju.server.plain import Plain
from paiju.server.request import Phrase, Watching


class ServerMessage(Plain, frozen=True, tag_field="type"):
    """What the server sends. Every field is always there."""


class Words(Plain, frozen=True):
    """A sentence or a name in both languages."""

    zh: str
    en: str


def words(text: Text) -> Words:
    """``text`` as it goes over the wire."""
    return Words(text.zh, text.en)


class PlayerInfo(Plain, frozen=True):
    """Who somebody is. ``login`` null: a guest. ``program``: an external bot."""

    id: str
    name: str
    login: str | None
    program: bool


class OptionInfo(Plain, frozen=True):
    """One house rule; ``values`` lists its values, else it is a whole number in steps."""

    name: str
    label: Words
    clause: str
    default: Value
    values: list[Value]
    low: int
    high: int
    step: int


class GameInfo(Plain, frozen=True):
    """A game that can be played here; ``presets`` are named sets of what differs from default."""

    key: str
    name: Words
    options: list[OptionInfo]
    presets: dict[str, dict[str, Value]]


class Welcome(ServerMessage, frozen=True, tag="welcome"):
    """You are known. Keep ``token``: whoever has it is this player.

    ``room`` and ``table`` say where the player sits: ``resume`` the table. ``share`` is an address
    of the server for the others in the house, where the page was opened as localhost. ``stakes``
    are what a point may be worth here, in coins.
    """

    protocol: int
    version: str
    player: PlayerInfo
    token: str
    games: list[GameInfo]
    room: str | None
    table: str | None
    share: str | None
    coins: int
    stakes: list[int]


class Ack(ServerMessage, frozen=True, tag="ack"):
    """The request has been done, and for good: it is in the journal."""

    id: str
    data: JsonObject | None = None


class Reject(ServerMessage, frozen=True, tag="reject"):
    """The request has not been done; ``id`` is null if the message had none that can be read."""

    id: str | None
    code: RejectCode
    reason: Words
    clause: str | None = None


class RoomSeat(Plain, frozen=True):
    """Who sits at a seat of a room. ``program``: an external bot.

    ``same_address``: shares its address with another seat; told to the host of a stake table alone.
    """

    name: str
    bot: bool
    connected: bool
    program: bool
    same_address: bool


class Room(ServerMessage, frozen=True, tag="room"):
    """The whole state of one's room, each time it changes. ``code`` null: you are in none.

    ``out`` then says why, if one did not leave by oneself. ``starts_in``: ms until a quick match
    begins with bots. ``watchers``: how many look on.
    """

    code: str | None
    game: str
    options: dict[str, Value]
    rounds: int
    host: int | None
    you: int | None
    seats: list[RoomSeat | None]
    started: bool
    table: str | None
    stake: int
    open: bool
    watch: Watching
    programs: bool
    starts_in: int | None
    watchers: int
    out: Out | None


class Said(ServerMessage, frozen=True, tag="said"):
    """Somebody in the room, or at the table one watches, said a preset phrase."""

    seat: int
    phrase: Phrase


class CoinsChanged(ServerMessage, frozen=True, tag="coins"):
    """One's own coins have changed."""

    coins: int


class TableMessage(ServerMessage, frozen=True):
    """Something that a table tells a viewer, within ``Told``."""


class Chair(Plain, frozen=True):
    """Who sits at a seat of a table. ``left``: its player left for good and a bot plays on.

    ``program``: an external bot.
    """

    name: str
    bot: bool
    connected: bool
    auto: bool
    left: bool
    program: bool


class MatchInfo(Plain, frozen=True):
    """Where the match stands; ``round`` counts from 1. ``commitment``: see ``shuffle``.

    ``nonces`` by seat are what the players added to the chance of the deal; null for a seat that
    added nothing (a bot), and for all before the deal. ``stake``: coins a point.
    """

    rounds_total: int
    round: int
    dealer: int
    totals: list[int]
    commitment: str
    nonces: list[str | None]
    stake: int


class RefusedAction(Plain, frozen=True):
    """What one might want to do and may not, and why."""

    do: str
    reason: Words
    clause: str | None


class Ask(Plain, frozen=True, kw_only=True):
    """A question to a seat.

    ``prompt`` numbers the questions to this seat. ``deadline`` ms are left, then ``bank`` ms of the
    seat's time bank, then the seat is played for. ``legal`` lists every legal action in the game's
    order, unless ``more``: then it is only their beginning, and an action that is not listed may
    be sent. ``question``, ``refused`` and ``advice`` are the game's own.
    """

    prompt: int
    deadline: int
    bank: int
    legal: list[str]
    more: bool
    question: JsonObject | None
    refused: list[RefusedAction]
    advice: JsonObject


class Turn(Plain, frozen=True, kw_only=True):
    """Whose own turn it is, as everybody can see, and the time it has."""

    seat: int
    deadline: int
    bank: int


class Proof(Plain, frozen=True):
    """That a deal was fair: ``secret`` is the server's share, its SHA-256 the ``commitment``.

    ``seed`` follows from ``secret`` and ``nonces`` (``paiju.core.fairness``), the deal from it.
    """

    secret: str
    commitment: str
    nonces: list[str | None]
    seed: str


class Settlement(Plain, frozen=True, kw_only=True):
    """How things stand after a round. ``waiting``: the seats that have not sent ``next`` yet.

    Play goes on without them in ``next_in`` ms. ``coins``: what each seat gained, at a table with
    a stake; ``broke``: seats that cannot pay the table's minimum, so that the match ends here.
    """

    round: int
    rounds_total: int
    totals: list[int]
    match_over: bool
    waiting: list[int]
    next_in: int
    proof: Proof
    coins: list[int] | None
    broke: list[int]


class View(ServerMessage, frozen=True, kw_only=True, tag="view"):
    """All that the viewer may know of the table: forget what you had and draw this.

    It stands for every message up to number ``v``.
    ``round`` is the game's own observation, null while it is shuffled. ``you`` is null for who
    looks on; ``shoulder`` is the seat looked over, ``delay`` by how many ms it is late.
    """

    table: str
    v: int
    you: int | None
    shoulder: int | None
    delay: int
    game: str
    options: dict[str, Value]
    match: MatchInfo
    seats: list[Chair]
    round: JsonObject | None
    ask: Ask | None
    free: list[str]
    turn: Turn | None
    settled: Settlement | None


class Shuffle(TableMessage, frozen=True, tag="shuffle"):
    """A round is about to be dealt: ``match.commitment`` is the SHA-256 of the server's secret.

    Send a ``nonce`` of your own within ``wait`` ms; what has come by then goes into the deal.
    """

    match: MatchInfo
    wait: int


class Deal(TableMessage, frozen=True, tag="deal"):
    """A round is dealt, from the server's secret and ``match.nonces``."""

    match: MatchInfo


class TableEvent(TableMessage, frozen=True, tag="event"):
    """Something happened in the round, as the viewer may see it; the event is the game's own."""

    event: JsonObject


class Prompt(TableMessage, frozen=True, tag="prompt"):
    """You are asked."""

    ask: Ask


class Answered(TableMessage, frozen=True, tag="answered"):
    """Your prompt is closed: answered by you, by your time's end, by auto-play, or overtaken."""

    prompt: int


class Free(TableMessage, frozen=True, tag="free"):
    """What you may do now although you are not asked, each time that changes.

    A ``prompt`` ends it: whatever is free then is among the prompt's legal actions.
    """

    legal: list[str]


class Clock(TableMessage, frozen=True, tag="clock"):
    """It is another seat's own turn, as everybody can see. It holds until the next event.

    Claims have no clock: nobody learns who was asked.
    """

    turn: Turn


class SeatChanged(TableMessage, frozen=True, tag="seat"):
    """Somebody dropped, came back, is played by auto-play or by a bot."""

    seat: int
    chair: Chair


class Settled(TableMessage, frozen=True, tag="settled"):
    """The round is paid; its last event says what for."""

    settled: Settlement


class Waiting(TableMessage, frozen=True, tag="waiting"):
    """Somebody is ready for the next round; these seats are not yet."""

    waiting: list[int]


class Closed(TableMessage, frozen=True, tag="closed"):
    """The match is over and the table cleared; the last message of a table."""

    totals: list[int]


OfTable: TypeAlias = (
    Shuffle
    | Deal
    | TableEvent
    | Prompt
    | Answered
    | Free
    | Clock
    | SeatChanged
    | Settled
    | Waiting
    | Closed
)


class Told(ServerMessage, frozen=True, tag="told"):
    """What a table tells a viewer at once, in its order.

    Each message has a number, without a gap from the first one to the last of the match; ``v`` is
    the number of the first in ``messages``.
    """

    table: str
    v: int
    messages: list[OfTable]


FromServer: TypeAlias = Welcome | Ack | Reject | Room | Said | CoinsChanged | View | Told
