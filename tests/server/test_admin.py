"""The admin page: who may come in, what it shows, and what an operator can do there."""

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import select
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from paiju.server import admin_page
from paiju.server import tables as tables_module
from paiju.server.protocol import CloseCode
from paiju.server.schema import SITTINGS
from paiju.server.site import Alone
from paiju.server.steps import Left
from tests.server.client import Client
from tests.server.conftest import Running, eventually
from tests.server.lobbies import fill, full_disk, open_room
from tests.server.operators import TOKEN, Operator, operated

PAGES = ("", "/tables", "/tables/t0", "/players")
FORMS = ("", "/players", "/leave")


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[tuple[Running, Operator]]:
    """A server, and an operator who has come in."""
    async with operated(tmp_path) as (server, operator):
        await operator.enter()
        yield server, operator


async def playing(player: Client, **terms: object) -> str:
    """Start a match of one round against bots; the table."""
    await open_room(player, **terms)
    await fill(player)
    await player.ok("start")
    await player.sit_down()
    assert player.table is not None
    return player.table


def id_of(player: Client) -> str:
    return str(player.welcome["player"]["id"])


# --- the door -------------------------------------------------------------------------------------


async def test_a_stranger_sees_the_door_and_nothing_behind_it(tmp_path: Path) -> None:
    async with operated(tmp_path) as (server, operator), server.client("小明") as player:
        table = await playing(player)
        for path in PAGES:
            answer = await operator.http.get(f"/admin{path}")
            assert answer.status_code == 401
            assert "小明" not in answer.text and table not in answer.text
        for path in FORMS:
            answer = await operator.http.post(f"/admin{path}", data={"do": "drain", "node": ""})
            assert answer.status_code == 401
        assert not server.house.lobby.paused


async def test_the_token_opens_the_door_and_the_cookie_is_kept_close(tmp_path: Path) -> None:
    async with operated(tmp_path) as (_, operator):
        answer = await operator.enter()
        assert (answer.status_code, answer.headers["location"]) == (303, "/admin")
        cookie = answer.headers["set-cookie"].lower()
        assert {"httponly", "samesite=strict", "path=/admin"} <= set(cookie.split("; "))
        assert "secure" not in cookie
        assert TOKEN not in cookie
        assert "老王" in await operator.page()
        proxied = await operator.enter(**{"x-forwarded-proto": "https"})
        assert "secure" in proxied.headers["set-cookie"].lower()


async def test_a_stranger_on_the_way_cannot_say_that_it_is_encrypted(tmp_path: Path) -> None:
    async with operated(tmp_path, trusted_proxies=()) as (_, operator):
        answer = await operator.enter(**{"x-forwarded-proto": "https"})
        assert "secure" not in answer.headers["set-cookie"].lower()


async def test_who_comes_in_says_a_name(tmp_path: Path) -> None:
    async with operated(tmp_path) as (_, operator):
        for nobody in ("", "  ", "\u3164"):
            answer = await operator.enter(name=nobody)
            assert answer.status_code == 422
            assert "set-cookie" not in answer.headers
        long = await operator.enter(name="王" * 100)
        assert long.status_code == 303
        assert "王" * 32 in await operator.page()
        assert "王" * 33 not in await operator.page()


async def test_nobody_comes_in_by_trying(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with operated(tmp_path) as (_, operator):
        codes = [(await operator.enter(token=f"wrong {n}")).status_code for n in range(7)]
        assert codes == [403] * 5 + [429] * 2
        right = await operator.enter()
        assert right.status_code == 429
        assert "set-cookie" not in right.headers
        elsewhere = await operator.enter(**{"x-forwarded-for": "198.51.100.7"})
        assert elsewhere.status_code == 303
    told = "".join(capsys.readouterr())
    assert "admin refused" in told
    assert "wrong 0" not in told and TOKEN not in told


async def test_pages_run_no_script_and_stay_with_who_asked(site: tuple[Running, Operator]) -> None:
    _, operator = site
    for path in PAGES:
        answer = await operator.http.get(f"/admin{path}")
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert "form-action 'self'" in answer.headers["content-security-policy"]
        assert answer.headers["cache-control"] == "no-store"
        assert answer.headers["x-frame-options"] == "DENY"
        assert not re.search(r"<script|\son\w+=|style=", answer.text)
    css = await operator.http.get("/admin/admin.css")
    assert css.headers["content-type"].startswith("text/css")


# --- who is where ---------------------------------------------------------------------------------


async def test_tables_and_players_are_found_by_what_they_are_called(
    site: tuple[Running, Operator],
) -> None:
    server, operator = site
    async with server.client("小明") as ming, server.client("Mary <b>") as mary:
        await ming.ok("register", login="XiaoMing", password="a long password")
        await ming.back_to_lobby()
        table = await playing(ming)
        room = ming.room["code"]
        everybody = await operator.page("/players")
        assert "小明" in everybody and "Mary <b>" in everybody
        raw = (await operator.http.get("/admin/players")).text
        assert "Mary &lt;b&gt;" in raw and "Mary <b>" not in raw
        for search in ("小", "xiaom", id_of(ming), room, table):
            found = await operator.page("/players", q=search)
            assert id_of(ming) in found and id_of(mary) not in found, search
        assert id_of(ming) not in await operator.page("/players", q="nobody")
        for search in ("", "小", room, table, id_of(ming)):
            found = await operator.page("/tables", q=search)
            assert table in found and "小明" in found, search
        assert table not in await operator.page("/tables", q="000")


async def test_no_more_is_shown_than_a_page_holds(
    site: tuple[Running, Operator], monkeypatch: pytest.MonkeyPatch
) -> None:
    server, operator = site
    async with server.client("甲一"), server.client("甲二"):
        assert "还有更多" not in await operator.page("/players")
        monkeypatch.setattr(admin_page, "MOST_SHOWN", 1)
        page = await operator.page("/players")
        assert "还有更多" in page
        assert len(re.findall("甲[一二]", page)) == 1


async def test_the_nodes_say_how_they_are(site: tuple[Running, Operator]) -> None:
    server, operator = site
    async with server.client() as player:
        await playing(player)
        page = re.sub(r"\s+", " ", await operator.page())
        assert server.house.settings.node in page
        assert "就绪 ready" in page
        assert "<dt>牌桌 <small>tables</small></dt><dd>1</dd>" in page
        assert "<dt>连接 <small>sockets</small></dt><dd>1</dd>" in page


# --- sending away ---------------------------------------------------------------------------------


async def test_who_is_removed_from_a_room_is_told_and_cannot_come_back(
    site: tuple[Running, Operator], capsys: pytest.CaptureFixture[str]
) -> None:
    server, operator = site
    async with server.client("甲") as host, server.client("乙") as guest:
        code = await open_room(host)
        await guest.ok("join_room", code=code)
        answer = await operator.send("/players", node="", player=id_of(guest))
        assert "已请出" in answer.text
        await guest.until(lambda: guest.room["code"] is None)
        assert guest.room["out"] == "removed"
        assert await guest.refused("join_room", code=code) == "kicked"
        assert server.house.lobby.rooms[code].people == [id_of(host)]
        assert await guest.ok("create_room", game="pairs", rounds=1)
        told = "".join(capsys.readouterr())
        assert "admin removed a player" in told
        assert "老王 (127.0.0.1)" in told


async def test_who_is_removed_from_a_table_has_left_it_and_pays_to_the_end(
    site: tuple[Running, Operator],
) -> None:
    server, operator = site
    players = [server.client(name) for name in "甲乙丙丁"]
    async with players[0], players[1], players[2], players[3]:
        code = await open_room(players[0], stake=1)
        for player in players[1:]:
            await player.ok("join_room", code=code)
        await players[0].ok("start")
        for player in players:
            await player.sit_down()
        table = players[0].table
        assert table is not None
        await players[0].dealt()
        gone = players[3]
        assert "已请出" in (await operator.send("/players", node="", player=id_of(gone))).text
        await gone.until(lambda: gone.room["code"] is None)
        assert gone.room["out"] == "removed"
        await asyncio.gather(*(player.play() for player in players[:3]))
        assert await gone.refused("resume", table=table) == "no_table"
        steps = [step for *_, step in await server.house.store.steps_of_last_round(table)]
        assert [step.seat for step in steps if isinstance(step, Left)][:1] == [gone.seat]
        async with server.house.store.engine.connect() as connection:
            paid = select(SITTINGS.c.player).where(SITTINGS.c.coins.is_not(None))
            assert id_of(gone) in (await connection.execute(paid)).scalars().all()


async def test_nobody_is_banned_from_a_room_who_is_not_out_of_it(
    site: tuple[Running, Operator], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What could not be kept is not done by half: it is done when it can be, and told so."""
    monkeypatch.setattr(tables_module, "RETRY_AFTER", 0.01)
    monkeypatch.setattr("paiju.server.admin.REMOVED_WITHIN", 0.05)
    server, operator = site
    async with server.client("甲") as host, server.client("乙") as guest:
        code = await open_room(host)
        await guest.ok("join_room", code=code)
        room = server.house.lobby.rooms[code]
        before = room.row()
        with monkeypatch.context() as disk:
            disk.setattr(server.house.store, "save_room", full_disk)
            answer = await operator.send("/players", node="", player=id_of(guest))
            assert "还没请出" in answer.text
            assert room.row() == before
        await guest.until(lambda: guest.room["code"] is None)
        assert guest.room["out"] == "removed"
        assert room.banned == {id_of(guest)}
        assert await server.house.store.rooms() == [room.row()]


async def test_who_looks_on_can_be_sent_away(site: tuple[Running, Operator]) -> None:
    server, operator = site
    async with server.client("甲") as player, server.client("乙") as onlooker:
        await playing(player, watch="hidden")
        await onlooker.ok("watch", code=player.room["code"])
        await operator.send("/players", node="", player=id_of(onlooker))
        assert server.house.watching.table_of(id_of(onlooker)) is None


async def test_who_is_nowhere_cannot_be_removed(site: tuple[Running, Operator]) -> None:
    server, operator = site
    async with server.client() as player:
        for nobody in (id_of(player), "p0", ""):
            answer = await operator.send("/players", node="", player=nobody)
            assert "已不在那里" in answer.text
        await player.ok("ping")
        assert not server.house.lobby.removed


# --- pausing and draining -------------------------------------------------------------------------


async def test_while_paused_no_table_begins_and_those_that_run_go_on(
    site: tuple[Running, Operator],
) -> None:
    server, operator = site
    names = [server.client(name) for name in "甲乙丙"]
    async with names[0] as player, names[1] as host, names[2] as other:
        table = await playing(player)
        code = await open_room(host)
        await fill(host)
        await operator.send(node="", do="pause")
        assert await host.refused("start") == "paused"
        for kind in ("create_room", "play_now"):
            assert await other.refused(kind, game="pairs", rounds=1) == "paused"
        assert await other.refused("quick_match", game="pairs") == "paused"
        await host.ok("remove_bot", seat=3)
        assert await other.ok("join_room", code=code) == {"code": code}
        await player.play()
        assert player.table == table and player.closed
        assert "不开新桌" in await operator.page()
        await operator.send(node="", do="open")
        await host.ok("start")


async def test_a_quick_match_that_waits_begins_when_tables_are_open_again(
    site: tuple[Running, Operator], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("paiju.server.quick.RETRY_AFTER", 0.05)
    server, operator = site
    async with server.client() as player:
        await player.ok("quick_match", game="pairs", wait=120)
        await operator.send(node="", do="pause")
        room = next(iter(server.house.lobby.rooms.values()))
        assert room.queue is not None
        room.queue.waits.clear()
        room.queue.waits[id_of(player)] = 0.0
        room.queue.changed.set()
        await asyncio.sleep(0.2)
        assert room.table is None and room.people == [id_of(player)]
        await operator.send(node="", do="open")
        await eventually(lambda: room.table is not None)


async def test_a_lone_node_that_is_drained_plays_to_the_end(
    site: tuple[Running, Operator],
) -> None:
    server, operator = site
    async with server.client() as player:
        table = await playing(player)
        answer = await operator.send(node="", do="drain")
        assert "Tables that still play: 1" in answer.text
        assert server.house.lobby.paused
        await player.back()
        await player.play()
        assert player.table == table and player.closed
        await eventually(lambda: not any(r.table for r in server.house.lobby.rooms.values()))
        assert "可以停了" in await operator.page()
        await operator.send(node="", do="undrain")
        assert not server.house.lobby.paused


async def test_a_drained_node_of_a_site_hands_over_and_sends_everybody_on(
    site: tuple[Running, Operator], monkeypatch: pytest.MonkeyPatch
) -> None:
    server, operator = site
    monkeypatch.setattr(Alone, "living", lambda it: [it.node, "another"])
    handed: list[bool] = []

    async def hand_over() -> None:
        handed.append(server.house.lobby.paused)

    monkeypatch.setattr(server.house, "hand_over", hand_over)
    async with server.client() as player:
        await operator.send(node="", do="drain")
        await player.until(lambda: player.close_code is not None)
        assert player.close_code == CloseCode.RESTART
        assert handed == [True]
        with pytest.raises(InvalidStatus) as refusal:
            async with connect(server.url, proxy=None):
                pass
        assert refusal.value.response.status_code == 503
        page = await operator.page()
        assert "可以停掉或重启" in page and "不再清空" not in page
        assert "停掉或重启它" in (await operator.send(node="", do="undrain")).text
        assert server.house.lobby.paused
        await player.drop()


async def test_what_no_form_says_is_not_done(site: tuple[Running, Operator]) -> None:
    server, operator = site
    for fields in ({"do": "explode", "node": ""}, {"node": ""}, {"do": "pause", "node": "none"}):
        assert "没有回答" in (await operator.send(**fields)).text
    assert not server.house.lobby.paused
