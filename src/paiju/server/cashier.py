"""The end of a round: who pays how many coins to whom, and what is kept of it."""

from collections import Counter
from typing import NamedTuple

from msgspec import json
from sqlalchemy.ext.asyncio import AsyncConnection

from paiju.server.ledger import BOTS, HOUSE, Ledger, Transfer, account_of
from paiju.server.rows import RoundRow, Row, SittingRow
from paiju.server.shares import shares
from paiju.server.state import TableState
from paiju.server.steps import Paid
from paiju.server.store import Along, now_ms


class Closing(NamedTuple):
    """What closes a round; nothing has been paid before ``rows`` and ``along`` are committed.

    Both go into the transaction that keeps the act which ended the round.
    """

    paid: Paid
    rows: list[Row]
    along: Along | None
    purses: dict[str, int]
    """Afterwards, of the players whose coins changed."""


class Cashier:
    """Closes the rounds of all tables."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    async def close(self, state: TableState) -> Closing:
        """Reckon what a round that has just ended brings everybody."""
        if not state.stake:
            return Closing(Paid(None, []), _finished(state, None), None, {})
        paid, transfer, purses = await self._reckon(state)

        async def pay(connection: AsyncConnection) -> None:
            await self._ledger.post(connection, transfer)

        return Closing(paid, _finished(state, paid.coins), pay, purses)

    async def _reckon(self, state: TableState) -> tuple[Paid, Transfer, dict[str, int]]:
        assert state.round is not None and state.round.outcome is not None
        outcome, dealer = state.round.outcome, state.round.setup.dealer
        purses = await self._ledger.purses(player for player in state.payers if player is not None)
        got = shares(
            [points * state.stake for points in outcome.payments],
            outcome.house * state.stake,
            [None if player is None else purses[player] for player in state.payers],
            dealer,
        )
        coins = Counter({HOUSE: got.house})
        changed: dict[str, int] = {}
        for player, gain in zip(state.payers, got.seats, strict=True):
            coins[BOTS if player is None else account_of(player)] += gain
            if player is not None and gain:
                changed[player] = purses[player] + gain
        minimum = self._ledger.minimum(state.stake)
        broke = [
            seat
            for seat in state.people()
            if (player := state.payers[seat]) is not None
            and changed.get(player, purses[player]) < minimum
        ]
        transfer = Transfer(f"round:{state.table}:{state.number}", coins)
        return Paid(got.seats, broke), transfer, changed


def _finished(state: TableState, coins: list[int] | None) -> list[Row]:
    """What is kept of a round that has ended, for those who played it."""
    assert state.round is not None and state.round.outcome is not None
    table, number, outcome, at = state.table, state.number, state.round.outcome, now_ms()
    played = RoundRow(
        table_id=table,
        round=number,
        game=state.game.key,
        at=at,
        stake=state.stake,
        termination=outcome.termination,
        names=json.encode([seat.name for seat in state.seats]).decode(),
        payments=json.encode(outcome.payments).decode(),
        record=state.record().to_bytes().decode(),
    )
    sittings = [
        SittingRow(table, number, seat, player, at, None if coins is None else coins[seat])
        for seat, player in enumerate(state.payers)
        if player is not None
    ]
    return [played, *sittings]
