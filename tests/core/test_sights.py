"""A table is folded, for each viewer apart, from what that viewer was shown; a view stays."""

from typing import ClassVar, Self

from paiju.core.event import Event, Names
from paiju.core.seat import Viewer
from paiju.core.sights import Foldable, Sights


class Whispered(Event):
    """A word for one seat; the others do not hear it."""

    type: ClassVar[str] = "whispered"
    fields: ClassVar[Names] = ("seat", "word")

    def __init__(self, seat: int, word: str) -> None:
        self.seat = seat
        self.word = word

    def seen_by(self, viewer: Viewer) -> "Whispered | None":
        return self if viewer == self.seat else None


class Heard(Foldable):
    """The words that somebody heard."""

    def __init__(self, words: str = "") -> None:
        self.words = words

    def apply(self, event: Event) -> None:
        assert isinstance(event, Whispered)
        self.words += event.word

    def copy(self) -> Self:
        return type(self)(self.words)


def test_each_viewer_folds_what_it_was_shown() -> None:
    sights = Sights(Heard)
    events: list[Event] = [Whispered(0, "a"), Whispered(1, "b"), Whispered(0, "c")]
    heard = [sights.of(viewer, events, kept=True)[0].words for viewer in (0, 1, 2, None)]
    assert heard == ["ac", "b", "", ""]


def test_a_kept_view_stays_and_another_moves_on() -> None:
    sights = Sights(Heard)
    events: list[Event] = [Whispered(0, "a")]
    kept, seen = sights.of(0, events, kept=True)
    events.append(Whispered(0, "b"))
    read, _ = sights.of(0, events, kept=False)
    assert (kept.words, len(seen), read.words) == ("a", 1, "ab")
    events.append(Whispered(0, "c"))
    sights.of(0, events, kept=False)
    assert read.words == "abc"


def test_copied_sights_go_on_apart() -> None:
    sights = Sights(Heard)
    events: list[Event] = [Whispered(0, "a")]
    sights.of(0, events, kept=False)
    twin = sights.copy()
    there = twin.of(0, [*events, Whispered(0, "b")], kept=False)[0]
    here = sights.of(0, events, kept=False)[0]
    assert (here.words, there.words) == ("a", "ab")
