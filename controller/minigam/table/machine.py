"""The table's machine: `step(state, event) -> state`. Pure.

What the event has decided is in `State.decided`, for the journal; where nothing is decided nothing
needs to be written down.
"""

from dataclasses import replace

from minigam.errors import IllegalPlayError, RequestError
from minigam.rules import actions
from minigam.table import (
    away,
    commands,
    computer_doubling,
    computer_resigning,
    copying,
    doubling,
    events,
    lessons,
    menus,
    playing_on,
    received,
    rolling,
    sensed,
    suggestions,
    teaching,
    timing,
    turns,
    two_buttons,
)
from minigam.table.events import Event, Given
from minigam.table.notices import notify, quiet, refuse, without_refusal
from minigam.table.state import Phase, State, act, opened
from minigam.table.zones import zone_words_in
from minigam.words import Words

TOO_SOON = Words("Too soon after the end of the game: tap again.")
"""The answer to a tap that was meant for the game: a second on the place that ended it."""
CLUBS_NAMES = Words("The club has given the names: they stay in its games.")
NAMES_STAND = Words("Both boards have agreed on the names: they stay in this game.")


def step(state: State, event: Event) -> State:
    """The state after an event.

    Raises `IllegalPlayError` for a roll or another action from outside that was not due, and
    `RequestError` for what a page asks for and nobody may do now.

    >>> from minigam.table.setup import Setup
    >>> step(opened(events.Opened(Setup())), events.Tapped("roll", 1)).phase
    <Phase.OPENING: 'opening'>
    """
    before = replace(state, decided=(), asked=())
    after = lessons.follow(before, _after(before, event), event)
    after = away.follow(before, after, event)
    return computer_doubling.follow(two_buttons.after(before, after))


def _after(state: State, event: Event) -> State:
    match event:
        case events.Opened():
            return opened(event)
        case events.Tapped():
            return _tapped(quiet(state), event)
        case events.Held():
            return _after(state, _held(state, event.gesture))
        case events.Commanded():
            return commands.carry_out(quiet(state), event.command, event.by)
        case events.Moved():
            return _moved(quiet(state), event)
        case events.PlayedOn():
            return playing_on.play_on(quiet(state), event.terms)
        case events.Met():
            return playing_on.meet(quiet(state), event.terms, event.key)
        case events.Received():
            return received.receive(state, event.action)
        case events.OtherBoard():
            return away.note(state, event)
        case events.FilledIn():
            return menus.fill_in(quiet(state), event.values)
        case events.HandsOff():
            return _hands_off(state, event)
        case events.DiskFull():
            return replace(state, transient=replace(state.transient, full=event.active))
        case events.Invites():
            return replace(state, transient=replace(state.transient, invites=event))
        case events.Browsed():
            return two_buttons.browse(quiet(state)) if not state.transient.hands_off else state
        case events.PositionRequested():
            return menus.show_position(state)
        case events.Elapsed():
            return _elapsed(state, event.timer)
        case events.Felt():
            return sensed.feel(state, event)
        case events.Followed():
            return sensed.follow(quiet(state), event)
        case events.PlayStood():
            return sensed.stand(quiet(state))
        case events.Rebuilding():
            return replace(state, rebuilding=event.side)
        case actions.NumberGiven():
            return rolling.give_number(state, event.side, event.number)
        case actions.Rolled():
            if not rolling.awaits_roll(state):
                raise IllegalPlayError(f"expected no roll now, got {event}")
            return rolling.roll(state, event)
        case events.PlayChosen():
            return suggestions.show_plan(state, event)
        case events.Hinted():
            return suggestions.show_hint(state, event)
        case events.Assessed():
            return teaching.judge(state, event)
        case events.Unknown():
            return teaching.give_up(state)
        case events.Answered():
            return doubling.answer(state, event.take)
        case events.ResignationAnswered():
            return menus.resignation_answered(quiet(state), event.accept)
        case events.JudgedToResign():
            return computer_resigning.judged(state, event.points)
        case events.Decided():
            return computer_doubling.decided(quiet(state), event.double)
        case actions.FlagFell():
            return timing.fall(quiet(state), event)
        case actions.Named() if state.phase is Phase.ATTRACT:
            return menus.name(state, event.names)
        case actions.Named() if state.game.terms.meeting:
            raise RequestError(NAMES_STAND if state.game.terms.shared else CLUBS_NAMES)
    if isinstance(event, Given):
        return act(state, event)
    raise TypeError(f"expected an event, got {event!r}")


def _waiting(state: State, touched: str) -> State | None:
    """The refusal of whatever is done while hands, or checkers, have to be put right first."""
    if state.transient.hands_off:
        return refuse(state, "hands-off", commands.HANDS_OFF, touched)
    if refused := away.refused(state, touched):
        return refused
    return sensed.refuse_button(state) if sensed.is_held_up(state) else None


def _tapped(state: State, tap: events.Tapped) -> State:
    if has_to_wait := _waiting(state, tap.input):
        return has_to_wait
    if tap.input == "undo":
        return _undo(state)
    if tap.input.startswith("roll"):
        return _roll(state, tap)
    return _zone(state, tap)


def _roll(state: State, tap: events.Tapped) -> State:
    if state.transient.dead:
        return rolling.refuse_so_soon(state)
    match state.phase:
        case Phase.ATTRACT:
            return menus.begin(state, tap.input)
        case Phase.OPENING:
            return rolling.opening_tap(state, tap)
        case Phase.TO_THROW:
            return rolling.throw_tap(state, tap)
        case Phase.COPYING:
            return copying.finish(state, tap)
        case Phase.MOVING if state.computer_moves:
            return suggestions.finish(state, tap)
        case Phase.MOVING | Phase.TURN_OVER | Phase.PASSING:
            return turns.confirm_tap(state, tap)
        case Phase.THROWING | Phase.CLOSED:
            return state
    return menus.roll(state, tap)


def _zone(state: State, tap: events.Tapped) -> State:
    match state.phase:
        case Phase.COPYING:
            return copying.zone_tap(state, tap.input)
        case Phase.MOVING if state.computer_moves:
            return suggestions.zone_tap(state, tap.input)
        case Phase.MOVING | Phase.TURN_OVER:
            return turns.zone_tap(state, tap.input)
        case Phase.TO_THROW if state.setup.by_hand and computer_doubling.is_thinking(state):
            return computer_doubling.refuse_dice(state, tap.input)
        case Phase.TO_THROW | Phase.OPENING if state.setup.by_hand:
            return rolling.enter_die(state, tap.input)
        case Phase.TO_THROW | Phase.OPENING | Phase.PASSING:
            return _refuse_without_roll(state, tap.input)
        case Phase.THROWING | Phase.CLOSED:
            return state
        case Phase.GAME_OVER if state.transient.dead:
            return refuse(state, "too-soon", TOO_SOON, tap.input)
    return menus.zone(state, tap.input)


def _refuse_without_roll(state: State, zone: str) -> State:
    """The answer to who would move before the roll, or with one that moves nothing."""
    if state.phase is Phase.PASSING:
        text = Words("No checker can move with this roll: the turn passes.")
        return refuse(state, "no-play", text, zone)
    if state.phase is Phase.TO_THROW and state.computer_moves:
        return refuse(state, "computer-throws", rolling.THROWS_ITSELF, zone)
    text = Words(
        "Press roll first: the dice are not rolled yet.",
        page="Roll first: the dice are not rolled yet.",
    )
    return refuse(state, "not-thrown", text, zone)


def _moved(state: State, move: events.Moved) -> State:
    if has_to_wait := _waiting(state, move.start):
        return has_to_wait
    match state.phase:
        case Phase.COPYING:
            return copying.move(state, move.start, move.end)
        case Phase.MOVING if state.computer_moves:
            return suggestions.move(state, move.start, move.end)
        case Phase.MOVING | Phase.TURN_OVER:
            return turns.move(state, move.start, move.end)
        case Phase.PASSING:
            return _refuse_without_roll(state, move.start)
        case Phase.TO_THROW | Phase.OPENING if not state.setup.by_hand:
            return _refuse_without_roll(state, move.start)
    text = Words("No checker can be moved now: first do what the board asks.")
    return refuse(state, "no-source", text, move.start)


def _undo(state: State) -> State:
    match state.phase:
        case Phase.COPYING:
            return copying.undo(state)
        case Phase.TO_THROW | Phase.OPENING if state.entered:
            return rolling.take_back_entry(state)
        case Phase.TO_THROW | Phase.OPENING if rolling.can_take_back_opening(state):
            return rolling.take_back_throw(state)
        case Phase.MOVING | Phase.TURN_OVER | Phase.TO_THROW if state.setup.felt:
            return sensed.undo(state)
        case Phase.MOVING if (
            state.turn and state.turn.steps and not turns.can_take_back_step(state)
        ):
            return refuse(state, "computer-step", suggestions.what_to_make(state))
        case Phase.MOVING | Phase.TURN_OVER | Phase.PASSING:
            return turns.undo(state)
        case Phase.TO_THROW:
            return turns.undo_confirmation(state)
        case Phase.ATTRACT if state.choosing_rules:
            return menus.turn_page(state)
        case Phase.OPENING | Phase.THROWING | Phase.ATTRACT | Phase.CLOSED:
            return refuse(state, "nothing-to-undo", Words("There is nothing to take back."))
    return menus.undo(state)


def _held(state: State, gesture: str) -> events.Commanded:
    """The command that a hold stands for."""
    return events.Commanded(commands.of_hold(state, gesture), rolling.button_side(gesture))


def _hands_off(state: State, event: events.HandsOff) -> State:
    if not event.active:
        return replace(
            quiet(state), transient=replace(state.transient, hands_off=None, notice=None)
        )
    transient = replace(state.transient, hands_off=event.input)
    text = Words(
        "Too many things are pressed at once, or {input} is held down: hands off, please.",
        page="Too many things are pressed at once: hands off, please.",
        input=_input_words(state, event.input),
    )
    return notify(replace(state, transient=transient), "hands-off", text)


def _input_words(state: State, name: str) -> Words:
    """An input as people say it: a zone, or a button."""
    if name == "undo":
        return Words("undo")
    if name.startswith("roll"):
        return Words("roll")
    return zone_words_in(state.game, name)


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
        case "pass" if state.phase is Phase.PASSING and not state.awaits_away:
            return turns.confirm(quiet(state))
        case "computer" if state.phase is Phase.TO_THROW:
            return replace(without_refusal(state), rolling=True)
        case "step" if state.phase is Phase.MOVING and state.computer_moves:
            return suggestions.make_next(quiet(state))
        case "cube":
            return computer_doubling.ask(state)
    return state
