"""Who decides for a seat far away: a bot of ours, or a program that reads and writes lines."""

from __future__ import annotations

import asyncio
import json
import shlex
import shutil
from abc import ABC, abstractmethod
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from typing import Any, Final, TypeAlias

from paiju.bots import registry as bots
from paiju.bots.base import Bot
from paiju.bots.memory import Memory
from paiju.core.errors import PaijuError
from paiju.core.registry import game

Message: TypeAlias = dict[str, Any]

LONGEST_LINE: Final = 64 * 1024
A_MOMENT: Final = 2.0
"""Seconds for a program to end by itself once there is nothing more to read."""


class Mind(ABC):
    """What decides. It is told every message of the table, in order, before it is asked."""

    is_lost = False
    """Whether it does not know enough of this round: then the table plays the seat."""

    @abstractmethod
    async def tell(self, message: Message) -> None:
        """A message of the table has come."""

    @abstractmethod
    async def answer(self, ask: Message) -> str:
        """What to do, as an action in notation."""

    async def again(self, reject: Message) -> str:
        """What to do after the rules said no to the last answer."""
        reason = f"{reject['reason']['zh']} {reject['reason']['en']}"
        raise PaijuError(f"a bot of ours played against the rules: {reason}")

    @abstractmethod
    async def close(self) -> None:
        """It is over."""


class BuiltIn(Mind):
    """A bot of ours. It plays from the deal on; into a round begun before it came it does not.

    What it knows is the fold of the events it has heard, and a view does not tell them again.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._view: Message = {}
        self._bot: Bot | None = None
        self._memory: Memory | None = None

    async def tell(self, message: Message) -> None:
        """Note what happens."""
        match message["type"]:
            case "view":
                if self._view.get("table") != message["table"]:
                    self._bot = bots.bot(self._name, message["game"], seed=0)
                self._view = message
                self._memory = None
                self.is_lost = message["round"] is not None and message["settled"] is None
                if not self.is_lost:
                    self._remember()
            case "shuffle":
                self._remember()
                self.is_lost = False
            case "event" if self._memory is not None:
                self._memory.note(message["event"])

    def _remember(self) -> None:
        key = self._view["game"]
        options = game(key).options.parse(self._view["options"])
        self._memory = bots.memory(key, options, self._view["you"])

    async def close(self) -> None:
        """Nothing is left to do."""

    async def answer(self, ask: Message) -> str:
        """What the bot does at its seat."""
        assert self._memory is not None
        assert self._bot is not None
        observation = self._memory.observation(ask)
        return str(await asyncio.to_thread(self._bot.act, observation))


class Program(Mind):
    """A program of somebody's: the table's messages are its stdin, its stdout the answers."""

    def __init__(self, command: str) -> None:
        try:
            self._command = shlex.split(command)
        except ValueError as error:
            raise PaijuError(f"--exec {command!r}: {error}") from None
        if not self._command:
            raise PaijuError("--exec needs a command")
        if shutil.which(self._command[0]) is None:
            raise PaijuError(f"--exec {self._command[0]}: there is no such program")
        self._process: Process | None = None

    async def tell(self, message: Message) -> None:
        """Write the message as one line."""
        process = await self._started()
        assert process.stdin is not None
        if process.stdin.is_closing():
            return  # It has ended: that is told when it is asked.
        with suppress(ConnectionError):
            process.stdin.write(json.dumps(message, ensure_ascii=False).encode() + b"\n")
            await process.stdin.drain()

    async def answer(self, ask: Message) -> str:
        """Read the program's answer, one line."""
        process = await self._started()
        assert process.stdout is not None
        try:
            line = await process.stdout.readline()
        except ValueError:
            raise PaijuError(f"the program wrote more than {LONGEST_LINE} bytes") from None
        if not line:
            code = await process.wait()
            raise PaijuError(f"the program ended with exit code {code}, and was asked")
        try:
            do = json.loads(line)["do"]
        except (ValueError, KeyError, TypeError, RecursionError):
            do = None
        if not isinstance(do, str):
            shown = line.decode(errors="replace").strip()[:200]
            raise PaijuError(f'the program wrote {shown!r}; an answer is {{"do": "discard 5m"}}')
        return do

    async def again(self, reject: Message) -> str:
        """Tell the program what the rules say, and read another answer."""
        await self.tell(reject)
        return await self.answer({})

    async def _started(self) -> Process:
        if self._process is None:
            self._process = await asyncio.create_subprocess_exec(
                *self._command, stdin=PIPE, stdout=PIPE, limit=LONGEST_LINE
            )
        return self._process

    async def close(self) -> None:
        """Let the program end: nothing more comes on its stdin."""
        process = self._process
        if process is None or process.returncode is not None:
            return
        assert process.stdin is not None
        process.stdin.close()
        for end in (process.terminate, process.kill):
            if await _ends(process):
                return
            with suppress(ProcessLookupError):
                end()
        await process.wait()


async def _ends(process: Process) -> bool:
    try:
        async with asyncio.timeout(A_MOMENT):
            await process.wait()
    except TimeoutError:
        return False
    return True
