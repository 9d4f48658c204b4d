"""The first game: a short one, near its end, that teaches one thing at a time.

It follows the rules of every other game, but from a given position and with given dice: see
`first_games`. Only what the present lesson asks for is lit and counts, whether zones are tapped or
a board feels its checkers. The journal holds nothing of it.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from minigam.rules.actions import Action, Confirmed, Rolled, Stepped, StepTakenBack
from minigam.rules.game import Game
from minigam.rules.plays import Steps, Turn
from minigam.rules.position import Side, parse_position
from minigam.rules.steps import Step
from minigam.rules.terms import Start
from minigam.table import rolling
from minigam.table.events import Event, Followed, Moved, PlayStood, Tapped
from minigam.table.first_games import FIRST_GAMES, FirstGame, Lesson
from minigam.table.notices import is_refused, quiet, refuse
from minigam.table.paths import Paths
from minigam.table.sensed import MOVE_BACK
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

    A board that feels its checkers cannot tell whose they are: white's are put there first.

    >>> from minigam.table.events import Opened
    >>> from minigam.table.state import opened
    >>> state = begin(opened(Opened(Setup(black="hard"))))
    >>> state.phase, state.setup.black, state.agreed.black
    (<Phase.TO_THROW: 'to-throw'>, 'human', 'hard')
    """
    script = _script(state)
    felt, games = state.setup.felt, state.setup.games
    setup = Setup(script.rules_id, script.options, games=games, felt=felt)
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
        rebuilding=Side.WHITE if felt else None,
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
    instruction = lesson.then if state.selected else lesson.words
    said = instruction.where(state.setup.felt)
    return Words("{lesson}", watching="The first game is being played.", lesson=said)


def buttons(state: State) -> tuple[str, ...]:
    """The buttons that may do something; undo puts down a checker that is picked up.

    Where the board feels its checkers, those are put down and moved back by hand.
    """
    lesson = present(state)
    if lesson is None or state.cover:
        return "roll", "undo"
    if state.rebuilding or isinstance(lesson.action, Rolled | Confirmed):
        return ("roll",)
    if state.setup.felt:
        return ()
    return ("undo",) if state.selected or isinstance(lesson.action, StepTakenBack) else ()


def as_shown(state: State) -> State:
    """The state as lights and pages show it: with the lesson's step as the only one.

    Where a checker is moved back by hand, they show its way as they do a hint.
    """
    lesson, turn = present(state), state.game.turn
    if lesson is None or turn is None or state.cover:
        return state
    only = _narrowed(turn, lesson)
    shown = replace(state, game=replace(state.game, turn=only))
    if not (state.setup.felt and isinstance(lesson.action, StepTakenBack)):
        return shown
    back = (_backwards(turn.steps[-1]),)
    return replace(shown, transient=replace(state.transient, advised=back))


def _narrowed(turn: Turn, lesson: Lesson) -> Turn:
    return _Narrowed(turn.rules, turn.before, turn.side, turn.dice, turn.steps, lesson.action)


def _backwards(step: Step) -> Step:
    return Step(step.target, step.source, step.die)


def ways(state: State) -> Paths | None:
    """What a hand may do to the turn now, on a board that feels its checkers: the lesson's step,
    forwards or back, and no other; None outside the first game, where the rules alone say so.
    """
    lesson, turn = present(state), state.game.turn
    if lesson is None or turn is None:
        return None
    turn, steps = _narrowed(turn, lesson), turn.steps
    if isinstance(lesson.action, StepTakenBack):
        return Paths(turn, steps, stand=len(steps) - 1)
    return Paths(turn, (*steps, *turn.next_steps), stand=len(steps))


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
    if after.decided or after.rolling or _strays(lesson, after) or _misleads(before, after):
        if isinstance(event, Followed | PlayStood):  # it would be reported again and again
            return before
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


def _misleads(before: State, after: State) -> bool:
    """Whether undo is answered with how to take back, where that is not the lesson."""
    if after.transient.notice is None or after.transient.notice.code != MOVE_BACK:
        return False
    lesson = present(after)
    return is_refused(before, after) and not (lesson and lesson.action == StepTakenBack())


def _touched(event: Event) -> str:
    match event:
        case Tapped(name):
            return name
        case Moved(start):
            return start
    return ""
