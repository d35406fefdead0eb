"""A socket whose player is served at another node, without the nodes: what one tells the other."""

import asyncio

from paiju.server.front import Front
from paiju.server.lines import Away, Lines, Open
from paiju.server.people import Person
from paiju.server.players import Entered
from paiju.server.site import Alone, Hear
from tests.server.conftest import Running, eventually
from tests.server.tables import Ear


class OneOfTwo(Alone):
    """A node that knows one other, in the same process."""

    def __init__(self, node: str) -> None:
        super().__init__()
        self.node = node
        self.other: OneOfTwo = self
        self._heard_by: dict[str, Hear] = {}

    def hear(self, topic: str, hear: Hear) -> None:
        self._heard_by[topic] = hear

    async def ask(self, node: str, topic: str, question: bytes) -> bytes:
        return await self.other._answers[topic](question)

    def tell(self, node: str, topic: str, message: bytes) -> None:
        self.other._heard_by[topic](message)


async def test_whether_a_message_can_wait_is_told_to_the_node_that_has_the_socket(
    server: Running,
) -> None:
    front, home = OneOfTwo("front"), OneOfTwo("home")
    front.other, home.other = home, front
    served: list[Away] = []

    async def arrive(opened: Open, away: Away) -> bool:
        served.append(away)
        return True

    Lines(home, arrive)
    lines = Lines(front, arrive)
    ear = Ear()
    socket = Front(server.house, ear, lambda _: None, "")
    entered = Entered(Person("p1", "甲"), "a token", "s1")
    assert await lines.open(socket, "home", entered, "a test", None) is not None
    for message, can_wait in ((b"a", True), (b"b", False), (b"c", True)):
        served[0].send(message, can_wait)
    served[0].send(b"d")
    await eventually(lambda: len(ear.frames) == 4)
    assert ear.frames == [b"a", b"b", b"c", b"d"]
    assert ear.could_wait == [True, False, True, False]
    socket.lost()
    await asyncio.sleep(0)
