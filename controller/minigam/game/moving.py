"""Making steps, taking them back, confirming a turn; the computer's steps made by a person."""

from __future__ import annotations

from dataclasses import replace

from minigam.errors import IllegalPlayError
from minigam.game import reasons
from minigam.game.events import Tapped
from minigam.game.notices import notify, refuse
from minigam.game.state import Phase, Picked, State, played
from minigam.game.throwing import is_live, refuse_button, take_back_throw
from minigam.game.zones import place_of, zone_of, zone_words
from minigam.rules.match import added, staked
from minigam.rules.plays import Result, Turn, result
from minigam.rules.record import Played
from minigam.rules.steps import Step


def zone_tap(state: State, zone: str) -> State:
    """A zone is tapped while a roll is being played."""
    assert state.turn is not None
    if state.computer_moves:
        return _computer_tap(state, state.turn, zone)
    place = place_of(state.rules.layout, state.turn.side, zone)
    if state.selected is None:
        return _pick_up(state, state.turn, place, zone)
    return _put_down(state, state.turn, state.selected, place, zone)


def _pick_up(state: State, turn: Turn, place: int | None, zone: str) -> State:
    if place is not None and (faces := _faces(turn, place)):
        return replace(state, selected=Picked(place, faces[0]))
    return refuse(state, "no-source", reasons.why_no_source(turn, place, zone), zone)


def _faces(turn: Turn, place: int) -> list[str]:
    """The faces of the pawns that can be picked up at a place; one without a face elsewhere."""
    return sorted({step.face for step in turn.next_steps if step.source == place})


def steps_of(turn: Turn, picked: Picked) -> list[Step]:
    """The steps that the picked-up checker can still make."""
    made = len(picked.path)
    return [
        step
        for step in turn.next_steps
        if (step.source, step.face, step.path[:made]) == (picked.place, picked.face, picked.path)
    ]


def _put_down(state: State, turn: Turn, picked: Picked, place: int | None, zone: str) -> State:
    made = len(picked.path)
    found = [step for step in steps_of(turn, picked) if step.path[made] == place]
    whole = [step for step in found if len(step.path) == made + 1]
    if whole:
        return _with_step(state, turn, min(whole, key=lambda step: step.die))
    if found and place is not None:
        return replace(state, selected=replace(picked, path=(*picked.path, place)))
    if place == picked.place and not made:
        return replace(state, selected=_next_pawn(turn, picked))
    if place is not None and not made and _faces(turn, place):
        return _pick_up(state, turn, place, zone)
    why = reasons.why_no_target(turn, picked.place, place, zone)
    return refuse(state, "no-target", why, zone)


def _next_pawn(turn: Turn, picked: Picked) -> Picked | None:
    """The same place tapped again: its next pawn, and after the last none."""
    later = [face for face in _faces(turn, picked.place) if face > picked.face]
    return Picked(picked.place, later[0]) if later else None


def _with_step(state: State, turn: Turn, step: Step) -> State:
    turn = turn.play(step)
    phase = Phase.MOVING if turn.next_steps else Phase.TURN_OVER
    return replace(state, turn=turn, phase=phase, selected=None)


def confirm_tap(state: State, tap: Tapped) -> State:
    """Roll is pressed during a turn: it confirms, if the turn may end."""
    assert state.turn is not None
    if not is_live(state, tap):
        return refuse_button(state)
    if state.computer_moves and state.phase is Phase.MOVING:
        return _finish_plan(state)
    if state.phase is not Phase.PASSING and not state.turn.may_end:
        return refuse(state, "not-finished", reasons.still_playable(state.turn))
    return confirm(state)


def confirm(state: State) -> State:
    """The turn stands: the other side is next, or the game is over."""
    turn = state.turn
    assert turn is not None
    after = replace(
        state,
        position=turn.position,
        actions=(*state.actions, played(turn, state.throws[-1])),
        selected=None,
        plan=None,
    )
    ended = result(state.rules, turn.position)
    if ended:
        return end(after, staked(state.rules, ended, state.cube), "off")
    transient = replace(after.transient, dead=True)
    return replace(after, phase=Phase.TO_THROW, side=turn.side.other, transient=transient)


def end(state: State, result: Result, ended_by: str) -> State:
    """The game is over: its points are added to the score."""
    # A second, impatient press must not begin a rematch before the result is seen.
    transient = replace(state.transient, dead=True)
    return replace(
        state,
        phase=Phase.GAME_OVER,
        result=result,
        ended_by=ended_by,
        score=added(state.rules, state.score, result),
        transient=transient,
    )


def undo(state: State) -> State:
    """Take back the picked-up checker, the last step, or a hand-thrown roll."""
    assert state.turn is not None
    if state.selected is not None:
        return replace(state, selected=_with_shorter_path(state.selected))
    if state.turn.steps:
        return replace(state, turn=state.turn.take_back(), phase=Phase.MOVING)
    if state.setup.by_hand:
        return take_back_throw(state)
    return refuse(state, "nothing-to-undo", "No step is made yet, and a throw stands.")


def _with_shorter_path(picked: Picked) -> Picked | None:
    return replace(picked, path=picked.path[:-1]) if picked.path else None


def undo_confirmation(state: State) -> State:
    """Take back a confirmed turn, until the next throw."""
    turn = state.turn
    if turn is None or not turn.steps or turn.side is state.side or not _is_last(state):
        return refuse(state, "nothing-to-undo", "There is no play to take back.")
    if not can_undo_confirmation(state):
        text = f"The computer's play stands. {turn.side.other.value.capitalize()} is to throw."
        return refuse(state, "nothing-to-undo", text)
    phase = Phase.MOVING if turn.next_steps else Phase.TURN_OVER
    transient = replace(state.transient, dead=False)
    return replace(
        state,
        phase=phase,
        side=turn.side,
        position=turn.before,
        actions=state.actions[:-1],
        transient=transient,
    )


def can_undo_confirmation(state: State) -> bool:
    """Whether the last confirmed turn may still be taken back: a person's, before the throw."""
    turn = state.turn
    if state.phase is not Phase.TO_THROW or turn is None or turn.side is state.side:
        return False
    return bool(turn.steps) and state.setup.is_human(turn.side) and _is_last(state)


def _is_last(state: State) -> bool:
    """Whether a play was the last that happened: a double makes it stand."""
    return bool(state.actions) and isinstance(state.actions[-1], Played)


def show_plan(state: State, steps: tuple[tuple[int, int], ...]) -> State:
    """A computer seat has chosen: its steps are shown one by one."""
    if state.phase is not Phase.MOVING or not state.computer_moves or state.plan is not None:
        return state
    assert state.turn is not None
    return replace(state, plan=_resolve(state.turn, steps))


def _resolve(turn: Turn, steps: tuple[tuple[int, int], ...]) -> tuple[Step, ...]:
    """The steps of (source, die) pairs; raise `IllegalPlayError` unless they make a legal play."""
    for source, die in steps:
        fits = [step for step in turn.next_steps if (step.source, step.die) == (source, die)]
        if not fits:
            raise IllegalPlayError(f"expected one of {turn.next_steps}, got {source} with {die}")
        turn = turn.play(fits[0])
    if not turn.may_end:
        raise IllegalPlayError(f"expected a complete play, got {steps}")
    return turn.steps


def next_planned(state: State) -> Step | None:
    """The computer's step that a person is asked to make now."""
    if state.plan is None or state.turn is None:
        return None
    made = len(state.turn.steps)
    return state.plan[made] if made < len(state.plan) else None


def _computer_tap(state: State, turn: Turn, zone: str) -> State:
    step = next_planned(state)
    if step is None:
        return refuse(state, "thinking", "The computer is still thinking.", zone)
    layout = state.rules.layout
    source, target = (zone_of(layout, turn.side, place) for place in (step.source, step.target))
    if zone == target:
        return _after_planned(state, turn.play(step))
    if zone == source:
        return state
    text = (
        f"First make the computer's step: from {zone_words(source)} to {zone_words(target)}, "
        f"then tap {zone_words(target)}."
    )
    return refuse(state, "computer-step", text, zone)


def _after_planned(state: State, turn: Turn) -> State:
    after = replace(state, turn=turn)
    return after if next_planned(after) else confirm(after)


def _finish_plan(state: State) -> State:
    """Roll accepts all of the computer's steps at once."""
    if state.plan is None or state.turn is None:
        return refuse(state, "thinking", "The computer is still thinking.")
    return confirm(replace(state, turn=replace(state.turn, steps=state.plan)))


def ask_hint(state: State) -> State:
    """Roll is held: a suggestion is wanted."""
    if state.phase is not Phase.MOVING or state.computer_moves:
        return refuse(state, "no-hint-now", "A hint is for a person's roll that can be played.")
    if not state.setup.hints:
        return refuse(state, "no-hints", "Hints are off in this game.")
    return replace(state, transient=replace(state.transient, hint_wanted=True))


def show_hint(state: State, steps: tuple[tuple[int, int], ...]) -> State:
    """A suggestion has come; it is dropped if the turn has moved on."""
    if not state.transient.hint_wanted or state.turn is None:
        return state
    turn = state.turn
    try:
        found = _resolve(turn, steps)[len(turn.steps) :]
    except IllegalPlayError:
        return state
    transient = replace(state.transient, hint=found, hint_wanted=False)
    return notify(replace(state, transient=transient), "hint", f"Hint: {_advice(turn, found)}.")


def _advice(turn: Turn, steps: tuple[Step, ...]) -> str:
    """The first of the suggested steps; none where the turn had better end as it stands."""
    if not steps:
        return "press roll to end the turn"
    layout, step = turn.rules.layout, steps[0]
    source, target = (zone_of(layout, turn.side, place) for place in (step.source, step.target))
    return f"{zone_words(source)} to {zone_words(target)}"
