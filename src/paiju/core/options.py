"""House rules: immutable, validated, each one documented by its clause."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple, Self, cast

from mypy_extensions import mypyc_attr

from paiju.core.errors import BadOptions
from paiju.core.event import Json
from paiju.core.text import Text

Value = bool | int | str


class OptionSpec(NamedTuple):
    """One house rule as a room shows it: its name, what it means, and the values it can take.

    ``values`` lists every choice; where it is empty the option is a whole number from ``low`` to
    ``high`` in steps of ``step``.
    """

    name: str
    label: Text
    clause: str
    default: Value
    values: tuple[Value, ...]
    low: int
    high: int
    step: int

    def refusal(self, value: object) -> str | None:
        """What would be right instead of ``value``, or ``None`` if it is a value of this option."""
        if self.values:
            fits = any(type(v) is type(value) and v == value for v in self.values)
            return None if fits else "one of " + ", ".join(repr(v) for v in self.values)
        if type(value) is int and self.low <= value <= self.high and value % self.step == 0:
            return None
        steps = f" in steps of {self.step}" if self.step > 1 else ""
        return f"a whole number from {self.low} to {self.high}{steps}"


def choice(default: Value, zh: str, en: str, clause: str, values: tuple[Value, ...] = ()) -> Any:
    """Declare an option with a list of values; without one it is a switch, on or off."""
    listed = values or (False, True)
    return field(default=default, metadata={"spec": (Text(zh, en), clause, listed, 0, 0, 1)})


def whole(default: int, zh: str, en: str, clause: str, low: int, high: int, step: int = 1) -> Any:
    """Declare an option that is a whole number from ``low`` to ``high`` in steps of ``step``."""
    return field(default=default, metadata={"spec": (Text(zh, en), clause, (), low, high, step)})


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(frozen=True, slots=True)
class Options:
    """The house rules of one game; the default of every field is the game's written rule."""

    @classmethod
    def described(cls) -> tuple[OptionSpec, ...]:
        """Every house rule of the game, in the order of the form in which a room sets them."""
        return tuple(
            OptionSpec(f.name, label, clause, cast("Value", f.default), values, low, high, step)
            for f in fields(cls)
            for label, clause, values, low, high, step in (f.metadata["spec"],)
        )

    @classmethod
    def parse(cls, values: Mapping[str, object]) -> Self:
        """House rules from JSON; names left out keep the written rule.

        :raises BadOptions: naming the option, the value given and what would be right.
        """
        specs = {spec.name: spec for spec in cls.described()}
        for name, value in values.items():
            if name not in specs:
                known = ", ".join(specs)
                raise BadOptions(f"option {name!r} does not exist; the options are: {known}")
            right = specs[name].refusal(value)
            if right is not None:
                raise BadOptions(f"option {name!r} is {value!r}; it must be {right}")
        return cls(**values)

    def __reduce__(self) -> tuple[type[Self], tuple[Value, ...]]:
        """How they go to another process: as the values they are made from."""
        return type(self), tuple(getattr(self, f.name) for f in fields(self))

    def as_dict(self) -> dict[str, Json]:
        """What differs from the written rules, as JSON; ``parse`` reads it back."""
        values = {f.name: getattr(self, f.name) for f in fields(self)}
        return {f.name: values[f.name] for f in fields(self) if values[f.name] != f.default}
