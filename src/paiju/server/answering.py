"""How a table answers its players."""

from typing import Protocol

from paiju.server.refusals import Refused


class Answers(Protocol):
    """Who tells a player what became of a request, and what became of its coins."""

    def done(self, player: str, request: str) -> None:
        """It was done, and is in the journal."""

    def refused(self, player: str, request: str, why: Refused) -> None:
        """It was not done."""

    def lost(self, player: str, request: str) -> None:
        """The table failed over it: it was not done, and may be sent again."""

    def paid(self, player: str, coins: int) -> None:
        """A settlement has changed what the player has to so many coins."""
