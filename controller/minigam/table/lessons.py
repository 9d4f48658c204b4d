"""The first game: a short one, near its end, that teaches one thing at a time.

It follows the rules of every other game, but from a given position and with given dice. Only what
the present lesson asks for is lit and counts. The journal holds nothing of it.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from minigam.rules.actions import Action, Confirmed, Rolled, Stepped, StepTakenBack
from minigam.rules.game import Game
from minigam.rules.plays import Steps, Turn
from minigam.rules.position import Side, parse_position
from minigam.rules.ruleset import MINIGAM
from minigam.rules.terms import Start
from minigam.table import rolling
from minigam.table.events import Event, Moved, Tapped
from minigam.table.notices import quiet, refuse
from minigam.table.setup import Setup
from minigam.table.state import Phase, State, Tutorial
from minigam.words import Words, joined

POSITION = "-Ab-A-a-"
"""Where the first game begins, as `parse_position` reads it."""
TARGET = Words("Where it may go is lit: tap there.")
TRAY = Words("Tap the off tray: the checker is borne off.")


@dataclass(frozen=True)
class Lesson:
    """One thing to do, and what is said about it."""

    action: Action
    words: Words
    then: Words = TARGET
    """What is said once the checker of a step is picked up."""


LESSONS = (
    Lesson(
        Rolled((2, 1)),
        Words(
            "Put the checkers where the lights show them. You play both sides. White: press roll.",
            page="A short game, near its end. You play both sides, white first: roll.",
        ),
    ),
    Lesson(
        Stepped(1, 2),
        Words("In this lesson one checker moves, the lit one: tap it."),
        Words("Where it may go is lit, too: tap that point."),
    ),
    Lesson(Stepped(4, 1), Words("That was the 2. Now play the 1: tap the lit checker.")),
    Lesson(
        StepTakenBack(),
        Words(
            "A step can be taken back, to try another one: press undo.",
            page="A step can be taken back, to try another one: take back the last.",
        ),
    ),
    Lesson(Stepped(4, 1), Words("So you can try other plays. This time, play the 1 again.")),
    Lesson(
        Confirmed(),
        Words(
            "Both dice are played: press roll to confirm.",
            page="Both dice are played: confirm.",
        ),
    ),
    Lesson(
        Rolled((3, 1)),
        Words("It is black's turn: press roll.", page="It is black's turn: roll."),
    ),
    Lesson(
        Stepped(1, 3),
        Words("Black moves the other way: tap the lit checker."),
        Words("A single white checker stands there: tap it to hit it."),
    ),
    Lesson(
        Stepped(4, 1),
        Words(
            "Put the hit checker on white's bar. Then play the 1: tap the lit checker.",
            page="The hit checker is on white's bar. Play the 1: tap the lit checker.",
        ),
        Words("Two or more on a point cannot be hit: tap the lit point."),
    ),
    Lesson(
        Confirmed(),
        Words(
            "Black's checkers are safe there: press roll to confirm.",
            page="Black's checkers are safe there: confirm.",
        ),
    ),
    Lesson(
        Rolled((4, 2)),
        Words(
            "White has a checker on the bar: press roll.",
            page="White has a checker on the bar: roll.",
        ),
    ),
    Lesson(
        Stepped(0, 4),
        Words("Black's checkers block point 2. Enter with the 4: tap white's bar."),
        Words("Tap the point where the checker enters."),
    ),
    Lesson(
        Stepped(5, 2),
        Words("The exact number takes a checker off the board: tap the lit one."),
        TRAY,
    ),
    Lesson(
        Confirmed(),
        Words(
            "White has one checker left: press roll to confirm.",
            page="White has one checker left: confirm.",
        ),
    ),
    Lesson(
        Rolled((2, 6)),
        Words("It is black's turn: press roll.", page="It is black's turn: roll."),
    ),
    Lesson(
        Stepped(5, 2),
        Words("Black bears off one checker with the 2: tap the lit one."),
        TRAY,
    ),
    Lesson(
        Confirmed(),
        Words(
            "The 6 fits no checker and is lost: press roll to confirm.",
            page="The 6 fits no checker and is lost: confirm.",
        ),
    ),
    Lesson(
        Rolled((3, 1)),
        Words("White needs a 3: press roll.", page="White needs a 3: roll."),
    ),
    Lesson(Stepped(4, 3), Words("Here it is. Bear off the last checker: tap it."), TRAY),
    Lesson(
        Confirmed(),
        Words(
            "Whoever is first to have all checkers off wins: press roll to confirm.",
            page="Whoever is first to have all checkers off wins: confirm.",
        ),
    ),
)


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
    setup, start = Setup(), Start(parse_position(POSITION, MINIGAM.layout))
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


def present(state: State) -> Lesson | None:
    """The lesson that the first game has come to; None at its end, and in every other game."""
    tutorial = state.tutorial
    return LESSONS[tutorial.learnt] if tutorial and tutorial.learnt < len(LESSONS) else None


def progress(state: State) -> dict[str, Any] | None:
    """How many of the lessons are over, for a display; None outside the first game."""
    tutorial = state.tutorial
    return {"learnt": tutorial.learnt, "lessons": len(LESSONS)} if tutorial else None


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
