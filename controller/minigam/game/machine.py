"""The table's machine: `step(state, event) -> state`. Pure.

What the event has decided is in `State.decided`, for the journal; where nothing is decided nothing
needs to be written down.
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
from minigam.game.events import (
    Answered,
    Asked,
    Assessed,
    Browsed,
    Chosen,
    Decided,
    Elapsed,
    Event,
    Felt,
    Followed,
    Full,
    HandsOff,
    Held,
    Hinted,
    Opened,
    Rebuilding,
    Shown,
    Stood,
    Tapped,
    Unknown,
)
from minigam.game.notices import notify, quiet, refuse
from minigam.game.state import Phase, State, act, opened
from minigam.game.throwing import (
    button_side,
    can_take_back_opening,
    enter_die,
    give_number,
    opening_tap,
    refuse_so_soon,
    roll,
    take_back_entry,
    take_back_throw,
    throw_tap,
)
from minigam.game.zones import zone_words
from minigam.rules.actions import (
    Closed,
    Committed,
    FlagFell,
    Named,
    NumberGiven,
    Revealed,
    Rolled,
    TimePassed,
)
from minigam.words import Words

HANDS_OFF = Words("Hands off the board for a moment, please.")


def step(state: State, event: Event) -> State:
    """The state after an event.

    Raises `IllegalPlayError` for a roll or another action from outside that was not due.

    >>> from minigam.game.setup import Setup
    >>> step(opened(Opened(Setup())), Tapped("roll", 1)).phase
    <Phase.OPENING: 'opening'>
    """
    before = replace(state, decided=())
    return doubling.follow(choosing.after(before, _after(before, event)))


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
    return _answered(state, event)


def _answered(state: State, event: Event) -> State:
    """An answer to one of the state's wants."""
    match event:
        case NumberGiven():
            return give_number(state, event.side, event.number)
        case Rolled():
            if state.phase is not Phase.THROWING:
                raise IllegalPlayError(f"expected no roll now, got {event}")
            return roll(state, event)
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
        case FlagFell():
            return timing.fall(quiet(state), event)
        case Named() if state.phase is Phase.ATTRACT:
            return between.name(state, event.names)
        case Committed() | TimePassed() | Revealed() | Closed() | Named():
            return act(state, event)
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
            return replace(state, rolling=True)
        case "pass" if state.phase is Phase.PASSING:
            return moving.confirm(quiet(state))
        case "computer" if state.phase is Phase.TO_THROW:
            return replace(state, rolling=True)
        case "cube":
            return doubling.ask(state)
    return state
