"""A teacher: what a person's play gave away, by exact values that somebody else looks up."""

from __future__ import annotations

from dataclasses import replace

from minigam.game.events import Assessed
from minigam.game.moving import can_undo_confirmation
from minigam.game.state import State, Verdict
from minigam.rules.plays import Turn


def is_taught(state: State) -> bool:
    """Whether a play was just confirmed that a teacher has something to say about."""
    return state.setup.teacher and can_undo_confirmation(state)


def to_assess(state: State) -> Turn | None:
    """The play that waits to be judged."""
    verdict = state.transient.verdict
    known = verdict is not None and verdict.number == len(state.actions)
    return state.turn if is_taught(state) and not known else None


def judge(state: State, event: Assessed) -> State:
    """A play is judged; that is dropped if it was taken back meanwhile."""
    if to_assess(state) is None or event.turn != len(state.actions):
        return state
    verdict = Verdict(event.turn, state.plays[-1], event.best, event.win, event.equity)
    return replace(state, transient=replace(state.transient, verdict=verdict))


def verdict_words(state: State, verdict: Verdict) -> str:
    """What a play gave away, and what was better."""
    played = verdict.played
    throw = f"{played.side.value.capitalize()}'s {played.roll[0]}-{played.roll[1]}"
    if verdict.was_best:
        return f"{throw}: {played.play} was the best play."
    cost = (
        f"{100 * verdict.win:.1f} % of the chance to win"
        if state.rules.most_points == 1
        else f"{verdict.equity:.3f} points"
    )
    again = " Undo takes it back." if is_taught(state) else ""
    return f"{throw}: {played.play} gave away {cost}. The best was {verdict.best}.{again}"
