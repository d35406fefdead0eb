"""House rules: read with reasons, written back short, and shown in the rules as they are."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paiju.core.errors import BadOptions
from paiju.games.jiujiang_mahjong.options import PRESETS, JiujiangOptions

PAGE = Path(__file__).parents[3] / "docs" / "rules" / "jiujiang-mahjong.md"


def test_the_written_rules_are_the_default() -> None:
    assert JiujiangOptions() == PRESETS["default"] == JiujiangOptions.parse({})
    assert JiujiangOptions().as_dict() == {}


@given(
    st.builds(
        JiujiangOptions,
        base_score=st.integers(1, 1000),
        min_points=st.integers(0, 100),
        ready_kong=st.booleans(),
        declined_lock=st.sampled_from(["worth", "tile"]),
        raises=st.booleans(),
        dealer_double=st.booleans(),
    )
)
def test_options_go_to_json_and_back(options: JiujiangOptions) -> None:
    assert JiujiangOptions.parse(options.as_dict()) == options
    assert hash(JiujiangOptions.parse(options.as_dict())) == hash(options)


@pytest.mark.parametrize(
    ("values", "says"),
    [
        ({"base_score": 0}, r"'base_score' is 0; it must be a whole number from 1 to 1000"),
        ({"base_score": True}, "'base_score' is True; it must be a whole number"),
        ({"min_points": "2"}, "'min_points' is '2'; it must be a whole number from 0 to 100"),
        ({"ready_kong": 1}, "'ready_kong' is 1; it must be one of False, True"),
        ({"declined_lock": "none"}, "'declined_lock' is 'none'; .* 'worth', 'tile'"),
        ({"raises": None}, "'raises' is None"),
        ({"dealer_double": "yes"}, "'dealer_double' is 'yes'"),
        ({"dealer_doubles": True}, "'dealer_doubles' does not exist; the options are: base_score"),
    ],
)
def test_a_wrong_option_is_named_with_what_would_be_right(
    values: dict[str, object], says: str
) -> None:
    with pytest.raises(BadOptions, match=says):
        JiujiangOptions.parse(values)


def test_every_option_is_described_by_its_clause() -> None:
    clauses = {spec.name: spec.clause for spec in JiujiangOptions.described()}
    assert clauses == {
        "base_score": "JM-56",
        "min_points": "JM-26",
        "ready_kong": "JM-21",
        "declined_lock": "JM-23",
        "raises": "JM-59",
        "dealer_double": "JM-60",
    }


def test_the_rules_page_shows_where_the_presets_differ() -> None:
    rows = re.findall(r"^\|(.+)\|$", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    head, _, *body = ([cell.strip(" `") for cell in row.split("|")] for row in rows)
    shown = {row[0].split("`")[0]: row[1:] for row in body}
    assert head[1:] == list(PRESETS)
    assert list(shown) == [spec.name for spec in JiujiangOptions.described()]
    for column, options in enumerate(PRESETS.values()):
        differs = (
            options.as_dict()
            if column
            else {spec.name: spec.default for spec in JiujiangOptions.described()}
        )
        for name, cells in shown.items():
            assert cells[column] == str(differs.get(name, "")).replace("T", "t").replace("F", "f")
