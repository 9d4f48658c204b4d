"""How the pawns of Backgammon Dice move, whose faces say how. Rules: `docs/rules.md`.

A face is a kind and a sign, such as `double+`. `regular` moves by the die, `half` by half of it
rounded up, `double` by the die and again by the die; `switch` first changes places with another
pawn, and then moves by the die.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from minigam.errors import IllegalPlayError
from minigam.rules.options import SIGNS
from minigam.rules.position import Faces, Pawns, Position, Side
from minigam.rules.ruleset import RuleSet
from minigam.rules.steps import BAR, Step, Way


def kind_of(face: str) -> str:
    """How a face moves.

    >>> kind_of("double+")
    'double'
    """
    return face[:-1]


@dataclass(frozen=True)
class _Board:
    """Both sides' faces, each by its own places; what is borne off is no longer here."""

    rules: RuleSet
    own: Faces
    theirs: Faces

    @property
    def off(self) -> int:
        return self.rules.layout.off

    def held(self, place: int) -> tuple[str, ...]:
        """The other side's pawns on a place of mine."""
        return self.theirs[self.off - place] if place != BAR else ()

    def is_blocked(self, place: int) -> bool:
        return len(self.own[place]) + len(self.held(place)) >= (self.rules.room or 2)

    @property
    def is_home(self) -> bool:
        return not any(self.own[: self.off - self.rules.home])

    def moved(self, source: int, target: int, face: str) -> _Board:
        """With a pawn on another of its places, or off, and a lone enemy there captured."""
        own, theirs = _without(self.own, source, face), self.theirs
        if target == self.off:
            return _Board(self.rules, own, theirs)
        for captured in self.held(target):
            theirs = _with(_without(theirs, self.off - target, captured), BAR, captured)
        return _Board(self.rules, _with(own, target, face), theirs)


def _without(faces: Faces, place: int, face: str) -> Faces:
    there = list(faces[place])
    there.remove(face)
    return (*faces[:place], tuple(there), *faces[place + 1 :])


def _with(faces: Faces, place: int, face: str) -> Faces:
    return (*faces[:place], tuple(sorted((*faces[place], face))), *faces[place + 1 :])


_Steps = Iterator[Step]


def _ways(board: _Board, source: int, face: str, die: int) -> _Steps:
    """Every step of one pawn by one die."""
    if source == BAR:
        if not board.is_blocked(die):
            yield Step(BAR, die, die, bool(board.held(die)), Way(face))
        return
    match kind_of(face):
        case "double":
            yield from _double(board, source, face, die)
        case "switch":
            yield from _switch(board, source, face, die)
        case "half":
            yield from _straight(board, source, face, die, (die + 1) // 2)
        case "regular":
            yield from _straight(board, source, face, die, die)


def _hop(board: _Board, source: int, by: int) -> tuple[int, bool] | None:
    """Where a pawn gets by so many spaces, and whether it captures."""
    target = source + by
    if target == board.off and board.is_home:
        return target, False
    if target >= board.off or board.is_blocked(target):
        return None
    return target, bool(board.held(target))


def _straight(board: _Board, source: int, face: str, die: int, by: int) -> _Steps:
    if hop := _hop(board, source, by):
        target, hit = hop
        yield Step(source, target, die, hit, Way(face))


def _double(board: _Board, source: int, face: str, die: int) -> _Steps:
    """Both landings must be legal; the die is spent if the first bears the pawn off."""
    first = _hop(board, source, die)
    if first is None:
        return
    middle, hit = first
    if middle == board.off:
        yield Step(source, middle, die, hit, Way(face))
    elif second := _hop(board.moved(source, middle, face), middle, die):
        target, again = second
        yield Step(source, target, die, hit or again, Way(face, (middle,)))


def _switch(board: _Board, source: int, face: str, die: int) -> _Steps:
    """A swap, and a step from there; a plain step where there is nobody to swap with."""
    partners = tuple(_partners(board, source))
    if not partners:
        yield from _straight(board, source, face, die, die)
    for place, partner in partners:
        if hop := _hop(_swapped(board, source, face, place, partner), place, die):
            target, hit = hop
            yield Step(source, target, die, hit, Way(face, (place,), partner))


def _partners(board: _Board, source: int) -> Iterator[tuple[int, str]]:
    """Whom the pawn on a space may change places with: own pawns elsewhere, enemy blots.

    From a shared space only own pawns: no space may hold both sides.
    """
    alone, off = len(board.own[source]) == 1, board.off
    for place in range(1, off):
        if board.own[place] and place != source:
            yield from ((place, partner) for partner in sorted(set(board.own[place])))
        elif alone and len(board.theirs[off - place]) == 1:
            yield place, board.theirs[off - place][0]


def _swapped(board: _Board, source: int, face: str, place: int, partner: str) -> _Board:
    own, theirs = _with(_without(board.own, source, face), place, face), board.theirs
    if board.own[place]:
        own = _with(_without(own, place, partner), source, partner)
    else:
        theirs = _without(theirs, board.off - place, partner)
        theirs = _with(theirs, board.off - source, partner)
    return _Board(board.rules, own, theirs)


def _board(rules: RuleSet, position: Position, side: Side) -> _Board:
    assert position.pawns is not None
    return _Board(rules, position.pawns.faces(side), position.pawns.faces(side.other))


def steps_with(rules: RuleSet, position: Position, side: Side, die: int) -> tuple[Step, ...]:
    """As `checkers.steps_with`, for pawns with faces."""
    board = _board(rules, position, side)
    if not any(board.own) or not any(board.theirs):
        return ()
    last = BAR if board.own[BAR] else rules.layout.points
    return tuple(
        step
        for source in range(last + 1)
        for face in sorted(set(board.own[source]))
        for step in _ways(board, source, face, die)
    )


def apply_steps(rules: RuleSet, position: Position, side: Side, steps: Sequence[Step]) -> Position:
    """As `checkers.apply_steps`, for pawns with faces; one borne off scores if games count it."""
    assert position.pawns is not None
    board, totals = _board(rules, position, side), position.pawns.totals
    for step in steps:
        assert step.way is not None
        board = _after(board, step, step.way)
        totals = _scored(rules, totals, side, step)
    return of_faces(rules, side, board.own, board.theirs, totals)


def _after(board: _Board, step: Step, way: Way) -> _Board:
    """The board after a step that `_ways` has found."""
    here, landings = step.source, step.path
    if way.partner:
        board = _swapped(board, here, way.face, way.via[0], way.partner)
        here, landings = way.via[0], (step.target,)
    for place in landings:
        board, here = board.moved(here, place, way.face), place
    return board


def half_way(rules: RuleSet, position: Position, side: Side, step: Step) -> Position:
    """The position amid a step over another place: a switch has swapped, a double has landed."""
    assert position.pawns is not None
    assert step.way is not None
    board, way = _board(rules, position, side), step.way
    place = way.via[0]
    if way.partner:
        board = _swapped(board, step.source, way.face, place, way.partner)
    else:
        board = board.moved(step.source, place, way.face)
    return of_faces(rules, side, board.own, board.theirs, position.pawns.totals)


def of_faces(
    rules: RuleSet, side: Side, own: Faces, theirs: Faces, totals: tuple[int, int] = (0, 0)
) -> Position:
    """The position in which the two sides' pawns have those faces; those missing are off."""
    white, black = side.pair(own, theirs)
    return Position(_counts(rules, white), _counts(rules, black), Pawns(white, black, totals))


def _counts(rules: RuleSet, faces: Faces) -> tuple[int, ...]:
    counts = tuple(map(len, faces))
    return (*counts, rules.layout.checkers - sum(counts))


def _scored(rules: RuleSet, totals: tuple[int, int], side: Side, step: Step) -> tuple[int, int]:
    """A pawn borne off scores the number of the space it last stood on, and its sign."""
    if not rules.totals or step.target != rules.layout.off or step.way is None:
        return totals
    last = step.way.via[-1] if step.way.via else step.source
    points = rules.layout.off - last + (SIGNS[step.way.face[-1]] if rules.signs else 0)
    return side.pair(side.of(totals) + points, side.other.of(totals))


def thrown_with(rules: RuleSet, position: Position, side: Side | None) -> int:
    """How many pawns are rolled with a side's dice: its captured ones; in the opening the agreed.

    >>> from minigam.rules.ruleset import rule_set
    >>> rules = rule_set("backgammon-dice-basic", {"random_faces": "3"})
    >>> thrown_with(rules, rules.start, None), thrown_with(rules, rules.start, Side.WHITE)
    (6, 0)
    """
    if not rules.pawn_die:
        return 0
    return len(thrown_at_start(rules)) if side is None else position.track(side)[BAR]


def thrown_at_start(rules: RuleSet) -> tuple[tuple[Side, int], ...]:
    """The side and place of each pawn rolled in the opening: white's first, the rearmost first.

    >>> from minigam.rules.ruleset import rule_set
    >>> rules = rule_set("backgammon-dice-basic", {"random_faces": "3"})
    >>> [place for side, place in thrown_at_start(rules) if side is Side.WHITE]
    [1, 1, 3]
    """
    return tuple(
        (side, place)
        for side in Side
        for place in _places(rules.start.track(side))[: rules.random_faces]
    )


def _places(track: Sequence[int]) -> list[int]:
    """Where each checker of a side stands, the rearmost first."""
    return [place for place, count in enumerate(track) for _ in range(count)]


def thrown(
    rules: RuleSet, position: Position, side: Side | None, numbers: tuple[int, ...]
) -> Position:
    """The position once the pawns of `thrown_with` lie so, each as a number of `pawn_die`.

    In the opening they come as in `thrown_at_start`; after a tie the same ones are rolled again.
    Raises `IllegalPlayError` for another number of pawns.
    """
    expected = thrown_with(rules, position, side)
    if len(numbers) != expected:
        raise IllegalPlayError(f"expected {expected} pawns rolled, got {list(numbers)}")
    if not numbers:
        return position
    faces = tuple(rules.pawn_die[number - 1] for number in numbers)
    return _rolled_at_start(rules, faces) if side is None else _rolled(rules, position, side, faces)


def _rolled(rules: RuleSet, position: Position, side: Side, faces: tuple[str, ...]) -> Position:
    assert position.pawns is not None
    own, theirs = position.pawns.faces(side), position.pawns.faces(side.other)
    rolled = (tuple(sorted(faces)), *own[1:])
    return of_faces(rules, side, rolled, theirs, position.pawns.totals)


def _rolled_at_start(rules: RuleSet, faces: tuple[str, ...]) -> Position:
    assert rules.start.pawns is not None
    found = {side: rules.start.pawns.faces(side) for side in Side}
    for (side, place), face in zip(thrown_at_start(rules), faces, strict=True):
        usual = rules.start.pawns.faces(side)[place][0]
        found[side] = _with(_without(found[side], place, usual), place, face)
    totals = rules.start.pawns.totals
    return of_faces(rules, Side.WHITE, found[Side.WHITE], found[Side.BLACK], totals)
