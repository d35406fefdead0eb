"""A finished round is shown to be fair: on the page, and by the record outside of it."""

import asyncio
import shlex
import sys
from dataclasses import replace
from pathlib import Path

from playwright.async_api import expect

from paiju.core.registry import game
from tests.browser.conftest import House, Open
from tests.browser.player import Player
from tests.browser.server import UNHURRIED

PATIENT = replace(UNHURRIED, shuffle=60_000)
"""No deal without what the page adds to it, however busy its browser is."""
MAHJONG_CHECKS = ["commitment", "nonce", "seed", "hand", "draws"]
CARD_CHECKS = ["commitment", "nonce", "seed", "hand", "kitty"]


async def play_quickly(player: Player, game: str) -> None:
    """Sit down and let the seat be played for, to the settlement."""
    await player.play_now(game)
    await expect(player.get("shuffling")).to_have_count(0)
    await player.get("auto").click()
    await player.look_on()


async def verdicts(player: Player) -> dict[str, str]:
    """Every check on show: its id → what came out."""
    await expect(player.get("fair-verdict")).to_be_visible()
    found: list[tuple[str, str]] = await player.get("fair-check").evaluate_all(
        "all => all.map((one) => [one.dataset.id, one.dataset.verdict])"
    )
    return dict(found)


async def test_a_round_is_fair_on_the_page_and_outside_of_it(
    house: House, enter: Open, tmp_path: Path
) -> None:
    player = await enter(await house([game("jiujiang-mahjong")], pace=PATIENT))
    await play_quickly(player, "jiujiang-mahjong")
    await player.get("check-deal").click()
    assert await verdicts(player) == dict.fromkeys(MAHJONG_CHECKS, "yes")
    await expect(player.get("fair-verdict")).to_have_attribute("data-verdict", "yes")

    await player.get("fair-elsewhere").click()
    async with player.page.expect_download() as downloading:
        await player.get("fair-download").click()
    record = await downloading.value
    await record.save_as(tmp_path / record.suggested_filename)
    line = shlex.split(await player.get("fair-line").inner_text())
    assert line[:3] == ["paiju", "verify", record.suggested_filename]
    verified = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", *line), cwd=tmp_path, stdout=asyncio.subprocess.PIPE
    )
    said, _ = await verified.communicate()
    assert verified.returncode == 0, said.decode()
    await player.get("sheet-close").click()

    # After a reload the seal, the number and the hand are remembered; what was drawn is not.
    await player.page.reload()
    await player.get("check-deal").click()
    expected = dict.fromkeys(MAHJONG_CHECKS, "yes") | {"draws": "unknown"}
    assert await verdicts(player) == expected
    await expect(player.get("fair-verdict")).to_have_attribute("data-verdict", "part")
    await player.get("sheet-close").click()

    # As if another seal had been seen before the shuffle than the one that is shown now.
    await player.page.evaluate(
        """() => {
          const all = JSON.parse(localStorage.getItem('paiju.witness'))
          all[0].commitment = '0'.repeat(64)
          localStorage.setItem('paiju.witness', JSON.stringify(all))
        }"""
    )
    await player.get("check-deal").click()
    assert (await verdicts(player))["commitment"] == "no"
    await expect(player.get("fair-verdict")).to_have_attribute("data-verdict", "no")
    await player.get("sheet-close").click()
    await player.get("see-table").click()
    await player.leave()


async def test_a_round_of_cards_is_fair(house: House, enter: Open) -> None:
    player = await enter(await house([game("jiujiang-doudizhu")], pace=PATIENT))
    await play_quickly(player, "jiujiang-doudizhu")
    await player.get("check-deal").click()
    assert await verdicts(player) == dict.fromkeys(CARD_CHECKS, "yes")
    await player.get("sheet-close").click()
    await player.get("see-table").click()
    await player.leave()
