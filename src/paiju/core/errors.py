"""What can be wrong with what somebody asked for; each error says what would be right."""

from typing import NamedTuple

from paiju.core.text import Text


class Refusal(NamedTuple):
    """Why an action is not allowed, in a player's words, and the clause that says so."""

    reason: Text
    clause: str | None


class PaijuError(Exception):
    """Something the caller did cannot be done as asked; nothing has changed."""


class IllegalAction(PaijuError):
    """An action that the rules do not allow at this moment; the round is as it was."""

    def __init__(self, refusal: Refusal) -> None:
        clause = f" ({refusal.clause})" if refusal.clause else ""
        super().__init__(refusal.reason.en + clause)
        self.reason = refusal.reason
        self.clause = refusal.clause


class BadNotation(PaijuError, ValueError):
    """A tile, card, meld or action that cannot be read; the message names the place."""


class BadOptions(PaijuError, ValueError):
    """House rules that do not exist or have no such value."""


class BadDeal(PaijuError, ValueError):
    """A fixed deal that cannot lie on a table: a tile too often, a hand too short."""


class BadRecord(PaijuError, ValueError):
    """A record whose form is broken; the message names the line."""


class BadQuestion(PaijuError, ValueError):
    """A question to the judge about something that cannot be; the message names the field."""
