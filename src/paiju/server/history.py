"""What players look back on: their finished rounds, what each brought them, and its record."""

from msgspec import json
from sqlalchemy import ColumnElement, select, tuple_
from sqlalchemy.ext.asyncio import AsyncEngine

from paiju.server.account_requests import GetHistory, GetRecord
from paiju.server.answers import History, PlayedRound, RecordText
from paiju.server.refusals import refused
from paiju.server.schema import ROUNDS, SITTINGS


class Archive:
    """The finished rounds of all players."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def get_history(self, player: str, message: GetHistory) -> History:
        """A player's finished rounds, the newest first."""
        place = SITTINGS.c.at, SITTINGS.c.table_id, SITTINGS.c.round
        query = (
            select(SITTINGS.c.seat, SITTINGS.c.coins, *(c for c in ROUNDS.c if c.name != "record"))
            .join(ROUNDS, _same_round())
            .where(SITTINGS.c.player == player)
            .order_by(*(column.desc() for column in place))
            .limit(message.limit + 1)
        )
        if message.before is not None:
            last = message.before
            query = query.where(tuple_(*place) < (last.at, last.table, last.round))
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        rounds = [
            PlayedRound(
                table=row.table_id,
                round=row.round,
                game=row.game,
                at=row.at,
                seat=row.seat,
                names=json.decode(row.names, type=list[str]),
                payments=json.decode(row.payments, type=list[int]),
                termination=row.termination,
                stake=row.stake,
                coins=row.coins,
            )
            for row in rows[: message.limit]
        ]
        return History(rounds, more=len(rows) > message.limit)

    async def get_record(self, player: str, message: GetRecord) -> RecordText:
        """The record of a round. :raises Refused: unless the player sat at it."""
        query = (
            select(ROUNDS.c.game, ROUNDS.c.record)
            .join(SITTINGS, _same_round())
            .where(
                SITTINGS.c.player == player,
                ROUNDS.c.table_id == message.table,
                ROUNDS.c.round == message.round,
            )
        )
        async with self._engine.connect() as connection:
            row = (await connection.execute(query)).first()
        if row is None:
            raise refused("no_record")
        return RecordText(f"{row.game}-{message.table}-{message.round}.jsonl", row.record)


def _same_round() -> ColumnElement[bool]:
    return (ROUNDS.c.table_id == SITTINGS.c.table_id) & (ROUNDS.c.round == SITTINGS.c.round)
