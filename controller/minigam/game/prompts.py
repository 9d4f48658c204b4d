"""What to do now, and how a game ended, each in a sentence or two."""

from __future__ import annotations

from minigam.game.between import in_a_match
from minigam.game.choosing import how_to_choose
from minigam.game.correction import NO_BOARD, WHICH_PLAY
from minigam.game.feeling import to_put_right
from minigam.game.plans import next_planned, step_words
from minigam.game.reasons import faces
from minigam.game.rebuilding import ALL_STANDS, WHITE_STANDS
from minigam.game.stakes import how_to_answer, needs_consent
from minigam.game.state import Phase, State
from minigam.game.throwing import presser, resigner, what_to_enter
from minigam.game.zones import zone_of, zone_words
from minigam.rules.match import most_points, why_no_double
from minigam.rules.plays import KINDS, Turn
from minigam.rules.position import Side

_FIRST = {
    WHICH_PLAY: "Roll: yes. Undo: another play.",
    WHITE_STANDS: "Roll: white stands.",
    ALL_STANDS: "Roll: all stands.",
    NO_BOARD: "The game waits for its board.",
}
"""Instead of putting checkers right."""


def prompt(state: State) -> str:
    """What to do now, in one sentence."""
    if by_buttons := how_to_choose(state):
        return f"{_choosing_about(state)}{by_buttons}"
    if felt := to_put_right(state):
        return _FIRST.get(felt.code, "First put the checkers right, as the board says.")
    match state.phase:
        case Phase.ATTRACT:
            return "The lit points set up the game. Press roll to begin."
        case Phase.MENU:
            return "Menu: tap a lit point, or undo to go back."
        case Phase.PAUSED:
            return "Paused. Touch anything to go on."
        case Phase.RESIGNING:
            return _resign_prompt(state)
        case Phase.DOUBLED:
            return _double_prompt(state)
        case Phase.GAME_OVER:
            following = "the next game" if in_a_match(state) else "a rematch"
            return f"{outcome(state)} Press roll for {following}."
        case Phase.CLOSED:
            return outcome(state)
        case Phase.OPENING | Phase.THROWING | Phase.TO_THROW:
            return _throw_prompt(state)
    return _turn_prompt(state)


def _choosing_about(state: State) -> str:
    """What the choices are about, where that is news."""
    match state.phase:
        case Phase.GAME_OVER:
            return f"{outcome(state)} "
        case Phase.RESIGNING:
            return f"{_resigns(state)}. "
    return ""


def _name(side: Side) -> str:
    return side.value.capitalize()


def outcome(state: State) -> str:
    """How a game ended, in one sentence."""
    if state.result is None:
        return "Unfinished."
    found = state.result
    how = {
        "off": f"with {state.rules.layout.checkers} off",
        "resigned": "by resignation",
        "dropped": "by a dropped double",
    }[state.ended_by]
    if state.rules.totals and state.ended_by == "off":
        return f"{_round_words(state, found.winner)}{_match_words(state)}"
    kind = "" if found.kind == "single" else f" a {found.kind}"
    worth = "" if found.points == 1 else f": {found.points} points"
    return f"{_name(found.winner)} wins{kind} {how}{worth}.{_match_words(state)}"


def _match_words(state: State) -> str:
    if not state.match_over:
        return ""
    white, black = state.score
    return f" {_name(Side.WHITE if white > black else Side.BLACK)} wins the match."


def _round_words(state: State, winner: Side) -> str:
    """A tournament round: a point for the last pawn off, and one for the lower total."""
    assert state.position.pawns is not None
    white, black = state.position.pawns.totals
    first = f"{_name(winner)} is off first: 1 point."
    if white == black:
        return f"{first} Both have {white}: no point for the lower total."
    lower = Side.WHITE if white < black else Side.BLACK
    totals = f"{min(white, black)} to {max(white, black)}"
    return f"{first} {_name(lower)} has the lower total, {totals}: 1 point."


def _resign_prompt(state: State) -> str:
    if not needs_consent(state):
        return f"{_resigns(state)}? Roll resigns, undo plays on."
    other = resigner(state).other.value
    return f"{_resigns(state)}: {other} accepts with roll; undo plays on."


def _resigns(state: State) -> str:
    most = most_points(state.rules, state.cube)
    kinds = ("a single game", *(f"a {kind}" for kind in KINDS[1:]))
    what = f" {kinds[state.resign_points - 1]}" if most > 1 else ""
    return f"{_name(resigner(state))} resigns{what}"


def _double_prompt(state: State) -> str:
    assert state.offered_by is not None
    value = 2 * state.cube.value
    return f"{_name(state.offered_by)} doubles to {value}. {how_to_answer(state)}"


def _throw_prompt(state: State) -> str:
    if state.phase is Phase.THROWING:
        return "The dice are rolling."
    if state.setup.by_hand:
        return _by_hand_prompt(state)
    if state.phase is Phase.OPENING:
        if state.throws:
            return "A tie: wait, or press roll, for the next throw."
        what = "For the dice" if state.starter else "Opening throw"
        return f"{what}: {presser(state).value} presses roll."
    assert state.side is not None
    if state.computer_moves:
        return f"{_name(state.side)}, the computer, is about to throw."
    may = not why_no_double(state.rules, state.standing, state.cube, state.side)
    return f"{_name(state.side)} to throw: press roll{', or hold it to double' if may else ''}."


def _by_hand_prompt(state: State) -> str:
    may = state.side and not state.entered
    why = state.side and why_no_double(state.rules, state.standing, state.cube, state.side)
    double = ", or hold roll to double" if may and not why else ""
    who = f"{_name(state.side)} throws" if state.side else "Opening throw"
    return f"{who} by hand: tap {what_to_enter(state)}{double}."


def _turn_prompt(state: State) -> str:
    turn = state.turn
    assert turn is not None
    name = _name(turn.side)
    if state.phase is Phase.PASSING:
        return f"{name} cannot play {faces(turn.dice)} and passes."
    if state.phase is Phase.TURN_OVER:
        lost = f" The {faces(turn.left)} is lost." if turn.left else ""
        if state.setup.felt:
            return f"{name} has played.{lost} The play counts in a moment, or press roll."
        return f"{name} has played.{lost} Roll confirms, undo takes back."
    if state.computer_moves:
        return _computer_prompt(state, turn)
    left, end = faces(turn.left), ", or roll to finish" if turn.may_end else ""
    if state.setup.felt:
        if state.selected is not None:
            return f"{name} plays {left}: put the checker where it is lit."
        return f"{name} plays {left}: lift a lit checker, and its targets light up{end}."
    if state.selected is not None:
        return f"{name} plays {left}: tap a lit target."
    return f"{name} plays {left}: tap a checker to move{end}."


def _computer_prompt(state: State, turn: Turn) -> str:
    step = next_planned(state)
    if step is None:
        return "The computer is thinking."
    target = zone_words(zone_of(turn.rules.layout, turn.side, step.target))
    hit = f", hitting {turn.side.other.value}" if step.hit else ""
    then = "" if state.setup.felt else f", then tap {target}"
    return f"Move for {turn.side.value}: {step_words(turn, step)}{hit}{then}."
