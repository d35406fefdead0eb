"""External bots: programs that play under a token of their own, in a registered player's name."""

from collections.abc import Callable
from typing import Final

from paiju.core.text import Text
from paiju.server.people import People, Person
from paiju.server.players import Player, clean_name, new_id, new_session
from paiju.server.protocol import BotInfo, BotList, CreateBot, DropBot, JsonObject, ListBots
from paiju.server.refusals import Refused, refused

MOST_BOTS: Final = 5

BotRequest = ListBots | CreateBot | DropBot


class Programs:
    """What becomes of the requests about external bots. ``ended`` is told whose token is gone."""

    def __init__(self, people: People, ended: Callable[[str], None]) -> None:
        self._people = people
        self._ended = ended

    async def obey(self, player: Player, message: BotRequest) -> BotList | JsonObject | None:
        """Do what a player asks for. :raises Refused: if it cannot be."""
        if player.is_program:
            raise Refused("no_programs", Text("机器人不能再有机器人", "a program has no programs"))
        if player.login is None:
            raise refused("guest_only")
        async with player.lock:
            match message:
                case ListBots():
                    bots = await self._people.bots(player.id)
                    return BotList([BotInfo(bot.id, bot.name, made) for bot, made in bots])
                case CreateBot():
                    return await self._create(player, message.name)
                case DropBot():
                    await self._drop(player, message.bot)
                    return None

    async def _create(self, player: Player, called: str) -> JsonObject:
        name = clean_name(called)
        if not name:
            raise Refused("bad_message", Text("机器人要有名字", "a bot has a name that is seen"))
        if len(await self._people.bots(player.id)) >= MOST_BOTS:
            raise refused("too_many")
        bot = Person(new_id("p"), name, owner=player.id)
        token, session = new_session(bot.id, "")
        await self._people.add(bot, session)
        return {"id": bot.id, "token": token}

    async def _drop(self, player: Player, bot: str) -> None:
        if not await self._people.drop_bot(player.id, bot):
            raise refused("no_session")
        self._ended(bot)
