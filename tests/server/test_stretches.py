"""The steps of a table are found among those of all, however far back its last round began."""

import random
from itertools import product
from pathlib import Path

import pytest
from sqlalchemy import func, insert, select, update

from paiju.server.journal import Fenced, Journal
from paiju.server.pruning import JOURNAL_KEPT, Pruning
from paiju.server.rows import JournalRow
from paiju.server.schema import JOURNAL, TABLES
from paiju.server.steps import RoundOpened, write_step
from paiju.server.store import Store, now_ms
from paiju.server.stretches import FOREVER, steps_of
from tests.server.journals import append

OPENED = write_step(RoundOpened(1, {}, []))
DONE = '{"step":"cleared"}'
PACES = {"busy": 60, "brisk": 30, "slow": 1, "late": 9}
"""How often a table's turn comes."""


def played(steps: int) -> list[JournalRow]:
    """So many steps of some tables as they come, one each ms; ``late`` comes when half are over."""
    chance = random.Random(6)
    rounds, written = dict.fromkeys(PACES, 0), dict.fromkeys(PACES, 0)
    rows = list[JournalRow]()
    for at in range(steps):
        here = [table for table in PACES if table != "late" or at > steps // 2]
        (table,) = chance.choices(here, [PACES[one] for one in here])
        opens = not written[table] or chance.random() < 1 / 12
        rounds[table] += opens
        step = OPENED if opens else DONE
        rows.append(JournalRow(table, written[table], rounds[table], at, step))
        written[table] += 1
    return rows


@pytest.fixture
async def rows(store: Store) -> list[JournalRow]:
    """What the database has of several stretches."""
    rows = played(3000)
    await store.append(rows)
    return rows


async def test_the_last_round_is_read_from_its_beginning(
    store: Store, rows: list[JournalRow]
) -> None:
    for table, begun_by in product(PACES, [None, 2999, 2500, 1600, 900, 30, 0]):
        own = [row for row in rows if row.table_id == table]
        by_then = [row.round for row in own if begun_by is None or row.at <= begun_by]
        last = [row.seq for row in own if row.round >= max(by_then, default=0)]
        assert last
        read = await store.steps_of_last_round(table, begun_by)
        assert [step.seq for step in read] == last, (table, begun_by)


async def test_a_file_is_not_read_further_back_than_the_last_round(
    store: Store, rows: list[JournalRow]
) -> None:
    if store.engine.dialect.name == "sqlite":
        own = select(func.max(JOURNAL.c.at) - func.min(JOURNAL.c.at)).where(
            steps_of("busy", store.engine.dialect, opened_by=FOREVER)
        )
        async with store.engine.connect() as connection:
            assert (await connection.execute(own)).scalar_one() < 2 * 512 < len(rows)


async def test_a_step_of_a_number_that_was_just_written_is_refused(
    store: Store, rows: list[JournalRow]
) -> None:
    journal = Journal(store)
    journal.start()
    last = [row for row in rows if row.table_id == "busy"][-1]
    with pytest.raises(Fenced):
        await append(journal, [last])
    await append(journal, [last._replace(seq=last.seq + 1)])
    await journal.stop()


async def test_no_row_is_kept_when_one_of_very_many_is_refused(store: Store) -> None:
    many = [JournalRow("t", seq, 1, 0, OPENED) for seq in range(200)]
    with pytest.raises(Exception, match=r"(?i)unique"):
        await store.append([*many, many[-1]])
    assert await store.steps_of_last_round("t") == []
    await store.append(many)
    assert len(await store.steps_of_last_round("t")) == 200


async def test_a_journal_with_a_hole_is_not_played_on(store: Store) -> None:
    await store.append([JournalRow("t", seq, 1, 0, OPENED) for seq in (0, 1, 3)])
    with pytest.raises(ValueError, match="t: step 3 after step 1"):
        await store.steps_of_last_round("t")


async def test_a_file_forgets_the_steps_before_the_first_of_a_table_that_is_kept(
    tmp_path: Path,
) -> None:
    store = Store(f"sqlite+aiosqlite:///{tmp_path / 'paiju.sqlite3'}")
    await store.open()
    rows = played(3000)
    first = {table: next(row.at for row in rows if row.table_id == table) for table in PACES}
    assert first["busy"] < first["slow"] < first["late"]
    await store.append(rows)
    match = {"room": "0", "game": "g", "options": "{}", "rounds": 1, "seed": "", "places": "[]"}
    tables = [{**match, "id": table, "started": 0} for table in PACES]
    async with store.engine.begin() as connection:
        await connection.execute(insert(TABLES), tables)
    for over, left in (
        ([], 3000),
        (["late"], 3000),
        (["busy", "brisk"], 3000 - first["slow"]),
        (["slow"], 0),
        ([], 0),
    ):
        async with store.engine.begin() as connection:
            long_ago = update(TABLES).values(finished=now_ms() - JOURNAL_KEPT - 1)
            await connection.execute(long_ago.where(TABLES.c.id.in_(over)))
        await Pruning(store.engine).forget_journals()
        async with store.engine.connect() as connection:
            kept = await connection.execute(select(JOURNAL.c.at).order_by(JOURNAL.c.at))
            assert list(kept.scalars()) == list(range(3000 - left, 3000))
    await store.append([JournalRow("next", 0, 1, 0, OPENED)])
    assert len(await store.steps_of_last_round("next")) == 1
    await store.close()
