"""The opening throw, the throws after it, and dice thrown by hand."""

from __future__ import annotations

from dataclasses import replace

from minigam.game.events import Tapped
from minigam.game.notices import notify, refuse
from minigam.game.reasons import faces
from minigam.game.state import Phase, State, pawns_to_throw, with_colours_changed
from minigam.rules import pawns
from minigam.rules.cube import Cube
from minigam.rules.plays import Turn
from minigam.rules.position import Side

DICE = 2


def button_side(input_name: str) -> Side | None:
    """Whose roll button it is; None for a board's only one.

    >>> button_side("roll-black"), button_side("roll")
    (<Side.BLACK: 'black'>, None)
    """
    _, _, side = input_name.partition("-")
    return Side(side) if side else None


def presser(state: State) -> Side:
    """The side whose roll button is live: the person on turn, or who plays for the computer.

    In a resignation it is the other side's, whose consent is asked for.
    """
    side = state.side or _first_missing(state)
    if state.phase is Phase.RESIGNING:
        side = resigner(state).other
    if state.offered_by:
        side = state.offered_by.other
    return side if state.setup.is_human(side) else _person(state, side)


def resigner(state: State) -> Side:
    """The side that would resign: the person on turn, else the person waiting.

    In the opening, when it is nobody's turn, white.
    """
    side = state.side or Side.WHITE
    return side if state.setup.is_human(side) else side.other


def _first_missing(state: State) -> Side:
    white, _ = state.entropy
    return Side.WHITE if white is None or state.phase is not Phase.OPENING else Side.BLACK


def _person(state: State, computer: Side) -> Side:
    return computer.other if state.setup.is_human(computer.other) else computer


def is_live(state: State, tap: Tapped) -> bool:
    """Whether that roll button counts now."""
    return button_side(tap.input) in (None, presser(state))


def refuse_button(state: State) -> State:
    """The answer to the wrong side's roll button."""
    side = presser(state).value
    return refuse(state, "not-your-turn", f"Now {side}'s roll button is live, and no other.")


def opening_tap(state: State, tap: Tapped) -> State:
    """A press for the opening throw: it gives that side's number for the dice."""
    if state.setup.by_hand:
        return refuse(state, "by-hand", _whose_die(state))
    if state.throws:
        return replace(state, phase=Phase.THROWING)  # a tie: sooner than by itself
    side = button_side(tap.input) or presser(state)
    if state.commitment is None or not state.setup.is_human(side):
        return refuse_button(state)
    if state.entropy[_index(side)] is not None:
        return refuse(state, "already", f"{side.value.capitalize()} has pressed already.")
    return give_number(state, side, tap.at)


def give_number(state: State, side: Side, at: int) -> State:
    """The state with one side's number; once both are there the dice are asked for."""
    if state.phase is not Phase.OPENING or state.entropy[_index(side)] is not None:
        return state
    white, black = state.entropy
    both = (at, black) if side is Side.WHITE else (white, at)
    given = replace(state, entropy=both)
    if None in both:
        return given
    if state.starter:
        return replace(given, phase=Phase.TO_THROW, side=state.starter)
    return replace(given, phase=Phase.THROWING)


def _index(side: Side) -> int:
    return 0 if side is Side.WHITE else 1


def throw_tap(state: State, tap: Tapped) -> State:
    """The side on turn presses roll: the dice are asked for."""
    if state.setup.by_hand:
        return refuse(state, "by-hand", _whose_die(state))
    if state.computer_moves:
        return refuse(state, "computer-throws", "The computer throws by itself in a moment.")
    if not is_live(state, tap):
        return refuse_button(state)
    return replace(state, phase=Phase.THROWING)


def after_throw(state: State, dice: tuple[int, int], thrown: tuple[int, ...] = ()) -> State:
    """The state once the dice, and the pawns thrown with them, lie: a tie, a turn, or a pass."""
    position = pawns.thrown(state.rules, state.position, state.side, thrown)
    throws, all_pawns = (*state.throws, dice), (*state.pawns, thrown)
    state = replace(state, position=position, entered=(), throws=throws, pawns=all_pawns)
    if not state.in_opening:
        return begin_turn(state, dice)
    if dice[0] == dice[1]:
        return _tied(state, dice[0])
    side = Side.WHITE if dice[0] > dice[1] else Side.BLACK
    won, name = replace(state, side=side), side.value.capitalize()
    if state.rules.throws_again:
        text = f"{name} threw higher and throws both dice."
        return notify(replace(won, phase=Phase.TO_THROW), "opening", text)
    return notify(begin_turn(won, dice), "opening", f"{name} threw higher and plays {faces(dice)}.")


def _tied(state: State, face: int) -> State:
    text = f"Both threw a {face}: throw again."
    if state.rules.automatic_doubles:
        state = replace(state, cube=state.cube.doubled_by_a_tie())
        text = f"Both threw a {face}: the stake is {state.cube.value} now; throw again."
    return notify(replace(state, phase=Phase.OPENING), "tie", text)


def begin_turn(state: State, dice: tuple[int, int]) -> State:
    """The side on turn has a roll to play."""
    assert state.side is not None
    turn = Turn.of(state.rules, state.position, state.side, dice)
    if turn.next_steps:
        # A second, impatient press must not accept the computer's steps unseen.
        transient = replace(state.transient, dead=state.computer_moves)
        moving = replace(state, phase=Phase.MOVING, turn=turn, selected=None, plan=None)
        return replace(moving, transient=transient)
    text = f"{state.side.value.capitalize()} cannot play {faces(dice)}: the turn passes."
    passing = replace(state, phase=Phase.PASSING, turn=turn, selected=None, plan=None)
    return notify(passing, "no-play", text)


def enter_die(state: State, zone: str) -> State:
    """A hand-thrown die's face, tapped in as a point."""
    face = zone.removeprefix("point-")
    if face not in ("1", "2", "3", "4", "5", "6"):
        return refuse(state, "by-hand", _whose_die(state), zone)
    entered = (*state.entered, int(face))
    if len(entered) < DICE + pawns_to_throw(state):
        return replace(state, entered=entered)
    return after_throw(state, (entered[0], entered[1]), entered[DICE:])


def take_back_entry(state: State) -> State:
    """The last entered die is taken back."""
    return replace(state, entered=state.entered[:-1])


def take_back_throw(state: State) -> State:
    """A hand-thrown roll is cancelled before its first step, or the opening throw."""
    opening = _was_opening(state)
    state = with_colours_changed(state) if opening and state.swapped else state
    throws = state.throws[:-1]
    ties = Cube(len(throws)) if opening and state.rules.automatic_doubles else state.cube
    return replace(
        state,
        phase=Phase.OPENING if opening else Phase.TO_THROW,
        side=None if opening else state.side,
        throws=throws,
        pawns=state.pawns[:-1],
        cube=ties,
        turn=None,
        selected=None,
        plan=None,
    )


def _was_opening(state: State) -> bool:
    """Whether the last throw was one for the opening: one die a side."""
    own = state.rules.throws_again and state.phase is not Phase.TO_THROW
    return not state.plays and state.starter is None and not own


def can_take_back_opening(state: State) -> bool:
    """Whether hand-thrown opening dice that were not played themselves may be entered again."""
    return state.setup.by_hand and bool(state.throws) and _was_opening(state)


def _whose_die(state: State) -> str:
    if len(state.entered) >= DICE:
        nth = len(state.entered) - DICE + 1
        return f"Throw by hand: tap the point with the number of pawn {nth}'s face."
    if state.in_opening:
        side = "black" if state.entered else "white"
        return f"Throw by hand: tap the point with the number of {side}'s die."
    which = "second" if state.entered else "first"
    return f"Throw by hand: tap the point with the {which} die's number."
