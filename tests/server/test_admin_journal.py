"""One table's journal, as an operator reads it."""

import json
import re
from pathlib import Path
from random import Random

import pytest
from msgspec.json import encode

from paiju.core.registry import game, game_keys
from paiju.core.seat import SEATS
from paiju.server import admin_page
from paiju.server.admin_journal import Journals
from paiju.server.schema import JOURNAL, TABLES
from paiju.server.steps import Acted, Paid, Place, Step, TakenUp, write_step
from paiju.server.store import Store
from tests.server.conftest import Running, eventually
from tests.server.operators import Operator, operated
from tests.server.test_admin import playing, site

__all__ = ["site"]

KEYS = [key for key in game_keys() if key != "pairs"]


async def test_a_journal_can_be_read_and_that_is_logged(
    site: tuple[Running, Operator],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    server, operator = site
    async with server.client("小明") as player:
        table = await playing(player)
        await player.until(lambda: player.ask is not None)
        page = await operator.page(f"/tables/{table}")
        assert "这张桌还在打" in page
        assert "第 1 局洗牌" in page and "发牌" in page and "小明 <small>0号 seat 0" in page
        told = "".join(capsys.readouterr())
        assert "admin read a journal" in told and table in told and "老王 (127.0.0.1)" in told
        row = (await server.house.store.running_tables())[0]
        assert row.seed.hex() not in page
        await player.play()
    await eventually(lambda: not any(room.table for room in server.house.lobby.rooms.values()))
    page = await operator.page(f"/tables/{table}")
    assert "这张桌还在打" not in page
    assert "结算" in page and "收桌" in page
    monkeypatch.setattr(admin_page, "MOST_SHOWN", 3)
    seen: list[int] = []
    query: dict[str, str] = {}
    while True:
        page = await operator.page(f"/tables/{table}", **query)
        seen[:0] = map(int, re.findall(r"<tr><td class=\"figures\">(\d+)", page))
        older = re.search(r"\?before=(\d+)", page)
        if older is None:
            break
        query = {"before": older[1]}
    assert seen == list(range(seen[-1] + 1))


@pytest.mark.parametrize("table", ["t0", "%3Cb%3E", "a" * 500])
async def test_there_is_no_journal_of_no_table(site: tuple[Running, Operator], table: str) -> None:
    _, operator = site
    answer = await operator.http.get(f"/admin/tables/{table}")
    assert answer.status_code == 404
    assert "没有这张桌" in answer.text
    assert "<b>" not in answer.text


@pytest.mark.parametrize("before", ["x", "-1", "99999999999999999999", "0", "٣"])
async def test_a_page_of_a_journal_that_cannot_be_is_no_fault(
    site: tuple[Running, Operator], before: str
) -> None:
    server, operator = site
    async with server.client() as player:
        table = await playing(player)
        assert "流水" in await operator.page(f"/tables/{table}", before=before)


# --- in words -------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", KEYS)
async def test_acts_are_told_in_words_and_as_they_are_kept_for_who_asks(
    tmp_path: Path, key: str
) -> None:
    random = Random(key)
    async with operated(tmp_path, games={key: game(key)}) as (server, operator):
        await operator.enter()
        async with server.client("小明") as player:
            data = await player.ok("play_now", game=key, rounds=2)
            await player.sit_down()
            await player.play(
                lambda ask: random.choice([do for do in ask["legal"] if do != "surrender"]),
                until=lambda: player.settled is not None,
            )
            page = await operator.page(f"/tables/{data['table']}")
            assert game(key).name.zh in page and game(key).name.en in page
            kept = await operator.page(f"/tables/{data['table']}", kept="yes")
    acts = re.findall(r'"do":"(\S+)', kept)
    assert len(acts) > 8
    assert '"do"' not in page and "as kept" not in page.lower().replace("as kept, too", "")
    told = re.findall(r'class="what">(.*?)(?: <mark>(.*?)</mark>)?</td>', page)
    done = [words for words, by in told if by]
    assert {by for _, by in told} <= {"", "本人 player", "电脑 bot", "托管 auto-play"}
    assert len(done) == len(acts)
    for words in done:
        assert re.fullmatch(r"\S*[一-鿿].* <small>[a-z]+s( .*)?</small>", words), words


@pytest.mark.parametrize("key", KEYS)
async def test_no_tile_is_told_that_no_act_names(tmp_path: Path, key: str) -> None:
    """A running round's hands and wall are nowhere on its journal's page, not even as kept."""
    async with operated(tmp_path, games={key: game(key)}) as (server, operator):
        await operator.enter()
        async with server.client("小明") as player:
            data = await player.ok("play_now", game=key, rounds=2)
            await player.sit_down()
            await player.until(lambda: player.ask is not None)
            table = server.house.lobby.rooms[data["code"]].table
            assert table is not None and table.state.round is not None
            setup = table.state.round.setup
            kept = await operator.page(f"/tables/{data['table']}", kept="yes")
            steps = [json.loads(step) for step in re.findall(r"<code>(\{.*?\})</code>", kept)]
    assert setup.seed is not None and setup.seed.hex() not in kept
    assert {"round", "deal"} <= {step["step"] for step in steps}
    for step in steps:
        known = {"step", "seat", "do", "by", "bank", "request", "deadline", "nonce"}
        opened = {"round", "match", "places", "onlookers"} if step["step"] == "round" else set()
        assert set(step) <= known | opened
    (opening,) = (step for step in steps if step["step"] == "round")
    assert set(opening["match"]) <= {"dealer", "carry", "rounds", "totals"}


class Kept:
    """A table whose journal has just these steps."""

    def __init__(self, store: Store, key: str) -> None:
        self._store = store
        self._key = key

    async def told(self, *steps: Step) -> list[tuple[str, str]]:
        """How they are told, with who did it."""
        places = [Place(name, None, True, False, False, 0, 0, 0) for name in "甲乙丙丁"]
        row = {
            "id": "t1",
            "room": "123456",
            "game": self._key,
            "options": "{}",
            "rounds": 1,
            "seed": "00",
            "places": encode(places).decode(),
            "started": 1,
            "stake": 1,
        }
        async with self._store.engine.begin() as connection:
            await connection.execute(TABLES.insert().values(row))
            for seq, step in enumerate(steps):
                line = {"table_id": "t1", "seq": seq, "round": 1, "at": 1, "step": write_step(step)}
                await connection.execute(JOURNAL.insert().values(line))
        journals = Journals(self._store.engine, {key: game(key) for key in KEYS})
        facts = await journals.facts("t1")
        assert facts is not None and len(facts.names) == SEATS
        page = await journals.page(facts, None, 100)
        return [(line.what.zh, line.by.zh if line.by else "") for line in page.lines]


async def test_who_did_it_and_what_was_paid_is_told(store: Store) -> None:
    told = await Kept(store, "jiujiang-doudizhu").told(
        Acted(0, "play 33", "time", 0),
        Acted(1, "ask 0", "player", 0),
        TakenUp("n2"),
        Paid([3, -1, -1, -1], []),
        Paid(None, []),
    )
    assert told == [
        ("出 33", "超时"),
        ("问 甲 还有几张", "本人"),
        ("由节点 n2 接着打", ""),
        ("结算金币：甲 +3，乙 −1，丙 −1，丁 −1", ""),
        ("结算", ""),
    ]


@pytest.mark.parametrize("key", ["jintan-mahjong", "a game of another version"])
async def test_an_act_that_cannot_be_read_is_told_as_it_is_written(store: Store, key: str) -> None:
    assert await Kept(store, key).told(Acted(0, "fly <b>", "bot", 0)) == [("fly <b>", "电脑")]
