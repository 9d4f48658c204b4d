"""The other board's confirmed play is made by hand at this board, step by step by its lights."""

from dataclasses import replace

from minigam.rules.plays import Turn
from minigam.rules.steps import Step
from minigam.table.events import Tapped
from minigam.table.notices import refuse
from minigam.table.rolling import is_live, refuse_button
from minigam.table.state import State
from minigam.table.suggestions import hit_words, step_words
from minigam.table.zones import place_words, zone_in
from minigam.words import Words, joined


def next_step(state: State) -> tuple[Turn, Step]:
    """The step to be made now, and the turn as it was before it."""
    turn, left = state.game.confirmed, state.to_copy
    assert turn is not None
    return turn.with_steps(turn.steps[: len(turn.steps) - len(left)]), left[0]


def zone_tap(state: State, zone: str) -> State:
    """A zone is tapped: the step is made once its target is."""
    turn, step = next_step(state)
    *before, target = (zone_in(turn, place) for place in (step.source, *step.path))
    if zone == target:
        return _with(state, made(state) + 1)
    return state if zone in before else refuse(state, "away-step", what_to_make(state), zone)


def move(state: State, start: str, end: str | None) -> State:
    """A page moves a checker: only as the step goes."""
    turn, step = next_step(state)
    if start == zone_in(turn, step.source):
        return zone_tap(state, start if end is None else end)
    return refuse(state, "away-step", what_to_make(state), start)


def finish(state: State, tap: Tapped) -> State:
    """Roll says that all of it is made; a second, impatient press must not roll."""
    if not is_live(state, tap):
        return refuse_button(state)
    whole = _with(state, made(state) + len(state.to_copy))
    return replace(whole, transient=replace(whole.transient, dead=True))


def undo(state: State) -> State:
    """The last step that was tapped is not made yet."""
    if not made(state):
        return refuse(state, "nothing-to-undo", Words("There is nothing to take back."))
    return _with(state, made(state) - 1)


def made(state: State) -> int:
    """How many of the steps are made."""
    turn = state.game.confirmed
    return len(turn.steps) - len(state.to_copy) if turn else 0


def _with(state: State, steps: int) -> State:
    return replace(state, copied=(len(state.game.rolls), steps))


def what_to_make(state: State) -> Words:
    """The answer to whoever does something else first."""
    turn, step = next_step(state)
    return Words(
        "First make {name}'s move: from {step}, then tap {zone}.",
        page="First make {name}'s move: from {step}.",
        name=turn.side.of(state.setup.players),
        step=step_words(turn, step),
        zone=place_words(turn, step.target),
    )


def prompt(state: State) -> Words:
    """What to do now."""
    turn, step = next_step(state)
    name, words = turn.side.of(state.setup.players), step_words(turn, step)
    moves = Words(
        "Make {name}'s move: {step}",
        watching="{name}'s move: {step}",
        name=name,
        step=words,
    )
    zone = place_words(turn, step.target)
    then = Words(
        "then tap {zone}, or press roll when all is made",
        page="then tap {zone}, or say that all is made",
        watching="",
        zone=zone,
    )
    return joined([joined([moves, hit_words(turn, step), then], ", "), "."], "")
