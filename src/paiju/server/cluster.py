"""A site of several nodes: they meet at NATS."""

import asyncio
import re
import secrets
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import structlog
from msgspec import MsgspecError
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import Error as NatsError
from nats.errors import SlowConsumerError, StaleConnectionError

from paiju.core.errors import PaijuError
from paiju.server.database import is_away
from paiju.server.leases import Leases
from paiju.server.site import Answer, Hear, Unreachable

SUBJECT: Final = "paiju"
CONNECT_WITHIN: Final = 5.0
ANSWER_WITHIN: Final = 5.0
"""Seconds for another node to answer; one that is gone is known at once."""
RECONNECT_EVERY: Final = 0.25
MOST_UNSENT: Final = 16 * 1024 * 1024
"""Bytes that may wait for NATS to take them; beyond it is as good as gone."""
_NO_NAME: Final = re.compile(r"[^A-Za-z0-9-]+")

_log = structlog.get_logger(__name__)


class Cluster:
    """This node among the others.

    ``changed`` is told which nodes are gone, when any came or went; ``cut`` that all others are
    out of reach, and what was on its way to and fro is lost; ``is_fit`` says whether this node can
    do what an owner of rooms does.
    """

    def __init__(
        self,
        url: str,
        name: str,
        changed: Callable[[set[str]], None],
        cut: Callable[[], None],
        is_fit: Callable[[], bool],
    ) -> None:
        self.node = f"{_NO_NAME.sub('-', name)[:40] or 'node'}-{secrets.token_hex(4)}"
        self._url = url
        self._nats = Client()
        self._answers: dict[str, Answer] = {}
        self._hears: dict[str, Hear] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._outgoing: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue()
        self._unsent = 0
        """The bytes in it."""
        self._cut = cut
        self.leases = Leases(self._nats, self.node, changed, is_fit)

    # --- coming and going ---------------------------------------------------------------------

    async def open(self) -> None:
        """Join the others. :raises PaijuError: if NATS cannot be reached, or has no JetStream."""
        try:
            async with asyncio.timeout(CONNECT_WITHIN):
                await self._nats.connect(
                    [url.strip() for url in self._url.split(",")],
                    name=f"paiju {self.node}",
                    max_reconnect_attempts=-1,
                    reconnect_time_wait=RECONNECT_EVERY,  # type: ignore[arg-type]
                    ping_interval=1,
                    max_outstanding_pings=2,
                    error_cb=self._on_error,
                    disconnected_cb=self._on_disconnected,
                    reconnected_cb=self._on_reconnected,
                )
                await self._nats.subscribe(f"{SUBJECT}.{self.node}.ask.*", cb=self._on_question)
                await self._nats.subscribe(f"{SUBJECT}.{self.node}.tell.*", cb=self._on_told)
                await self._nats.subscribe(f"{SUBJECT}.all.tell.*", cb=self._on_told)
                self._keep(self._send_on())
                await self.leases.open()
        except (NatsError, OSError, TimeoutError, ValueError) as error:
            await self.close()
            reason = str(error) or type(error).__name__
            raise PaijuError(
                f"{_shown(self._url)}: the other nodes cannot be met there ({reason}); "
                "PAIJU_NATS_URL is nats://<host>:4222, of a nats-server that runs with -js"
            ) from error

    async def close(self) -> None:
        """Leave the others for good."""
        await self.leases.close()
        for task in self._tasks:
            task.cancel()
        if self._nats.is_connected or self._nats.is_reconnecting or self._nats.is_connecting:
            with suppress(NatsError, OSError):  # it may be gone already
                await self._nats.close()

    async def leave(self) -> None:
        """Live no more, as far as the others are concerned: they take over what is here."""
        await self.leases.leave()

    def living(self) -> list[str]:
        """The nodes that live, this one among them unless it has left."""
        return self.leases.living()

    def trouble(self) -> str | None:
        """Why this node cannot be sure of the others; ``None`` when it can."""
        if not self._nats.is_connected:
            return "NATS is not connected"
        if not self.leases.is_held:
            return "the lease is not renewed"
        if not self.leases.is_sure:
            return "the other nodes are being looked up"
        return None

    async def _on_disconnected(self) -> None:
        if self._nats.is_closed:  # by ourselves, when nobody waits for anything any more
            return
        if not self.leases.is_left:
            _log.warning(
                "NATS is gone: tables play on, who is served at another node comes back; "
                "it is tried again until it is there"
            )
        self._lose()

    async def _on_reconnected(self) -> None:
        _log.info("NATS is back")
        self._lose()  # now the others can hear of it, too
        self._keep(self._rejoin())

    def _lose(self) -> None:
        """What is on its way to and fro is lost: whoever waits for it is told so."""
        while not self._outgoing.empty():
            self._outgoing.get_nowait()
        self._unsent = 0
        self._cut()

    async def _rejoin(self) -> None:
        try:
            await self.leases.rejoin()
        except (NatsError, OSError, TimeoutError) as error:
            # The lease's own task tries again.
            _log.warning("not joined again yet", error=str(error) or type(error).__name__)

    async def _on_error(self, error: Exception) -> None:
        # nats-py keeps the error of a try until the next one: with what it was raised in it would
        # be too old by then for our search for garbage (1 GB a day).
        error.__traceback__ = None
        if isinstance(error, SlowConsumerError):
            _log.warning("more came from NATS than was taken: lines to other nodes are cut")
            self._lose()
        elif not self._nats.is_connected:
            # Where something takes the connection in the place of NATS and hangs up (a balancer
            # does), nats-py keeps its end open until the next full search for garbage.
            if self._nats._transport is not None:
                self._nats._transport.close()  # type: ignore[no-untyped-call]
        elif not isinstance(error, OSError | StaleConnectionError):
            # That the line is broken, and each try to reach it again, is said once.
            _log.warning("NATS reports an error", error=str(error) or type(error).__name__)

    def _keep(self, work: "asyncio._CoroutineLike[None]") -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # --- what is said -------------------------------------------------------------------------

    def answer(self, topic: str, answer: Answer) -> None:
        """Answer the questions of others (and one's own, if they are asked of all)."""
        self._answers[topic] = answer

    def hear(self, topic: str, hear: Hear) -> None:
        """Listen to what others tell."""
        self._hears[topic] = hear

    async def ask(self, node: str, topic: str, question: bytes) -> bytes:
        """Ask another node. :raises Unreachable: if no answer comes."""
        if node == self.node:
            return await self._answers[topic](question)
        if not self._nats.is_connected:
            raise Unreachable(f"{node}: NATS is not connected")
        subject = f"{SUBJECT}.{node}.ask.{topic}"
        try:
            answer = await self._nats.request(subject, question, timeout=ANSWER_WITHIN)
        except (NatsError, OSError, TimeoutError) as error:
            raise Unreachable(f"{node}: {error!r}") from error
        if answer.headers:
            raise Unreachable(f"{node}: it failed over the question")
        return answer.data

    async def ask_all(self, topic: str, question: bytes) -> list[bytes]:
        """Ask all nodes, this one included; who does not answer is left out."""
        nodes = {self.node, *self.living()}
        asked = (self.ask(node, topic, question) for node in sorted(nodes))
        answers = await asyncio.gather(*asked, return_exceptions=True)
        return [answer for answer in answers if isinstance(answer, bytes)]

    def tell(self, node: str, topic: str, message: bytes) -> None:
        """Tell another node something, after all that it was told before; it may be lost."""
        if not self._nats.is_connected:
            return
        self._unsent += len(message)
        if self._unsent > MOST_UNSENT:
            _log.warning("NATS is too slow: lines to other nodes are cut", unsent=self._unsent)
            self._lose()
        else:
            self._outgoing.put_nowait((f"{SUBJECT}.{node}.tell.{topic}", message))

    def tell_others(self, topic: str, message: bytes) -> None:
        """Tell all other nodes something."""
        self.tell("all", topic, self.node.encode() + b" " + message)

    async def _send_on(self) -> None:
        while True:
            subject, message = await self._outgoing.get()
            self._unsent -= len(message)
            try:
                await self._nats.publish(subject, message)
            except NatsError as error:
                _log.warning("not sent", error=str(error) or type(error).__name__)

    async def _on_question(self, message: Msg) -> None:
        self._keep(self._answer(message))

    async def _answer(self, message: Msg) -> None:
        topic = message.subject.rpartition(".")[2]
        try:
            answer, headers = await self._answers[topic](message.data), None
        except Exception as error:
            if is_away(error) or isinstance(error, Unreachable | MsgspecError | KeyError):
                # The last two: of another version's making, perhaps.
                _log.warning("question not answered", topic=topic, error=repr(error))
            else:
                _log.exception("question failed", topic=topic)
            answer, headers = b"", {"Failed": "1"}
        try:
            await self._nats.publish(message.reply, answer, headers=headers)
        except NatsError as error:
            _log.warning("answer not sent", error=str(error) or type(error).__name__)

    async def _on_told(self, message: Msg) -> None:
        _, to, _, topic = message.subject.split(".")
        data = message.data
        if to == "all":
            sender, _, data = data.partition(b" ")
            if sender == self.node.encode():
                return
        self._hears[topic](data)


def _shown(url: str) -> str:
    """Where NATS is, without its passwords.

    >>> _shown("nats://me:secret@home:4222, nats://away")
    'nats://home:4222, nats://away'
    """
    return re.sub(r"//[^/,]*@", "//", url)
