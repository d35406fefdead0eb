"""Who plays for a seat that does not answer itself: its bot, or the least that can be done."""

import asyncio
from collections.abc import Callable

import structlog

from paiju.bots.base import Bot
from paiju.core.seat import Seat
from paiju.server.chair import SeatState
from paiju.server.state import TableState

_log = structlog.get_logger(__name__)


class StandIn:
    """Answers for the seats of a table."""

    def __init__(self, state: TableState, new_bot: Callable[[Seat], Bot]) -> None:
        self._state = state
        self._new_bot = new_bot
        self._bots: dict[Seat, Bot] = {}

    def idle_action(self, seat: SeatState) -> str:
        """The least that can be done."""
        assert self._state.round is not None
        observation = self._state.round.observation(seat.seat, kept=False)
        return str(self._state.game.idle_action(observation))

    async def bot_action(self, seat: SeatState) -> str:
        """What the seat's bot does: it sees the seat's observation and nothing else."""
        assert self._state.round is not None
        observation = self._state.round.observation(seat.seat)
        bot = self._bots.get(seat.seat)
        if bot is None:
            bot = self._bots[seat.seat] = self._new_bot(seat.seat)
        try:
            # In a thread: other tables play on while this one thinks (8 tables of basic bots: the
            # loop's 99th percentile of delay is 16 ms instead of 50, at 1.5 times the pace). The
            # table waits for it, so nothing changes under the bot's eyes.
            action = await asyncio.to_thread(bot.act, observation)
            refusal = observation.legal.explain(action)
            if refusal is None:
                return str(action)
            _log.error("bot acted against the rules", do=str(action), clause=refusal.clause)
        except Exception:
            _log.exception("bot failed", table=self._state.table, seat=seat.seat)
        return self.idle_action(seat)
