"""What messages and steps are made of."""

from msgspec import Struct


class Plain(Struct, frozen=True, gc=False):
    """A value that holds nothing it could be held by: the search for garbage passes it over.

    A running table has hundreds of them; they are freed when nobody holds them any more.
    """
