"""What is remembered of a player: the last answers, each as it was given."""

from paiju.server.house import House
from paiju.server.lines import Move
from paiju.server.people import Person
from paiju.server.players import ANSWERS_KEPT, Entered, Player
from paiju.server.protocol import CloseCode
from paiju.server.refusals import refused
from paiju.server.session import Session
from tests.server.client import Client
from tests.server.conftest import Running
from tests.server.lobbies import fill


class Heard:
    """A line whose other end only listens."""

    address = ""
    is_open = True

    def __init__(self) -> None:
        self.frames: list[bytes] = []
        self.could_wait: list[bool] = []

    def send(self, frame: bytes, can_wait: bool = False, /) -> None:
        self.frames.append(frame)
        self.could_wait.append(can_wait)

    def close(self, code: CloseCode) -> None:
        """Nobody is there."""

    def move(self, move: Move, frames: list[bytes]) -> None:
        """Nobody goes."""


def arrived(house: House) -> tuple[Player, list[bytes]]:
    """The player with a new line, and what it is sent from here on."""
    line, entered = Heard(), Entered(Person("p1", "甲"), "a token", "s1")
    session = Session(house, line, entered, "a test", 0, sent_for="something")
    return session.player, line.frames


async def test_a_repeated_request_is_answered_as_it_was(server: Running) -> None:
    player, first = arrived(server.house)
    for request in ("act", "top_up", "sit"):
        assert player.is_new(request)
    player.done("act")
    player.done("top_up", {"coins": 5})
    player.refused("sit", refused("seat_taken"))
    same, again = arrived(server.house)
    assert same is player
    for request in ("act", "top_up", "sit"):
        assert not player.is_new(request)
    assert len(set(first)) == 3
    assert again == first
    assert player.answers == [*zip(("act", "top_up", "sit"), first, strict=True)]


async def test_what_is_being_done_is_answered_once(server: Running) -> None:
    player, heard = arrived(server.house)
    assert [player.is_new("act"), player.is_new("act")] == [True, False]
    assert [player.is_served, heard, player.answers] == [True, [], []]
    player.done("act")
    assert [player.is_served, len(heard)] == [False, 1]


async def test_of_a_tables_answers_the_ack_can_wait_and_the_refusal_cannot(server: Running) -> None:
    line, entered = Heard(), Entered(Person("p1", "甲"), "a token", "s1")
    player = Session(server.house, line, entered, "a test", 0, sent_for="something").player
    server.house.players.done(player.id, "act")
    server.house.players.refused(player.id, "act again", refused("stale_prompt"))
    server.house.players.paid(player.id, 7)
    player.done("ping")
    assert line.could_wait == [True, False, False, False]


async def test_the_oldest_answers_are_forgotten(server: Running) -> None:
    player, _ = arrived(server.house)
    for number in range(ANSWERS_KEPT + 40):
        assert player.is_new(f"r{number}")
        player.done(f"r{number}")
    assert [request for request, _ in player.answers] == [
        f"r{number}" for number in range(40, ANSWERS_KEPT + 40)
    ]
    assert player.is_new("r39")


async def test_what_is_being_done_is_never_forgotten(server: Running) -> None:
    player, _ = arrived(server.house)
    assert player.is_new("slow")
    for number in range(ANSWERS_KEPT):
        assert player.is_new(f"r{number}")
        player.done(f"r{number}")
    assert not player.is_new("slow")
    player.done("slow")
    assert len(player.answers) == ANSWERS_KEPT


async def test_what_changes_nothing_pushes_no_answer_out(
    server: Running, four: list[Client]
) -> None:
    """Pings and resumes are sent by the hundred, and refused look-ups are no answers either."""
    player = four[0]
    code = (await player.ok("create_room", rid="open", game="pairs", rounds=1))["code"]
    await fill(player)
    table = (await player.ok("start"))["table"]
    for _ in range(ANSWERS_KEPT):
        await player.ok("ping")
        await player.ok("resume", table=table)
        assert await player.refused("get_record", table="t0", round=1) in ("no_record", "too_fast")
        assert await player.refused("resume", table="t0") == "no_table"
    again = await player.request("create_room", rid="open", game="pairs", rounds=1)
    assert (again["type"], again["data"]) == ("ack", {"code": code})
