"""Pawns with faces as text and as plain lists: see `docs/rules.md`.

A step is written in the mover's own numbers: `half-@3:4/5*` is the pawn `half-` on 3 that a 4 takes
to 5, where it captures. `regular0@` may be left out. A double names both landings, as in
`double+@3/5/7`, and a switch whom it changes places with, as in `switch0@3~half-@9/12`.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from minigam.errors import AmbiguousPlayError, IllegalPlayError, UnreadableError, shortened
from minigam.rules.options import ALL_FACES
from minigam.rules.pawns import kind_of, of_faces
from minigam.rules.plays import Turn
from minigam.rules.position import Layout, Position, Side, parse_position
from minigam.rules.ruleset import RuleSet
from minigam.rules.steps import BAR, Step, place_name

PLAIN = "regular0"
MOST_A_PAWN = 7
"""What a pawn borne off can score at most: space 6 and a plus."""


# ---- Steps ---------------------------------------------------------------------------------------


def format_step(layout: Layout, step: Step) -> str:
    """One step of a pawn with a face.

    >>> from minigam.rules.steps import Way
    >>> format_step(Layout(16, 5, rising=True), Step(3, 5, 4, hit=True, way=Way("half-")))
    'half-@3:4/5*'
    """
    way = step.way
    assert way is not None
    source = _pawn(way.face) + place_name(layout, step.source)
    if kind_of(way.face) == "half" and step.source != BAR:
        source += f":{step.die}"
    between = [place_name(layout, place) for place in way.via]
    if way.partner:
        source, between = f"{source}~{_pawn(way.partner)}{between[0]}", []
    path = "/".join([source, *between, place_name(layout, step.target)])
    return f"{path}*" if step.hit else path


def _pawn(face: str) -> str:
    return "" if face == PLAIN else f"{face}@"


def make_steps(turn: Turn, text: str) -> Turn:
    """The turn with the steps of a play's text, in their order.

    Captures need not be marked; of two dice that fit, the smaller is spent. Raises
    `IllegalPlayError` where no step fits, and `AmbiguousPlayError` where steps with different
    results do.
    """
    layout = turn.rules.layout
    for word in text.replace(",", " ").split():
        fits = [step for step in turn.next_steps if _means(layout, word, step)]
        if not fits:
            known = " ".join(dict.fromkeys(format_step(layout, step) for step in turn.next_steps))
            raise IllegalPlayError(f"expected one of {known or 'no more steps'}, got {word!r}")
        made = min(fits, key=lambda step: step.die)
        if any((step.way, step.target) != (made.way, made.target) for step in fits):
            raise AmbiguousPlayError(f"expected one step, got {word!r}, which may mean several")
        turn = turn.play(made)
    return turn


def _means(layout: Layout, word: str, step: Step) -> bool:
    """Whether a word says that step, in full or without what may be left out."""
    full = format_step(layout, step).rstrip("*")
    wanted = word.replace(f"{PLAIN}@", "").rstrip("*")
    return wanted in (full, full.replace(f":{step.die}/", "/"))


# ---- Positions -----------------------------------------------------------------------------------


def format_faces(position: Position) -> list[list[str]]:
    """The faces on each place of the position text, in its order; sorted within a place.

    >>> from minigam.rules.ruleset import BACKGAMMON_DICE_BASIC
    >>> format_faces(BACKGAMMON_DICE_BASIC.start)[:4]
    [[], ['regular0', 'regular0'], [], ['regular0']]
    """
    assert position.pawns is not None
    white, black = position.pawns.white, position.pawns.black
    places = range(len(white) + 1)
    return [
        [*(white[place] if place < len(white) else ()), *(black[-place] if place else ())]
        for place in places
    ]


def parse_faced_position(
    rules: RuleSet, text: object, faces: object = None, totals: object = None
) -> Position:
    """A position from its text, the faces on each place and the two totals.

    Without faces all pawns are `regular0`, without totals nothing was scored. Raises
    `UnreadableError` where they do not fit together.
    """
    counts = parse_position(text, rules.layout)
    places = _read_places(rules, counts, faces)
    white = tuple(places[: rules.layout.off])
    black = tuple(places[: -rules.layout.off - 1 : -1])
    owned = ((white, counts.white), (black, counts.black))
    own, theirs = (
        tuple(there if track[place] else () for place, there in enumerate(found))
        for found, track in owned
    )
    return of_faces(rules, Side.WHITE, own, theirs, _read_totals(rules, totals))


def _read_places(rules: RuleSet, counts: Position, faces: object) -> list[tuple[str, ...]]:
    numbers = list(_counted(counts, rules.layout))
    if faces is None:
        return [(PLAIN,) * number for number in numbers]
    if not isinstance(faces, list) or len(faces) != len(numbers):
        raise UnreadableError(f"expected faces as a list of {len(numbers)} lists, got {faces!r}")
    return [_read_place(at, *pair) for at, pair in enumerate(zip(faces, numbers, strict=True))]


def _counted(counts: Position, layout: Layout) -> Iterator[int]:
    """How many pawns stand on each place of the text."""
    for place in range(layout.off + 1):
        white = counts.white[place] if place < layout.off else 0
        yield white + (counts.black[layout.off - place] if place else 0)


def _read_place(at: int, faces: Any, number: int) -> tuple[str, ...]:
    if not isinstance(faces, list) or any(face not in ALL_FACES for face in faces):
        raise UnreadableError(
            f"expected faces such as regular0 or half- in list {at} of faces, got {faces!r}"
        )
    if len(faces) != number:
        raise UnreadableError(f"expected {number} faces in list {at} of faces, got {len(faces)}")
    return tuple(sorted(faces))


def _read_totals(rules: RuleSet, totals: object) -> tuple[int, int]:
    if totals is None:
        return 0, 0
    if not rules.totals:
        raise UnreadableError(f"expected no totals: {rules.title} counts none")
    if not isinstance(totals, Sequence) or [type(total) for total in totals] != [int, int]:
        raise UnreadableError(f"expected totals as two whole numbers, got {totals!r}")
    most = MOST_A_PAWN * rules.layout.checkers
    if not all(0 <= total <= most for total in totals):
        raise UnreadableError(f"expected totals from 0 to {most}, got {shortened(totals)}")
    return totals[0], totals[1]
