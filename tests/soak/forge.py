"""Messages made from the protocol's own structs: well-formed, with one thing wrong, or garbage.

A request that the protocol gets anew is forged by itself.
"""

import json
import re
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final, get_type_hints

import msgspec
from msgspec import inspect

from paiju.server.protocol import FromClient
from tests.server.client import Message

_ALL: Final = inspect.type_info(FromClient)
assert isinstance(_ALL, inspect.UnionType)
KINDS: Final[Mapping[str, inspect.StructType]] = {
    str(struct.tag): struct for struct in _ALL.types if isinstance(struct, inspect.StructType)
}
"""What a client may send, by its ``type``."""

NUMBERS: Final = (-(2**70), -(2**63) - 1, -1, 0, 1, 2, 7, 2**31, 2**53, 2**63, 2**64, 10**40)
LETTERS: Final = "a0 '\";%\\/<\u0000\u0007\u200f\u202e\u0301é牌\u3164\U0001f004\U0010ffff\ufeff"
JUNK: Final[tuple[Any, ...]] = (
    *(None, True, -1, 4, 1000, 2**64, 10**40, 0.5, -0.0, 1e308, "", "0", "true", "x" * 500),
    *("\u0000", "\u202e", "牌" * 99, [], {}, [[[]]], {"a": 1}, [None] * 50, {"type": "hello"}),
)
_CLASS_TIMES: Final = re.compile(r"\^\[([0-9a-z-]+)\]\{(\d+)(?:,(\d+))?\}\\Z")


class Forge:
    """A source of messages; ``known`` are values by field name that mean something there."""

    def __init__(self, random: Random, known: Mapping[str, Sequence[Any]]) -> None:
        self.random = random
        self._known = known

    def message(self, kind: str, rid: str) -> Message:
        """A well-formed message of a kind; ``rid`` is its id, if it has one."""
        message: Message = {"type": kind}
        for field in KINDS[kind].fields:
            if field.required or self.random.random() < 0.7:
                message[field.encode_name] = self._field(kind, field)
        if any(field.name == "id" for field in KINDS[kind].fields):
            message["id"] = rid
        return message

    def broken(self, kind: str, rid: str) -> Message:
        """A message of a kind that is well-formed but for one thing."""
        message = self.message(kind, rid)
        fields = KINDS[kind].fields
        match self.random.randrange(4):
            case 0:
                message[self.random.choice(["extra", "seat ", "Type", "__class__", "", "id\0"])] = 1
            case 1:
                del message[self.random.choice([f.encode_name for f in fields if f.required])]
            case 2:
                other: list[Any] = ["", "view", kind.upper(), f"{kind} ", "*", None, 1, [kind], {}]
                message["type"] = self.random.choice(other)
            case _:
                field = self.random.choice(fields)
                message[field.encode_name] = self.random.choice(self._unfit(kind, field))
        return message

    def garbage(self, kind: str, rid: str) -> bytes:
        """Bytes that are no message at all."""
        whole = json.dumps(self.message(kind, rid), ensure_ascii=False).encode()
        depth = self.random.randrange(1, 2000)
        match self.random.randrange(8):
            case 0:
                return whole[: self.random.randrange(len(whole))]
            case 1:
                return self.random.randbytes(self.random.randrange(1, 500)) + b"\xff"
            case 2:
                return b'{"a":' * (depth // 4)
            case 3:
                return whole[:-1] + b',"a":' + b"[" * depth + b"]" * (depth - 1) + b"}"
            case 4:
                return whole[:-1] + b',"a":' + self.random.choice([b"NaN}", b"01}", b"+1}", b"'}"])
            case 5:
                return whole[:-1] + self.random.choice([b',"a":"\\ud800"}', b',"a":"\xc0\x80"}'])
            case 6:
                return whole + self.random.choice([b"x", b"{}", b"\x00", whole])
            case _:
                return self.random.choice(
                    [b"[%b]" % whole, b'"ping"', b"0", b"null", b"\xef\xbb\xbf"]
                )

    # --- values -------------------------------------------------------------------------------

    def _field(self, kind: str, field: inspect.Field) -> Any:
        known = [
            value
            for value in self._known.get(field.name, ())
            if _fits(value, _hint(kind, field.name))
        ]
        if known and self.random.random() < 0.7:
            return self.random.choice(known)
        return self._value(field.type)

    def _unfit(self, kind: str, field: inspect.Field) -> list[Any]:
        hint = _hint(kind, field.name)
        unfit = [value for value in JUNK if not _fits(value, hint)]
        if isinstance(field.type, inspect.StrType) and field.type.pattern is not None:
            unfit.append(self._value(field.type) + "\n")
        return unfit

    def _value(self, kind: inspect.Type) -> Any:
        match kind:
            case inspect.UnionType(types=types):
                return self._value(self.random.choice(types))
            case inspect.NoneType():
                return None
            case inspect.BoolType():
                return self.random.random() < 0.5
            case inspect.LiteralType(values=values):
                return self.random.choice(values)
            case inspect.IntType():
                low = kind.ge if kind.ge is not None else min(NUMBERS)
                high = kind.le if kind.le is not None else max(NUMBERS)
                fitting = [n for n in (*NUMBERS, low, high) if low <= n <= high]
                return self.random.choice(fitting)
            case inspect.StrType(pattern=str(pattern)):
                return self._matching(pattern)
            case inspect.StrType():
                most = kind.max_length if kind.max_length is not None else 100
                length = self.random.choice(
                    [kind.min_length or 0, most, self.random.randint(1, most)]
                )
                length = max(length, kind.min_length or 0)
                return "".join(self.random.choice(LETTERS) for _ in range(length))
            case inspect.DictType():
                keys = [self._value(kind.key_type) for _ in range(self.random.randrange(4))]
                return {key: self._value(kind.value_type) for key in keys}
            case inspect.StructType(fields=fields):
                return {field.encode_name: self._value(field.type) for field in fields}
        raise NotImplementedError(kind)

    def _matching(self, pattern: str) -> str:
        found = _CLASS_TIMES.fullmatch(pattern)
        assert found is not None, pattern
        letters, low, high = found.groups()
        fitting = [chr(n) for n in range(128) if re.fullmatch(f"[{letters}]", chr(n))]
        length = self.random.randint(int(low), int(high or low))
        return "".join(self.random.choice(fitting) for _ in range(length))


def _hint(kind: str, name: str) -> Any:
    return get_type_hints(KINDS[kind].cls, include_extras=True)[name]


def _fits(value: Any, hint: Any) -> bool:
    try:
        msgspec.convert(value, hint)
    except msgspec.ValidationError:
        return False
    return True
