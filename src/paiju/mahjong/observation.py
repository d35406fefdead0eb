"""What one viewer of a mahjong table knows: the events it was shown, and nothing else."""

from collections.abc import Sequence
from dataclasses import replace

from paiju.core.action import Action
from paiju.core.errors import Refusal
from paiju.core.event import Event, Json, text_json
from paiju.core.game import Observation, RoundSetup
from paiju.core.seat import Viewer
from paiju.mahjong.actions import HU, Discard
from paiju.mahjong.moves import Moves
from paiju.mahjong.question import Question
from paiju.mahjong.rules import Rules
from paiju.mahjong.table import Table
from paiju.mahjong.table_json import table_json
from paiju.mahjong.tiles import HAND_KINDS


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
        actions: tuple[Action, ...],
    ) -> None:
        self.viewer = viewer
        self.rules = rules
        self.setup = replace(setup, seed=None, deal=None)
        """The round's game, options, dealer and carry, without its deal."""
        self.seen = seen
        """The events that the viewer was shown, as it was shown them."""
        self.table = table
        self.asked = asked
        self.legal = Moves(rules, table, -1 if viewer is None else viewer, asked, actions)

    @property
    def question(self) -> dict[str, Json] | None:
        """What the viewer is asked, as JSON."""
        return None if self.asked is None else self.asked.as_dict()

    @property
    def refused(self) -> Sequence[tuple[Action, Refusal]]:
        """Tiles in hand that may not be discarded now, and a whole hand that may not win."""
        asked, seat = self.asked, self.viewer
        if asked is None or seat is None:
            return ()
        tried: list[Action] = []
        if asked.kind == "turn":
            hand = self.table.hands[seat]
            tried += [Discard(tile) for tile in range(HAND_KINDS) if hand[tile]]
        if asked.kind in ("turn", "claim", "rob") and self._is_whole(seat, asked):
            tried.append(HU)
        explained = [(action, self.legal.explain(action)) for action in tried]
        hu_offered = any(str(action).startswith("hu") for action in self.legal.listed())
        return tuple(
            (action, refusal)
            for action, refusal in explained
            if refusal is not None and not (action is HU and hu_offered)
        )

    def _is_whole(self, seat: int, asked: Question) -> bool:
        if asked.kind == "turn":
            drawn = self.table.drawn[seat]
            return drawn >= 0 and self.rules.completes(self.table, seat, drawn, 1)
        return self.rules.completes(self.table, seat, asked.tile, 0)

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


class Sights:
    """The running folds of the events shown to each viewer who has looked."""

    def __init__(self) -> None:
        self._folds: dict[Viewer, _Fold] = {}

    def of(self, viewer: Viewer, events: Sequence[Event]) -> tuple[Table, tuple[Event, ...]]:
        """The table as the viewer sees it now, and the events it was shown: a snapshot."""
        fold = self._folds.get(viewer)
        if fold is None:
            fold = self._folds[viewer] = _Fold(viewer)
        fold.catch_up(events)
        return fold.table.copy(), tuple(fold.seen)

    def copy(self) -> "Sights":
        """Independent folds at the same point."""
        twin = Sights()
        twin._folds = {viewer: fold.copy() for viewer, fold in self._folds.items()}
        return twin


class _Fold:
    """What one viewer was shown so far, and the table it adds up to."""

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer
        self.seen: list[Event] = []
        self.table = Table()
        self._taken = 0

    def catch_up(self, events: Sequence[Event]) -> None:
        """Take in what has happened since, as far as the viewer may see it."""
        for index in range(self._taken, len(events)):
            event = events[index].seen_by(self.viewer)
            if event is not None:
                self.seen.append(event)
                self.table.apply(event)
        self._taken = len(events)

    def copy(self) -> "_Fold":
        """An independent fold at the same point."""
        twin = _Fold(self.viewer)
        twin.seen = list(self.seen)
        twin.table = self.table.copy()
        twin._taken = self._taken
        return twin
