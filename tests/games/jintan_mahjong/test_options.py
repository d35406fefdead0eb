"""House rules of 金坛麻将, described, and shown in the rules as they are."""

import re
from pathlib import Path

from paiju.games.jintan_mahjong.options import PRESETS, JintanOptions

PAGE = Path(__file__).parents[3] / "docs" / "rules" / "jintan-mahjong.md"


def test_every_option_is_described_by_its_clause() -> None:
    assert {spec.name: spec.clause for spec in JintanOptions.described()} == {
        "chow": "JT-6",
        "base": "JT-18",
        "pair_wait": "JT-31",
        "false_win_penalty": "JT-17",
    }


def test_the_rules_page_shows_where_the_presets_differ() -> None:
    rows = re.findall(r"^\|(.+)\|$", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    head, _, *body = ([cell.strip(" `") for cell in row.split("|")] for row in rows)
    shown = {row[0].split("`")[0]: row[1:] for row in body}
    assert head[1:] == [name for name in PRESETS if name != "default"]
    assert list(shown) == [spec.name for spec in JintanOptions.described()]
    for name, (sheet, *others) in shown.items():
        assert sheet == str(getattr(PRESETS["sheet"], name)).replace("True", "true")
        for preset, cell in zip(head[2:], others, strict=True):
            assert cell == str(PRESETS[preset].as_dict().get(name, "")).replace("False", "false")
