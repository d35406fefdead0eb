"""Why something may not be done at a table of 九江斗地主, in a player's words, with the clause."""

from typing import Final

from paiju.cards.cards import (
    ACE,
    BIG_JOKER,
    RANK_NAMES,
    RANKS,
    SMALL_JOKER,
    Counts,
    counts_text,
)
from paiju.cards.combos import SHORTEST_PAIR_RUN, Combo
from paiju.core.errors import Refusal
from paiju.core.text import Text

NOT_ASKED: Final = Refusal(Text("现在没有轮到你", "It is not your turn"), None)
ROUND_OVER: Final = Refusal(Text("这一局已经结束", "The round is over"), "DZ-19")
CALL_FIRST: Final = Refusal(
    Text("现在是叫地主：叫或不叫", "The landlord is being chosen: call or decline"), "DZ-4"
)
CALLED_ALREADY: Final = Refusal(
    Text("地主已经定了", "The landlord has been chosen already"), "DZ-4"
)
LEADER_MUST_PLAY: Final = Refusal(Text("首出不能不出", "One who leads may not pass"), "DZ-18")
ONLY_THE_LANDLORD: Final = Refusal(
    Text("只有地主可以投降", "Only the landlord may surrender"), "DZ-8"
)
TOO_LATE_TO_SURRENDER: Final = Refusal(
    Text("地主出过牌就不能投降了", "The landlord may surrender only before its first play"), "DZ-8"
)
ASK_AFTER_THE_KITTY: Final = Refusal(
    Text("地主拿了底牌才能问牌", "Asking begins when the kitty has been taken"), "DZ-20"
)
NOT_ONESELF: Final = Refusal(Text("不用问自己", "There is no asking oneself"), "DZ-20")
FARMERS_DO_NOT_ASK: Final = Refusal(
    Text("闲家之间不能问牌", "Farmers never ask each other"), "DZ-20"
)
ASK_WHEN_STOPPED: Final = Refusal(
    Text(
        "只有刚打停地主、还没有人再出牌时才能问地主",
        "A farmer may ask the landlord only while its own play is the one the landlord passed on",
    ),
    "DZ-20",
)
UNKNOWN: Final = Refusal(Text("没有这样的动作", "There is no such action in this game"), None)


def not_playable(hand: Counts, counts: Counts) -> Refusal:
    """The seat lacks cards of what it wants to play, or they are no combination."""
    lacking = [max(0, counts[rank] - hand[rank]) for rank in range(RANKS)]
    if any(lacking):
        names = counts_text(lacking)
        return Refusal(Text(f"手里没有 {names}", f"Your hand lacks {names}"), None)
    return _no_combination(counts)


def does_not_beat(combo: Combo, target: Combo) -> Refusal:
    """The play is not higher, or not of the same kind and length."""
    reason = Text(f"{combo} 管不住 {target}", f"{combo} does not beat {target}")
    if target.is_bomb:
        return Refusal(reason, "DZ-17")
    if combo.kind != target.kind or combo.length != target.length:
        reason = Text(
            f"{reason.zh}：要同样的牌型，或者炸",
            f"{reason.en}: it takes the same combination, or a bomb",
        )
    return Refusal(reason, "DZ-16")


def _no_combination(counts: Counts) -> Refusal:
    """What is wrong with cards that are no combination, by the clause they come nearest to."""
    text = counts_text(counts)
    reason, clause = _nearest(counts)
    return Refusal(
        Text(f"{text} 不成牌型：{reason.zh}", f"{text} is no combination: {reason.en}"), clause
    )


_MIXED_JOKERS: Final = Text("大小王不成对，四个王才是炸", "w and W are no pair; only all four bomb")
_NO_STRAIGHTS: Final = Text("没有单张的顺子", "there are no straights of singles")
_TO_THE_ACE: Final = Text("连牌到 A 为止", "runs go from 3 to A")
_TRIPLES_TAKE_PAIRS: Final = Text("三张只能带一对", "a triple takes one pair or nothing")
_AS_MANY_PAIRS: Final = Text(
    "连三要带同样多的连对，3 到 A",
    "a run of triples takes as many pairs, of adjacent ranks 3 to A",
)


def _nearest(counts: Counts) -> tuple[Text, str]:
    ranks = [rank for rank in range(RANKS) if counts[rank]]
    amounts = {counts[rank] for rank in ranks}
    adjacent = ranks[-1] - ranks[0] == len(ranks) - 1 if ranks else False
    triples = sum(counts[rank] in (3, 5) for rank in ranks)
    if ranks and ranks[0] >= SMALL_JOKER and ranks[-1] == BIG_JOKER:
        return _MIXED_JOKERS, "DZ-14"
    if amounts == {1}:
        return _NO_STRAIGHTS, "DZ-10"
    if amounts == {2}:
        if not adjacent or len(ranks) < SHORTEST_PAIR_RUN:
            name = Text("连对要三对以上相连", "a run of pairs needs three or more adjacent ranks")
            return name, "DZ-10"
        return _TO_THE_ACE, "DZ-10"
    if amounts == {3}:
        if adjacent and ranks[-1] > ACE:
            return _TO_THE_ACE, "DZ-12"
        return Text("连三要点数相连", "a run of triples needs adjacent ranks"), "DZ-12"
    if triples >= 2:
        return _AS_MANY_PAIRS, "DZ-13"
    if triples == 1:
        return _TRIPLES_TAKE_PAIRS, "DZ-11"
    if any(counts[rank] >= 4 for rank in ranks):
        names = "".join(RANK_NAMES[rank] for rank in ranks if counts[rank] >= 4)
        return Text(f"炸（{names}）不带牌", f"a bomb ({names}) takes nothing along"), "DZ-14"
    return Text("点数或张数不合", "the ranks or numbers do not fit together"), "DZ-16"
