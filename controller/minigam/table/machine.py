"""The table's machine: `step(state, event) -> state`. Pure.

What the event has decided is in `State.decided`, for the journal; where nothing is decided nothing
needs to be written down.
"""

from __future__ import annotations

from dataclasses import replace

from minigam.errors import IllegalPlayError
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
from minigam.table import (
    computer_doubling,
    doubling,
    menus,
    sensed,
    suggestions,
    teaching,
    timing,
    turns,
    two_buttons,
)
from minigam.table.events import (
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
    PlayStood,
    Rebuilding,
    Shown,
    Tapped,
    Unknown,
)
from minigam.table.notices import notify, quiet, refuse
from minigam.table.rolling import (
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
from minigam.table.state import Phase, State, act, opened
from minigam.table.zones import zone_words
from minigam.words import Words

HANDS_OFF = Words("Hands off the board for a moment, please.")


def step(state: State, event: Event) -> State:
    """The state after an event.

    Raises `IllegalPlayError` for a roll or another action from outside that was not due.

    >>> from minigam.table.setup import Setup
    >>> step(opened(Opened(Setup())), Tapped("roll", 1)).phase
    <Phase.OPENING: 'opening'>
    """
    before = replace(state, decided=())
    return computer_doubling.follow(two_buttons.after(before, _after(before, event)))


def _after(state: State, event: Event) -> State:
    match event:
        case Opened():
            return opened(event)
        case Tapped():
            return _tapped(quiet(state), event)
        case Held():
            return _held(quiet(state), event.gesture)
        case Asked():
            return suggestions.ask_best(quiet(state))
        case HandsOff():
            return _hands_off(state, event)
        case Full():
            return replace(state, transient=replace(state.transient, full=event.active))
        case Browsed():
            return two_buttons.browse(quiet(state)) if not state.transient.hands_off else state
        case Shown():
            return menus.show_position(state)
        case Elapsed():
            return _elapsed(state, event.timer)
        case Felt():
            return sensed.feel(state, event)
        case Followed():
            return sensed.follow(quiet(state), event)
        case PlayStood():
            return sensed.stand(quiet(state))
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
            return suggestions.show_plan(state, event)
        case Hinted():
            return suggestions.show_hint(state, event)
        case Assessed():
            return teaching.judge(state, event)
        case Unknown():
            return teaching.give_up(state)
        case Answered():
            return doubling.answer(state, event.take)
        case Decided():
            return computer_doubling.decided(quiet(state), event.double)
        case FlagFell():
            return timing.fall(quiet(state), event)
        case Named() if state.phase is Phase.ATTRACT:
            return menus.name(state, event.names)
        case Committed() | TimePassed() | Revealed() | Closed() | Named():
            return act(state, event)
    raise TypeError(f"expected an event, got {event!r}")


def _tapped(state: State, tap: Tapped) -> State:
    if state.transient.hands_off:
        return refuse(state, "hands-off", HANDS_OFF, tap.input)
    if sensed.is_held_up(state):
        return sensed.refuse_button(state)
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
            return menus.begin(state, tap.input)
        case Phase.OPENING:
            return opening_tap(state, tap)
        case Phase.TO_THROW:
            return throw_tap(state, tap)
        case Phase.MOVING if state.computer_moves:
            return suggestions.finish(state, tap)
        case Phase.MOVING | Phase.TURN_OVER | Phase.PASSING:
            return turns.confirm_tap(state, tap)
        case Phase.THROWING | Phase.CLOSED:
            return state
    return menus.roll(state, tap)


def _zone(state: State, tap: Tapped) -> State:
    match state.phase:
        case Phase.MOVING if state.computer_moves:
            return suggestions.zone_tap(state, tap.input)
        case Phase.MOVING | Phase.TURN_OVER:
            return turns.zone_tap(state, tap.input)
        case Phase.TO_THROW if state.setup.by_hand and computer_doubling.is_thinking(state):
            return computer_doubling.refuse_dice(state, tap.input)
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
    return menus.zone(state, tap.input)


def _undo(state: State) -> State:
    match state.phase:
        case Phase.TO_THROW | Phase.OPENING if state.entered:
            return take_back_entry(state)
        case Phase.TO_THROW | Phase.OPENING if can_take_back_opening(state):
            return take_back_throw(state)
        case Phase.MOVING | Phase.TURN_OVER | Phase.TO_THROW if state.setup.felt:
            return sensed.undo(state)
        case Phase.MOVING | Phase.TURN_OVER | Phase.PASSING:
            return turns.undo(state)
        case Phase.TO_THROW:
            return turns.undo_confirmation(state)
        case Phase.ATTRACT if state.choosing_rules:
            return menus.turn_page(state)
        case Phase.OPENING | Phase.THROWING | Phase.ATTRACT | Phase.CLOSED:
            return refuse(state, "nothing-to-undo", Words("There is nothing to take back."))
    return menus.undo(state)


def _held(state: State, gesture: str) -> State:
    if state.transient.hands_off:
        return state
    match gesture:
        case "roll+undo":
            return menus.new_game(state)
        case "undo":
            return menus.open_menu(state)
    if state.phase is not Phase.TO_THROW:
        return suggestions.ask_hint(state)
    if sensed.is_held_up(state):
        return sensed.refuse_button(state)
    return doubling.offer(state, button_side(gesture))


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
            return turns.confirm(quiet(state))
        case "computer" if state.phase is Phase.TO_THROW:
            return replace(state, rolling=True)
        case "cube":
            return computer_doubling.ask(state)
    return state
