"""Tells of records in a process of its own: ``python -m tests.conformance.elsewhere FOLDER``.

Whatever is true of them must come out the same there, to the byte, be the rules interpreted or
compiled (``PAIJU_COMPILE``). The files of the folder are records and lists of questions to ``paiju
score``; of each it prints the name and, for each step or question, a digest of all there is to say.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path

from paiju import native
from paiju.core.action import Action
from paiju.core.errors import PaijuError
from paiju.core.event import Event, Json
from paiju.core.game import Round
from paiju.core.registry import game
from paiju.core.seat import SEATS
from paiju.record import Record, Replay
from paiju.record.record import line_text

VIEWERS = (*range(SEATS), None)


def told(path: Path) -> Iterator[str]:
    """What is said of a file, one line for each step of a record or each question."""
    if path.suffix == ".json":
        for question in json.loads(path.read_text()):
            yield _digest(_answer(question))
        return
    replay = Replay(Record.load(path))
    tried: dict[Action, None] = {}
    for number, events in enumerate(replay.steps()):
        for seat in replay.round.to_act:
            tried.update(dict.fromkeys(replay.round.legal_actions(seat).listed()[:20]))
        yield _digest(*_position(replay.round, number, events, list(tried)[-30:]))


def _position(
    round_: Round, number: int, events: Sequence[Event], tried: Sequence[Action]
) -> Iterator[Json]:
    """What happened, what somebody sees, and what everybody may do, or may not and why."""
    yield from (event.as_dict() for event in events)
    viewer = VIEWERS[number % len(VIEWERS)]
    yield [None if seen is None else seen.as_dict() for seen in (e.seen_by(viewer) for e in events)]
    observation = round_.observation(viewer)
    yield observation.as_dict()
    if observation.question is not None:
        rules = game(round_.setup.game)
        yield rules.advice(observation)
        yield str(rules.idle_action(observation))
    yield [*round_.to_act, round_.turn]
    for seat in range(SEATS):
        legal = round_.legal_actions(seat)
        yield [str(action) for action in legal.listed()]
        for action in tried:
            refusal = legal.explain(action)
            yield None if refusal is None else [*refusal.reason, refusal.clause]
    yield None if round_.outcome is None else round_.outcome.as_dict()


def _answer(question: dict[str, Json]) -> Json:
    try:
        return game(str(question["game"])).score(question)
    except PaijuError as error:
        return str(error)


def _digest(*said: Json) -> str:
    return sha256("".join(line_text({"said": one}) for one in said).encode()).hexdigest()[:16]


def main(folder: str) -> None:
    """Tell which form of the rules runs, then all there is to say of every file of a folder."""
    sys.stdout.write("compiled\n" if native.is_compiled() else "interpreted\n")
    for path in sorted(Path(folder).iterdir()):
        sys.stdout.writelines(f"{path.name} {n} {line}\n" for n, line in enumerate(told(path)))


if __name__ == "__main__":
    main(sys.argv[1])
