"""An audit of the ledger: what must hold after any transaction, whatever happened."""

from sqlalchemy import Table, func, select

from paiju.server.schema import ACCOUNTS, POSTINGS, ROUNDS, SITTINGS, TRANSFERS
from paiju.server.store import Store


async def rows_of(store: Store, table: Table) -> list[dict[str, object]]:
    """Everything in a table of the database."""
    async with store.engine.connect() as connection:
        return [dict(row._mapping) for row in (await connection.execute(select(table))).all()]


async def coins_of(store: Store) -> dict[str, int]:
    """The balance of every account."""
    return {str(r["id"]): int(str(r["coins"])) for r in await rows_of(store, ACCOUNTS)}


async def transfers_of(store: Store) -> set[str]:
    """The keys of all transfers."""
    return {str(row["key"]) for row in await rows_of(store, TRANSFERS)}


async def audit(store: Store) -> None:
    """The postings of each transfer sum to zero, balances are what was posted, no player owes."""
    total = func.sum(POSTINGS.c.coins)
    async with store.engine.connect() as connection:
        by_transfer = select(POSTINGS.c.transfer, total).group_by(POSTINGS.c.transfer)
        for transfer, coins in (await connection.execute(by_transfer)).all():
            assert coins == 0, transfer
        by_account = select(POSTINGS.c.account, total).group_by(POSTINGS.c.account)
        posted = {account: int(coins) for account, coins in await connection.execute(by_account)}
    balances = await coins_of(store)
    assert {a: coins for a, coins in balances.items() if coins or a in posted} == {
        account: coins for account, coins in posted.items() if coins or account in balances
    }
    assert sum(balances.values()) == 0
    for account, coins in balances.items():
        assert coins >= 0 or not account.startswith("player:"), (account, coins)
    assert {str(row["transfer"]) for row in await rows_of(store, POSTINGS)} <= await transfers_of(
        store
    )


async def audit_rounds(store: Store) -> None:
    """Every round of a table with a stake was paid once, as its history says."""
    gained: dict[tuple[object, object], int] = {}
    for sitting in await rows_of(store, SITTINGS):
        key = (sitting["table_id"], sitting["round"])
        gained[key] = gained.get(key, 0) + int(str(sitting["coins"] or 0))
    rounds = await rows_of(store, ROUNDS)
    paid = {key for key in await transfers_of(store) if key.startswith("round:")}
    assert paid == {f"round:{r['table_id']}:{r['round']}" for r in rounds if r["stake"]}
    postings = await rows_of(store, POSTINGS)
    for row in rounds:
        if row["stake"]:
            transfer = f"round:{row['table_id']}:{row['round']}"
            of_players = [
                int(str(p["coins"]))
                for p in postings
                if p["transfer"] == transfer and str(p["account"]).startswith("player:")
            ]
            assert sum(of_players) == gained[row["table_id"], row["round"]]
