"""Write web/src/lib/protocol.ts, the TypeScript types of the wire, from the server's own structs.

`--check` writes nothing and fails if the file on disk differs.
"""

from __future__ import annotations

import inspect as python
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final, get_args

from msgspec import Struct, inspect

from paiju.server import protocol, request

OUT: Final = Path(__file__).resolve().parent.parent / "web" / "src" / "lib" / "protocol.ts"

_NAMED: Final = {
    "RejectCode": protocol.RejectCode,
    "Phrase": request.Phrase,
    "Watching": request.Watching,
    "Stake": request.Stake,
}
"""Choices that have a name of their own."""
_NAMED_BY_VALUES: Final = {frozenset(get_args(t)): name for name, t in _NAMED.items()}

_HEAD: Final = """\
// Generated from paiju.server.protocol by scripts/generate_types.py. Do not edit.

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type JsonObject = { [key: string]: Json }
"""


def typescript() -> str:
    """The whole text of protocol.ts."""
    structs = _structs_of((protocol.FromClient, protocol.FromServer, protocol.AckData))
    parts = [
        _HEAD,
        f"export const PROTOCOL = {protocol.PROTOCOL}\n",
        f"export const LARGEST_MESSAGE = {protocol.LARGEST_MESSAGE}\n",
        _comment(str(python.getdoc(protocol.CloseCode)), "") + _close_codes(),
        *(f"export type {name} =\n{_alternatives(get_args(t))}\n" for name, t in _NAMED.items()),
        *(_interface(struct) for struct in structs),
        f"export type FromClient =\n{_alternatives(get_args(protocol.FromClient))}\n",
        f"export type FromServer =\n{_alternatives(get_args(protocol.FromServer))}\n",
    ]
    return "\n".join(parts)


def _structs_of(unions: tuple[object, ...]) -> list[type[Struct]]:
    """Every struct that occurs in the messages, in the order of the module."""
    found: set[type[Struct]] = set()
    for union in unions:
        for struct in get_args(union):
            _collect(inspect.type_info(struct), found)
    return sorted(found, key=lambda struct: (struct.__module__, python.findsource(struct)[1]))


def _collect(kind: inspect.Type, found: set[type[Struct]]) -> None:
    match kind:
        case inspect.StructType():
            if kind.cls not in found:
                found.add(kind.cls)
                for field in kind.fields:
                    _collect(field.type, found)
        case inspect.ListType():
            _collect(kind.item_type, found)
        case inspect.DictType():
            _collect(kind.value_type, found)
        case inspect.UnionType():
            for one in kind.types:
                _collect(one, found)


def _interface(struct: type[Struct]) -> str:
    info = inspect.type_info(struct)
    assert isinstance(info, inspect.StructType)
    optional = issubclass(struct, protocol.ClientMessage)
    lines = [_comment(str(python.getdoc(struct)), "") + f"export interface {struct.__name__} {{"]
    if info.tag is not None:
        lines.append(f"  type: '{info.tag}'")
    for field in info.fields:
        mark = "" if field.required or not optional else "?"
        lines.append(f"  {field.name}{mark}: {_written(field.type)}")
    return "\n".join([*lines, "}"]) + "\n"


def _written(kind: inspect.Type) -> str:
    match kind:
        case inspect.StructType():
            return kind.cls.__name__
        case inspect.StrType():
            return "string"
        case inspect.IntType() | inspect.FloatType():
            return "number"
        case inspect.BoolType():
            return "boolean"
        case inspect.NoneType():
            return "null"
        case inspect.AnyType():
            return "Json"
        case inspect.LiteralType():
            return _NAMED_BY_VALUES.get(frozenset(kind.values)) or " | ".join(
                _literal(value) for value in kind.values
            )
        case inspect.ListType():
            item = _written(kind.item_type)
            return f"({item})[]" if "|" in item else f"{item}[]"
        case inspect.DictType():
            value = _written(kind.value_type)
            return "JsonObject" if value == "Json" else f"{{ [key: string]: {value} }}"
        case inspect.UnionType():
            return " | ".join(_written(one) for one in kind.types)
    raise TypeError(f"protocol.ts has no word for {kind!r}")


def _close_codes() -> str:
    lines = [f"  {code.name}: {code.value}," for code in protocol.CloseCode]
    return "\n".join(["export const CloseCode = {", *lines, "} as const"]) + "\n"


def _alternatives(values: Iterable[object]) -> str:
    return "\n".join(f"  | {_literal(value)}" for value in values)


def _literal(value: object) -> str:
    return (
        value.__name__
        if isinstance(value, type)
        else f"'{value}'"
        if isinstance(value, str)
        else str(value)
    )


def _comment(text: str, indent: str) -> str:
    lines = text.strip().splitlines()
    if len(lines) == 1:
        return f"{indent}/** {lines[0]} */\n"
    body = "\n".join(f"{indent} * {line}".rstrip() for line in lines)
    return f"{indent}/**\n{body}\n{indent} */\n"


def main(arguments: list[str]) -> int:
    """Write the file, or with `--check` say whether it is up to date."""
    text = typescript()
    if arguments == ["--check"]:
        if OUT.read_text() == text:
            return 0
        print(f"{OUT} is behind protocol.py: run scripts/generate_types.py", file=sys.stderr)
        return 1
    OUT.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
