"""A site is one club: who comes through any node sees the same rooms, people and coins."""

import asyncio
from contextlib import suppress

import pytest

from paiju.server.protocol import CloseCode
from tests.cluster.people import at_one_table, in_one_room, people
from tests.cluster.site import COINS, Site
from tests.server.books import audit, audit_rounds
from tests.server.lobbies import rooms
from tests.soak.secrecy import watched

pytestmark = pytest.mark.asyncio(loop_scope="package")


@pytest.mark.parametrize("game", ["jiujiang-mahjong", "jiujiang-doudizhu"])
async def test_people_of_three_nodes_play_a_match_and_are_sent_what_each_may_see(
    site: Site, game: str
) -> None:
    """Onlookers, over a shoulder and with all hands hidden, too, and all of them to the byte."""
    figures = await watched(site.urls, game, rounds=4, seed=1)
    assert min(figures.events, figures.frames) > 500
    assert figures.views and figures.prompts > 10


async def test_coins_and_history_of_a_match_are_the_same_at_every_node(site: Site) -> None:
    async with people(site) as players:
        await at_one_table(players, rounds=2, stake=5)
        await asyncio.gather(*(player.play() for player in players))
        gained = 0
        for player in players:
            await player.until(lambda player=player: not player.room["started"])
            for node in site.nodes:
                player.url = node.url
                await player.back_to_lobby()
                history = (await player.ok("get_history"))["rounds"]
                assert [row["round"] for row in history] == [2, 1]
                coins = (await player.ok("get_coins"))["coins"]
                assert coins == player.coins == COINS + sum(row["coins"] for row in history)
                await player.ok("get_record", table=history[0]["table"], round=1)
            gained += coins - COINS
        assert gained == 0
    await audit(site.store)
    await audit_rounds(site.store)


async def test_the_list_of_rooms_is_that_of_all_nodes(site: Site) -> None:
    async with people(site) as players:
        codes = [
            (await player.ok("create_room", game="pairs", rounds=1, open=True))["code"]
            for player in players[:3]
        ]
        for player in players:
            assert {*codes} <= {room["code"] for room in await rooms(player)}
        await players[1].ok("leave")
        for player in players:
            listed = {room["code"] for room in await rooms(player)}
            assert codes[1] not in listed and codes[0] in listed


async def test_four_people_of_three_nodes_meet_in_a_quick_match(site: Site) -> None:
    async with people(site) as players:
        found = [await player.ok("quick_match", game="pairs", wait=120) for player in players]
        assert len({match["code"] for match in found}) == 1
        await asyncio.gather(*(player.sit_down() for player in players))
        assert len({player.table for player in players}) == 1
        assert sorted(player.view["you"] for player in players) == [0, 1, 2, 3]
        await asyncio.gather(*(player.play() for player in players))


async def test_four_who_ask_at_once_at_three_nodes_meet_too(site: Site) -> None:
    async with people(site) as players:
        found = await asyncio.gather(
            *(player.ok("quick_match", game="pairs", stake=1, wait=120) for player in players)
        )
        assert len({match["code"] for match in found}) == 1
        await asyncio.gather(*(player.sit_down() for player in players))
        for player in players:
            await player.ok("leave")


async def test_a_fifth_is_told_that_the_room_is_full_at_every_node(site: Site) -> None:
    async with people(site) as players, people(site, "戊己庚") as late:
        code = await in_one_room(players)
        for one in late:
            assert await one.refused("join_room", code=code) == "room_full"


async def test_two_who_want_the_last_seat_from_two_nodes_do_not_both_get_it(site: Site) -> None:
    async with people(site) as players, people(site, "戊己庚") as late:
        code = await in_one_room(players[:3])
        answers = await asyncio.gather(*(one.request("join_room", code=code) for one in late))
        assert sorted(answer["type"] for answer in answers) == ["ack", "reject", "reject"]
        assert {a["code"] for a in answers if a["type"] == "reject"} == {"room_full"}


async def test_who_was_sent_away_stays_away_at_every_node(site: Site) -> None:
    async with people(site) as players:
        code = await in_one_room(players)
        guest = players[1]
        await players[0].ok("kick", seat=1)
        await guest.until(lambda: guest.room["code"] is None)
        for node in site.nodes:
            guest.url = node.url
            await guest.back_to_lobby()
            assert await guest.refused("join_room", code=code) == "kicked"


async def test_no_code_is_given_twice(site: Site) -> None:
    """Of 500 codes many are chosen by two nodes at once; each room has one of its own."""
    async with people(site, "甲乙丙丁戊己庚辛壬") as hosts:
        for _ in range(10):
            opened = await asyncio.gather(
                *(host.ok("create_room", game="pairs", rounds=1) for host in hosts)
            )
            codes = {room["code"] for room in opened}
            assert len(codes) == len(hosts)
            assert codes <= {row[0] for row in await site.rows("SELECT code FROM rooms")}


async def test_who_looks_on_at_a_table_of_another_node_sees_it_to_its_end(site: Site) -> None:
    async with people(site) as players, people(site, "戊己庚") as onlookers:
        code = await at_one_table(players, rounds=1)
        for onlooker in onlookers:
            onlooker.table = (await onlooker.ok("watch", code=code))["table"]
            await onlooker.resume(last=0)
            assert onlooker.view["you"] is None
        host = players[0]
        await host.until(lambda: host.room["watchers"] == 3)
        await onlookers[0].ok("unwatch")
        await host.until(lambda: host.room["watchers"] == 2)
        await asyncio.gather(*(player.play() for player in players))
        for onlooker in onlookers[1:]:
            await onlooker.until(lambda onlooker=onlooker: onlooker.closed)
            assert onlooker.messages[-1]["totals"] == host.messages[-1]["totals"]


async def test_what_is_said_is_heard_at_every_node(site: Site) -> None:
    async with people(site) as players:
        await in_one_room(players)
        await players[1].ok("say", phrase="hello")
        for player in players:
            await player.until(lambda player=player: player.said == [(1, "hello")])


async def test_an_account_is_the_same_person_at_every_node(site: Site) -> None:
    async with people(site, "甲乙丙") as (player, second, third):
        me = player.welcome["player"]["id"]
        await player.ok("register", login="Xiao Ming", password="a password")
        taken = await second.refused("register", login="xiao ming", password="a password")
        assert taken == "login_taken"
        wrong = await third.refused("log_in", login="Xiao Ming", password="a passwort")
        assert wrong == "wrong_login"
        token = (await third.ok("log_in", login="XIAO MING", password="a password"))["token"]
        async with site.nodes[1].client(token=token) as phone:
            assert phone.welcome["player"]["id"] == me
            await phone.ok("rename", name="小明")
            await player.until(lambda: player.close_code is not None)
            assert player.close_code == CloseCode.REPLACED
            assert len((await phone.ok("list_sessions"))["sessions"]) == 2
            await phone.ok("change_password", old="a password", new="another one")
        await player.drop()
        await player.connect()  # its token is forgotten: somebody new
        assert player.welcome["player"]["id"] != me


async def test_an_ended_session_closes_its_socket_at_whichever_node(site: Site) -> None:
    n1, n2, n3 = site.nodes
    async with n1.client() as owner, n3.client("客") as host:
        await owner.ok("register", login="the owner", password="a password")
        made = await owner.ok("create_bot", name="机器人")
        async with n2.client(token=made["token"]) as bot:
            await owner.ok("drop_bot", bot=made["id"])
            await bot.until(lambda: bot.close_code is not None)
            # A node that is just held up sends all away, to come back: then it may not.
            assert bot.close_code in (CloseCode.LOGGED_OUT, CloseCode.RESTART)
            await bot.drop()
            assert (await bot.connect())["token"] != made["token"]
        code = (await host.ok("create_room", game="pairs", rounds=1))["code"]
        await owner.ok("join_room", code=code)
        with suppress(ConnectionError):  # its answer is told, then the socket goes
            await owner.request("log_out")
        await owner.until(lambda: owner.close_code is not None)
        assert owner.close_code == CloseCode.LOGGED_OUT
