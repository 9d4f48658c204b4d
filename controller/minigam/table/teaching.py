"""A teacher: what a person's play gave away, as somebody else judges it."""

from dataclasses import replace

from minigam.rules.assessment import PlayAssessment, assessment_words
from minigam.rules.plays import Turn
from minigam.table.events import Assessed
from minigam.table.notices import notify
from minigam.table.state import State
from minigam.table.turns import can_undo_confirmation
from minigam.words import Words, joined


def to_assess(state: State) -> Turn | None:
    """The play that waits to be judged: a person's, confirmed last."""
    known = state.transient.judged == len(state.game.entries)
    waits = state.setup.teacher and not known and can_undo_confirmation(state)
    return state.turn if waits else None


def judge(state: State, event: Assessed) -> State:
    """A play is judged; that is dropped if it was taken back meanwhile."""
    if to_assess(state) is None or event.turn != len(state.game.entries):
        return state
    verdict = PlayAssessment(state.game.plays[-1], event.best, event.win, event.equity, event.why)
    return replace(state, transient=replace(state.transient, judged=event.turn, verdict=verdict))


def give_up(state: State) -> State:
    """Nobody can say what a play gave away, or which is best."""
    advised = () if state.asked_about else state.transient.advised
    transient = replace(state.transient, judged=len(state.game.entries), advised=advised)
    text = Words("The plays cannot be judged, so the teacher is silent. The log says why.")
    return notify(replace(state, transient=transient), "no-table", text)


def shown_verdict(state: State) -> PlayAssessment | None:
    """The verdict on a play that can still be taken back by one touch."""
    fresh = can_undo_confirmation(state) and not state.entered
    return state.transient.verdict if fresh else None


def awaits_reader(state: State) -> bool:
    """Whether a verdict has just been given, or is about to be."""
    return shown_verdict(state) is not None or to_assess(state) is not None


def verdict_words(state: State, verdict: PlayAssessment) -> Words:
    """What a play gave away, what was better, and whether it can be taken back."""
    found = assessment_words(state.game.rules, verdict)
    if verdict.was_best or not shown_verdict(state):
        return found
    again = Words("Undo takes it back.", page="You can take it back.", watching="")
    return joined([found, again])
