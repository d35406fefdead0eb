"""What one viewer of a mahjong table knows: the events it was shown, and nothing else."""

from collections.abc import Sequence

from paiju.core.action import Action
from paiju.core.errors import Refusal
from paiju.core.event import Event, Json, text_json
from paiju.core.game import Observation, RoundSetup
from paiju.core.seat import Viewer
from paiju.mahjong.actions import DISCARDS, HU, Hu
from paiju.mahjong.costs import kinds_in
from paiju.mahjong.moves import Moves
from paiju.mahjong.question import Question
from paiju.mahjong.rules import Rules
from paiju.mahjong.table import Table
from paiju.mahjong.table_json import table_json


class MahjongObservation(Observation):
    """One seat's view: ``table`` as it sees it, what it is asked and what it may answer."""

    def __init__(
        self,
        viewer: Viewer,
        rules: Rules,
        setup: RoundSetup,
        seen: Sequence[Event],
        table: Table,
        asked: Question | None,
    ) -> None:
        self.viewer = viewer
        self.rules = rules
        self.setup = setup
        """The round's game, options, dealer and carry, without its deal."""
        self.seen = seen
        """The events that the viewer was shown, as it was shown them."""
        self.table = table
        self.asked = asked
        self.legal = Moves(rules, table, -1 if viewer is None else viewer, asked)

    @property
    def question(self) -> dict[str, Json] | None:
        """What the viewer is asked, as JSON."""
        return None if self.asked is None else self.asked.as_dict()

    @property
    def asked_after(self) -> int:
        """Who may pung is asked first, then who may win, then who may chow (JM-15)."""
        return 0 if self.asked is None else self.asked.after

    @property
    def refused(self) -> Sequence[tuple[Action, Refusal]]:
        """Tiles in hand that may not be discarded now, and a whole hand that may not win."""
        asked, seat = self.asked, self.viewer
        if asked is None or seat is None:
            return ()
        tried: list[Action] = []
        if asked.kind == "turn":
            hand = self.table.sides[seat].hand
            closed = self.rules.closed_discards(self.table, seat)
            tried += [DISCARDS[tile] for tile in kinds_in(closed) if hand[tile]]
        if asked.kind in ("turn", "claim", "rob") and self._is_whole(seat, asked):
            offered = any(isinstance(action, Hu) for action in self.legal.listed())
            tried += [] if offered else [HU]
        explained = [(action, self.legal.explain(action)) for action in tried]
        return tuple((action, refusal) for action, refusal in explained if refusal is not None)

    def _is_whole(self, seat: int, asked: Question) -> bool:
        side = self.table.sides[seat]
        if asked.kind == "turn":
            return side.drawn >= 0 and side.completes(side.drawn)
        return side.completes(asked.tile)

    def as_dict(self) -> dict[str, Json]:
        """The view as JSON: what a client draws after a reload."""
        data = table_json(self.table, self.viewer)
        data["question"] = self.question
        data["legal"] = [str(action) for action in self.legal.listed()]
        data["refused"] = [
            {"do": str(action), "reason": text_json(refusal.reason), "clause": refusal.clause}
            for action, refusal in self.refused
        ]
        return data
