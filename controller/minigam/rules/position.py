"""Where the checkers stand, and the text for it.

Every game of the family runs two tracks in opposite directions over the same points, so a position
is two tuples in which each side counts its own way along: index 0 is its bar, 1..N the points
in the order it reaches them, N+1 off. My place `p` is the opponent's place `N + 1 - p`. How a game
*names* the points (rising for Minigam, falling for backgammon) is its layout's business.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from minigam.errors import UnreadableError
from minigam.words import Words


class Side(Enum):
    """One of the two players."""

    WHITE = "white"
    BLACK = "black"

    @property
    def other(self) -> Side:
        """The opponent.

        >>> Side.WHITE.other
        <Side.BLACK: 'black'>
        """
        return Side.BLACK if self is Side.WHITE else Side.WHITE

    @property
    def word(self) -> Words:
        """Its name amid a sentence."""
        return Words("white") if self is Side.WHITE else Words("black")

    @property
    def title(self) -> Words:
        """Its name by itself, or where a sentence begins."""
        return Words("White") if self is Side.WHITE else Words("Black")

    @classmethod
    def parse(cls, text: object) -> Side:
        """Read `white` or `black`; raise `UnreadableError` for anything else."""
        try:
            return cls(text)
        except ValueError:
            raise UnreadableError(f"expected a side, white or black, got {text!r}") from None


@dataclass(frozen=True)
class Layout:
    """The board's shape and how its points are numbered."""

    points: int
    """Points on the board."""
    checkers: int
    """Checkers a side."""
    rising: bool
    """Whether a side's numbers rise as it moves (Minigam) or fall (backgammon)."""

    @property
    def off(self) -> int:
        """The track index of checkers borne off."""
        return self.points + 1

    def number(self, place: int) -> int:
        """The number that a mover gives its track index `place`, and back again.

        >>> Layout(24, 15, rising=False).number(1)
        24
        """
        return place if self.rising else self.off - place

    def mirror(self, place: int) -> int:
        """The opponent's track index of the point at my track index `place`."""
        return self.off - place


Track = tuple[int, ...]


Faces = tuple[tuple[str, ...], ...]
"""The faces of a side's pawns, sorted, by place of its own track; those off have none."""


@dataclass(frozen=True)
class Pawns:
    """What a game with faces adds to a position."""

    white: Faces
    black: Faces
    totals: tuple[int, int] = (0, 0)
    """What white's and black's pawns borne off have scored."""

    def faces(self, side: Side) -> Faces:
        """One side's faces."""
        return self.white if side is Side.WHITE else self.black


@dataclass(frozen=True)
class Position:
    """An immutable position: the counts of each side along its own track."""

    white: Track
    """White's checkers: [bar, first point reached, ..., last, off]."""
    black: Track
    """Black's, likewise along black's own track."""
    pawns: Pawns | None = None
    """The faces, in a game that has them."""

    def track(self, side: Side) -> Track:
        """The counts of one side."""
        return self.white if side is Side.WHITE else self.black

    def with_tracks(self, side: Side, own: Track, theirs: Track) -> Position:
        """A position in which `side` has `own` and the other side `theirs`."""
        return Position(own, theirs) if side is Side.WHITE else Position(theirs, own)


def _cell(white: int, black: int) -> str:
    if white:
        return chr(ord("A") + white - 1)
    return chr(ord("a") + black - 1) if black else "-"


def format_position(position: Position, layout: Layout) -> str:
    """The position as text, one character a place, by white's own numbers.

    `-` is empty, `A`.. are 1.. white checkers, `a`.. black; those missing are off. With rising
    numbers [0] is white's bar and the last character black's; with falling numbers the reverse.

    >>> start = Position((8, 0, 0, 0, 0, 0, 0, 0), (8, 0, 0, 0, 0, 0, 0, 0))
    >>> format_position(start, Layout(6, 8, rising=True))
    'H------h'
    """
    last = layout.off
    bars = {0: (position.white[0], 0), last: (0, position.black[0])}
    cells = [
        bars.get(place, (position.white[place], position.black[last - place]))
        for place in range(last + 1)
    ]
    text = "".join(_cell(white, black) for white, black in cells)
    return text if layout.rising else text[::-1]


def parse_position(text: object, layout: Layout) -> Position:
    """Read the text of `format_position`.

    Raises `UnreadableError` with the column of the fault: a wrong length or character, a
    checker on the other side's bar, or more checkers than a side has.

    >>> parse_position("G-A--a-g", Layout(6, 8, rising=True)).white
    (7, 0, 1, 0, 0, 0, 0, 0)
    """
    last = layout.off
    if not isinstance(text, str) or len(text) != last + 1:
        raise UnreadableError(f"expected a position of {last + 1} characters, got {text!r}")
    ordered = text if layout.rising else text[::-1]
    white, black = [0] * (last + 1), [0] * (last + 1)
    for place, char in enumerate(ordered):
        side, count = _read_cell(char, text, place if layout.rising else last - place)
        if count:
            (white if side is Side.WHITE else black)[
                place if side is Side.WHITE else last - place
            ] = count
    for side, track in ((Side.WHITE, white), (Side.BLACK, black)):
        _settle(side, track, layout, text)
    return Position(tuple(white), tuple(black))


def _read_cell(char: str, text: str, column: int) -> tuple[Side, int]:
    if char == "-":
        return Side.WHITE, 0
    if "A" <= char <= "O":
        return Side.WHITE, ord(char) - ord("A") + 1
    if "a" <= char <= "o":
        return Side.BLACK, ord(char) - ord("a") + 1
    raise UnreadableError(
        f"expected '-', A to O or a to o at column {column + 1} of position {text!r}, got {char!r}"
    )


def _settle(side: Side, track: list[int], layout: Layout, text: str) -> None:
    """Check one side's counts and put the missing checkers off."""
    if track[layout.off]:
        raise UnreadableError(f"{side.value} cannot stand on the other side's bar in {text!r}")
    missing = layout.checkers - sum(track)
    if missing < 0:
        raise UnreadableError(
            f"expected at most {layout.checkers} {side.value} checkers in {text!r}, "
            f"got {sum(track)}"
        )
    track[layout.off] = missing
