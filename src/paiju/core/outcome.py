"""How a round ended and who pays what."""

from dataclasses import dataclass

from paiju.core.event import Json, json_copy
from paiju.core.seat import Seat


@dataclass(frozen=True, slots=True)
class Outcome:
    """The settled end of one round.

    ``termination`` is the kind of end (``win``, ``draw``, ``surrender``, …), ``winners`` the seats
    that won, ``payments`` what each seat gains (negative: pays), in units of the table's stake.
    They sum to zero with ``house``, what went to the house instead of a player. ``items`` says
    why, in the game's own JSON form, as the settlement on the page shows it.
    """

    termination: str
    winners: tuple[Seat, ...]
    payments: tuple[int, ...]
    items: dict[str, Json]
    house: int = 0

    def as_dict(self) -> dict[str, Json]:
        """The settlement as JSON."""
        return {
            "termination": self.termination,
            "payments": list[Json](self.payments),
            "winners": list[Json](self.winners),
            "house": self.house,
            "items": json_copy(self.items),
        }
