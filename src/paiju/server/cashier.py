"""The end of a round: who pays how many coins to whom, and what is kept of it."""

from collections import Counter
from typing import NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from paiju.server.history import FinishedRound, Sitting, keep_round
from paiju.server.ledger import BOTS, HOUSE, Ledger, Transfer, account_of
from paiju.server.shares import shares
from paiju.server.state import TableState
from paiju.server.steps import Paid
from paiju.server.store import Along, now_ms


class Closing(NamedTuple):
    """What closes a round; nothing has been paid before ``keep`` is committed."""

    paid: Paid
    keep: Along
    """Goes into the transaction that keeps the act which ended the round."""
    purses: dict[str, int]
    """Afterwards, of the players whose coins changed."""


class Cashier:
    """Closes the rounds of all tables."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    async def close(self, state: TableState) -> Closing:
        """Reckon what a round that has just ended brings everybody."""
        paid, transfer, purses = Paid(None, []), None, dict[str, int]()
        if state.stake:
            paid, transfer, purses = await self._reckon(state)
        finished = _finished(state, paid.coins)

        async def keep(connection: AsyncConnection) -> None:
            await keep_round(connection, finished)
            if transfer is not None:
                await self._ledger.post(connection, transfer)

        return Closing(paid, keep, purses)

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


def _finished(state: TableState, coins: list[int] | None) -> FinishedRound:
    assert state.round is not None and state.round.outcome is not None
    return FinishedRound(
        table=state.table,
        round=state.number,
        game=state.game.key,
        at=now_ms(),
        stake=state.stake,
        termination=state.round.outcome.termination,
        names=[seat.name for seat in state.seats],
        payments=state.round.outcome.payments,
        record=state.record().to_bytes().decode(),
        sittings=[
            Sitting(seat, player, coins[seat] if coins is not None else None)
            for seat, player in enumerate(state.payers)
            if player is not None
        ],
    )
