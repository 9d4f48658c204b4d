"""The turn machine: `step(state, event) -> state, effects`. Pure.

A refused tap changes nothing but the transient notice, so the journal needs no record of it.
"""

from __future__ import annotations

from dataclasses import replace

from minigam.errors import IllegalPlayError
from minigam.game import (
    between,
    choosing,
    doubling,
    feeling,
    moving,
    plans,
    stakes,
    teaching,
    timing,
)
from minigam.game.effects import Effect, wants
from minigam.game.events import (
    Answered,
    Asked,
    Assessed,
    Browsed,
    Chosen,
    Clocked,
    Committed,
    Decided,
    Elapsed,
    Event,
    Felt,
    Flagged,
    Followed,
    Full,
    HandsOff,
    Held,
    Hinted,
    Named,
    Opened,
    Ready,
    Rebuilding,
    Revealed,
    Sealed,
    Shown,
    Stood,
    Tapped,
    Thrown,
    Unknown,
)
from minigam.game.notices import notify, quiet, refuse
from minigam.game.state import Phase, State, opened
from minigam.game.throwing import (
    after_throw,
    button_side,
    can_take_back_opening,
    enter_die,
    give_number,
    opening_tap,
    refuse_so_soon,
    take_back_entry,
    take_back_throw,
    throw_tap,
)
from minigam.game.zones import zone_words
from minigam.words import Words

Outcome = tuple[State, tuple[Effect, ...]]

HANDS_OFF = Words("Hands off the board for a moment, please.")


def step(state: State, event: Event) -> Outcome:
    """The state after an event, and what that state asks of the world.

    >>> from minigam.game.setup import Setup
    >>> state, effects = step(opened(Opened(Setup())), Tapped("roll", 1))
    >>> state.phase, effects
    (<Phase.OPENING: 'opening'>, (Commit(),))
    """
    after = doubling.follow(choosing.after(state, timing.after(state, _after(state, event))))
    return after, wants(after)


def _after(state: State, event: Event) -> State:
    match event:
        case Opened():
            return opened(event)
        case Tapped():
            return _tapped(quiet(state), event)
        case Held():
            return _held(quiet(state), event.gesture)
        case Asked():
            return plans.ask_best(quiet(state))
        case HandsOff():
            return _hands_off(state, event)
        case Named():
            setup = replace(state.setup, names=event.names)
            return replace(state, setup=setup, seal=None)  # the code holds the names: a new one
        case Full():
            return replace(state, transient=replace(state.transient, full=event.active))
        case Browsed():
            return choosing.browse(quiet(state)) if not state.transient.hands_off else state
        case Shown():
            return between.show_position(state)
        case Elapsed():
            return _elapsed(state, event.timer)
        case Felt():
            return feeling.feel(state, event)
        case Followed():
            return feeling.follow(quiet(state), event)
        case Stood():
            return feeling.stand(quiet(state))
        case Rebuilding():
            return replace(state, rebuilding=event.side)
        case Clocked():
            return timing.passed(state, event.spent)
        case Flagged():
            return timing.fall(quiet(state), event.side)
    return _answered(state, event)


def _answered(state: State, event: Event) -> State:
    """An answer to one of the state's wants."""
    match event:
        case Committed():
            return replace(state, commitment=event.commitment)
        case Ready():
            return give_number(state, event.side, event.at)
        case Thrown():
            if state.phase is not Phase.THROWING or event.number != len(state.throws) + 1:
                raise IllegalPlayError(f"expected throw {len(state.throws) + 1}, got {event}")
            return after_throw(state, event.dice, event.pawns)
        case Chosen():
            return plans.show_plan(state, event)
        case Hinted():
            return plans.show_hint(state, event)
        case Assessed():
            return teaching.judge(state, event)
        case Unknown():
            return teaching.give_up(state)
        case Answered():
            return stakes.answer(state, event.take)
        case Decided():
            return doubling.decided(quiet(state), event.double)
        case Revealed():
            return replace(state, secret=event.secret)
        case Sealed():
            return replace(state, seal=event)
    raise TypeError(f"expected an event, got {event!r}")


def _tapped(state: State, tap: Tapped) -> State:
    if state.transient.hands_off:
        return refuse(state, "hands-off", HANDS_OFF, tap.input)
    if feeling.is_held_up(state):
        return feeling.refuse_button(state)
    if tap.input == "undo":
        return _undo(state)
    if tap.input.startswith("roll"):
        return _roll(state, tap)
    return _zone(state, tap)


def _roll(state: State, tap: Tapped) -> State:
    if state.transient.dead:
        return refuse_so_soon(state)
    match state.phase:
        case Phase.ATTRACT:
            return between.begin(state, tap.input)
        case Phase.OPENING:
            return opening_tap(state, tap)
        case Phase.TO_THROW:
            return throw_tap(state, tap)
        case Phase.MOVING if state.computer_moves:
            return plans.finish(state, tap)
        case Phase.MOVING | Phase.TURN_OVER | Phase.PASSING:
            return moving.confirm_tap(state, tap)
        case Phase.THROWING | Phase.CLOSED:
            return state
    return between.roll(state, tap)


def _zone(state: State, tap: Tapped) -> State:
    match state.phase:
        case Phase.MOVING if state.computer_moves:
            return plans.zone_tap(state, tap.input)
        case Phase.MOVING | Phase.TURN_OVER:
            return moving.zone_tap(state, tap.input)
        case Phase.TO_THROW if state.setup.by_hand and doubling.is_thinking(state):
            return doubling.refuse_dice(state, tap.input)
        case Phase.TO_THROW | Phase.OPENING if state.setup.by_hand:
            return enter_die(state, tap.input)
        case Phase.TO_THROW | Phase.OPENING:
            text = Words("Press roll first: the dice are not thrown yet.")
            return refuse(state, "not-thrown", text, tap.input)
        case Phase.PASSING:
            text = Words("No checker can move with this roll: the turn passes.")
            return refuse(state, "no-play", text, tap.input)
        case Phase.THROWING | Phase.CLOSED:
            return state
    return between.zone(state, tap.input)


def _undo(state: State) -> State:
    match state.phase:
        case Phase.TO_THROW | Phase.OPENING if state.entered:
            return take_back_entry(state)
        case Phase.TO_THROW | Phase.OPENING if can_take_back_opening(state):
            return take_back_throw(state)
        case Phase.MOVING | Phase.TURN_OVER | Phase.TO_THROW if state.setup.felt:
            return feeling.undo(state)
        case Phase.MOVING | Phase.TURN_OVER | Phase.PASSING:
            return moving.undo(state)
        case Phase.TO_THROW:
            return moving.undo_confirmation(state)
        case Phase.ATTRACT if state.choosing_rules:
            return between.turn_page(state)
        case Phase.OPENING | Phase.THROWING | Phase.ATTRACT | Phase.CLOSED:
            return refuse(state, "nothing-to-undo", Words("There is nothing to take back."))
    return between.undo(state)


def _held(state: State, gesture: str) -> State:
    if state.transient.hands_off:
        return state
    match gesture:
        case "roll+undo":
            return between.new_game(state)
        case "undo":
            return between.open_menu(state)
    if state.phase is not Phase.TO_THROW:
        return plans.ask_hint(state)
    if feeling.is_held_up(state):
        return feeling.refuse_button(state)
    return stakes.offer(state, button_side(gesture))


def _hands_off(state: State, event: HandsOff) -> State:
    if not event.active:
        return replace(
            quiet(state), transient=replace(state.transient, hands_off=None, notice=None)
        )
    transient = replace(state.transient, hands_off=event.input)
    text = Words(
        "Too much is pressed at once, or {input} is held down: hands off, please.",
        input=_input_words(event.input),
    )
    return notify(replace(state, transient=transient), "hands-off", text)


def _input_words(name: str) -> Words:
    """An input as people say it: a zone, or a button."""
    if name == "undo":
        return Words("undo")
    return Words("roll") if name.startswith("roll") else zone_words(name)


def _elapsed(state: State, timer: str) -> State:
    transient = state.transient
    match timer:
        case "notice":
            return replace(state, transient=replace(transient, notice=None))
        case "dead":
            return replace(state, transient=replace(transient, dead=False))
        case "position":
            return replace(state, transient=replace(transient, showing=False))
        case "again" if state.phase is Phase.OPENING:
            return replace(state, phase=Phase.THROWING)
        case "pass" if state.phase is Phase.PASSING:
            return moving.confirm(quiet(state))
        case "computer" if state.phase is Phase.TO_THROW:
            return replace(state, phase=Phase.THROWING)
        case "cube":
            return doubling.ask(state)
    return state
