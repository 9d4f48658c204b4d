"""The other board of a game between two: what this one waits for, and what is asked of it."""

from collections.abc import Iterator
from dataclasses import replace

from minigam.rules.actions import Resigned
from minigam.rules.match import most_points, resigned
from minigam.rules.position import Side
from minigam.table import doubling
from minigam.table.events import Event, Opened, OtherBoard, Received
from minigam.table.notices import notify, refuse
from minigam.table.requests_to_other import (
    AnswerOffer,
    Leave,
    OfferResignation,
    Pause,
    ToOther,
    WithdrawOffer,
)
from minigam.table.state import Phase, Proposal, State
from minigam.table.waiting_words import stopped_words, waiting_words
from minigam.words import Words

FROM_ELSEWHERE = (Opened, OtherBoard, Received)
"""Events with which nobody at this board asks for anything."""


def refused(state: State, touched: str = "") -> State | None:
    """The refusal of a touch that plays, where the other board acts or the game has stopped."""
    if state.phase is Phase.STOPPED:
        return refuse(state, "stopped", stopped_words(state), touched)
    if state.cover is None and state.awaits_away:
        return refuse(state, "away", waiting_words(state), touched)
    return None


def note(state: State, other: OtherBoard) -> State:
    """More is known of the other board: a pause, a resignation offered or answered."""
    before, state = state.other, replace(state, other=other)
    if not state.game.terms.shared or state.game.result:
        return state
    if other.paused != before.paused:
        state = _paused(state, other.paused)
    if state.proposal and state.proposal.by is state.away and other.offer is None:
        state = _bare(state)
    return _answered(state, before.answer) if other.offered is not None else state


def _paused(state: State, paused: bool) -> State:
    if paused and state.cover is not Phase.CLOSED:
        return replace(_bare(state), cover=Phase.PAUSED)
    return _bare(state) if state.cover is Phase.PAUSED else state


def _bare(state: State) -> State:
    return replace(state, cover=None, proposal=None)


def _answered(state: State, before: bool | None) -> State:
    """The other side has answered the resignation that this board offers."""
    own, points, answer = state.own, state.other.offered, state.other.answer
    assert own is not None
    assert points is not None
    if answer and not state.game.why_not(Resigned(own, points)):
        return doubling.resign(replace(state, resign_points=_times(state, points)), own)
    if answer is False and before is not False:
        own_offer = state.proposal is not None and state.proposal.by is own
        state = _bare(state) if own_offer else state
        name = own.other.of(state.setup.players)
        return notify(state, "declined", Words("{name} plays on.", name=name))
    return state


def accept(state: State) -> State:
    """The resignation that the other side offers is accepted: that side's board writes it."""
    other = replace(state.other, offer=None)
    return replace(_bare(state), other=other, asked=(*state.asked, AnswerOffer(True)))


def follow(before: State, after: State, event: Event) -> State:
    """What a change asks of the other board, and what that board offers, laid on the table."""
    if not after.game.terms.shared:
        return after
    if not isinstance(event, FROM_ELSEWHERE):
        asked = tuple(_requests(before, after))
        after = replace(after, asked=(*after.asked, *asked), other=_as_asked(after.other, asked))
    return _with_offer(after)


def _requests(before: State, after: State) -> Iterator[ToOther]:
    if after.cover is Phase.CLOSED:
        if before.cover is not Phase.CLOSED and after.game.result is None:
            yield Leave()
        return
    paused = after.cover is Phase.PAUSED
    if paused != (before.cover is Phase.PAUSED):
        yield Pause(paused)
    if after.game.result is None:
        yield from _offers(before, after)


def _offers(before: State, after: State) -> Iterator[ToOther]:
    was, now = before.proposal, after.proposal
    if now and was is None:
        yield OfferResignation(_worth(after, after.resign_points))
    elif was and now is None and was.by is after.own:
        yield WithdrawOffer()
    elif was and now is None and after.cover is not Phase.PAUSED and not after.asked:
        yield AnswerOffer(False)


def _as_asked(other: OtherBoard, asked: tuple[ToOther, ...]) -> OtherBoard:
    """What is known of the other board, with what has just been asked of it."""
    for request in asked:
        match request:
            case Pause(paused):
                other = replace(other, paused=paused)
            case OfferResignation(points):
                other = replace(other, offered=points, answer=None)
            case WithdrawOffer():
                other = replace(other, offered=None)
            case AnswerOffer():
                other = replace(other, offer=None)
    return other


def _with_offer(state: State) -> State:
    """A resignation that waits for an answer is shown, also after a restart or a pause."""
    other, own = state.other, state.own
    free = state.cover in (None, Phase.MENU) and state.phase is not Phase.STOPPED
    if own is None or not free or state.game.result:
        return state
    if other.offer is not None:
        return _offered(state, own.other, other.offer)
    if other.offered is not None and other.answer is None:
        return _offered(state, own, other.offered)
    return state


def _offered(state: State, by: Side, points: int) -> State:
    proposal, times = Proposal(by, own_button=False), _times(state, points)
    return replace(state, cover=Phase.RESIGNING, proposal=proposal, resign_points=times)


def _worth(state: State, times: int) -> int:
    return resigned(state.game.rules, state.game.cube, Side.WHITE, times).points


def _times(state: State, points: int) -> int:
    """What a resignation for so many points is: 1 for a single game, 2 for a gammon, or 3."""
    kinds = range(1, most_points(state.game.rules, state.game.cube) + 1)
    return next((times for times in kinds if _worth(state, times) == points), 1)
