"""What one viewer of a table of 九江斗地主 knows: the events it was shown, and nothing else."""

from collections.abc import Sequence

from paiju.cards.cards import card_text, cards_text
from paiju.core.action import Action
from paiju.core.errors import Refusal
from paiju.core.event import Event, Json, text_json
from paiju.core.game import Observation, RoundSetup
from paiju.core.seat import SEATS, Seat, Viewer
from paiju.games.jiujiang_doudizhu.actions import DECLINE, PASS
from paiju.games.jiujiang_doudizhu.events import Asked, Played, combo_json
from paiju.games.jiujiang_doudizhu.moves import Moves
from paiju.games.jiujiang_doudizhu.options import DouDizhuOptions
from paiju.games.jiujiang_doudizhu.table import (
    CALLED,
    CALLING,
    NO_CARD,
    NOBODY,
    NOT_ASKED_YET,
    PHASE_NAMES,
    Table,
)


class DouDizhuObservation(Observation):
    """One seat's view: ``table`` as it sees it and what it may do."""

    def __init__(
        self, viewer: Viewer, setup: RoundSetup, seen: Sequence[Event], table: Table
    ) -> None:
        assert isinstance(setup.options, DouDizhuOptions)
        self.viewer = viewer
        self.game = setup.game
        self.options = setup.options
        self.carry = setup.carry
        self.seen = seen
        """The events that the viewer was shown, as it was shown them."""
        self.table = table
        self.legal = Moves(table, NOBODY if viewer is None else viewer)

    @property
    def question(self) -> dict[str, Json] | None:
        """``call``, ``lead`` or ``follow`` (with what to beat and whose it is)."""
        table = self.table
        if self.viewer is None or table.turn != self.viewer:
            return None
        if table.phase == CALLING:
            return {"kind": "call"}
        if table.target is None:
            return {"kind": "lead"}
        return {"kind": "follow", "seat": table.top, "combo": combo_json(table.target)}

    @property
    def refused(self) -> Sequence[tuple[Action, Refusal]]:
        """Declining with a hand that must call, passing when one leads."""
        if self.question is None:
            return ()
        tried = DECLINE if self.table.phase == CALLING else PASS
        refusal = self.legal.explain(tried)
        return () if refusal is None else ((tried, refusal),)

    def as_dict(self) -> dict[str, Json]:
        """The view as JSON: what a client draws after a reload."""
        data = table_json(self.table, self.viewer, self.options)
        data["question"] = self.question
        data["legal"] = [str(action) for action in self.legal.listed()]
        data["refused"] = [
            {"do": str(action), "reason": text_json(refusal.reason), "clause": refusal.clause}
            for action, refusal in self.refused
        ]
        return data


def table_json(table: Table, viewer: Viewer, options: DouDizhuOptions) -> dict[str, Json]:
    """The table as JSON, as a client draws it for ``viewer``.

    How many cards others hold stands there only with ``show_counts``, or as the answer to
    somebody who asked (DZ-20, DZ-21).
    """
    hands = [table.hand(seat) for seat in range(SEATS)]
    trick: Json = None
    if table.target is not None:
        trick = {"seat": table.top, "combo": combo_json(table.target)}
    return {
        "viewer": viewer,
        "phase": PHASE_NAMES[table.phase],
        "dealer": table.dealer,
        "cut": None if table.cut == NO_CARD else card_text(table.cut),
        "first_caller": _seat_json(table.first_caller),
        "calls": [_call_json(call) for call in table.calls],
        "landlord": _seat_json(table.landlord),
        "gatekeeper": _seat_json(table.gatekeeper),
        "forced": table.forced,
        "kitty": None if table.kitty is None else cards_text(table.kitty),
        "turn": _seat_json(table.turn),
        "hand": "" if viewer is None else cards_text(sorted(hands[viewer])),
        "trick": trick,
        "shown": [None if cards is None else cards_text(cards) for cards in table.shown],
        "base": table.base,
        "bombs": [str(bomb) for bomb in table.bombs],
        "raises": [_raise_json(bomb) for bomb in table.raises],
        "shots": table.shots,
        "shooting": table.shooting,
        "answers": [_answer_json(answer) for answer in table.answers],
        "counts": list[Json](table.left) if options.show_counts else None,
        "hands": None
        if table.outcome is None
        else [cards_text(table.hand(seat)) for seat in range(SEATS)],
        "outcome": None if table.outcome is None else table.outcome.as_dict(),
    }


def _seat_json(seat: Seat) -> Json:
    return None if seat == NOBODY else seat


def _call_json(call: int) -> Json:
    return None if call == NOT_ASKED_YET else ("called" if call == CALLED else "declined")


def _raise_json(bomb: Played) -> Json:
    points, shot = bomb.bomb_points, bomb.shot_points
    return {"combo": combo_json(bomb.combo), "bomb_points": points, "shot_points": shot}


def _answer_json(answer: Asked | None) -> Json:
    return None if answer is None else {"asked_by": answer.seat, "count": answer.count}
