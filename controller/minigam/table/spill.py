"""After a spill one side is set up again at a time, for sensors do not see whose a checker is.

A restart forgets which side that was: what still lies wrong then is judged as if it lay so anew.
"""

from collections.abc import Iterable, Iterator

from minigam.board.occupancy import Occupancy
from minigam.rules.position import Layout, Position, Side
from minigam.table.events import Event, Felt, Rebuilding, Tapped
from minigam.table.mismatch import STANDING, Mismatch, difference, marks_of
from minigam.table.paths import counts_of, fits
from minigam.table.state import WITH_TURN, State
from minigam.table.zones import zone_of, zone_words
from minigam.words import Words, joined, together

WHITE_STANDS, ALL_STANDS = "white-stands", "all-stands"
"""Codes of what roll answers yes to."""
SPILLED = 3
"""So many checkers missing from several points are a spill: nobody knows whose are where."""
WRONG_SECONDS = 2.0
"""How long the board may be what no play explains."""
HELD_SECONDS = 8.0
"""How long checkers may be in a hand that plays."""


def next_side(state: State, seen: Occupancy, position: Position, age: float) -> Rebuilding | None:
    """A spill has come, or all is set up again; None: nothing changes.

    `position` is what should stand there, and `age` how long it has not, in seconds.
    """
    found = difference(seen, state.game.rules.layout, position)
    if state.rebuilding is None:
        return Rebuilding(Side.WHITE) if _is_spill(state, found, age) else None
    if state.rebuilding is Side.WHITE:
        return None
    return None if found.missing or found.surplus else Rebuilding(None)


def _is_spill(state: State, found: Mismatch, age: float) -> bool:
    """Trays and bars tell whose their checkers are, and so does one point by itself."""
    held = _may_hold(state) if age < HELD_SECONDS and not found.surplus else 0
    points = (count for zone, _, count in found.missing if zone.startswith("point-"))
    missing = sum(min(count, SPILLED - 1) for count in points)
    return age >= WRONG_SECONDS and missing - held >= SPILLED


def _may_hold(state: State) -> int:
    """How many checkers may be in the air by right."""
    turn = state.turn
    return len(turn.left) if turn and state.phase in WITH_TURN else 0


def pressed(state: State, tap: Tapped, seen: Occupancy) -> Event:
    """Roll, while white is set up: white stands right, or everything does."""
    layout, position = state.game.rules.layout, state.game.shown_position
    if fits(seen, counts_of(layout, position)):
        return Rebuilding(None)
    white_stands = fits(seen, counts_of(layout, position, [Side.WHITE]))
    return Rebuilding(Side.BLACK) if white_stands else tap


def ask(side: Side, occupancy: Occupancy, layout: Layout, position: Position) -> Felt:
    """For the checkers of a side; what stands is shown as its owner's too."""
    return (_white if side is Side.WHITE else _black)(occupancy, layout, position)


def _white(occupancy: Occupancy, layout: Layout, position: Position) -> Felt:
    """White is set up first, alone."""
    found = difference(occupancy, layout, position)
    if not (found.missing or found.surplus):
        text = Words(
            "If white and black stand as shown, press roll. "
            "Otherwise take every black checker away.",
            page="If white and black stand as shown, all is in place. "
            "Otherwise take every black checker away.",
        )
        return Felt(ALL_STANDS, text, tuple(_standing(found, layout, position, Side)))
    found = difference(occupancy, layout, position, [Side.WHITE])
    marks = *marks_of(found), *_standing(found, layout, position, [Side.WHITE])
    if not (found.missing or found.surplus):
        text = Words(
            "If those are white's checkers and no others, press roll.",
            page="If those are white's checkers and no others, white is in place.",
        )
        return Felt(WHITE_STANDS, text, marks)
    text = Words("Take every black checker away, put white's where the lights ask for them.")
    return Felt("set-up-white", text, marks)


def _black(occupancy: Occupancy, layout: Layout, position: Position) -> Felt:
    """Then black beside white."""
    found = difference(occupancy, layout, position)
    marks = *marks_of(found), *_standing(found, layout, position, Side)
    text = Words("Now put black's checkers where the lights ask for them.")
    if beneath := position.pinned_of(Side.BLACK):
        pinned = (zone_of(layout, Side.BLACK, place) for place in beneath)
        zones = together(zone_words(zone, layout, Side.BLACK) for zone in pinned)
        text = joined([text, Words("One lies beneath white's on {zones}.", zones=zones)])
    return Felt("set-up-black", text, marks)


def _standing(
    found: Mismatch, layout: Layout, position: Position, sides: Iterable[Side]
) -> Iterator[tuple[str, str, int]]:
    """What is right already, in its owner's pattern."""
    wrong = {zone for zone, *_ in (*found.missing, *found.surplus)}
    for side in sides:
        for zone, count in counts_of(layout, position, [side]).items():
            if count and zone not in wrong:
                yield zone, STANDING[side].value, count
