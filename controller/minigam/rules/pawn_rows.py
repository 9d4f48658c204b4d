"""Pawns with faces as rows of numbers, for those who look at many positions at once.

A side is a row: a code for each of its pawns, in ascending order, then what those borne off have
scored. A pawn's code is `place * CODES + face`, by its own side's places and the order of `FACES`;
one that is off has the code of that place alone.
"""

from minigam.rules.options import SIGNS as VALUES
from minigam.rules.position import Position, Side

KINDS = ("regular", "half", "double", "switch")
SIGNS = tuple(sorted(VALUES, key=VALUES.__getitem__))
FACES = tuple(kind + sign for kind in KINDS for sign in SIGNS)
CODES = len(FACES)


def rows_of(position: Position, side: Side) -> list[int]:
    """The row of one side.

    >>> from minigam.rules.ruleset import BACKGAMMON_DICE_BASIC
    >>> rows_of(BACKGAMMON_DICE_BASIC.start, Side.WHITE)
    [13, 13, 37, 73, 73, 0]
    """
    assert position.pawns is not None
    track, faces = position.track(side), position.pawns.faces(side)
    codes = [
        place * CODES + FACES.index(face) for place, there in enumerate(faces) for face in there
    ]
    codes += [(len(track) - 1) * CODES] * track[-1]
    return [*sorted(codes), side.of(position.pawns.totals)]
