"""A table is rebuilt from its journal: after a restart, or when its task has failed."""

from typing import NamedTuple

from paiju.core.game import Game
from paiju.server.settings import Pace
from paiju.server.showing import deliver
from paiju.server.state import TableState
from paiju.server.steps import Request
from paiju.server.store import Store, TableRow


class Rebuilt(NamedTuple):
    """A table as its journal left it."""

    state: TableState
    next_seq: int
    requests: list[Request]
    """What was asked for and done since the last deal: it may be asked for again."""


def new_state(row: TableRow, game: Game, pace: Pace) -> TableState:
    """The table of a match before its first deal."""
    options = game.options.parse(row.options)
    return TableState(row.id, game, options, row.rounds, row.seed, pace, row.stake)


async def rebuild(store: Store, row: TableRow, game: Game, pace: Pace) -> Rebuilt:
    """Replay the steps since the last round began: the same messages under the same ``v``."""
    state = new_state(row, game, pace)
    requests: list[Request] = []
    next_seq = 0
    for seq, _, step in await store.steps_of_last_round(row.id):
        deliver(state, state.apply(step))
        request: Request | None = getattr(step, "request", None)
        if request is not None:
            requests.append(request)
        next_seq = seq + 1
    return Rebuilt(state, next_seq, requests)
