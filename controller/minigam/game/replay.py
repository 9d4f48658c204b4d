"""A game again, from its events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from minigam.errors import IllegalPlayError, UnreadableError
from minigam.game import timing
from minigam.game.effects import (
    Answer,
    Choose,
    Commit,
    GetReady,
    Reveal,
    Seal,
    Throw,
    timers,
    wants,
)
from minigam.game.events import (
    Answered,
    Chosen,
    Clocked,
    Committed,
    Elapsed,
    Event,
    Felt,
    Flagged,
    Followed,
    Named,
    Opened,
    Ready,
    Rebuilding,
    Revealed,
    Sealed,
    Stood,
    Thrown,
)
from minigam.game.machine import step
from minigam.game.names import is_taken
from minigam.game.state import State, opened
from minigam.rules.match import Standing
from minigam.rules.position import Side
from minigam.rules.record import PERSON
from minigam.rules.timecontrol import FLAGS, OFF, ROUNDED_MS, TimeControl


def replay(events: Iterable[Event]) -> State:
    """The durable state that a chapter's events lead to.

    What a pulled plug forgets is forgotten after every event: it only ever makes the machine
    refuse more, and a refused event is not in the journal. Raises `UnreadableError` unless the
    first event, and no other, opens a chapter.
    """
    state: State | None = None
    for event in events:
        if isinstance(event, Opened) is not (state is None):
            raise UnreadableError(f"expected one `opened` event, at the start; got {event}")
        state = opened(event) if isinstance(event, Opened) else _next(state, event)
    if state is None:
        raise UnreadableError("expected a chapter's events, got none")
    return state


def _next(state: State | None, event: Event) -> State:
    assert state is not None
    return step(state, event)[0].durable()


def replay_strictly(events: Iterable[Event]) -> Iterator[State]:
    """The state after each event; raise `IllegalPlayError` at one that no board has written.

    `replay` trusts the journal. Here every event must be one that could happen at its moment:
    what the board answers was asked for, and each event has changed the game, for only such
    events are written.
    """
    state: State | None = None
    imported = False
    for event in events:
        if state is None:
            if not isinstance(event, Opened):
                raise IllegalPlayError("expected the game's beginning")
            _check_opening(event)
            state, imported = opened(event), event.imported
        else:
            if not _could_happen(state, event, imported):
                raise IllegalPlayError("nothing asked for it at that moment")
            after = _next(state, event)
            if after == state:
                raise IllegalPlayError("it changes nothing, so no board has written it")
            state = after
        yield state


def _could_happen(state: State, event: Event, imported: bool) -> bool:
    """Whether an event that does not come from a person's hand was due."""
    wanted = wants(state)
    match event:
        case Opened():
            return False
        case Committed():
            return Commit() in wanted
        case Ready():
            return imported or GetReady(event.side) in wanted
        case Thrown():
            return Throw(event.number, len(event.pawns)) in wanted
        case Chosen():
            return any(isinstance(want, Choose) and not want.hint for want in wanted)
        case Answered():
            return any(isinstance(want, Answer) for want in wanted)
        case Revealed():
            return imported or Reveal() in wanted
        case Sealed():
            return not imported and Seal() in wanted
        case Elapsed():
            return event.timer in _due(state)
        case Clocked():
            return event.spent > 0 and _may_pass(state, event.spent)
        case Flagged():
            return _may_fall(state, event.side)
        case Named():
            return imported or not any(map(is_taken, event.names))
        case Followed() | Stood() | Rebuilding() | Felt():
            return state.setup.felt
    return True


def _check_opening(event: Opened) -> None:
    """Raise `IllegalPlayError` for a beginning that no board has made."""
    setup, names = event.setup, [name for name, _ in event.setup.options]
    if len(set(names)) < len(names):
        raise IllegalPlayError("an option is chosen twice")
    if event.banks and setup.clock == OFF:
        raise IllegalPlayError("time is left although there is no clock")
    if setup.clock != OFF:
        TimeControl(setup.clock, setup.flag, event.banks).check(setup.rules.length)
    if not event.imported:
        _check_beginning(event)


def _check_beginning(event: Opened) -> None:
    """Likewise for one that is not from a file: those may begin anywhere."""
    rules = event.setup.rules
    if any(map(is_taken, event.setup.names)):
        raise IllegalPlayError("nobody can be called as the board calls a side or a computer")
    if event.start or event.setup.file_seats != (PERSON, PERSON):
        raise IllegalPlayError("only games from a file begin elsewhere, or were played elsewhere")
    if event.starter and not (event.started and rules.winner_starts):
        raise IllegalPlayError(f"in {rules.title} nobody begins without an opening throw")
    if (any(event.score) or event.banks) and not event.started:
        raise IllegalPlayError("the first game of a match or series begins without points")
    near = rules.length - 1
    before = Standing(event.score).is_crawford(rules)
    both = rules.cube and rules.crawford and min(event.score) == near > 0
    if event.crawford_played and not (before or both):
        raise IllegalPlayError("the Crawford game cannot have been played with that score")
    if both and not event.crawford_played:
        raise IllegalPlayError("the Crawford game must have been played with that score")


def _may_pass(state: State, spent: int) -> bool:
    """Whether so much time may pass in this turn: no more than is left, where the flag loses."""
    running = timing.running(state)
    if running is None or state.clock is None:
        return False
    left = sum(state.clock.present(running[0]))
    return state.setup.flag != FLAGS[0] or spent <= left + ROUNDED_MS


def _may_fall(state: State, side: Side) -> bool:
    """Whether that side's time is over; where its flag only warns, its time need not be stored."""
    running = timing.running(state)
    if running is None or running[0] is not side or state.clock is None:
        return False
    return state.setup.flag != FLAGS[0] or sum(state.clock.present(side)) <= ROUNDED_MS


def _due(state: State) -> Iterator[str]:
    """The timers that may have run out; before computers doubled, they had one less."""
    for timer in timers(state):
        yield timer.name
        if timer.name == "cube" and not state.needs_consent:
            yield "computer"
