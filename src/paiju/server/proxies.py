"""Whom a connection is made for: the visitor, though proxies stand between."""

from collections.abc import Sequence
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final, TypeAlias

from paiju.core.errors import PaijuError

Networks: TypeAlias = tuple[IPv4Network | IPv6Network, ...]

LOOPBACK: Final[Networks] = (ip_network("127.0.0.0/8"), ip_network("::1/128"))
"""Proxies on this machine."""


def networks(text: str) -> Networks:
    """The networks that a text lists with commas; a single address is one of its own.

    :raises PaijuError: naming what is none.

    >>> [str(network) for network in networks("127.0.0.1, 10.1.0.0/16")]
    ['127.0.0.1/32', '10.1.0.0/16']
    """
    names = [name.strip() for name in text.split(",") if name.strip()]
    try:
        return tuple(ip_network(name) for name in names)
    except ValueError as error:
        raise PaijuError(
            f"trusted proxies {text!r}: {error}; they are addresses or networks with commas "
            "between them, like 127.0.0.1,10.1.0.0/16"
        ) from None


def is_trusted(address: str, trusted: Networks) -> bool:
    """Whether an address is one of the proxies that are believed.

    >>> is_trusted("::ffff:127.0.0.1", LOOPBACK), is_trusted("192.0.2.1", LOOPBACK)
    (True, False)
    """
    try:
        known = ip_address(address)
    except ValueError:
        return False
    if isinstance(known, IPv6Address) and known.ipv4_mapped is not None:
        known = known.ipv4_mapped
    return any(known in network for network in trusted)


def _bare(name: str) -> str:
    """An address without the port that some proxies write behind it: the visitor is the same.

    >>> [_bare(name) for name in (" 192.0.2.1:80", '"[2001:db8::7]:80"', "2001:db8::7", "unknown")]
    ['192.0.2.1', '2001:db8::7', '2001:db8::7', 'unknown']
    """
    name = name.strip().strip('"')
    if name.startswith("["):
        return name[1:].partition("]")[0]
    return name.partition(":")[0] if name.count(":") == 1 else name


def visitor(peer: str, forwarded: Sequence[str], trusted: Networks) -> str:
    """Who is behind a connection from ``peer`` with these lines of ``X-Forwarded-For``.

    Each proxy adds at the end for whom it asks, be it to the line it got or in one more. So they
    are read from the end, for as long as who says it is believed: what stands before that, any
    visitor may have written.

    >>> visitor("127.0.0.1", ["198.51.100.7, 192.0.2.1"], LOOPBACK)
    '192.0.2.1'
    >>> visitor("127.0.0.1", ["192.0.2.1, 10.0.0.2"], networks("127.0.0.1,10.0.0.2"))
    '192.0.2.1'
    >>> visitor("192.0.2.1", ["198.51.100.7"], LOOPBACK)
    '192.0.2.1'
    >>> visitor("127.0.0.1", ["192.0.2.1:50001"], LOOPBACK)
    '192.0.2.1'
    """
    names = [name for line in forwarded for part in line.split(",") if (name := _bare(part))]
    asked_for = peer
    while names and is_trusted(asked_for, trusted):
        asked_for = names.pop()
    return asked_for
