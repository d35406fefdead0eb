"""Who may do what in 金坛麻将, and who pays what in the end."""

from collections.abc import Sequence
from typing import Final

from paiju.core.action import Action
from paiju.core.errors import Refusal
from paiju.core.event import Json
from paiju.core.outcome import Outcome
from paiju.core.seat import SEATS, Seat, seats_after
from paiju.core.text import Text
from paiju.games.jintan_mahjong.chow_ban import LAST_MELD, closed_by, closed_discards
from paiju.games.jintan_mahjong.options import JintanOptions
from paiju.games.jintan_mahjong.patterns import FLOWERS
from paiju.games.jintan_mahjong.scoring import judge, owed, score
from paiju.mahjong.actions import Chow, Hu, Kong
from paiju.mahjong.deal import TileSet
from paiju.mahjong.events import UNTIL_GAIN
from paiju.mahjong.question import Question
from paiju.mahjong.refusals import Clauses
from paiju.mahjong.rules import Rules, WinClaim
from paiju.mahjong.scoring import Item, Verdict, items_json
from paiju.mahjong.settlement import payers_of, winner_json, winning_tile
from paiju.mahjong.table import Table
from paiju.mahjong.tiles import (
    FIRST_FLOWER,
    HAND_KINDS,
    KINDS,
    Tile,
    counted_tiles,
    tile_name,
    tile_text,
    tiles_text,
)
from paiju.mahjong.win import DISCARD, ROBBED_KONG, Source, Win

TILES: Final = TileSet(
    [4 if tile < FIRST_FLOWER else 1 for tile in range(KINDS)],
    bonus=range(FIRST_FLOWER, KINDS),
)
ALL_FLOWERS: Final = 8

CLAUSES: Final = Clauses(
    whole_hand="JT-4", win_after_draw="JT-6", claims="JT-6", kongs="JT-7", chows="JT-6"
)

NO_KONG: Final = Refusal(
    Text("牌墙已经摸完，不能再杠", "No kong when the wall is empty: nothing could replace it"),
    "JT-3",
)
FINED: Final = Refusal(
    Text(
        "这一次已经诈胡过了，请打牌",
        "You have called a false win already; now discard, or make a kong",
    ),
    "JT-17",
)
NO_CHOWS: Final = Refusal(Text("这里的规矩不许吃牌", "There are no chows at this table"), "JT-6")
NOTHING_LEFT: Final = Refusal(
    Text("这样吃了以后就没有牌可打", "After this chow no tile could be discarded"), "JT-16"
)
NOTHING_AFTER_KONG: Final = Refusal(
    Text(
        "吃牌之后这样杠，剩下的牌都不能打",
        "After this chow and kong every tile left in hand would be closed for the discard",
    ),
    "JT-14",
)


class JintanRules(Rules):
    """金坛麻将 with one set of house rules."""

    def __init__(self, options: JintanOptions) -> None:
        super().__init__(
            TILES, CLAUSES, declined_until=UNTIL_GAIN, false_win_penalty=options.penalty
        )
        self.options = options

    # --- winning ------------------------------------------------------------------------------

    def judge(self, win: Win) -> Verdict:
        """The best reading of the hand by JT-18 to JT-32."""
        return judge(win, self.options)

    def no_win(self, table: Table, seat: Seat, question: Question, action: Hu) -> Refusal | None:
        """Why this hu wins nothing; after 诈胡 that it is enough now (JT-17)."""
        refusal = super().no_win(table, seat, question, action)
        fined = refusal is not None and question.kind == "turn" and table.fined
        return FINED if fined else refusal

    def win_refusal(
        self, table: Table, seat: Seat, payer: Seat, tile: Tile, verdict: Verdict, source: Source
    ) -> Refusal | None:
        """One's own discard (JT-10) and a declined win (JT-11); only discards are bound (JT-13)."""
        if source != DISCARD:
            return None
        side = table.sides[seat]
        if tile == side.shed:
            name = tile_name(tile)
            return Refusal(
                Text(
                    f"自己刚打过{name.zh}，再摸牌或吃碰杠之前不能胡它",
                    f"You have discarded {name.en}; it is closed until you next gain a tile",
                ),
                "JT-10",
            )
        best, fans = side.bound, side.bound_fans
        if best < 0 or (verdict.fans > fans and verdict.hand_points > best):
            return None
        return Refusal(
            Text(
                f"过了{fans}番{best}分的胡，再动牌之前只能胡番数更多、分也更高的",
                f"You let a win of {fans} 番 and {best} go by; until you next gain a tile only one "
                "with more 番 and a higher score is open",
            ),
            "JT-11",
        )

    # --- one's own turn -----------------------------------------------------------------------

    def closed_discards(self, table: Table, seat: Seat) -> int:
        """过牌: what would make the chow of this turn an exchange (JT-14, JT-15)."""
        kinds = 0
        for tile in closed_discards(table, seat):
            kinds |= 1 << tile
        return kinds

    def closed_refusal(self, table: Table, seat: Seat, tile: Tile) -> Refusal:
        """It was this turn's chow that closed the kind (JT-14)."""
        chow = table.sides[seat].melds[table.turn_chow]
        name = tile_name(tile)
        return Refusal(
            Text(
                f"过牌：刚吃了{tiles_text(chow.tiles)}，这一手不能打{name.zh}",
                f"Having claimed {tile_text(chow.claimed)} for {chow.text}, you may not discard "
                f"{name.en} this turn",
            ),
            "JT-14",
        )

    def kong_refusal(self, table: Table, seat: Seat, tile: Tile) -> Refusal | None:
        """A kong may follow any gain (JT-8), but needs a replacement (JT-3) and a discard (JT-14).

        The ban of a chow outlasts a kong: with nothing but closed tiles left in hand a closed
        replacement would leave no discard at all.
        """
        if table.wall == 0:
            return NO_KONG
        closed = closed_discards(table, seat)
        if not closed:
            return None
        hand = table.sides[seat].hand
        open_kinds = [t for t in range(HAND_KINDS) if hand[t] and t not in closed]
        return NOTHING_AFTER_KONG if open_kinds in ([], [tile]) else None

    # --- claims -------------------------------------------------------------------------------

    def claim_refusal(self, table: Table, seat: Seat, action: Action) -> Refusal | None:
        """JT-3 for kongs; for chows the house rule of JT-6, and that a discard is left (JT-16)."""
        if isinstance(action, Kong):
            return NO_KONG if table.wall == 0 else None
        if isinstance(action, Chow):
            if not self.options.chow:
                return NO_CHOWS
            if len(table.sides[seat].melds) != LAST_MELD and not self._leaves_a_discard(
                table, seat, action
            ):
                return NOTHING_LEFT
        return None

    def _leaves_a_discard(self, table: Table, seat: Seat, chow: Chow) -> bool:
        tile = table.last_tile
        closed = closed_by(min(tile, chow.first), tile)
        for kind, held in enumerate(table.sides[seat].hand):
            used = 1 if kind == chow.first or kind == chow.second else 0
            if held > used and kind not in closed:
                return True
        return False

    # --- the settlement -----------------------------------------------------------------------

    def settle(self, table: Table, wins: Sequence[WinClaim]) -> Outcome:
        """Payments by JT-33 to JT-35: every winner is paid the whole of its score."""
        payments = [0] * SEATS
        winners: list[Json] = []
        for win in wins:
            verdict = self.verdict(table, win.seat, winning_tile(table, win), win.source)
            amount = owed(verdict, win.source)
            payers = payers_of(win)
            _pay(payments, win.seat, payers, amount)
            shares = [_share(payer, verdict.points, amount) for payer in payers]
            clause = "JT-35" if win.source == ROBBED_KONG else "JT-33"
            winner = winner_json(table, win, verdict, shares, clause)
            winner.update(score(verdict.items, self.options).as_dict(self.options))
            winners.append(winner)
        return self._outcome("win", tuple(win.seat for win in wins), payments, winners, table)

    def bonus_outcome(self, table: Table, seat: Seat) -> Outcome | None:
        """Eight flowers before one player end the round: the three pay the cap (JT-36)."""
        laid = table.sides[seat].bonus
        if len(laid) < ALL_FLOWERS:
            return None
        cap = self.options.cap
        payments = [0] * SEATS
        payers = list(seats_after(seat))
        _pay(payments, seat, payers, cap)
        line = Item("eight_flowers", "八花", "Eight flowers", ALL_FLOWERS, FLOWERS, "JT-36")
        winner: dict[str, Json] = {
            "seat": seat,
            "source": "flowers",
            "tile": tile_text(laid[-1]),
            "hand": tiles_text(counted_tiles(table.sides[seat].hand)),
            "items": items_json([line]),
            "points": cap,
            "payers": [_share(payer, cap, cap) for payer in payers],
            "clause": "JT-36",
            "flowers": ALL_FLOWERS,
            "fans": 0,
            "score": cap,
            "capped": False,
            "formula": str(cap),
        }
        return self._outcome("flowers", (seat,), payments, [winner], table)

    def drawn_round(self, table: Table) -> Outcome:
        """The wall ran out: nobody pays (JT-3)."""
        return self._outcome("draw", (), [0] * SEATS, [], table)

    def _outcome(
        self,
        termination: str,
        seats: tuple[Seat, ...],
        payments: list[int],
        winners: list[Json],
        table: Table,
    ) -> Outcome:
        """The end of a round; whatever it was, 诈胡 is paid to the house (JT-17)."""
        fines = [side.fine for side in table.sides]
        items: dict[str, Json] = {
            "winners": winners,
            "factor": table.factor,
            "base": self.options.base,
            "cap": self.options.cap,
            "fines": list[Json](fines),
        }
        paid = tuple(gain - fine for gain, fine in zip(payments, fines, strict=True))
        return Outcome(termination, seats, paid, items, sum(fines))


def _pay(payments: list[int], winner: Seat, payers: list[Seat], amount: int) -> None:
    for payer in payers:
        payments[payer] -= amount
        payments[winner] += amount


def _share(payer: Seat, points: int, amount: int) -> Json:
    return {"seat": payer, "eaten": [], "points": points, "amount": amount}
