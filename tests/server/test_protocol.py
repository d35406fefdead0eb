"""The wire: structs, TypeScript and the document say the same."""

import re
from pathlib import Path
from typing import Final, get_args

import msgspec
import pytest

from paiju.server import protocol
from scripts import generate_types

ROOT: Final = Path(__file__).resolve().parents[2]
DOCUMENT: Final = (ROOT / "docs" / "protocol.md").read_text()


def tag(message: type[msgspec.Struct]) -> str:
    return str(message.__struct_config__.tag)


def test_the_typescript_is_what_the_script_writes() -> None:
    written = generate_types.OUT.read_text()
    assert written == generate_types.typescript(), "run scripts/generate_types.py"
    assert generate_types.main(["--check"]) == 0


@pytest.mark.parametrize(
    "message", [*get_args(protocol.FromClient), *get_args(protocol.FromServer)], ids=tag
)
def test_every_message_is_in_the_document_with_its_fields(
    message: type[msgspec.Struct],
) -> None:
    assert f"`{tag(message)}`" in DOCUMENT
    for field in msgspec.structs.fields(message):
        assert re.search(rf"\b{field.name}\b", DOCUMENT), field.name


def test_every_code_is_in_the_document() -> None:
    for code in get_args(protocol.RejectCode):
        assert f"`{code}`" in DOCUMENT
    for close in protocol.CloseCode:
        assert f"| {close.value} |" in DOCUMENT


def test_every_code_has_words_in_both_languages() -> None:
    from paiju.server.refusals import _REASONS

    particular = {"bad_message", "no_game", "bad_options", "bad_notation", "illegal"}
    assert set(_REASONS) | particular == set(get_args(protocol.RejectCode))
    for reason in _REASONS.values():
        assert re.search(r"[\u4e00-\u9fff]", reason.zh)
        assert not re.search(r"[\u4e00-\u9fff]", reason.en)


def test_the_numbers_in_the_document_are_the_servers() -> None:
    from paiju.server import front, outbox, players, socket, stream
    from paiju.server.settings import Settings

    assert f"{protocol.LARGEST_MESSAGE} bytes" in DOCUMENT
    assert f"{stream.KEPT} messages are kept" in DOCUMENT
    assert f"the last {players.ANSWERS_KEPT} of a player" in DOCUMENT
    assert front.BURST_SECONDS * Settings().messages_a_second < players.ANSWERS_KEPT
    assert f"may wait {outbox.WAIT * 1000:.0f} ms for what follows" in DOCUMENT
    assert f"{players.NAME_LENGTH} characters are kept" in DOCUMENT
    quiet = f"{socket.PING_AFTER * socket.LOOK_EVERY:.0f} s"
    assert f"nothing came for {quiet}, nor for {quiet} more" in DOCUMENT
    assert f"within {Settings().hello_within:.0f} s" in DOCUMENT
    assert f"more than {Settings().messages_a_second:.0f} messages a second" in DOCUMENT
    assert f"more than {protocol.MOST_LEGAL_LISTED}" in DOCUMENT
    assert f"A new player has {Settings().coins_at_start} coins" in DOCUMENT
    assert f"fills one's coins up to {Settings().coins_a_day}" in DOCUMENT
    assert f"takes {Settings().minimum_points} times the stake" in DOCUMENT


def test_clients_may_send_nothing_unknown() -> None:
    for message in get_args(protocol.FromClient):
        assert message.__struct_config__.forbid_unknown_fields, tag(message)


def test_every_request_has_an_id() -> None:
    for message in get_args(protocol.FromClient):
        assert message is protocol.Hello or issubclass(message, protocol.Request)
