"""Coins: double entry, once and for all, whatever fails in between."""

import asyncio

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paiju.server import ledger as ledger_module
from paiju.server.answers import Coins
from paiju.server.ledger import BOTS, HOUSE, MINT, Ledger, Overdrawn, Transfer, account_of
from paiju.server.refusals import Refused
from paiju.server.settings import Settings
from paiju.server.store import Store
from tests.server.books import audit, coins_of, transfers_of


async def post(store: Store, ledger: Ledger, key: str, **coins: int) -> None:
    async with store.engine.begin() as connection:
        await ledger.post(connection, Transfer(key, dict(coins)))


async def test_a_player_begins_with_coins_that_the_mint_made(store: Store, ledger: Ledger) -> None:
    assert await ledger.coins("p1") == 2000
    assert await coins_of(store) == {}, "looking writes nothing"
    await post(store, ledger, "round:t:1", **{"player:p1": -5, "bots": 5})
    assert await ledger.coins("p1") == 1995
    assert await coins_of(store) == {account_of("p1"): 1995, BOTS: 5, MINT: -2000}
    assert await transfers_of(store) == {"start:p1", "round:t:1"}


async def test_a_transfer_happens_once(store: Store, ledger: Ledger) -> None:
    for _ in range(3):
        await post(store, ledger, "round:t:1", **{"player:p1": -5, "player:p2": 5})
    assert await ledger.purses(["p1", "p2"]) == {"p1": 1995, "p2": 2005}


async def test_a_transfer_that_does_not_sum_to_zero_is_none(store: Store, ledger: Ledger) -> None:
    with pytest.raises(ValueError, match="must be the same"):
        await post(store, ledger, "round:t:1", **{"player:p1": -5, "player:p2": 6})
    assert await coins_of(store) == {}


async def test_nobody_pays_what_is_not_there(store: Store, ledger: Ledger) -> None:
    with pytest.raises(Overdrawn):
        await post(store, ledger, "round:t:1", **{"player:p1": -2001, "bots": 2001})
    assert await coins_of(store) == {}
    await post(store, ledger, "round:t:1", **{"player:p1": -2000, "bots": 2000})
    assert await ledger.coins("p1") == 0


async def test_the_daily_top_up(
    store: Store, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once a day up to 1000, and only for who has less."""
    assert (await ledger.get_coins("p1")).top_up == 0
    with pytest.raises(Refused) as refused:
        await ledger.top_up("p1")
    assert refused.value.code == "no_top_up"
    await post(store, ledger, "round:t:1", **{"player:p1": -1700, "bots": 1700})
    assert await ledger.get_coins("p1") == Coins(300, 700)
    assert await ledger.top_up("p1") == Coins(1000, 0)
    await post(store, ledger, "round:t:2", **{"player:p1": -1000, "bots": 1000})
    assert await ledger.get_coins("p1") == Coins(0, 0)
    with pytest.raises(Refused):
        await ledger.top_up("p1")
    monkeypatch.setattr(ledger_module, "_top_up_key", lambda player: f"topup:{player}:tomorrow")
    assert (await ledger.get_coins("p1")).top_up == 1000
    twice = await asyncio.gather(*(ledger.top_up("p1") for _ in range(4)), return_exceptions=True)
    assert sum(isinstance(one, Refused) for one in twice) == 3
    assert await ledger.coins("p1") == 1000


PLAYERS = ("p0", "p1", "p2")
MOVES = st.tuples(
    st.integers(0, 6),
    st.dictionaries(
        st.sampled_from([account_of(player) for player in PLAYERS]),
        st.integers(-900, 900),
        min_size=1,
    ),
    st.sampled_from([HOUSE, BOTS]),
    st.booleans(),
)


class Crash(Exception):
    """The process is gone before the commit."""


@settings(max_examples=25, deadline=None)
@given(moves=st.lists(MOVES, max_size=12), topped=st.lists(st.sampled_from(PLAYERS), max_size=4))
def test_the_books_are_right_after_any_transfers_repeats_and_crashes(
    moves: list[tuple[int, dict[str, int], str, bool]], topped: list[str]
) -> None:
    async def play() -> None:
        store = Store("sqlite+aiosqlite://")
        await store.open()
        ledger = Ledger(store.engine, Settings())
        expected: dict[str, int] = {}
        done: set[int] = set()
        for number, coins, other, crashes in moves:
            whole = {**coins, other: -sum(coins.values())}
            able = all(
                expected.get(account, 2000) + change >= 0 for account, change in coins.items()
            )
            try:
                async with store.engine.begin() as connection:
                    await ledger.post(connection, Transfer(f"round:t:{number}", whole))
                    if crashes:
                        raise Crash
            except Crash:
                continue
            except Overdrawn:
                assert not able
                continue
            finally:
                await audit(store)
            if number not in done:
                assert able
                for account, change in coins.items():
                    expected[account] = expected.get(account, 2000) + change
            done.add(number)
        for player in topped:
            before = await ledger.get_coins(player)
            if before.top_up:
                assert (await ledger.top_up(player)).coins == before.coins + before.top_up == 1000
                expected[account_of(player)] = 1000
            await audit(store)
        known = await coins_of(store)
        assert {a: known.get(a, 2000) for a in expected} == expected
        await store.close()

    asyncio.run(play())
