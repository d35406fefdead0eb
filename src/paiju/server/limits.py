"""How much of what one address or one player may do: no more than a crowd of people would."""

from collections import OrderedDict
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address
from time import monotonic
from typing import Final, NamedTuple

from paiju.server.refusals import refused

MOST_KEPT: Final = 20_000
"""So many addresses, players or names are remembered by each limit; then the oldest go."""


class Rate(NamedTuple):
    """So many at once, and then so many a minute."""

    burst: float
    a_minute: float


class _Bucket(NamedTuple):
    left: float
    at: float


class Limit:
    """One limit, counted apart for each key.

    >>> limit = Limit(Rate(burst=2, a_minute=60), clock=iter([0, 0, 0, 1]).__next__)
    >>> [limit.allows("10.0.0.1") for _ in range(4)]
    [True, True, False, True]
    """

    def __init__(self, rate: Rate, clock: Callable[[], float] = monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._buckets: OrderedDict[str, _Bucket] = OrderedDict()

    def allows(self, key: str) -> bool:
        """Count one more of this key; false if that is too many."""
        left, now = self._left(key)
        fits = left >= 1
        self._keep(key, _Bucket(left - 1 if fits else left, now))
        return fits

    def check(self, key: str) -> None:
        """Count one more of this key. :raises Refused: as ``too_fast`` if that is too many."""
        if not self.allows(key):
            raise refused("too_fast")

    def is_exhausted(self, key: str) -> bool:
        """Whether one more would be too many; counts nothing."""
        return self._left(key)[0] < 1

    def give_back(self, key: str) -> None:
        """It was nothing to be counted after all."""
        left, now = self._left(key)
        self._keep(key, _Bucket(min(self._rate.burst, left + 1), now))

    def _left(self, key: str) -> tuple[float, float]:
        now = self._clock()
        bucket = self._buckets.get(key)
        if bucket is None:
            return self._rate.burst, now
        gained = (now - bucket.at) * self._rate.a_minute / 60
        return min(self._rate.burst, bucket.left + gained), now

    def _keep(self, key: str, bucket: _Bucket) -> None:
        self._buckets[key] = bucket
        self._buckets.move_to_end(key)
        if len(self._buckets) > MOST_KEPT:
            self._buckets.popitem(last=False)


class Limits:
    """All limits of a node. ``crowd`` people may sit behind one address, as a club does."""

    def __init__(self, crowd: int) -> None:
        self.sockets = Limit(Rate(2 * crowd, 3 * crowd))
        """New sockets of an address: all come back at once after a restart."""
        self.guests = Limit(Rate(10 + crowd, 5 + crowd / 5))
        """New guests of an address."""
        self.wrong_codes = Limit(Rate(10 + crowd / 5, 5 + crowd / 10))
        """Codes of an address that are no room's: nobody finds a room of a million by trying."""
        self.logins = Limit(Rate(10 + crowd / 5, 5 + crowd / 10))
        """Passwords of an address that do not fit, and accounts made."""
        self.passwords_of_name = Limit(Rate(10, 2))
        """Passwords for one login name that do not fit, from wherever they come."""
        self.rooms = Limit(Rate(10, 10))
        """Rooms, matches and quick matches that a player begins."""
        self.phrases = Limit(Rate(3, 40))
        """What a player says."""
        self.lookups = Limit(Rate(30, 120))
        """Lists, histories and records that a player asks for."""


def place(address: str) -> str:
    """What counts as one address: of IPv6 the network, as one house has all of it.

    >>> place("192.0.2.7"), place("2001:db8:1:2:aaaa::7")
    ('192.0.2.7', '2001:db8:1:2::')
    """
    try:
        known = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(known, IPv6Address) and known.ipv4_mapped is None:
        return str(IPv6Address(int(known) >> 64 << 64))
    return str(getattr(known, "ipv4_mapped", None) or known)
