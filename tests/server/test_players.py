"""What is remembered of a player: the last answers, each as it was given."""

from typing import cast

from paiju.server.people import Person
from paiju.server.players import ANSWERS_KEPT, Player
from paiju.server.refusals import refused
from paiju.server.session import Session


class Heard:
    """A session that only listens."""

    def __init__(self) -> None:
        self.frames: list[bytes] = []

    def send(self, frame: bytes) -> None:
        self.frames.append(frame)


def listening(player: Player) -> list[bytes]:
    """What the player is sent from here on."""
    heard = Heard()
    player.session = cast("Session", heard)
    return heard.frames


def test_a_repeated_request_is_answered_as_it_was() -> None:
    player = Player(Person("p1", "甲"))
    first = listening(player)
    for request in ("act", "top_up", "sit"):
        assert player.is_new(request)
    player.done("act")
    player.done("top_up", {"coins": 5})
    player.refused("sit", refused("seat_taken"))
    again = listening(player)
    for request in ("act", "top_up", "sit"):
        assert not player.is_new(request)
    assert len(set(first)) == 3
    assert again == first
    assert player.answers == [*zip(("act", "top_up", "sit"), first, strict=True)]


def test_what_is_being_done_is_answered_once() -> None:
    player = Player(Person("p1", "甲"))
    heard = listening(player)
    assert [player.is_new("act"), player.is_new("act")] == [True, False]
    assert [player.is_served, heard, player.answers] == [True, [], []]
    player.done("act")
    assert [player.is_served, len(heard)] == [False, 1]


def test_the_oldest_answers_are_forgotten() -> None:
    player = Player(Person("p1", "甲"))
    listening(player)
    for number in range(ANSWERS_KEPT + 40):
        player.done(f"r{number}")
    assert [request for request, _ in player.answers] == [
        f"r{number}" for number in range(40, ANSWERS_KEPT + 40)
    ]
    assert player.is_new("r39")
