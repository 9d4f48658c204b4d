"""Making steps, taking them back, confirming a turn."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from functools import reduce

from minigam.rules.actions import Confirmed, PlayTakenBack, StepTakenBack
from minigam.rules.options import face_words
from minigam.rules.plays import Turn
from minigam.rules.record import CubeAction, Played
from minigam.rules.record_conversion import stepped
from minigam.rules.steps import Step
from minigam.table import refusal_messages
from minigam.table.events import Tapped
from minigam.table.far_targets import far_targets
from minigam.table.notices import notify, refuse
from minigam.table.rolling import begin_turn, is_live, refuse_button, take_back_throw
from minigam.table.state import Phase, Picked, State, act
from minigam.table.zones import place_of, place_words
from minigam.words import Words


def zone_tap(state: State, zone: str) -> State:
    """A zone is tapped while a roll is being played."""
    assert state.turn is not None
    place = place_of(state.game.rules.layout, state.turn.side, zone)
    if state.selected is None:
        return _pick_up(state, state.turn, place, zone)
    return _put_down(state, state.turn, state.selected, place, zone)


def _pick_up(state: State, turn: Turn, place: int | None, zone: str) -> State:
    if place is not None and (pawns := _pawns(turn, place)):
        return replace(state, selected=pawns[0])
    return refuse(state, "no-source", refusal_messages.source_message(turn, place, zone), zone)


def move(state: State, start: str, end: str | None) -> State:
    """A checker goes from one zone to another, with one step or several; to none: it is picked up.

    It does not matter what is picked up now, but of several pawns on one space that one goes which
    is; if none is, the first that can. Put down where it was, it is picked up no longer.
    """
    turn = state.turn
    assert turn is not None
    source = place_of(turn.rules.layout, turn.side, start)
    held = state.selected
    if held and held.path and end and source == held.path[-1]:  # it is half way
        return _put_down_anywhere(state, turn, held, end)
    pawns = [] if source is None else _pawns(turn, source)
    if not pawns:
        why = refusal_messages.source_message(turn, source, start)
        return refuse(state, "no-source", why, start)
    if held is None or held.place != source:
        goal = place_of(turn.rules.layout, turn.side, end or start)
        held = next((pawn for pawn in pawns if _goes_to(turn, pawn, goal)), pawns[0])
    if end is None or end == start:
        return replace(state, selected=None if end else held)
    return _put_down_anywhere(replace(state, selected=held), turn, held, end)


def _goes_to(turn: Turn, picked: Picked, place: int | None) -> bool:
    return any(step.path[0] == place for step in steps_of(turn, picked))


def _put_down_anywhere(state: State, turn: Turn, held: Picked, zone: str) -> State:
    """Far places too; over another checker that could move, that one stays where it is."""
    place = place_of(turn.rules.layout, turn.side, zone)
    if place is not None and (steps := far_targets(turn, held).get(place)):
        return reduce(with_step, steps, state)
    after = _put_down(state, turn, held, place, zone)
    if after.selected is None or after.selected.place == held.place:
        return after
    why = refusal_messages.target_message(turn, held, place, zone)
    return refuse(state, "no-target", why, zone)


def lifted(state: State, zone: str) -> State:
    """The checker of a zone is in the air, where it may move; or none."""
    assert state.turn is not None
    place = place_of(state.game.rules.layout, state.turn.side, zone) if zone else None
    pawns = [] if place is None else _pawns(state.turn, place)
    return replace(state, selected=pawns[0] if pawns else None)


def _pawns(turn: Turn, place: int) -> list[Picked]:
    """What can be picked up at a place, in the order of taps: a checker, or each pawn by its face.

    A pawn that two dice take to the same place comes twice, first for the smaller die.
    """
    faces = sorted({step.face for step in turn.next_steps if step.source == place})
    pawns = [Picked(place, face, larger) for face in faces for larger in (False, True)]
    return [picked for picked in pawns if not picked.larger or _has_two_dice(turn, picked)]


def _has_two_dice(turn: Turn, picked: Picked) -> bool:
    ways = Counter((step.way, step.target) for step in _of_pawn(turn, picked))
    return bool(picked.face) and max(ways.values()) > 1


def _of_pawn(turn: Turn, picked: Picked) -> list[Step]:
    found = (picked.place, picked.face)
    return [step for step in turn.next_steps if (step.source, step.face) == found]


def steps_of(turn: Turn, picked: Picked) -> list[Step]:
    """The steps that the picked-up checker can still make."""
    made = len(picked.path)
    return [
        step
        for step in _of_pawn(turn, picked)
        if step.path[:made] == picked.path and step.partner.startswith(picked.partner)
    ]


def _put_down(state: State, turn: Turn, picked: Picked, place: int | None, zone: str) -> State:
    made = len(picked.path)
    found = [step for step in steps_of(turn, picked) if step.path[made] == place]
    whole = [step for step in found if len(step.path) == made + 1]
    if whole:
        which = max if picked.larger else min
        return with_step(state, which(whole, key=lambda step: step.die))
    if found and place is not None:
        return _half_way(state, replace(picked, path=(*picked.path, place)), _partners(found))
    if made and place == picked.path[-1]:
        return _other_partner(state, turn, picked)
    if place == picked.place and not made:
        return _next_pawn(state, turn, picked)
    if place is not None and not made and _pawns(turn, place):
        return _pick_up(state, turn, place, zone)
    why = refusal_messages.target_message(turn, picked, place, zone)
    return refuse(state, "no-target", why, zone)


def _partners(steps: Iterable[Step]) -> list[str]:
    """The faces of the pawns to change places with, in the order of taps."""
    return sorted({step.partner for step in steps})


def _half_way(state: State, picked: Picked, partners: list[str]) -> State:
    """A place on the way is tapped, or tapped again: of two partners there the first in line."""
    state = replace(state, selected=replace(picked, partner=partners[0]))
    if partners == [""]:
        return state
    zone = place_words(state.turn, picked.path[-1]) if state.turn else ""
    text = Words(
        "It changes places with the pawn on {zone}, {face}.",
        **{"zone": zone, "face": face_words(partners[0])},
    )
    return notify(state, "partner", text)


def _other_partner(state: State, turn: Turn, picked: Picked) -> State:
    """The place on the way tapped again: its next pawn, and after the last none."""
    partners = _partners(steps_of(turn, replace(picked, partner="")))
    later = partners[partners.index(picked.partner) + 1 :]
    if later:
        return _half_way(state, picked, later)
    return replace(state, selected=_with_shorter_path(picked))


def _next_pawn(state: State, turn: Turn, picked: Picked) -> State:
    """The same place tapped again: its next pawn, and after the last none."""
    pawns = _pawns(turn, picked.place)
    later = pawns[pawns.index(picked) + 1 :]
    state = replace(state, selected=later[0] if later else None)
    if not later or not later[0].larger:
        return state
    text = Words("If either die reaches the same space, the larger one is used.")
    return notify(state, "larger-die", text)


def with_step(state: State, step: Step) -> State:
    """One more step is made."""
    return replace(act(state, stepped(state.game.rules.layout, step)), selected=None)


def with_steps(state: State, wanted: tuple[Step, ...]) -> State:
    """The turn's steps are these: those that are not are taken back, the others made."""
    turn = state.turn
    assert turn is not None
    pairs = zip(turn.steps, wanted, strict=False)
    all_alike = min(len(turn.steps), len(wanted))
    same = next((at for at, (made, step) in enumerate(pairs) if made != step), all_alike)
    back = [StepTakenBack()] * (len(turn.steps) - same)
    return act(state, *back, *(stepped(state.game.rules.layout, step) for step in wanted[same:]))


def confirm_tap(state: State, tap: Tapped) -> State:
    """Roll is pressed during a turn: it confirms, if the turn may end."""
    assert state.turn is not None
    if not is_live(state, tap):
        return refuse_button(state)
    if state.phase is not Phase.PASSING and not state.turn.may_end:
        return refuse(state, "not-finished", refusal_messages.still_playable(state.turn))
    return confirm(state)


def confirm(state: State) -> State:
    """The turn stands: the other side is next, or the game is over."""
    after = replace(act(state, Confirmed()), selected=None, plan=None)
    if after.game.result:
        return end(after)
    if after.game.turn:  # the set-up was corrected after the second roll
        return begin_turn(after)
    return replace(after, transient=replace(after.transient, dead=True))


def end(state: State) -> State:
    """The game is over."""
    # A second, impatient press must not begin a rematch before the result is seen.
    transient = replace(state.transient, dead=True, verdict=None)
    return replace(state, selected=None, plan=None, entered=(), transient=transient)


def undo(state: State) -> State:
    """Take back the picked-up checker, the last step, or a hand-thrown roll."""
    assert state.turn is not None
    if state.selected is not None:
        return replace(state, selected=_with_shorter_path(state.selected))
    if state.turn.steps:
        return act(state, StepTakenBack())
    if state.game.may_take_back_roll:
        return take_back_throw(state)
    text = Words("There is nothing to take back: a roll counts.")
    return refuse(state, "nothing-to-undo", text)


def _with_shorter_path(picked: Picked) -> Picked | None:
    return replace(picked, path=picked.path[:-1], partner="") if picked.path else None


def can_take_back_step(state: State) -> bool:
    """Whether a step of the present turn may be taken back.

    A computer's that it makes itself may not: whoever did so again and again would hold it up.
    """
    makes_itself = state.setup.on_screen and state.computer_moves
    return state.turn is not None and bool(state.turn.steps) and not makes_itself


def undo_confirmation(state: State) -> State:
    """Take back a confirmed turn, until the next roll."""
    turn = state.game.confirmed
    if state.game.entries and isinstance(state.game.entries[-1], CubeAction):
        text = Words("A double was answered: the play before it counts.")
        return refuse(state, "nothing-to-undo", text)
    if turn is None or not turn.steps or not isinstance(state.game.entries[-1], Played):
        return refuse(state, "nothing-to-undo", Words("There is no play to take back."))
    if state.game.terms.shared:
        text = Words("A confirmed play counts: both boards have it.")
        return refuse(state, "nothing-to-undo", text)
    if not can_undo_confirmation(state):
        text = Words("The computer's play counts. {side} rolls next.", side=turn.side.other.title)
        return refuse(state, "nothing-to-undo", text)
    transient = replace(state.transient, dead=False, judged=0, verdict=None)
    return replace(act(state, PlayTakenBack()), transient=transient)


def can_undo_confirmation(state: State) -> bool:
    """Whether the last confirmed turn may still be taken back: a person's, before the roll."""
    return state.phase is Phase.TO_THROW and state.game.may_take_back_play
