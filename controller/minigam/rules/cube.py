"""The doubling cube: its value, its owner, and who may turn it."""

from __future__ import annotations

from dataclasses import dataclass

from minigam.rules.position import Side


@dataclass(frozen=True)
class Cube:
    """A cube in the middle or on one side. It has no upper limit."""

    exponent: int = 0
    """How often it was doubled."""
    owner: Side | None = None
    """Who alone may double next; None while it is in the middle."""

    @property
    def value(self) -> int:
        """What a single game is worth.

        >>> Cube(3).value
        8
        """
        return 1 << self.exponent

    def belongs_to(self, side: Side) -> bool:
        """Whether a side may turn it: it is in the middle or its own."""
        return self.owner in (None, side)

    def taken_by(self, side: Side) -> Cube:
        """The cube once `side` has taken a double.

        >>> Cube().taken_by(Side.BLACK)
        Cube(exponent=1, owner=<Side.BLACK: 'black'>)
        """
        return Cube(self.exponent + 1, side)


CENTRED = Cube()
"""The cube as a game begins."""
