"""The cookie of who has come in at the admin page: what it opens, and when that ends."""

from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from paiju.server import admin_door
from tests.server.conftest import Running, running
from tests.server.operators import TOKEN, Operator, operated


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[tuple[Running, Operator]]:
    """A server, and an operator who has come in."""
    async with operated(tmp_path) as (server, operator):
        await operator.enter()
        yield server, operator


async def test_a_cookie_that_is_not_ours_opens_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with operated(tmp_path) as (server, operator):
        await operator.enter()
        good = operator.http.cookies["paiju_admin"]
        said, _, seal = good.rpartition(".")
        # Of its last character two bits say nothing; of its first all do.
        forged = f"{said}.{'B' if seal[0] == 'A' else 'A'}{seal[1:]}"
        async with running(tmp_path / "b", admin_token="another token of 16") as other:
            for url, value in (
                (server.http, forged),
                (server.http, TOKEN),
                (server.http, ""),
                (other.http, good),
            ):
                held = {"cookie": f"paiju_admin={value}"}
                async with httpx.AsyncClient(trust_env=False) as http:
                    assert (await http.get(f"{url}/admin", headers=held)).status_code == 401
        assert (await operator.http.get("/admin")).status_code == 200
        monkeypatch.setattr(admin_door, "STAYS", -1)
        assert (await operator.http.get("/admin")).status_code == 401


async def test_any_node_with_the_token_takes_the_cookie(tmp_path: Path) -> None:
    async with operated(tmp_path / "a") as (_, operator), operated(tmp_path / "b") as (other, _):
        await operator.enter()
        assert (await operator.http.get(f"{other.http}/admin")).status_code == 200


async def test_a_form_of_another_page_does_nothing(site: tuple[Running, Operator]) -> None:
    server, operator = site
    seal = await operator.seal()
    forged = [{}, {"seal": ""}, {"seal": seal[::-1]}, {"seal": seal, "x": "x" * 5_000}]
    for fields in forged:
        form = {"node": "", "do": "drain", **fields}
        answer = await operator.http.post("/admin", data=form)
        assert answer.status_code == 403
    assert not server.house.lobby.paused
    async with httpx.AsyncClient(base_url=server.http, trust_env=False) as http:
        other = Operator(http)
        await other.enter()
        stolen = await other.http.post("/admin", data={"node": "", "do": "pause", "seal": seal})
        assert stolen.status_code == 403
    assert not server.house.lobby.paused


async def test_who_goes_out_is_out_and_a_copy_of_the_cookie_too(
    site: tuple[Running, Operator],
) -> None:
    server, operator = site
    held = {"cookie": f"paiju_admin={operator.http.cookies['paiju_admin']}"}
    seal = await operator.seal()
    async with httpx.AsyncClient(base_url=server.http, trust_env=False) as http:
        other = Operator(http)
        await other.enter()
        await operator.send("/leave")
        assert (await operator.http.get("/admin")).status_code == 401
        assert (await other.http.get("/admin")).status_code == 200
    async with httpx.AsyncClient(base_url=server.http, trust_env=False) as thief:
        form = {"node": "", "do": "drain", "seal": seal}
        for answer in (
            await thief.get("/admin", headers=held),
            await thief.post("/admin", headers=held, data=form),
        ):
            assert answer.status_code == 401
    assert not server.house.lobby.paused


async def test_a_node_that_may_not_know_who_has_gone_out_asks_again(tmp_path: Path) -> None:
    """It was started after the cookie was made: of whoever went out before, it knows nothing."""
    async with operated(tmp_path) as (_, operator):
        await operator.enter()
        held = {"cookie": f"paiju_admin={operator.http.cookies['paiju_admin']}"}
        await operator.send("/leave")
    async with operated(tmp_path) as (_, operator):
        assert (await operator.http.get("/admin", headers=held)).status_code == 401
        await operator.enter()
        assert (await operator.http.get("/admin")).status_code == 200
