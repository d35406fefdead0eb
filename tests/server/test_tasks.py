"""What a node does beside answering its sockets ends when it is told to, each by its name."""

import asyncio

from paiju.server.tasks import Tasks


async def test_only_what_is_named_is_ended() -> None:
    tasks = Tasks()
    for name in ("table 1", "table 2", "sweep"):
        tasks.run(asyncio.sleep(3600), name)
    await tasks.stop()
    await tasks.stop("table 1", "table 3")
    await asyncio.sleep(0)
    assert sorted(task.get_name() for task in tasks) == ["sweep", "table 2"]
    await tasks.stop_all()
    await asyncio.sleep(0)
    assert list(tasks) == []
