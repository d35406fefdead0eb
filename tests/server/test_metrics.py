"""What Prometheus is told: figures that follow what happens, and nothing to who has no token."""

import re
from collections import Counter
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from paiju.server.tally import TALLY, TIMES, Times
from tests.project.source import ROOT
from tests.server.conftest import Running, eventually, running
from tests.server.lobbies import fill, open_room
from tests.server.operators import BEARER, TOKEN, operated

Figures = dict[str, float]


async def figures(server: Running) -> Figures:
    """Every figure by its name with its labels, as Prometheus reads it."""
    async with httpx.AsyncClient(base_url=server.http, trust_env=False) as http:
        answer = await http.get("/metrics", headers=BEARER)
    assert answer.status_code == 200
    found = {}
    for family in text_string_to_metric_families(answer.text):
        for sample in family.samples:
            labels = ",".join(f"{key}={value}" for key, value in sorted(sample.labels.items()))
            found[f"{sample.name}{{{labels}}}" if labels else sample.name] = sample.value
    return found


def grown(before: Figures, after: Figures, name: str) -> float:
    return after[name] - before.get(name, 0)


async def test_without_a_token_there_is_nothing_and_it_says_how_to_switch_it_on(
    server: Running,
) -> None:
    async with httpx.AsyncClient(base_url=server.http, trust_env=False) as http:
        for path in ("/metrics", "/admin", "/admin/tables", "/admin/enter"):
            for answer in (await http.get(path, headers=BEARER), await http.post(path)):
                assert answer.status_code == 404
                assert "PAIJU_ADMIN_TOKEN" in answer.text


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"authorization": "Bearer wrong"},
        {"authorization": f"Basic {TOKEN}"},
        {"authorization": TOKEN},
        {"authorization": "Bearer"},
        {"authorization": "Bearer é"},
        {"cookie": f"paiju_admin={TOKEN}"},
    ],
)
async def test_who_has_no_token_learns_nothing(tmp_path: Path, headers: dict[str, str]) -> None:
    raw = [(name.encode(), value.encode()) for name, value in headers.items()]
    async with operated(tmp_path) as (_, operator):
        answer = await operator.http.get("/metrics", headers=raw)
        assert answer.status_code == 401
        assert "paiju_" not in answer.text


async def test_nobody_finds_the_token_by_trying(tmp_path: Path) -> None:
    async with operated(tmp_path) as (_, operator):
        codes = Counter[int]()
        for n in range(8):
            wrong = {"authorization": f"Bearer {n}"}
            codes[(await operator.http.get("/metrics", headers=wrong)).status_code] += 1
        assert codes == {401: 5, 429: 3}
        assert (await operator.http.get("/metrics", headers=BEARER)).status_code == 429
        elsewhere = {**BEARER, "x-forwarded-for": "198.51.100.7"}
        assert (await operator.http.get("/metrics", headers=elsewhere)).status_code == 200


async def test_figures_follow_what_happens(tmp_path: Path) -> None:
    async with running(tmp_path, admin_token=TOKEN) as server:
        before = await figures(server)
        assert before["paiju_tables{game=pairs}"] == 0
        assert before["paiju_ready"] == 1
        async with server.client() as player:
            await open_room(player, rounds=2)
            assert await player.refused("start") == "seats_open"
            await fill(player)
            await player.ok("start")
            await player.sit_down()
            await player.until(lambda: player.ask is not None)
            during = await figures(server)
            assert during["paiju_sockets"] == 1
            assert during["paiju_players{line=connected}"] == 1
            assert during["paiju_tables{game=pairs}"] == 1
            assert during["paiju_tables_deserted"] == 0
            assert during["paiju_rooms{stage=playing}"] == 1
            assert grown(before, during, "paiju_rejects_total{code=seats_open}") == 1
            assert grown(before, during, "paiju_matches_started_total") == 1
            assert grown(before, during, "paiju_resyncs_total{sent=view}") == 1
            steps = grown(before, during, "paiju_steps_total")
            assert steps == server.house.journal.rows >= 3
            commits = grown(before, during, "paiju_commit_seconds_count")
            assert commits == server.house.journal.commits
            assert grown(before, during, "paiju_apply_seconds_count") >= steps
            v = player.v
            await player.drop()
            await eventually(lambda: not server.server.sockets)
            away = await figures(server)
            assert away["paiju_players{line=away}"] == 1
            assert away["paiju_tables_deserted"] == 1
            await player.connect()
            await player.resume(last=v)
            back = await figures(server)
            assert grown(during, back, "paiju_resyncs_total{sent=messages}") == 1
            assert back["paiju_sockets_opened_total"] == 2
            await player.play()
            await eventually(lambda: not any(r.table for r in server.house.lobby.rooms.values()))
            after = await figures(server)
            assert grown(before, after, "paiju_matches_over_total") == 1
            assert after["paiju_tables{game=pairs}"] == 0
            assert after["paiju_table_queue"] == after["paiju_journal_queue"] == 0


async def test_what_is_refused_is_counted_by_code(tmp_path: Path) -> None:
    async with running(tmp_path, admin_token=TOKEN) as server, server.client() as player:
        before = Counter(TALLY.rejects)
        await player.refused("leave_nothing")
        await player.refused("join_room", code="000000")
        await player.refused("join_room", code="000001")
        assert TALLY.rejects - before == {"bad_message": 1, "no_room": 2}


def test_times_are_counted_by_their_bounds() -> None:
    taken = Times()
    for seconds in (0.0, TIMES[0], TIMES[0] * 1.01, TIMES[-1], TIMES[-1] + 1):
        taken.add(seconds)
    assert taken.counts[:2] == [2, 1]
    assert taken.counts[-2:] == [1, 1]
    assert sum(taken.counts) == 5


async def test_every_figure_that_docs_and_alerts_name_is_there(tmp_path: Path) -> None:
    pages = [ROOT / "docs" / "operate.md", ROOT / "deploy" / "alerts.yml"]
    named = {name for page in pages for name in re.findall(r"\bpaiju_[a-z_]+", page.read_text())}
    async with running(tmp_path, admin_token=TOKEN) as server, server.client() as player:
        await player.refused("join_room", code="000000")
        told = {re.sub(r"\{.*", "", name) for name in await figures(server)}
    bare = told | {re.sub(r"_(total|info|bucket|sum|count)$", "", name) for name in told}
    assert named - bare == set()
    assert any(name.endswith("_seconds_bucket") for name in named)


def test_whatever_is_counted_is_told() -> None:
    """The tally's counters are all read by somebody: one that nobody reads says nothing."""
    source = (ROOT / "src/paiju/server/metrics.py").read_text()
    counters = [name for name in dir(TALLY) if not name.startswith("_")]
    assert [name for name in counters if f"TALLY.{name}" not in source] == []
