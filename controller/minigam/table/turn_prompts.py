"""What to do with a roll that is being played, in a sentence or two."""

from minigam.rules.plays import Turn
from minigam.rules.steps import BAR
from minigam.table.refusal_messages import faces
from minigam.table.state import Phase, Picked, State
from minigam.table.suggestions import hit_words, next_planned, step_words
from minigam.table.turns import steps_of
from minigam.table.zones import place_words
from minigam.words import Words, joined


def turn_prompt(state: State) -> Words:
    """What to do with a roll: to move or confirm, or that a turn passes."""
    turn = state.turn
    assert turn is not None
    if state.phase is Phase.PASSING:
        return Words(
            "{side} cannot play {dice} and passes.", side=turn.side.title, dice=faces(turn.dice)
        )
    if state.phase is Phase.TURN_OVER:
        return _over_prompt(state, turn)
    if state.computer_moves:
        return _computer_prompt(state, turn)
    plays = Words(
        "{side} plays {dice}:",
        watching="{side} plays {dice}.",
        **{"side": turn.side.title, "dice": faces(turn.left)},
    )
    return joined([plays, (_lift_prompt if state.setup.felt else _tap_prompt)(state, turn)])


def _over_prompt(state: State, turn: Turn) -> Words:
    played = Words("{side} has played.", side=turn.side.title)
    lost = _lost(turn.left) if turn.left else ""
    then = Words("Roll confirms, undo takes back.", page="Confirm, or take it back.", watching="")
    if state.setup.felt:
        then = Words(
            "The play counts in a moment, or press roll.",
            page="The play counts in a moment, or confirm.",
            watching="The play counts in a moment.",
        )
    return joined([played, lost, then])


def _lost(dice: tuple[int, ...]) -> Words:
    if len(dice) == 1:
        return Words("The {dice} is lost.", dice=faces(dice))
    return Words("Lost: {dice}.", dice=faces(dice))


def _lift_prompt(state: State, turn: Turn) -> Words:
    if state.selected is not None:
        return Words("put the checker where it is lit.", watching="")
    if turn.may_end:
        return Words(
            "lift a lit checker, and its targets light up, or roll to finish.",
            page="lift a lit checker, and its targets light up, or confirm.",
            watching="",
        )
    return Words("lift a lit checker, and its targets light up.", watching="")


def _tap_prompt(state: State, turn: Turn) -> Words:
    if state.selected:
        return _target_prompt(turn, state.selected)
    if turn.may_end:
        return Words(
            "tap a checker to move, or roll to finish.",
            page="tap a checker to move, or confirm.",
            watching="",
        )
    return joined([Words("tap a checker to move.", watching=""), _comes_first(turn)])


def _comes_first(turn: Turn) -> Words:
    """Why many pawns are not lit, in games where some steps come before others."""
    kept, off = turn.next_steps, turn.rules.layout.off
    on_bar = turn.position.track(turn.side)[BAR]
    if on_bar or not (turn.rules.captures_first and all(it.hit or it.target == off for it in kept)):
        return Words("")
    return Words("A step that captures or bears off comes first.", watching="")


def _target_prompt(turn: Turn, picked: Picked) -> Words:
    """Where a checker goes that is picked up; how, where a pawn's face makes a difference."""
    kind = picked.face[:-1]
    if kind == "switch" and not picked.path and any(it.partner for it in steps_of(turn, picked)):
        return Words("tap the lit pawn that the switch changes places with.", watching="")
    plain = picked.path or picked.place == BAR  # a pawn enters by the whole die
    about = Words("") if plain else _PAWNS.get(kind, Words(""))
    return joined([Words("tap a lit target.", watching=""), about])


_PAWNS = {
    "double": Words("A double moves the die twice.", watching=""),
    "half": Words("A half moves half of the die, rounded up.", watching=""),
}


def _computer_prompt(state: State, turn: Turn) -> Words:
    step = next_planned(state)
    if step is None:
        return Words("The computer is thinking.")
    words, hit = step_words(turn, step), hit_words(turn, step)
    if state.setup.on_screen:
        return joined(
            [joined([Words("The computer's step: {step}", step=words), hit], ", "), "."], ""
        )
    moves = Words(
        "Move for {side}: {step}",
        watching="The computer's step: {step}",
        **{"side": turn.side.word, "step": words},
    )
    target = place_words(turn, step.target)
    then = "" if state.setup.felt else Words("then tap {zone}", watching="", zone=target)
    return joined([joined([moves, hit, then], ", "), "."], "")
