"""A meeting: games between two boards, or of a club's evening, that belong together."""

from __future__ import annotations

from dataclasses import dataclass, replace

from minigam.errors import IllegalPlayError
from minigam.validation import hex_digits

ID, KEY = hex_digits(32), hex_digits(64)
"""What a meeting's id and a board's public key have to be."""


@dataclass(frozen=True)
class Meeting:
    """Which game of which meeting a game is, and on whose boards it is played.

    >>> meeting = Meeting("0c" * 16, 1, ("ab" * 32, "cd" * 32))
    >>> meeting.shared, meeting.swapped().boards[0][:4]
    (True, 'cdcd')
    """

    id: str
    """32 hexadecimal digits, drawn at random when the boards meet."""
    number: int
    """Which game of the meeting it is, from 1."""
    boards: tuple[str, str]
    """The public keys (Ed25519, 64 hexadecimal digits) of white's and of black's board."""

    @property
    def shared(self) -> bool:
        """Whether two boards play, which roll the dice together."""
        return self.boards[0] != self.boards[1]

    def swapped(self) -> Meeting:
        """The same meeting, the players having changed colours: their boards go along."""
        return replace(self, boards=self.boards[::-1])

    def check(self) -> None:
        """Raise `IllegalPlayError` for an id, a number or a key that no meeting has."""
        if self.number < 1:
            raise IllegalPlayError(f"expected a meeting's game from 1 on, got {self.number}")
        for kind, value in ((ID, self.id), *((KEY, key) for key in self.boards)):
            if not kind.fits(value):
                raise IllegalPlayError(f"expected a meeting with {kind.expected}, got {value!r}")
