"""What the admin pages are sent by mistake, by haste or by malice, and what must not come of it."""

import asyncio
import logging
import re
from pathlib import Path

import httpx
import pytest

from paiju.server import admin_page
from paiju.server.admin import REMOVED_WITHIN
from paiju.server.cluster import ANSWER_WITHIN
from paiju.server.players import Player
from tests.server.conftest import Running, eventually
from tests.server.lobbies import open_room
from tests.server.operators import BEARER, TOKEN, Operator, operated
from tests.server.test_admin import FORMS, id_of, playing, site

__all__ = ["site"]

Site = tuple[Running, Operator]


# --- the token ------------------------------------------------------------------------------------


async def test_the_token_is_nobodys_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A name is in the log, in the cookie and on every page; browsers fill in the wrong field."""
    async with operated(tmp_path) as (_, operator):
        for name in (TOKEN, f"  {TOKEN} ", TOKEN[:16], TOKEN[-16:], f"老王 {TOKEN}"):
            answer = await operator.enter(name=name)
            assert answer.status_code == 422, name
            assert "set-cookie" not in answer.headers
            assert TOKEN[:12] not in answer.text
    assert TOKEN[:12] not in "".join(capsys.readouterr())


async def test_a_token_is_told_from_another_in_the_same_time_and_never_by_its_characters(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared: list[tuple[bytes, bytes]] = []

    def compare(one: bytes, other: bytes) -> bool:
        compared.append((one, other))
        return False

    monkeypatch.setattr("paiju.server.admin_door.secrets.compare_digest", compare)
    async with operated(tmp_path) as (_, operator):
        assert (await operator.enter()).status_code == 403
        assert (await operator.http.get("/metrics", headers=BEARER)).status_code == 401
    assert compared == [(TOKEN.encode(), TOKEN.encode())] * 2


# --- where somebody comes from --------------------------------------------------------------------


async def tries(operator: Operator, forwarded: str) -> int:
    """How one more wrong token from there is answered."""
    return (await operator.enter(token="wrong", **{"x-forwarded-for": forwarded})).status_code


async def test_what_a_visitor_says_of_its_address_wins_no_tries(tmp_path: Path) -> None:
    async with operated(tmp_path) as (_, operator):
        lies = [f"203.0.113.{n}, 192.0.2.1" for n in range(7)]
        assert [await tries(operator, lie) for lie in lies] == [403] * 5 + [429] * 2
    async with operated(tmp_path / "b", trusted_proxies=()) as (_, operator):
        lies = [f"203.0.113.{n}" for n in range(7)]
        assert [await tries(operator, lie) for lie in lies] == [403] * 5 + [429] * 2


async def test_a_port_makes_no_other_visitor(tmp_path: Path) -> None:
    """Some proxies write the port behind the address, another one for each connection."""
    async with operated(tmp_path) as (_, operator):
        for written in ("192.0.2.1:{}", "[2001:db8:a::7]:{}", '"[2001:db8:b::7]:{}"'):
            codes = [await tries(operator, written.format(50_000 + n)) for n in range(7)]
            assert codes == [403] * 5 + [429] * 2, written


# --- pages that there are not ---------------------------------------------------------------------


async def test_below_admin_is_nothing_but_admin(tmp_path: Path) -> None:
    """Who loads the door's page again, or types one stroke too many, is not at the game's."""
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / "index.html").write_text("the game's own page")
    page = {"static": tmp_path / "static"}
    async with operated(tmp_path / "data", page=page) as (_, operator):
        for code in (401, 200):
            for path in ("/", "/enter", "/leave", "/tables/", "/tables/a/b", "/nothing"):
                answer = await operator.http.get(f"/admin{path}", follow_redirects=True)
                assert (answer.url.path, answer.status_code) == ("/admin", code), path
                assert "the game's own" not in answer.text
            await operator.enter()


async def test_nobody_keeps_what_was_shown(site: Site) -> None:
    _, operator = site
    shown = [await operator.http.get(f"/admin{path}") for path in ("", "/tables", "/nothing")]
    shown.append(await operator.http.get("/metrics", headers=BEARER))
    shown.append(await operator.http.get("/metrics"))
    for answer in shown:
        assert answer.headers["cache-control"] == "no-store"
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]


async def test_a_table_that_no_database_can_look_up_is_none(tmp_path: Path, database: str) -> None:
    async with operated(tmp_path, database_url=database) as (_, operator):
        await operator.enter()
        for table in ("%00", "t%000", "%ED%A0%80", "%ff", "%0d%0a"):
            answer = await operator.http.get(f"/admin/tables/{table}")
            assert answer.status_code == 404, table
            assert "没有这张桌" in answer.text


async def test_anything_can_be_searched_for(site: Site) -> None:
    server, operator = site
    async with server.client():
        for search in ("\0", "%", "'; --", "<b>", "\u202e", "x" * 5_000, "\ud7ff"):
            for path in ("/tables", "/players"):
                assert "没有" in await operator.page(path, q=search), search
                raw = await operator.http.get(f"/admin{path}", params={"q": search})
                assert "<b>" not in raw.text


async def test_whatever_form_is_asked_for_there_are_figures(tmp_path: Path) -> None:
    open_metrics = "application/openmetrics-text; version="
    async with operated(tmp_path) as (_, operator):
        for accept in ("x" * 5_000, f"{open_metrics}abc", f"{open_metrics}9; escaping=x"):
            answer = await operator.http.get("/metrics", headers={**BEARER, "accept": accept})
            assert answer.status_code == 200, accept
            assert "paiju_tables" in answer.text


# --- forms ----------------------------------------------------------------------------------------


async def test_a_form_that_is_none_of_ours_does_nothing(site: Site) -> None:
    server, operator = site
    kind = {"content-type": "application/x-www-form-urlencoded"}
    bodies = (
        *(b"", b"do&node&seal", b'{"do":"drain"}', b"token=%ff%fe&name=%00", b"\xff\xfe\x00"),
        b"&".join(b"f%d=1" % n for n in range(40)),
        b"x=" + b"y" * 100_000,
    )
    for body in bodies:
        for path in FORMS:
            answer = await operator.http.post(f"/admin{path}", content=body, headers=kind)
            assert answer.status_code == 403, (path, body[:20])
        # The tries of an address are counted: each of these comes from another one.
        elsewhere = {"x-forwarded-for": f"192.0.2.{bodies.index(body)}", **kind}
        answer = await operator.http.post("/admin/enter", content=body, headers=elsewhere)
        assert answer.status_code == 403, body[:20]
    assert not server.house.lobby.paused
    assert (await operator.http.get("/admin")).status_code == 200


async def half_a_form(server: Running) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A connection on which the door's form has begun to come."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(b"POST /admin/enter HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\ntoken=")
    await writer.drain()
    return reader, writer


async def test_who_goes_away_over_a_form_leaves_no_fault(
    site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    server, _ = site
    _, writer = await half_a_form(server)
    tasks = server.server.server_state.tasks
    await eventually(lambda: len(tasks) > 0)
    writer.close()
    await eventually(lambda: not tasks)
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


async def test_a_form_that_does_not_end_is_not_waited_for(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(admin_page, "FORM_WITHIN", 0.05)
    server, _ = site
    reader, writer = await half_a_form(server)
    async with asyncio.timeout(60):
        assert b" 403 " in await reader.readline()
    writer.close()


async def test_only_nodes_that_live_are_told_anything(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a form names becomes part of a subject of NATS."""
    server, operator = site
    asked: list[str] = []

    async def ask(node: str, topic: str, question: bytes) -> bytes:
        asked.append(node)
        return b'{"done":true}'

    monkeypatch.setattr(server.house.site, "ask", ask)
    for node in ("*", ">", "a b", "x\r\nPUB paiju.all.tell.x 0\r\n\r\n", "none"):
        for path, fields in (("", {"do": "drain"}), ("/players", {"player": "p0"})):
            assert "没有回答" in (await operator.send(path, node=node, **fields)).text
    assert asked == []


async def test_a_node_of_another_version_hides_no_other(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    server, operator = site
    alone = server.house.site.ask_all

    async def ask_all(topic: str, question: bytes) -> list[bytes]:
        return [b'{"of":"another version"}', *await alone(topic, question)]

    monkeypatch.setattr(server.house.site, "ask_all", ask_all)
    assert server.house.settings.node in await operator.page()
    async with server.client("小明") as player:
        await playing(player)
        assert "小明" in await operator.page("/tables")
        assert "小明" in await operator.page("/players")


# --- pressed twice, or in another order -----------------------------------------------------------


async def test_pausing_and_draining_twice_is_doing_it_once(site: Site) -> None:
    server, operator = site
    for do, paused, draining in (
        *(("pause", True, False), ("pause", True, False), ("open", False, False)),
        *(("open", False, False), ("drain", True, True), ("drain", True, True)),
        *(("undrain", False, False), ("undrain", False, False)),
    ):
        await operator.send(node="", do=do)
        assert (server.house.lobby.paused, server.server.health.draining) == (paused, draining), do


async def test_a_pause_outlasts_a_draining_that_is_taken_back(site: Site) -> None:
    server, operator = site
    for do in ("pause", "drain", "undrain"):
        await operator.send(node="", do=do)
        assert server.house.lobby.paused, do
    async with server.client() as player:
        assert await player.refused("create_room", game="pairs", rounds=1) == "paused"
    await operator.send(node="", do="open")
    assert not server.house.lobby.paused


async def test_a_node_that_is_drained_opens_no_tables_whatever_an_old_page_says(site: Site) -> None:
    server, operator = site
    await operator.send(node="", do="drain")
    await operator.send(node="", do="open")
    assert server.house.lobby.paused and server.server.health.draining
    await operator.send(node="", do="undrain")
    assert not server.house.lobby.paused


async def test_who_is_removed_twice_at_once_is_removed(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    server, operator = site
    pressed: list[Player] = []
    vacate = server.house.vacate

    async def vacate_after_both(player: Player) -> None:
        pressed.append(player)
        while len(pressed) < 2:  # noqa: ASYNC110
            await asyncio.sleep(0.005)
        await vacate(player)

    monkeypatch.setattr(server.house, "vacate", vacate_after_both)
    monkeypatch.setattr("paiju.server.admin.REMOVED_WITHIN", 20.0)
    async with server.client("甲") as host, server.client("乙") as guest:
        code = await open_room(host)
        await guest.ok("join_room", code=code)
        form = {"seal": await operator.seal(), "node": "", "player": id_of(guest)}
        presses = (operator.http.post("/admin/players", data=form) for _ in range(2))
        answers = await asyncio.gather(*presses)
        assert [re.sub(r".*done=", "", a.headers["location"]) for a in answers] == ["removed"] * 2
        assert not server.house.lobby.removed


def test_another_node_waits_until_it_is_known_whether_somebody_is_removed() -> None:
    assert REMOVED_WITHIN < ANSWER_WITHIN


# --- the cookie -----------------------------------------------------------------------------------


async def test_a_cookie_that_cannot_be_read_opens_nothing(tmp_path: Path) -> None:
    values = ("é", "a.b.c", "....", "\x7f", "{}", "x" * 4_000, '"', ";", "=")
    async with operated(tmp_path) as (server, _), httpx.AsyncClient(trust_env=False) as http:
        for value in values:
            held = [(b"cookie", b"paiju_admin=" + value.encode())]
            answer = await http.get(f"{server.http}/admin", headers=held)
            assert answer.status_code == 401, value


async def test_every_form_asks_for_the_seal_of_this_very_visit(tmp_path: Path) -> None:
    async with operated(tmp_path) as (server, operator):
        await operator.enter()
        for path in FORMS:
            for fields in ({}, {"seal": "é"}, {"seal": TOKEN}):
                answer = await operator.http.post(f"/admin{path}", data=fields)
                assert answer.status_code == 403, path
        assert (await operator.http.get("/admin")).status_code == 200
        assert not server.house.lobby.paused
