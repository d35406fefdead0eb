"""The wall: drawn from its head, replacements taken from its tail."""

from collections.abc import Sequence

from paiju.mahjong.tiles import Tile


class Wall:
    """The tiles that have not been drawn; no tile is reserved.

    >>> wall = Wall([0, 1, 2])
    >>> wall.draw(), wall.replace(), wall.left
    (0, 2, 1)
    """

    __slots__ = ("_head", "_tail", "_tiles")

    def __init__(self, tiles: Sequence[Tile], head: int = 0, tail: int = -1) -> None:
        self._tiles = tiles
        self._head = head
        self._tail = len(tiles) if tail < 0 else tail

    @property
    def left(self) -> int:
        """How many tiles are left."""
        return self._tail - self._head

    @property
    def tiles(self) -> Sequence[Tile]:
        """The tiles that are left, in the order of the draws."""
        return self._tiles[self._head : self._tail]

    def draw(self) -> Tile:
        """Take the next tile from the head."""
        self._head += 1
        return self._tiles[self._head - 1]

    def replace(self) -> Tile:
        """Take the next replacement from the tail."""
        self._tail -= 1
        return self._tiles[self._tail]

    def copy(self) -> "Wall":
        """An independent wall at the same point."""
        return Wall(self._tiles, self._head, self._tail)
