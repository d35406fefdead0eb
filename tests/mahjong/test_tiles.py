"""Tiles and melds are written and read back, and what cannot be read is named."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paiju.core.errors import BadNotation
from paiju.mahjong.melds import (
    ADDED_KONG,
    CHOW,
    CONCEALED_KONG,
    EXPOSED_KONG,
    PUNG,
    Meld,
    parse_meld,
)
from paiju.mahjong.tiles import (
    GREEN,
    HAND_KINDS,
    KINDS,
    RED,
    SUIT_LETTERS,
    WHITE,
    counted_tiles,
    is_suited,
    number,
    parse_tile,
    parse_tiles,
    suit,
    tile_counts,
    tile_name,
    tile_text,
    tiles_text,
)

tiles = st.integers(0, KINDS - 1)
melds = st.one_of(
    st.builds(
        Meld,
        st.sampled_from([PUNG, EXPOSED_KONG, CONCEALED_KONG]),
        st.integers(0, HAND_KINDS - 1),
    ),
    st.builds(lambda of, first: Meld(CHOW, 9 * of + first), st.integers(0, 2), st.integers(0, 6)),
)


def test_every_tile_is_written_as_the_notation_says() -> None:
    texts = [tile_text(tile) for tile in range(KINDS)]
    assert texts == [
        f"{value}{letter}"
        for letter, size in zip("mpszf", (9, 9, 9, 7, 8), strict=True)
        for value in range(1, size + 1)
    ]
    assert [parse_tile(text) for text in texts] == list(range(KINDS))
    assert (tile_text(WHITE), tile_text(GREEN), tile_text(RED)) == ("5z", "6z", "7z")


def test_a_tile_is_its_suit_and_number() -> None:
    for tile in range(KINDS):
        assert tile_text(tile) == f"{number(tile)}{SUIT_LETTERS[suit(tile)]}"
        assert is_suited(tile) == (suit(tile) < 3)


@given(st.lists(tiles))
def test_tiles_go_to_text_and_back(hand: list[int]) -> None:
    assert parse_tiles(tiles_text(hand)) == sorted(hand)


@given(st.lists(tiles))
def test_reading_keeps_the_order(hand: list[int]) -> None:
    assert parse_tiles(" ".join(map(tile_text, hand))) == hand
    assert parse_tiles("".join(map(tile_text, hand))) == hand


@given(st.lists(tiles))
def test_the_chinese_names_read_back(hand: list[int]) -> None:
    assert parse_tiles("".join(tile_name(tile).zh for tile in hand)) == hand
    assert parse_tiles(" ".join(tile_name(tile).zh for tile in hand)) == hand


@given(st.lists(st.integers(0, HAND_KINDS - 1)))
def test_counting_forgets_only_the_order(hand: list[int]) -> None:
    assert counted_tiles(tile_counts(hand)) == sorted(hand)


@given(st.text(alphabet="0123456789mpszf一二九万筒条白中发财东春 x<>", max_size=8))
def test_reading_gives_tiles_or_names_the_character(text: str) -> None:
    try:
        hand = parse_tiles(text)
    except BadNotation as error:
        hand, said = [], str(error)
    else:
        said = "read: no character is wrong"
    assert "character" in said
    assert parse_tiles(tiles_text(hand)) == sorted(hand)


def test_both_notations_mix() -> None:
    assert parse_tiles("一万 3筒 红中 白 东 發 发财 12s") == parse_tiles("1m3p7z5z1z6z6z12s")
    assert parse_tiles("三五条") == parse_tiles("35s")
    assert parse_tiles("东风南北風") == parse_tiles("124z")
    assert parse_tiles("3萬4餅5條") == parse_tiles("3m4p5s")
    assert parse_tiles("") == []


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("10m", r"'0' \(character 2\) is no tile of m: that suit has 1-9"),
        ("12m8z", r"'8' \(character 4\) is no tile of z: that suit has 1-7"),
        ("9f", r"'9' \(character 1\) is no tile of f: that suit has 1-8"),
        ("12", r"'1' \(character 1\) has no suit after it"),
        ("1m 2", r"'2' \(character 4\) has no suit after it"),
        ("1 2m", r"'1' \(character 1\) has no suit after it"),
        ("m", r"'m' \(character 1\) stands without a number"),
        ("1mm", r"'m' \(character 3\) stands without a number"),
        ("1mx", r"'x' \(character 3\) is no tile: tiles are 1m-9m"),
        ("3红中", r"'3' \(character 1\) has no suit after it"),
        ("一万财", r"'财' \(character 3\) is no tile"),
        ("1M", r"'1' \(character 1\) has no suit after it"),
    ],
)
def test_a_wrong_character_is_named(text: str, says: str) -> None:
    with pytest.raises(BadNotation, match=says):
        parse_tiles(text)


@pytest.mark.parametrize("text", ["", "12m", "1m1m"])
def test_one_tile_means_one(text: str) -> None:
    with pytest.raises(BadNotation, match="one is wanted"):
        parse_tile(text)


@given(melds)
def test_melds_go_to_text_and_back(meld: Meld) -> None:
    assert parse_meld(meld.text) == meld
    assert len({meld, parse_meld(meld.text)}) == 1


def test_an_added_kong_looks_like_an_exposed_one() -> None:
    assert Meld(ADDED_KONG, RED).text == "7777z"
    assert parse_meld("7777z") == Meld(EXPOSED_KONG, RED)


def test_what_melds_are() -> None:
    assert parse_meld("435m") == Meld(CHOW, 2)
    assert parse_meld("红中红中红中") == Meld(PUNG, RED)
    assert Meld(CHOW, 2).tiles == (2, 3, 4)
    assert Meld(PUNG, 2).tiles == (2, 2, 2)
    assert Meld(CONCEALED_KONG, 2).tiles == (2, 2, 2, 2)
    kinds = (CHOW, PUNG, EXPOSED_KONG, ADDED_KONG, CONCEALED_KONG)
    assert [Meld(kind, 2).is_kong for kind in kinds] == [False, False, True, True, True]
    assert [Meld(kind, 2).is_claimed for kind in kinds] == [True, True, True, True, False]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "12m",
        "124m",
        "89m1p",
        "891m",
        "123z",
        "1112m",
        "11111m",
        "<777z>",
        "<7777z",
        "<345m>",
        "111f",
        "7z1f2f",
    ],
)
def test_what_is_no_meld_is_refused(text: str) -> None:
    with pytest.raises(BadNotation, match=r"is no meld|is no tile"):
        parse_meld(text)
