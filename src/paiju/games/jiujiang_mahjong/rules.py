"""Who may do what in 九江麻将, and who pays what in the end."""

from collections.abc import Sequence
from typing import Final

from paiju.core.action import Action
from paiju.core.errors import Refusal
from paiju.core.event import Json
from paiju.core.outcome import Outcome
from paiju.core.seat import SEATS, Seat
from paiju.core.text import Text
from paiju.games.jiujiang_mahjong.options import JiujiangOptions
from paiju.games.jiujiang_mahjong.scoring import dealer_factor, eaten, house_lines, judge
from paiju.mahjong.actions import HU, HU_DISCARD, HU_KONG, Chow, Hu, Kong
from paiju.mahjong.deal import TileSet
from paiju.mahjong.melds import CHOW, CONCEALED_KONG, Meld
from paiju.mahjong.question import Question
from paiju.mahjong.refusals import Clauses
from paiju.mahjong.rules import Rules, WinClaim
from paiju.mahjong.scoring import Verdict, items_json
from paiju.mahjong.settlement import payers_of, winner_json, winning_tile
from paiju.mahjong.table import Table
from paiju.mahjong.tiles import (
    GREEN,
    HAND_KINDS,
    HIDDEN,
    KINDS,
    RED,
    SUITED_KINDS,
    WHITE,
    Tile,
    tile_name,
)
from paiju.mahjong.win import DISCARD, ROBBED_KONG, SELF_DRAW, Source, Win

TILES: Final = TileSet(
    [4 if tile < SUITED_KINDS or tile in (WHITE, GREEN, RED) else 0 for tile in range(42)],
    bonus=(GREEN,),
)

ALL_KINDS: Final = (1 << KINDS) - 1

CLAUSES: Final = Clauses(
    whole_hand="JM-2",
    win_after_draw="JM-13",
    claims="JM-14",
    kongs="JM-17",
    chows="JM-19",
    choice="JM-16",
)

LAST_TILE: Final = Refusal(
    Text(
        "最后一张：要么胡，要么打出摸到的这张；别人只能胡或过",
        "The wall's last tile is won with or discarded itself; others can only win on it or pass",
    ),
    "JM-12",
)
LOCKED: Final = Refusal(
    Text("报听后只能打摸到的牌，不能吃碰杠", "A declared hand is locked: discard the drawn tile"),
    "JM-21",
)
LOCKED_KONG: Final = Refusal(
    Text(
        "报听后只能暗杠刚摸到的牌，而且听的牌必须完全不变",
        "A declared hand may only make a concealed kong of the drawn tile that leaves "
        "what it waits for exactly the same",
    ),
    "JM-21",
)
KONG_AFTER_DRAW: Final = Refusal(
    Text("摸牌之后才能暗杠或加杠", "A kong of one's own comes right after a draw"), "JM-17"
)
NOTHING_LEFT: Final = Refusal(
    Text("碰吃之后就没有牌可打了", "After this claim there would be nothing left to discard"),
    "JM-18",
)
CHOW_LAST: Final = Refusal(
    Text(
        "三副都是碰或明杠、手里剩四张时才能吃",
        "A chow needs exactly three melds laid down, all pungs or exposed kongs",
    ),
    "JM-19",
)
NOT_WAITING: Final = Refusal(
    Text("这样打出去并不听牌", "The hand would not be waiting for a win"), "JM-20"
)
READY_TOO_LATE: Final = Refusal(
    Text(
        "报听只能在第一次打牌之前、没有吃碰杠过别人的牌时",
        "Ready is declared with the first discard at the latest, before claiming any tile",
    ),
    "JM-20",
)


class JiujiangRules(Rules):
    """九江麻将 with one set of house rules."""

    def __init__(self, options: JiujiangOptions) -> None:
        super().__init__(TILES, CLAUSES, asks_raises=options.raises, asks_ready=True)
        self.options = options

    # --- winning ------------------------------------------------------------------------------

    def judge(self, win: Win) -> Verdict:
        """The best reading of the hand by JM-26 to JM-54."""
        return judge(win, self.options)

    def win_refusal(
        self, table: Table, seat: Seat, payer: Seat, tile: Tile, verdict: Verdict, source: Source
    ) -> Refusal | None:
        """胡大不胡小 (JM-23): bound by what one declined, except on the dealer's tiles (JM-24)."""
        side = table.sides[seat]
        if source == SELF_DRAW or payer == table.dealer or side.bound < 0:
            return None
        if self.options.declined_lock == "tile":
            if tile not in side.declined:
                return None
            name = tile_name(tile)
            return Refusal(
                Text(
                    f"过了{name.zh}没胡，自己再摸牌之前不能胡它",
                    f"You let {name.en} go by; it is closed until you draw",
                ),
                "JM-23",
            )
        best = side.bound
        if verdict.hand_points > best:
            return None
        return Refusal(
            Text(
                f"胡大不胡小：过了{best}炮的胡，摸牌之前只能胡更大的",
                f"You let a win of {best} go by; until you draw only a bigger one is open",
            ),
            "JM-23",
        )

    def hu_sources(
        self, table: Table, seat: Seat, question: Question
    ) -> tuple[tuple[Hu, Source], ...]:
        """Off the discard, or by robbing the kong made of it, or either (JM-15, JM-16)."""
        if question.kind != "claim" or question.told != "kong":
            return super().hu_sources(table, seat, question)
        rob = self._worth(table, seat, question, ROBBED_KONG)
        if question.seat != table.dealer:
            return ((HU, ROBBED_KONG),) if rob >= 0 else ()
        off = self._worth(table, seat, question, DISCARD)
        if rob <= off:
            return ((HU, DISCARD),) if off >= 0 else ()
        if off < 0:
            return ((HU, ROBBED_KONG),)
        return ((HU_DISCARD, DISCARD), (HU_KONG, ROBBED_KONG))

    def _worth(self, table: Table, seat: Seat, question: Question, source: Source) -> int:
        """The hand points of a win (JM-23), -1 if it is not allowed."""
        if self.hu_refusal(table, seat, question, source) is not None:
            return -1
        return self.verdict(table, seat, question.tile, source).hand_points

    # --- one's own turn -----------------------------------------------------------------------

    def closed_discards(self, table: Table, seat: Seat) -> int:
        """All but the tile drawn (JM-12, JM-21); else the fourth of a claimed pung (JM-18)."""
        side = table.sides[seat]
        if table.wall == 0 or side.ready:
            return ALL_KINDS if side.drawn < 0 else ALL_KINDS & ~(1 << side.drawn)
        return side.claimed_pungs

    def closed_refusal(self, table: Table, seat: Seat, tile: Tile) -> Refusal:
        """JM-12 before JM-21 before 逼杠 (JM-18)."""
        if table.wall == 0:
            return LAST_TILE
        if table.sides[seat].ready:
            return LOCKED
        name = tile_name(tile)
        return Refusal(
            Text(
                f"逼杠：碰过{name.zh}，第四张不能打",
                f"The fourth {name.en} of your claimed pung may not be discarded",
            ),
            "JM-18",
        )

    def kong_refusal(self, table: Table, seat: Seat, tile: Tile) -> Refusal | None:
        """JM-17 after a draw only; not with the last tile (JM-12); 报听 keeps its waits (JM-21)."""
        side = table.sides[seat]
        if side.drawn < 0:
            return KONG_AFTER_DRAW
        if table.wall == 0:
            return LAST_TILE
        if side.ready and not self._keeps_waits(table, seat, tile):
            return LOCKED_KONG
        return None

    def _keeps_waits(self, table: Table, seat: Seat, tile: Tile) -> bool:
        side = table.sides[seat]
        if not self.options.ready_kong or tile != side.drawn:
            return False
        konged = side.copy()
        konged.lose(tile, 4)
        konged.lay_meld(Meld(CONCEALED_KONG, tile))
        return side.waits(without=tile) == konged.waits()

    def ready_refusal(self, table: Table, seat: Seat, tile: Tile | None) -> Refusal | None:
        """报听 before the dealer acts (non-dealers), or with one's first discard (JM-20)."""
        side = table.sides[seat]
        if side.ready or side.river:
            return READY_TOO_LATE
        if any(meld.kind != CONCEALED_KONG for meld in side.melds):
            return READY_TOO_LATE
        if tile is None and (seat == table.dealer or table.turn == seat):
            return READY_TOO_LATE
        return None if side.waits(HIDDEN if tile is None else tile) else NOT_WAITING

    # --- claims -------------------------------------------------------------------------------

    def claim_refusal(self, table: Table, seat: Seat, action: Action) -> Refusal | None:
        """JM-12, JM-21, JM-18 and for chows JM-19."""
        if table.wall == 0:
            return LAST_TILE
        side = table.sides[seat]
        if side.ready:
            return LOCKED
        if isinstance(action, Kong):
            return None
        tile, melds = table.last_tile, side.melds
        if isinstance(action, Chow) and (
            len(melds) != 3 or any(m.kind in (CHOW, CONCEALED_KONG) for m in melds)
        ):
            return CHOW_LAST
        left = list(side.hand)
        kept = {meld.tile for meld in melds if meld.kind != CHOW}
        if isinstance(action, Chow):
            left[action.first] -= 1
            left[action.second] -= 1
        else:
            left[tile] -= 2
            kept.add(tile)
        if all(t in kept for t in range(HAND_KINDS) if left[t]):
            return NOTHING_LEFT
        return None

    # --- the settlement -----------------------------------------------------------------------

    def settle(self, table: Table, wins: Sequence[WinClaim]) -> Outcome:
        """Payments by JM-56 to JM-60, every winner from every payer apart."""
        payments = [0] * SEATS
        winners: list[Json] = []
        for win in wins:
            tile = winning_tile(table, win)
            verdict = self.verdict(table, win.seat, tile, win.source)
            shares: list[Json] = []
            for payer in payers_of(win):
                items = eaten(self.payer(table, payer))
                points = verdict.points + sum(item.value for item in items)
                raised = table.raises[win.seat] + table.raises[payer]
                times = dealer_factor(self.options, table.dealer in (win.seat, payer))
                amount = (points + raised) * self.options.base_score * table.factor * times
                payments[win.seat] += amount
                payments[payer] -= amount
                share: dict[str, Json] = {
                    "seat": payer,
                    "eaten": items_json(items),
                    "points": points,
                    "raise": raised,
                    "amount": amount,
                }
                if house := house_lines(raised, times):
                    share["house"] = items_json(house)
                shares.append(share)
            winners.append(winner_json(table, win, verdict, shares, "JM-57"))
        items_of_round: dict[str, Json] = {
            "winners": winners,
            "factor": table.factor,
            "base": self.options.base_score,
        }
        seats = tuple(win.seat for win in wins)
        return Outcome("win", seats, tuple(payments), items_of_round)

    def drawn_round(self, table: Table) -> Outcome:
        """黄庄 (JM-6, JM-11): nobody pays."""
        items: dict[str, Json] = {
            "winners": [],
            "factor": table.factor,
            "base": self.options.base_score,
        }
        return Outcome("draw", (), (0,) * SEATS, items)
