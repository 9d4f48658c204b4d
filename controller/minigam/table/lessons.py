"""The first game: a short one, near its end, that teaches one thing at a time.

It follows the rules of every other game, but from a given position and with given dice: see
`first_games`. Only what the present lesson asks for is lit and counts. The journal holds nothing
of it.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from minigam.rules.actions import Action, Confirmed, Rolled, Stepped, StepTakenBack
from minigam.rules.game import Game
from minigam.rules.plays import Steps, Turn
from minigam.rules.position import Side, parse_position
from minigam.rules.terms import Start
from minigam.table import rolling
from minigam.table.events import Event, Moved, Tapped
from minigam.table.first_games import FIRST_GAMES, FirstGame, Lesson
from minigam.table.notices import quiet, refuse
from minigam.table.setup import Setup
from minigam.table.state import Phase, State, Tutorial
from minigam.words import Words, joined


@dataclass(frozen=True)
class _Narrowed(Turn):
    """A turn of which at most one step is offered."""

    only: Action | None = None

    @cached_property
    def next_steps(self) -> Steps:
        found = ((Stepped(step.source, step.die), step) for step in super().next_steps)
        return tuple(step for action, step in found if action == self.only)


def begin(state: State) -> State:
    """The first game begins; what is set up waits for its end.

    >>> from minigam.table.events import Opened
    >>> from minigam.table.state import opened
    >>> state = begin(opened(Opened(Setup(black="hard"))))
    >>> state.phase, state.setup.black, state.agreed.black
    (<Phase.TO_THROW: 'to-throw'>, 'human', 'hard')
    """
    script = _script(state)
    setup = Setup(script.rules_id, script.options, games=state.setup.games)
    start = Start(parse_position(script.position, setup.rules.layout))
    # Real dice need no promise; the table asks nobody for them, as its set-up is not by hand.
    terms = replace(setup.terms(starter=Side.WHITE), by_hand=True, start=start)
    return replace(
        state,
        setup=setup,
        game=Game.begin(terms),
        cover=None,
        choosing_rules=False,
        before=state.setup,
        tutorial=Tutorial(),
    )


def _script(state: State) -> FirstGame:
    """Of a board of this size."""
    return FIRST_GAMES[state.setup.rules.layout.points]


def present(state: State) -> Lesson | None:
    """The lesson that the first game has come to; None at its end, and in every other game."""
    if state.tutorial is None:
        return None
    return next(iter(_script(state).lessons[state.tutorial.learnt :]), None)


def progress(state: State) -> dict[str, Any] | None:
    """How many of the lessons are over, for a display; None outside the first game."""
    tutorial = state.tutorial
    if tutorial is None:
        return None
    return {"learnt": tutorial.learnt, "lessons": len(_script(state).lessons)}


def words(state: State) -> Words:
    """What the present lesson says; empty where there is none, and under a menu."""
    lesson = present(state)
    if lesson is None or state.cover:
        return Words("")
    said = lesson.then if state.selected else lesson.words
    return Words("{lesson}", watching="The first game is being played.", lesson=said)


def buttons(state: State) -> tuple[str, ...]:
    """The buttons that may do something; undo puts down a checker that is picked up."""
    lesson = present(state)
    if lesson is None or state.cover:
        return "roll", "undo"
    match lesson.action:
        case Rolled() | Confirmed():
            return ("roll",)
        case StepTakenBack():
            return ("undo",)
    return ("undo",) if state.selected else ()


def as_shown(state: State) -> State:
    """The state as lights and pages show it: with the lesson's step as the only one."""
    lesson, turn = present(state), state.game.turn
    if lesson is None or turn is None or state.cover:
        return state
    only = _Narrowed(turn.rules, turn.before, turn.side, turn.dice, turn.steps, lesson.action)
    return replace(state, game=replace(state.game, turn=only))


def follow(before: State, after: State, event: Event) -> State:
    """The state after an event that led from one state to another: in the first game it counts
    only where the lesson asked for it. What the rules refuse keeps their reason.
    """
    tutorial = before.tutorial
    if tutorial is None or after.tutorial is None or after.next_game:
        return after
    lesson = present(before)
    if after.rolling and lesson and isinstance(lesson.action, Rolled):
        after = rolling.roll(after, lesson.action)
    if lesson and after.decided == (lesson.action,):
        return replace(after, decided=(), tutorial=replace(tutorial, learnt=tutorial.learnt + 1))
    if after.decided or after.rolling or _strays(lesson, after):
        return refuse(quiet(before), "lesson", _not_yet(before), _touched(event))
    return after


def _not_yet(state: State) -> Words:
    if lesson := words(state):
        return joined([Words("Not yet."), lesson])
    return Words("Not in the first game.")


def _strays(lesson: Lesson | None, after: State) -> bool:
    """Whether another checker is picked up, or another question asked, than the lesson wants."""
    if after.cover not in (None, Phase.MENU):
        return True
    if after.selected is None:
        return False
    wanted = lesson.action if lesson else None
    return not isinstance(wanted, Stepped) or after.selected.place != wanted.source


def _touched(event: Event) -> str:
    match event:
        case Tapped(name):
            return name
        case Moved(start):
            return start
    return ""
