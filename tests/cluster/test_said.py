"""What a node says of its site: what it is, and what comes of it; nothing where all is well."""

from pathlib import Path

import pytest
from structlog.testing import capture_logs

from paiju.server.cluster import Cluster
from paiju.server.house import House
from paiju.server.settings import Settings
from paiju.server.takeover import ANSWER_WITHIN, LOOK_EVERY
from tests.cluster.nats import nats
from tests.server.conftest import eventually


@pytest.mark.parametrize("has_left", [True, False])
async def test_that_nats_is_gone_is_said_by_those_who_need_it(has_left: bool) -> None:
    """A whole site that is stopped may lose it before its nodes have ended."""
    with nats() as bus:
        site = Cluster(
            f"nats://127.0.0.1:{bus.port}", "n", lambda _: None, lambda: None, lambda: True
        )
        await site.open()
        if has_left:
            await site.leave()
        with capture_logs() as said:
            bus.stop()
            await eventually(lambda: site.trouble() == "NATS is not connected")
        warnings = [it["event"] for it in said if it["log_level"] == "warning"]
        assert [it.partition(":")[0] for it in warnings] == ([] if has_left else ["NATS is gone"])
        await site.close()


async def test_that_rooms_are_not_looked_after_is_said_with_what_comes_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = House(Settings(data=tmp_path))
    takeover = house.takeover

    async def away() -> None:
        raise ConnectionRefusedError("nobody there")

    monkeypatch.setattr(takeover, "_look", away)
    for since, event in (
        (0.0, "rooms were not looked after: that is tried again within a second"),
        (LOOK_EVERY + ANSWER_WITHIN, "the database does not answer: others take the rooms"),
    ):
        takeover.answered()
        takeover._answered_at -= since
        with capture_logs() as said:
            house.tasks.run(takeover.run(), "takeover")
            takeover.look_now()
            await eventually(lambda said=said: len(said) > 0)  # type: ignore[misc]
            await house.tasks.stop("takeover")
        assert said[0]["event"].startswith(event)
        assert said[0]["error"] == "nobody there"
