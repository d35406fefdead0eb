"""Golden playthroughs: what happens in fixed rounds is written down, and any change shows."""

from pathlib import Path

import pytest

from paiju.core.registry import game
from paiju.record import Record, Replay
from scripts.golden import GOLDEN, stale
from tests.golden.scenes import event_types, never, told

RECORDS = sorted(GOLDEN.glob("*/*.jsonl"))
FOLDERS = sorted({path.parent for path in RECORDS})


def named(path: Path) -> str:
    """How a test of a record is called."""
    return f"{path.parent.name}/{path.stem}"


def test_the_playthroughs_are_as_they_are_written() -> None:
    assert stale() == [], "what happens has changed: run scripts/golden.py and look at the diff"


@pytest.mark.parametrize("path", RECORDS, ids=named)
def test_a_record_is_in_the_canonical_form_and_comes_to_an_end(path: Path) -> None:
    record = Record.load(path)
    assert record.to_bytes() == path.read_bytes()
    assert Replay(record).run().outcome is not None


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_the_scenes_of_a_game_use_every_event_it_has(folder: Path) -> None:
    paths = sorted(folder.glob("*.jsonl"))
    assert len(paths) >= 5
    assert {path.stem for path in paths} == set(told(folder.name))
    rounds = [Replay(Record.load(path)).run() for path in paths]
    assert {round_.setup.game for round_ in rounds} == {folder.name} == {game(folder.name).key}
    seen = {event.type for round_ in rounds for event in round_.events}
    assert seen == event_types(rounds[0]) - never(folder.name)
