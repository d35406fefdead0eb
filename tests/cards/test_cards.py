"""Card notation: reading, writing, and saying what is wrong."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paiju.cards.cards import (
    CARDS,
    COPIES,
    FIRST_CARD,
    RANK_OF,
    card_text,
    cards_text,
    counts_of,
    counts_text,
    parse_counts,
    parse_hands,
)
from paiju.core.errors import BadNotation


def test_dz_1_the_pack_is_eight_of_each_rank_and_two_of_each_joker() -> None:
    assert CARDS == 108
    assert counts_of(range(CARDS)) == [8] * 13 + [2, 2] == list(COPIES)
    assert [RANK_OF[first] for first in FIRST_CARD] == list(range(15))
    texts = [card_text(card) for card in range(CARDS)]
    assert sorted(set(texts), key=texts.index)[:5] == ["3s", "3h", "3c", "3d", "4s"]
    assert all(texts.count(text) == 2 for text in texts)


def test_dz_1_the_order_of_ranks() -> None:
    assert counts_text(parse_counts("WwA2KQJT9876543")) == "3456789TJQKA2wW"


def test_ten_is_read_in_both_ways() -> None:
    assert parse_counts("10h10sTT") == parse_counts("TTTT")


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("33x", "character 3, 'x'"),
        ("h3", "character 1, 'h', is a suit without a card"),
        ("31", "character 2, '1', is no card; ten is written T or 10"),
        ("ws", "character 2, 's', is a suit after a joker"),
        ("3hh", "character 3, 'h', is a suit without a card"),
        ("k", "character 1, 'k'"),
        ("１", "character 1"),
        ("3\n", "character 2"),
    ],
)
def test_a_wrong_character_is_named(text: str, place: str) -> None:
    with pytest.raises(BadNotation, match=place):
        parse_counts(text)
    with pytest.raises(BadNotation, match=place):
        parse_hands([text])


@pytest.mark.parametrize("text", ["333333333", "www", "WWW", "2" * 9])
def test_too_many_of_a_rank_is_an_error(text: str) -> None:
    with pytest.raises(BadNotation, match="there are"):
        parse_counts(text)
    with pytest.raises(BadNotation, match="two decks have"):
        parse_hands([text[:1], text[1:]])


def test_a_third_card_of_a_suit_is_an_error() -> None:
    with pytest.raises(BadNotation, match="7h stands here too often"):
        parse_hands(["7h7h", "7h"])


def test_named_suits_come_first_wherever_they_stand() -> None:
    assert parse_hands(["77", "7s7s"]) == [[34, 35], [32, 33]]


@given(st.lists(st.integers(0, CARDS - 1), unique=True, max_size=33))
def test_cards_go_to_text_and_back(cards: list[int]) -> None:
    (read,) = parse_hands([cards_text(cards)])
    assert cards_text(read) == cards_text(cards)
    assert list(parse_counts(cards_text(cards))) == counts_of(cards) == counts_of(read)
    assert parse_counts(counts_text(counts_of(cards))) == tuple(counts_of(cards))


@given(st.text(alphabet="3TJQKA2wWshcd10 x九", max_size=12))
def test_any_text_is_read_or_refused_with_a_reason(text: str) -> None:
    reason = ""
    try:
        counts = parse_counts(text)
    except BadNotation as error:
        reason = str(error)
    assert repr(text) in reason or parse_counts(counts_text(counts)) == counts
