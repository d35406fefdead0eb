"""Write the golden playthroughs: what happens in tests/golden/<game>/*.jsonl, for people to read.

Beside each record stands its playthrough, `<name>.txt`: setup, every action (passes too), every
event and who may see how much of it, every question with what is legal and what is refused, and
the views of those who are asked. A change of the rules shows there as a diff.
For the page's folds they are also written to web/tests/fixtures, as mahjong-<name>.json and
doudizhu-<name>.json.
`--check` only tells which of them are stale.
"""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from paiju.core.event import Event, Json
from paiju.core.game import Observation, Round
from paiju.core.registry import game
from paiju.core.seat import SEATS, Viewer
from paiju.record import Record, Replay

ROOT: Final = Path(__file__).resolve().parent.parent
GOLDEN: Final = ROOT / "tests" / "golden"
FIXTURES: Final = ROOT / "web" / "tests" / "fixtures"
VIEWERS: Final[tuple[Viewer, ...]] = (*range(SEATS), None)
PROMPT: Final = ("question", "legal", "refused")
"""What an observation says of a prompt; the rest is the table as the viewer sees it."""
LONGEST_FIXTURE: Final = 150_000
"""Characters of a fixture that is worth its place; a whole wall says nothing new."""


def playthrough(record: Record, scene: str) -> str:
    """The whole text of one playthrough."""
    return "\n".join(_lines(record, scene)) + "\n"


def fold_fixture(record: Record) -> dict[str, Json]:
    """What each viewer is shown, and how each event changes its view.

    ``viewers``: for each of them ``viewer`` (null: a spectator) and ``frames``: an ``event`` as it
    was shown, and ``changed``: the fields of the view that are different after it. Before the
    first event all fields are those of ``empty``.
    """
    round_ = Replay(record).run()
    viewers: list[Json] = []
    for viewer in VIEWERS:
        views = list(_folds(round_, viewer, round_.events))
        seen = [event.seen_by(viewer) for event in round_.events]
        shown = [event for event in seen if event is not None]
        frames: list[Json] = []
        for event, before, after in zip(shown, views, views[1:], strict=False):
            changed = {key: value for key, value in after.items() if before[key] != value}
            frames.append({"event": event.as_dict(), "changed": changed})
        viewers.append({"viewer": viewer, "empty": views[0], "frames": frames})
    return {"game": record.setup.game, "viewers": viewers}


def outputs() -> Iterator[tuple[Path, str]]:
    """Every generated file and what it must hold."""
    for path in sorted(GOLDEN.glob("*/*.jsonl")):
        record = Record.load(path)
        scenes = tomllib.loads((path.parent / "scenes.toml").read_text())
        yield path.with_suffix(".txt"), playthrough(record, scenes[path.stem])
        text = json.dumps(fold_fixture(record), ensure_ascii=False, separators=(",", ":"))
        if len(text) <= LONGEST_FIXTURE:
            fold = record.setup.game.rsplit("-", 1)[-1]
            yield FIXTURES / f"{fold}-{path.stem}.json", text + "\n"


def stale() -> list[Path]:
    """The generated files that are missing or say something else."""
    return [path for path, text in outputs() if not path.exists() or path.read_text() != text]


def main(arguments: list[str]) -> int:
    """Write what is stale, or only name it."""
    if arguments == ["--check"]:
        for path in stale():
            print(f"{path.relative_to(ROOT)} is stale: run scripts/golden.py")
        return 1 if stale() else 0
    for path, text in outputs():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return 0


def _lines(record: Record, scene: str) -> Iterator[str]:
    setup = record.setup
    rules = game(setup.game)
    yield f"{rules.name.zh} {setup.game}"
    yield scene
    yield ""
    yield f"options {_brief(setup.options.as_dict()) or 'as written'}"
    yield f"dealer {setup.dealer}"
    yield f"carry {_brief(dict(setup.carry)) or 'nothing'}"
    if setup.seed is not None:
        yield f"seed {setup.seed.hex()}"
    yield from _tree("deal", dict(setup.deal or {}), "")
    every_pass = Replay(record)
    every_pass.run()
    answers = every_pass.answers
    for number, events in enumerate(Replay(answers).steps()):
        yield ""
        if number:
            step = answers.steps[number - 1]
            yield f"> {step.seat} {step.action}"
        for event in events:
            yield from _event(event)
        there = Replay(Record(answers.setup, answers.steps[:number])).run()
        yield from _questions(there, with_views=bool(events))
    yield ""
    for viewer in VIEWERS:
        yield f"= {_name(viewer)} {_view(every_pass.round, viewer)}"


def _event(event: Event) -> Iterator[str]:
    told = event.as_dict()
    if any(isinstance(value, dict) for value in told.values()):  # a settlement
        yield f"  {told.pop('type')}"
        for key, value in told.items():
            yield from _tree(key, value, "    ")
        return
    yield f"  {_fields(told)}"
    views = {viewer: _seen(event, viewer) for viewer in VIEWERS}
    for view in dict.fromkeys(views.values()):
        if view != _fields(told):
            names = " ".join(_name(viewer) for viewer in VIEWERS if views[viewer] == view)
            yield f"    to {names}: {view or 'nothing'}"


def _seen(event: Event, viewer: Viewer) -> str:
    seen = event.seen_by(viewer)
    return "" if seen is None else _fields(seen.as_dict())


def _fields(data: dict[str, Json]) -> str:
    pairs = [f"{key}={_brief(value)}" for key, value in data.items() if key != "type"]
    return " ".join([str(data["type"]), *pairs])


def _questions(round_: Round, with_views: bool) -> Iterator[str]:
    for seat in range(SEATS):
        legal = [str(action) for action in round_.legal_actions(seat)]
        view = round_.observation(seat)
        if not legal:
            continue
        yield f"  ? {seat} {_brief(view.question)}: {' · '.join(legal)}"
        for action, refusal in view.refused:
            yield f"    not {action}: {refusal.reason.zh} ({refusal.clause})"
        if seat != round_.turn and with_views:
            yield f"    = {_view(round_, seat)}"


def _view(round_: Round, viewer: Viewer) -> str:
    """What a viewer sees, without what is empty and without the settlement."""
    blank = next(_folds(round_, viewer, ()))
    seen = _table(round_.observation(viewer))
    changed = {key: value for key, value in seen.items() if value != blank[key]}
    changed.pop("outcome", None)
    return " ".join(f"{key}={_brief(value)}" for key, value in changed.items())


def _tree(name: str, value: Json, indent: str) -> Iterator[str]:
    """A value in lines: what holds objects is taken apart, all else stands in one line."""
    if isinstance(value, dict) and name != "":
        yield f"{indent}{name}"
        for key, part in value.items():
            yield from _tree(key, part, indent + "  ")
    elif isinstance(value, list) and any(isinstance(part, dict) for part in value):
        for place, part in enumerate(value):
            if isinstance(part, dict) and not any(isinstance(v, list) for v in part.values()):
                yield f"{indent}{name} {_brief(part)}"
            else:
                yield from _tree(f"{name} {place}", part, indent)
    else:
        yield f"{indent}{name} {_brief(value)}"


def _brief(value: Json) -> str:
    """A value in few words: objects by what they hold, flags by their name."""
    if isinstance(value, dict):
        held = [(k, part) for k, part in value.items() if part is not None and part is not False]
        return ":".join(key if part is True else _brief(part) for key, part in held)
    if isinstance(value, list):
        return "[" + " ".join(_brief(part) or "-" for part in value) + "]"
    if isinstance(value, str):
        return value
    return json.dumps(value)


def _table(view: Observation) -> dict[str, Json]:
    return {key: value for key, value in view.as_dict().items() if key not in PROMPT}


def _folds(round_: Round, viewer: Viewer, events: Iterable[Event]) -> Iterator[dict[str, Json]]:
    """The view before the first event that its viewer is shown, and after each one."""
    folded: Any = round_.observation(None)  # one that is asked nothing
    folded.viewer = viewer
    folded.table = type(folded.table)()
    yield _table(folded)
    for event in events:
        seen = event.seen_by(viewer)
        if seen is not None:
            folded.table.apply(seen)
            yield _table(folded)


def _name(viewer: Viewer) -> str:
    return "spectator" if viewer is None else str(viewer)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
