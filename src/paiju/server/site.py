"""The nodes that play together, as each of them sees the others; or one node alone."""

from collections.abc import Awaitable, Callable, Iterable
from hashlib import sha256
from typing import Protocol, TypeAlias

from paiju.server.holding import ALONE

Answer: TypeAlias = Callable[[bytes], Awaitable[bytes]]
"""What a node makes of another node's question."""
Hear: TypeAlias = Callable[[bytes], None]
"""What a node makes of what another one tells it."""


class Unreachable(Exception):
    """A node does not answer: it is gone, or the way to it is."""


class Site(Protocol):
    """What a node knows of its site, and how it speaks to the others.

    Bytes go both ways: the site knows nothing of what is said. A ``topic`` is who listens.
    """

    node: str
    """The name by which the others know this node; no node ever had it before."""

    async def open(self) -> None:
        """Join the others. :raises PaijuError: if that cannot be."""

    async def close(self) -> None:
        """Leave the others for good."""

    async def leave(self) -> None:
        """Live no more, as far as the others are concerned: they take over what is here."""

    def living(self) -> list[str]:
        """The nodes that live, this one among them unless it has left."""

    def trouble(self) -> str | None:
        """Why this node cannot be sure of the others; ``None`` when it can."""

    def answer(self, topic: str, answer: Answer) -> None:
        """Answer the questions of others (and one's own, if they are asked of all)."""

    def hear(self, topic: str, hear: Hear) -> None:
        """Listen to what others tell."""

    async def ask(self, node: str, topic: str, question: bytes) -> bytes:
        """Ask another node. :raises Unreachable: if no answer comes."""

    async def ask_all(self, topic: str, question: bytes) -> list[bytes]:
        """Ask all nodes, this one included; who does not answer is left out."""

    def tell(self, node: str, topic: str, message: bytes) -> None:
        """Tell another node something, after all that it was told before; it may be lost."""

    def tell_others(self, topic: str, message: bytes) -> None:
        """Tell all other nodes something."""


class Alone:
    """A site of one node: nothing leaves the process."""

    node = ALONE

    def __init__(self) -> None:
        self._answers: dict[str, Answer] = {}

    async def open(self) -> None:
        """There is nobody to join."""

    async def close(self) -> None:
        """There is nobody to leave."""

    async def leave(self) -> None:
        """Nobody would take over."""

    def living(self) -> list[str]:
        """This node."""
        return [self.node]

    def trouble(self) -> str | None:
        """There are no others to be unsure of."""
        return None

    def answer(self, topic: str, answer: Answer) -> None:
        """Answer one's own questions."""
        self._answers[topic] = answer

    def hear(self, topic: str, hear: Hear) -> None:
        """Nobody else speaks."""

    async def ask(self, node: str, topic: str, question: bytes) -> bytes:
        """Ask oneself. :raises Unreachable: for any other node."""
        if node != self.node:
            raise Unreachable(node)
        return await self._answers[topic](question)

    async def ask_all(self, topic: str, question: bytes) -> list[bytes]:
        """Ask oneself."""
        return [await self._answers[topic](question)]

    def tell(self, node: str, topic: str, message: bytes) -> None:
        """There is nobody to tell."""

    def tell_others(self, topic: str, message: bytes) -> None:
        """There is nobody to tell."""


def chosen(nodes: Iterable[str], what: str) -> str | None:
    """Which node something falls to: the same by whoever is asked, another for most other things.

    When a node goes only what was its own falls to others (rendezvous hashing).

    >>> [chosen(["a", "b", "c"], f"room {n}") for n in range(8)]
    ['a', 'a', 'b', 'a', 'b', 'b', 'a', 'c']
    >>> [chosen(["a", "c"], f"room {n}") for n in range(8)]
    ['a', 'a', 'c', 'a', 'a', 'c', 'a', 'c']
    """
    return max(nodes, key=lambda node: sha256(f"{node} {what}".encode()).digest(), default=None)
