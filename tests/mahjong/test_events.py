"""Which events of a mahjong round make the table wait."""

from paiju.core.event import Event
from paiju.mahjong import events


def test_only_what_can_be_claimed_opens_claims() -> None:
    """A pause after each hand dealt kept a new table dark for five seconds."""
    kinds = [
        kind for kind in vars(events).values() if isinstance(kind, type) and issubclass(kind, Event)
    ]
    assert {kind.type for kind in kinds if kind.opens_claims} == {"discarded", "kong_declared"}
