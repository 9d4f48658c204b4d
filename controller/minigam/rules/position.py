"""Where the checkers stand, and the text for it.

Every game of the family runs two tracks over the same points, so a position is two tuples in which
each side counts its own way along: index 0 is its bar, 1..N the points in the order it reaches
them, N+1 off. Which of the opponent's places my place `p` is (`N + 1 - p` where the sides move
against each other), and how a game *names* the points (rising for Minigam, falling for backgammon),
is its layout's business.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from typing import TypeVar

from minigam.errors import UnreadableError
from minigam.words import PointNumber, Words

Value = TypeVar("Value")
_NUMBERS = re.compile("[0-9]{1,2}(,[0-9]{1,2})*")


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

    def of(self, both: tuple[Value, Value]) -> Value:
        """Its own of a pair: white's and black's.

        >>> Side.BLACK.of((3, 5))
        5
        """
        white, black = both
        return white if self is Side.WHITE else black

    def pair(self, own: Value, theirs: Value) -> tuple[Value, Value]:
        """White's and black's, of what is its own and the other side's.

        >>> Side.BLACK.pair(3, 5)
        (5, 3)
        """
        return (own, theirs) if self is Side.WHITE else (theirs, own)

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
    same_way: bool = False
    """Whether both sides move the same way round, from opposite corners (Fevga)."""
    pins: bool = False
    """Whether a lone checker may lie beneath the other side's (Plakoto)."""

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
        """The opponent's track index of the point at my track index `place`, and back again.

        >>> Layout(24, 15, rising=False).mirror(1)
        24
        >>> Layout(24, 15, rising=False, same_way=True).mirror(1)
        13
        """
        if self.same_way and 0 < place < self.off:
            return (place + self.points // 2 - 1) % self.points + 1
        return self.off - place

    def point_number(self, side: Side, place: int) -> PointNumber:
        """What people call the point at a side's track index.

        >>> Layout(6, 8, rising=True).point_number(Side.BLACK, 1)
        PointNumber(printed=6, own=1)
        """
        white = place if side is Side.WHITE else self.mirror(place)
        return PointNumber(self.number(white), self.number(place))


Track = tuple[int, ...]
Places = tuple[int, ...]
"""Some indices of a track."""


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
    pinned: tuple[Places, Places] = ((), ())
    """Where one of white's checkers, and of black's, lies pinned; sorted, by its own track."""

    def track(self, side: Side) -> Track:
        """The counts of one side."""
        return self.white if side is Side.WHITE else self.black

    def pinned_of(self, side: Side) -> Places:
        """Where one side's checkers lie pinned."""
        return side.of(self.pinned)

    def faces_on(self, side: Side, place: int) -> tuple[str, ...]:
        """The faces of a side's pawns on a place; none for plain checkers, and for those off."""
        faces = self.pawns.faces(side) if self.pawns else ()
        return faces[place] if place < len(faces) else ()

    def with_tracks(self, side: Side, own: Track, theirs: Track) -> Position:
        """A position in which `side` has `own` and the other side `theirs`."""
        return Position(*side.pair(own, theirs))


def _cell(white: int, black: int) -> str:
    if white:
        return chr(ord("A") + white - 1)
    return chr(ord("a") + black - 1) if black else "-"


def format_position(position: Position, layout: Layout) -> str:
    """The position as text, one character a place, by white's own numbers.

    `-` is empty, `A`.. are 1.. white checkers, `a`.. black; those missing are off. With rising
    numbers [0] is white's bar and the last character black's; with falling numbers the reverse.
    Where checkers are pinned, a space and the numbers of these points follow: beneath the
    checkers that the text shows there lies one of the other side's.

    >>> start = Position((8, 0, 0, 0, 0, 0, 0, 0), (8, 0, 0, 0, 0, 0, 0, 0))
    >>> format_position(start, Layout(6, 8, rising=True))
    'H------h'
    >>> pins = Layout(2, 3, rising=False, pins=True)
    >>> format_position(Position((0, 1, 0, 0), (0, 1, 2, 0), pinned=((1,), ())), pins)
    '-ab- 2'
    """
    last, beneath = layout.off, position.pinned_of(Side.WHITE)
    cells = ["-"] * (last + 1)
    for place in range(1, last):
        white = 0 if place in beneath else position.white[place]
        cells[place] = _cell(white, position.black[layout.mirror(place)])
    cells[0], cells[last] = _cell(position.white[0], 0), _cell(0, position.black[0])
    text = "".join(cells if layout.rising else cells[::-1])
    numbers = sorted(pinned_numbers(position, layout))
    return f"{text} {','.join(map(str, numbers))}" if numbers else text


def pinned_numbers(position: Position, layout: Layout) -> list[int]:
    """The points where a checker lies pinned, by white's own numbers."""
    white, black = position.pinned
    return [layout.number(place) for place in (*white, *map(layout.mirror, black))]


def parse_position(text: object, layout: Layout) -> Position:
    """Read the text of `format_position`.

    Raises `UnreadableError` with the column of the fault: a wrong length or character, a
    checker on the other side's bar, or more checkers than a side has.

    >>> parse_position("G-A--a-g", Layout(6, 8, rising=True)).white
    (7, 0, 1, 0, 0, 0, 0, 0)
    >>> parse_position("-ab- 2", Layout(2, 3, rising=False, pins=True)).pinned
    ((1,), ())
    """
    last = layout.off
    said = text if isinstance(text, str) else ""
    points, space, beneath = said.partition(" ") if layout.pins else (said, "", "")
    if len(points) != last + 1:
        raise UnreadableError(f"expected a position of {last + 1} characters, got {text!r}")
    tracks = {side: [0] * (last + 1) for side in Side}
    for place, char in enumerate(points if layout.rising else points[::-1]):
        side, count = _read_cell(char, points, place if layout.rising else last - place)
        if count:
            tracks[side][_own(layout, side, place)] = count
    pinned = _put_beneath(layout, tracks, beneath if space else None)
    for side, track in tracks.items():
        _settle(side, track, layout, points)
    white, black = (tuple(track) for track in tracks.values())
    return Position(white, black, pinned=pinned)


def _own(layout: Layout, side: Side, place: int) -> int:
    """A side's track index of white's `place`."""
    return place if side is Side.WHITE else layout.mirror(place)


def _put_beneath(
    layout: Layout, tracks: dict[Side, list[int]], text: str | None
) -> tuple[Places, Places]:
    """Put a checker beneath those of the other side on each point of a list."""
    if text is None:
        return (), ()
    numbers = [int(number) for number in text.split(",")] if _NUMBERS.fullmatch(text) else []
    if not numbers or len(set(numbers)) < len(numbers):
        raise UnreadableError(f"expected points with pinned checkers, such as 5,12, got {text!r}")
    pinned: dict[Side, list[int]] = {side: [] for side in Side}
    for number in numbers:
        side = _beneath(layout, tracks, number)
        place = _own(layout, side, layout.number(number))
        tracks[side][place] = 1
        pinned[side].append(place)
    return tuple(sorted(pinned[Side.WHITE])), tuple(sorted(pinned[Side.BLACK]))


def _beneath(layout: Layout, tracks: dict[Side, list[int]], number: int) -> Side:
    """Whose checker lies pinned on a point: the other side's of those that stand there."""
    for side in Side if 1 <= number <= layout.points else ():
        if tracks[side][_own(layout, side, layout.number(number))]:
            return side.other
    raise UnreadableError(f"expected checkers on point {number}, where one lies pinned, got none")


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
