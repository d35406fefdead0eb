"""Passwords: argon2id, one at a time beside the tables."""

import asyncio
from base64 import b64encode
from collections.abc import Callable
from typing import Final, NamedTuple, TypeVar
from unicodedata import normalize

from argon2 import PasswordHasher
from argon2.exceptions import VerifyMismatchError

from paiju.server.refusals import refused


class Effort(NamedTuple):
    """How hard a hash is to make: passes, KB of memory, threads."""

    time_cost: int
    memory_cost: int
    parallelism: int


MOST_WAITING: Final = 32
"""So many passwords may wait to be looked at."""
EFFORT: Final = Effort(time_cost=2, memory_cost=19 * 1024, parallelism=1)
"""What OWASP asks of argon2id at least: it is done on the machine that plays the tables."""

T = TypeVar("T")


class Passwords:
    """Hashes passwords and compares them, in a thread: the tables play on meanwhile.

    One after the other: logins must not take the machine.
    """

    def __init__(self) -> None:
        self._hasher = PasswordHasher(*EFFORT)
        self._nobodys = _hash_of_nothing(self._hasher)
        self._turn = asyncio.Lock()
        self._waiting = 0

    async def hashed(self, password: str) -> str:
        """The text that is kept of a password. :raises Refused: as ``busy`` if many wait."""
        return await self._in_turn(lambda: self._hasher.hash(_normal(password)))

    async def fits(self, stored: str | None, password: str) -> bool:
        """Whether a password is the right one.

        Without one to hold it against it takes as long: the time tells nothing of who has a login.

        :raises Refused: as ``busy`` if many wait.
        """
        return await self._in_turn(lambda: self._fits(stored or self._nobodys, password))

    def is_outdated(self, stored: str) -> bool:
        """Whether a hash was made with less effort than is made today."""
        return self._hasher.check_needs_rehash(stored)

    def _fits(self, stored: str, password: str) -> bool:
        try:
            return self._hasher.verify(stored, _normal(password))
        except VerifyMismatchError:
            return False

    async def _in_turn(self, work: Callable[[], T]) -> T:
        if self._waiting >= MOST_WAITING:
            raise refused("busy")
        self._waiting += 1
        try:
            async with self._turn:
                return await asyncio.to_thread(work)
        finally:
            self._waiting -= 1


def _normal(password: str) -> str:
    """The same password, on whichever keyboard it was composed (RFC 8265)."""
    return normalize("NFC", password)


def _hash_of_nothing(hasher: PasswordHasher) -> str:
    """A hash with today's effort that no password is known to have."""
    salt, digest = (
        b64encode(bytes(length)).decode().rstrip("=")
        for length in (hasher.salt_len, hasher.hash_len)
    )
    effort = f"m={hasher.memory_cost},t={hasher.time_cost},p={hasher.parallelism}"
    return f"$argon2id$v=19${effort}${salt}${digest}"
