"""What each socket is sent is what its reader may know of the game, to the byte."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.soak import secrecy
from tests.soak.secrecy import match
from tests.soak.twins import twins

KEYS = ("jiujiang-mahjong", "jintan-mahjong", "jiujiang-doudizhu")


@pytest.mark.parametrize("game", KEYS)
async def test_four_people_an_onlooker_and_a_shoulder_are_sent_the_fold_of_their_own_events(
    game: str, tmp_path: Path
) -> None:
    # The landlord of one 斗地主 in ninety gives up at once (DZ-8), but not four in a row.
    figures = await match(game, rounds=4, seed=1, data=tmp_path)
    assert min(figures.events, figures.frames) > 500
    assert min(figures.views, figures.prompts) > 10


async def test_who_comes_after_the_deal_is_held_to_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The nodes of a site do not wait long with a deal, and the machine may be busy."""
    monkeypatch.setattr(secrecy, "PACE", replace(secrecy.PACE, shuffle=0))
    figures = await secrecy.match("jintan-mahjong", rounds=1, seed=1, data=tmp_path)
    assert figures.views and figures.prompts


@pytest.mark.parametrize("game", KEYS)
def test_what_a_seat_cannot_see_changes_no_byte_that_it_is_sent(game: str) -> None:
    figures = twins(game, 12, seed=1)
    assert figures.twins == 12
    assert figures.frames > 40
    assert figures.secret or game == "jiujiang-doudizhu", "nobody was asked in one world alone"
