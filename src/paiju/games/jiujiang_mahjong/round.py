"""The order in which 九江麻将 asks for claims (JM-15) and what comes of them."""

from typing import Final, Self

from paiju.core.action import Action
from paiju.core.seat import Seat, seat_after, seats_after
from paiju.mahjong.actions import KONG, PASS, PUNG, Kong, Pung
from paiju.mahjong.events import ClaimTold, DealerFollowed
from paiju.mahjong.question import CHOW, MELD, WIN, Question
from paiju.mahjong.round import MahjongRound
from paiju.mahjong.win import ROBBED_KONG, Source

NOBODY: Final[Seat] = -1


class JiujiangRound(MahjongRound):
    """One deal of 九江麻将: a pung or kong is asked first, then wins, then the chow."""

    _stage: int = 0
    """What the claim prompts that are out are for: MELD, WIN or CHOW."""
    _melder: Seat = NOBODY
    """The seat that can pung or kong the last discard."""
    _meld: Action | None = None
    """The pung or kong that it chose."""

    def _copy_claims(self, twin: Self) -> None:
        twin._stage = self._stage
        twin._melder = self._melder
        twin._meld = self._meld

    def _resume_claims(self, seat: Seat, question: Question) -> None:
        self._stage = CHOW if question.offers == CHOW else WIN if question.offers == WIN else MELD
        self._melder, self._meld = NOBODY, None
        if question.kind == "claim" and self._stage == MELD:
            self._melder = seat
        elif question.kind == "claim" and self._stage == WIN:
            told = self.table.told
            if told is not None:
                self._melder = told.claimant
                self._meld = KONG if told.claim == "kong" else PUNG
            for other in seats_after(question.seat):
                if other not in (seat, self._melder):
                    self._ask(other, question)

    def _after_discard(self, seat: Seat) -> None:
        """跟庄 (JM-5): the first discards of all four, in turn order, are of one kind."""
        if seat != seat_after(self.setup.dealer, 3):
            return
        rivers = [side.river for side in self.table.sides]
        if all(len(river) == 1 for river in rivers):
            tile = self.table.last_tile
            if all(river[0].tile == tile for river in rivers):
                self._emit(DealerFollowed(tile))

    def _open_claims(self) -> None:
        """First the one seat that can pung or kong the tile, with its win if it has one."""
        table = self.table
        self._stage, self._melder, self._meld = MELD, NOBODY, None
        source, tile = table.last_seat, table.last_tile
        for seat in seats_after(source):
            if table.sides[seat].hand[tile] >= 2:
                question = Question("claim", source, tile, offers=MELD)
                if self.rules.answers(table, seat, question):
                    self._melder = seat
                    self._ask(seat, Question("claim", source, tile, offers=WIN | MELD))
                    return
        self._ask_to_win()

    def _ask_to_win(self) -> None:
        """Every other seat that can win, all at once, told of a chosen pung or kong."""
        table = self.table
        self._stage = WIN
        told = "" if self._meld is None else str(self._meld)
        source, tile = table.last_seat, table.last_tile
        for seat in seats_after(source):
            if seat != self._melder and table.sides[seat].completes(tile):
                self._ask(seat, Question("claim", source, tile, offers=WIN, told=told))
        asked = self._prompts.due
        if told:
            for seat in asked:
                self._emit(ClaimTold(seat, self._melder, told))
        if not asked:
            self._decide()

    def _claims_answered(self) -> None:
        if self._stage == MELD:
            chosen = self._prompts.answers[self._melder]
            if isinstance(chosen, Kong | Pung):
                self._meld = chosen
            self._ask_to_win()
        elif self._stage == WIN:
            self._decide()
        else:
            self._chow_answered()

    def _decide(self) -> None:
        """Everybody who can win has answered: the winners, else the meld, else the chow."""
        wins = self._winners() if self._prompts.any_answers else []
        self._prompts.clear()
        if wins:
            self._win(wins)
        elif self._meld is not None:
            self._meld_claimed(self._melder, self._meld)
        else:
            self._ask_to_chow()

    def _ask_to_chow(self) -> None:
        table = self.table
        self._stage = CHOW
        question = Question("claim", table.last_seat, table.last_tile, offers=CHOW)
        if not self._ask(seat_after(table.last_seat), question):
            self._next_seat_draws()

    def _chow_answered(self) -> None:
        chower = seat_after(self.table.last_seat)
        chosen = self._prompts.answers[chower]
        self._prompts.clear()
        if chosen is None or chosen is PASS:
            self._next_seat_draws()
        else:
            self._meld_claimed(chower, chosen)

    def _payer(self, source: Source) -> Seat:
        """The konger pays for its robbed kong, the discarder for its discard (JM-57)."""
        if source == ROBBED_KONG and not self.table.kong_declared:
            return self._melder
        return self.table.last_seat
