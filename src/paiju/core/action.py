"""What a seat may do: small readable values that go to text and back."""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import ClassVar, Final, overload

from mypy_extensions import mypyc_attr

from paiju.core.errors import Refusal


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class Action:
    """One thing a seat does; ``str(action)`` is its notation and parses back to it.

    Actions are immutable, hashable and know nothing of the round they are played in. Two of a
    kind are equal if their notation is.
    """

    __slots__ = ()

    free: ClassVar[bool] = False
    """Whether it is free of the turn: it moves nothing on, and may be done any number of times.

    Who plays by itself leaves it out, and it does not count towards ``Game.most_actions``.
    """

    def __eq__(self, other: object) -> bool:
        return self is other or (type(other) is type(self) and str(other) == str(self))

    def __hash__(self) -> int:
        return hash(str(self))

    def __repr__(self) -> str:
        return f"<{self}>"


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class WrittenAction(Action):
    """An action that keeps its notation: made once, it may be written again and again."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text: Final = text

    def __str__(self) -> str:
        return self.text


@mypyc_attr(allow_interpreted_subclasses=True)
class LegalActions(Sequence[Action]):
    """All that one seat may do now, in a fixed order.

    Membership and :meth:`explain` never list: a hand of 33 cards has thousands of plays, and
    asking about one of them must cost one check.
    """

    __slots__ = ()

    @abstractmethod
    def explain(self, action: Action) -> Refusal | None:
        """Why ``action`` is not allowed now, or ``None`` if it is."""

    @abstractmethod
    def listed(self) -> Sequence[Action]:
        """Every allowed action once, in the game's documented order."""

    def is_mistake(self, action: Action) -> bool:
        """Whether an allowed action gains nothing and is fined by the rules (诈胡)."""
        return False

    def sound(self) -> Sequence[Action]:
        """What whoever plays by itself chooses from: all that moves on and is no mistake."""
        return [a for a in self.listed() if not (a.free or self.is_mistake(a))]

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Action) and self.explain(action) is None

    def __len__(self) -> int:
        return len(self.listed())

    def __iter__(self) -> Iterator[Action]:
        return iter(self.listed())

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | Sequence[Action]:
        return self.listed()[index]
