"""What the server says no to, apart from the rules of the games, in a player's words."""

from typing import Final

from paiju.core.errors import IllegalAction
from paiju.core.text import Text
from paiju.server.protocol import Reject, RejectCode, words
from paiju.server.tally import TALLY


class Refused(Exception):
    """A request that is not done; nothing has changed."""

    def __init__(self, code: RejectCode, reason: Text, clause: str | None = None) -> None:
        super().__init__(reason.en)
        self.code = code
        self.reason = reason
        self.clause = clause

    def reject(self, request: str | None) -> Reject:
        """The message to the client."""
        TALLY.rejects[self.code] += 1
        return Reject(request, self.code, words(self.reason), self.clause)


_REASONS: Final[dict[RejectCode, Text]] = {
    "bad_protocol": Text("页面版本旧了，请刷新", "this page is of another version; reload it"),
    "hello_first": Text(
        "先打招呼：第一条必须是 hello，且只有一次", "hello comes first, and only once"
    ),
    "too_fast": Text("太快了，歇一下再试", "too many messages; try again in a moment"),
    "busy": Text("牌桌正忙，请再试一次", "the table is busy; try again in a moment"),
    "no_room": Text("没有这个房间，请核对房号", "there is no such room; check the code"),
    "room_full": Text("房间坐满了", "all seats of the room are taken"),
    "not_in_room": Text("你不在房间里", "you are in no room"),
    "not_host": Text("只有房主可以这样做", "only the host can do that"),
    "seat_taken": Text("这个座位不行：已有人或没有机器人", "that seat is not free, or has no bot"),
    "seats_open": Text("四个座位坐满才能开始", "all four seats must be taken before the start"),
    "started": Text("已经开局了", "the match has started"),
    "playing": Text("你还在牌局中，先打完或离开", "you are in a match; finish or leave it first"),
    "no_table": Text("你不在这张牌桌上", "you do not sit at that table"),
    "not_asked": Text("现在没有轮到你", "you are not asked anything now"),
    "stale_prompt": Text("这一问已经过去了", "that question is closed"),
    "not_settled": Text("这一局还没打完", "the round is still being played"),
    "not_shuffling": Text("现在不在洗牌", "no deal is being prepared"),
    "kicked": Text("房主请你离开了这个房间", "the host has sent you away from this room"),
    "no_programs": Text("这个房间不让外来的机器人入座", "this room admits no external bots"),
    "not_watchable": Text("这张桌不能这样旁观", "that table cannot be watched like that"),
    "poor": Text("金币不够坐这个底注的桌", "you have too few coins for a table of this stake"),
    "too_many": Text("已经够多了，先去掉一个", "there are enough of them: drop one first"),
    "login_taken": Text("这个账号名已有人用", "that login name is taken"),
    "wrong_login": Text("账号名或密码不对", "the login name or the password is wrong"),
    "registered": Text("你已经有账号了", "you have an account already"),
    "guest_only": Text("要先注册账号", "that needs an account: register first"),
    "no_session": Text("没有这个登录", "there is no such session"),
    "no_record": Text("没有这一局的牌谱", "there is no record of such a round of yours"),
    "paused": Text("暂时不开新桌，请稍后再来", "no new tables for the moment; come again later"),
    "no_top_up": Text("今天的补给已领，或金币还够", "no top-up now: taken today, or not needed"),
}


def refused(code: RejectCode) -> Refused:
    """The refusal of a kind that needs no particulars."""
    return Refused(code, _REASONS[code])


def unreadable(message: str) -> Refused:
    """A message that is no message of the protocol."""
    return Refused("bad_message", Text(f"消息读不懂：{message}", f"cannot be read: {message}"))


def bad_notation(message: str) -> Refused:
    """An action that cannot be read."""
    return Refused("bad_notation", Text(f"动作读不懂：{message}", message))


def bad_options(message: str) -> Refused:
    """House rules that cannot be."""
    return Refused("bad_options", Text(f"规则选项不对：{message}", message))


def no_game(message: str) -> Refused:
    """A game that is not here."""
    return Refused("no_game", Text(f"没有这个游戏：{message}", message))


def illegal(error: IllegalAction) -> Refused:
    """An action that the rules do not allow."""
    return Refused("illegal", error.reason, error.clause)


def away(name: str) -> Refused:
    """A start for a stake without somebody who sits there."""
    return Refused("seats_open", Text(f"{name}不在线，等一等", f"{name} is not connected; wait"))


def poor(name: str) -> Refused:
    """A start for a stake with somebody who has too little for it."""
    return Refused(
        "poor",
        Text(f"{name}的金币不够坐这个底注的桌", f"{name} has too few coins for this stake"),
    )
