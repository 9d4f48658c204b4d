"""Saying things: news, and refusals with their error light."""

from dataclasses import replace

from minigam.table.state import Notice, State
from minigam.words import Words


def notify(state: State, code: str, text: Words, zone: str | None = None) -> State:
    """The state with news for the people at the table."""
    notice, serial = Notice(code, text, zone), state.transient.serial + 1
    return replace(state, transient=replace(state.transient, notice=notice, serial=serial))


def refuse(state: State, code: str, text: Words, zone: str = "") -> State:
    """The state with the reason why a tap did nothing, and an error light at `zone`."""
    light = zone if zone.startswith(("point-", "bar-", "off-")) else "turn"
    return notify(state, code, text, light)


def is_refused(before: State, after: State) -> bool:
    """Whether one state became the other by a touch that did nothing."""
    notice = after.transient.notice
    fresh = after.transient.serial != before.transient.serial
    return fresh and notice is not None and notice.zone is not None


def quiet(state: State) -> State:
    """The state as the next touch finds it: earlier words, hints and displays are gone."""
    here = state.transient
    if (here.notice, here.showing, here.advice, here.advised) == (None, False, None, None):
        return state
    kept = replace(here, notice=None, showing=False, advice=None, advised=None)
    return replace(state, transient=kept)


def without_refusal(state: State) -> State:
    """The state once what was refused has come by itself: its reason goes, and news stay."""
    notice = state.transient.notice
    if notice is None or notice.zone is None:
        return state
    return replace(state, transient=replace(state.transient, notice=None))
