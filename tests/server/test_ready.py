"""Whether a node lives and may be sent players, as a load balancer asks it."""

import asyncio
import resource
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic
from typing import Any, ClassVar

import httpx
import pytest
from sqlalchemy import event
from sqlalchemy.exc import OperationalError

from paiju.core.event import Json
from paiju.core.game import Observation, RoundSetup
from paiju.core.randomness import SEED_BYTES
from paiju.server import health as health_module
from paiju.server import tables as tables_module
from paiju.server import takeover as takeover_module
from paiju.server.holding import Occupied
from paiju.server.journal import InDoubt
from paiju.server.protocol import CloseCode
from paiju.server.rows import JournalRow
from paiju.server.site import Alone
from paiju.server.steps import Cleared, write_step
from tests.server.conftest import Running, eventually, running
from tests.server.journals import append
from tests.server.operators import operated
from tests.server.pairs import Pairs, PairsOptions, PairsRound
from tests.server.postgres import Postgres


async def asked(server: Running, path: str = "/readyz") -> httpx.Response:
    async with httpx.AsyncClient(base_url=server.http, trust_env=False) as http:
        return await http.get(path)


async def test_a_node_that_plays_lives_and_is_ready(server: Running) -> None:
    assert (await asked(server, "/healthz")).json()["status"] == "ok"
    answer = await asked(server)
    assert (answer.status_code, answer.json()) == (200, {"status": "ready"})


async def test_a_node_without_its_site_is_not_ready_but_lives(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Alone, "trouble", lambda _: "no lease")
    answer = await asked(server)
    assert answer.status_code == 503
    assert answer.json() == {"status": "not ready", "reason": "no lease"}
    assert (await asked(server, "/healthz")).status_code == 200


async def test_a_node_whose_games_another_server_plays_says_so_until_that_stops(
    server: Running, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Not that the database were away, and to its operator who it is."""
    monkeypatch.setattr(takeover_module, "LOOK_EVERY", 0.01)
    takeover = server.house.takeover

    async def occupied() -> None:
        raise Occupied("another paiju server is playing these games (paiju from 10.0.0.7)")

    with monkeypatch.context() as taken:
        taken.setattr(server.house.store, "hold_again", occupied)
        server.house.tasks.run(takeover.run(), "takeover")
        await eventually(lambda: takeover.trouble is not None)
        answer = await asked(server)
    assert answer.status_code == 503
    assert answer.json()["reason"] == "another server plays these games"
    assert "10.0.0.7" in "".join(capfd.readouterr())
    await eventually(lambda: takeover.trouble is None)
    assert (await asked(server)).status_code == 200


async def test_a_node_without_its_database_is_not_ready_and_tells_nobody_more(
    tmp_path: Path, postgresql: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health_module, "LOOK_AGAIN", 0.0)
    monkeypatch.setattr(health_module, "DATABASE_WITHIN", 20.0)
    async with running(tmp_path, database_url=postgresql.new_database()) as server:
        assert (await asked(server)).status_code == 200
        await asyncio.to_thread(postgresql.stop)
        try:
            answer = await asked(server)
            alive = await asked(server, "/healthz")
        finally:
            await asyncio.to_thread(postgresql.start)
        assert answer.status_code == 503
        assert answer.json() == {"status": "not ready", "reason": "the database does not answer"}
        assert alive.status_code == 200
        assert (await asked(server)).status_code == 200


async def test_a_database_server_that_only_reads_is_away(
    tmp_path: Path, postgresql: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a standby does, where a failover has left the nodes with that one."""
    monkeypatch.setattr(health_module, "LOOK_AGAIN", 0.0)
    async with running(tmp_path, database_url=postgresql.new_database()) as server:
        await asyncio.to_thread(postgresql.read_only, True)
        try:
            async with asyncio.timeout(60):
                while (answer := await asked(server)).status_code == 200:
                    pass
            with pytest.raises(InDoubt):
                await append(
                    server.house.journal, [JournalRow("t", 0, 0, 0, write_step(Cleared()))]
                )
        finally:
            await asyncio.to_thread(postgresql.read_only, False)
        assert answer.status_code == 503
        assert "keeps nothing" in answer.json()["reason"]
        async with asyncio.timeout(60):
            while (await asked(server)).status_code != 200:
                pass


async def test_a_disk_that_takes_nothing_is_one_line_and_no_fault_of_ours(
    server: Running, capfd: pytest.CaptureFixture[str]
) -> None:
    """Who comes is asked to come back, and plays when there is room again."""
    engine = server.house.store.engine
    takes_nothing = True

    def connected(connection: Any, _: object) -> None:
        connection.execute(f"PRAGMA query_only = {takes_nothing}")

    event.listen(engine.sync_engine, "connect", connected)
    await engine.dispose()
    player = server.client()
    await player.connect()
    assert player.close_code == CloseCode.FAULT
    said = "".join(capfd.readouterr())
    assert "no answer from the database" in said
    assert "readonly" in said
    assert "Traceback" not in said
    takes_nothing = False
    await engine.dispose()
    assert await player.back_to_lobby()
    await player.drop()


@pytest.fixture
def disk() -> Iterator[Callable[[bool], None]]:
    """A disk that can be full: by a limit on files (``EFBIG``), as a quota is another one."""
    _, most = resource.getrlimit(resource.RLIMIT_FSIZE)

    def set_full(is_full: bool) -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096 if is_full else most, most))

    yield set_full
    set_full(False)


async def test_a_full_disk_is_told_and_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, disk: Callable[[bool], None]
) -> None:
    """Also to who asks for the figures alone; and it is ready by itself, though nobody plays."""
    monkeypatch.setattr(health_module, "LOOK_AGAIN", 0.0)
    monkeypatch.setattr(tables_module, "RETRY_AFTER", 0.01)
    async with operated(tmp_path) as (server, operator), server.client() as player:
        await player.ok("play_now", game="pairs", rounds=2)
        await player.sit_down()
        await player.until(lambda: player.ask is not None)
        assert await operator.figure("paiju_ready") == 1
        disk(True)
        try:
            idle = await asked(server)
            with pytest.raises(ConnectionError):
                await player.act()
            played = await asked(server)
            figure = await operator.figure("paiju_ready")
            alive = await asked(server, "/healthz")
        finally:
            disk(False)
        assert (idle.status_code, played.status_code, figure) == (503, 503, 0)
        assert "keeps nothing" in idle.json()["reason"]
        assert player.close_code == CloseCode.FAULT
        assert alive.status_code == 200
        async with asyncio.timeout(60):
            while (await asked(server)).status_code != 200:
                pass
        assert await operator.figure("paiju_ready") == 1
        await player.drop()
        await player.connect()
        await player.resume(last=0)
        await player.play()


async def test_a_commit_that_failed_is_told_though_less_can_be_kept(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a look writes is small; what tables could not write counts until they can."""
    journal = server.house.journal
    row = JournalRow("t", 0, 0, 0, write_step(Cleared()))

    async def fail(*_: object) -> None:
        raise sqlite_full()

    assert (await asked(server)).status_code == 200
    monkeypatch.setattr(health_module, "LOOK_AGAIN", 0.0)
    with monkeypatch.context() as full:
        full.setattr(server.house.store, "append", fail)
        with pytest.raises(InDoubt):
            await append(journal, [row])
        assert (await asked(server)).status_code == 503
        assert (await asked(server)).status_code == 503, "tables try again, though not in each look"
    await append(journal, [row])
    assert (await asked(server)).status_code == 200


async def test_a_commit_that_failed_long_ago_counts_no_more(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody may be there to try another one: then what a look can write decides."""
    monkeypatch.setattr(health_module, "LOOK_AGAIN", 0.0)
    server.house.journal.failed_at = monotonic()
    assert (await asked(server)).status_code == 503
    server.house.journal.failed_at = monotonic() - health_module.FAILED_FOR
    assert (await asked(server)).status_code == 200


def sqlite_full() -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("database or disk is full")
    error.sqlite_errorcode = sqlite3.SQLITE_FULL
    return error


async def test_whoever_asks_often_asks_the_database_once(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = 0

    class Engine:
        def begin(self) -> None:
            nonlocal looks
            looks += 1
            raise OperationalError("SELECT 1", {}, Exception("a detail"))

    monkeypatch.setattr(health_module, "LOOK_AGAIN", 60.0)
    monkeypatch.setattr(server.house.store, "engine", Engine())
    answers = await asyncio.gather(*(asked(server) for _ in range(8)))
    assert {answer.status_code for answer in answers} == {503}
    assert all("a detail" not in answer.text for answer in answers)
    assert looks == 1


async def test_a_node_that_is_drained_is_not_ready(tmp_path: Path) -> None:
    async with operated(tmp_path) as (server, operator):
        await operator.enter()
        await operator.send(node="", do="drain")
        answer = await asked(server)
        assert (answer.status_code, answer.json()["reason"]) == (503, "draining")
        await operator.send(node="", do="undrain")
        assert (await asked(server)).status_code == 200


class Rehearsed(Pairs):
    """A game that notes what it is asked for."""

    asked: ClassVar[list[str]] = []

    def start(self, setup: RoundSetup) -> PairsRound:
        self.asked.append("deal")
        return super().start(setup)

    def advice(self, observation: Observation) -> dict[str, Json]:
        self.asked.append(f"advice for {observation.viewer}")
        return super().advice(observation)


async def test_no_first_player_waits_for_what_a_game_works_out_once(tmp_path: Path) -> None:
    """A round of each game is dealt, and its first question asked, before anybody can come."""
    async with running(tmp_path, games={"pairs": Rehearsed()}) as server:
        first = server.house.games["pairs"].new_match(PairsOptions(), bytes(SEED_BYTES)).dealer
        assert Rehearsed.asked == ["deal", f"advice for {first}"]
