"""What the first game teaches, on a board of each size: positions, dice, and what is said.

Each script is a game by its rules, from a position near its end.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from minigam.rules.actions import Action, Confirmed, Rolled, Stepped, StepTakenBack
from minigam.words import Words

TARGET = Words("Where it may go is lit: tap there.")
TRAY = Words("Tap the off tray: the checker is borne off.")
BLACK_ROLLS = Words("It is black's turn: press roll.", page="It is black's turn: roll.")
ENTER = Words("Tap the point where the checker enters.")
BLACK_LEAVES = Words(
    "All of black's checkers are near the end of their way. "
    "The exact number takes one off the board: tap it."
)
WINS = Words(
    "Whoever is first to have all checkers off wins: press roll to confirm.",
    page="Whoever is first to have all checkers off wins: confirm.",
)


@dataclass(frozen=True)
class Lesson:
    """One thing to do, and what is said about it."""

    action: Action
    words: Words
    then: Words = TARGET
    """What is said once the checker of a step is picked up."""


@dataclass(frozen=True)
class FirstGame:
    """A script."""

    rules_id: str
    position: str
    """Where it begins, as `parse_position` reads it; white rolls."""
    lessons: tuple[Lesson, ...]
    options: tuple[tuple[str, str], ...] = ()
    """Of its rules, where they are not the usual ones."""


def _white_moves(first: Stepped, second: Stepped) -> tuple[Lesson, ...]:
    """White's first turn: two steps, the second of them taken back and made again."""
    return (
        Lesson(
            Rolled((first.die, second.die)),
            Words(
                "Put the checkers where the lights show them. You play both sides. "
                "White: press roll.",
                page="A short game, near its end. You play both sides, white first: roll.",
            ),
        ),
        Lesson(
            first,
            Words("In this lesson one checker moves, the lit one: tap it."),
            Words("Where it may go is lit, too: tap that point."),
        ),
        Lesson(
            second,
            Words(
                "That was the {first}. Now play the {second}: tap the lit checker.",
                first=first.die,
                second=second.die,
            ),
        ),
        Lesson(
            StepTakenBack(),
            Words(
                "A step can be taken back, to try another one: press undo.",
                page="A step can be taken back, to try another one: take back the last.",
            ),
        ),
        Lesson(
            second,
            Words("So you can try other plays. This time, play the {die} again.", die=second.die),
        ),
        Lesson(
            Confirmed(),
            Words(
                "Both dice are played: press roll to confirm.",
                page="Both dice are played: confirm.",
            ),
        ),
    )


def _black_hits(hit: Stepped, safe: Stepped) -> tuple[Lesson, ...]:
    """Black's first turn: one checker hits, and goes on to where another stands."""
    return (
        Lesson(Rolled((hit.die, safe.die)), BLACK_ROLLS),
        Lesson(
            hit,
            Words("Black moves the other way: tap the lit checker."),
            Words("A single white checker stands there: tap it to hit it."),
        ),
        Lesson(
            safe,
            Words(
                "Put the hit checker on white's bar. Then play the {die}: tap the lit checker.",
                page="The hit checker is on white's bar. Play the {die}: tap the lit checker.",
                die=safe.die,
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
    )


def _white_enters(dice: tuple[int, int], enter: Stepped, blocked: int) -> tuple[Lesson, ...]:
    """The beginning of white's second turn."""
    return (
        Lesson(
            Rolled(dice),
            Words(
                "White has a checker on the bar: press roll.",
                page="White has a checker on the bar: roll.",
            ),
        ),
        Lesson(
            enter,
            Words(
                "The {other} would enter on point {point}, which black's checkers block. "
                "Enter with the {die}: tap white's bar.",
                other=next(die for die in dice if die != enter.die),
                point=blocked,
                die=enter.die,
            ),
            ENTER,
        ),
    )


def _white_goes_on(step: Stepped) -> tuple[Lesson, ...]:
    """Its end, where nothing can leave the board yet."""
    return (
        Lesson(
            step,
            Words(
                "With nothing on the bar any checker may move. Play the {die}: tap the lit one.",
                die=step.die,
            ),
        ),
        Lesson(
            Confirmed(),
            Words(
                "White is far behind now: press roll to confirm.",
                page="White is far behind now: confirm.",
            ),
        ),
    )


MINIGAM = FirstGame(
    "minigam",
    "-Ab-A-a-",
    (
        *_white_moves(Stepped(1, 2), Stepped(4, 1)),
        *_black_hits(Stepped(1, 3), Stepped(4, 1)),
        *_white_enters((4, 2), Stepped(0, 4), blocked=2),
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
        Lesson(Rolled((2, 6)), BLACK_ROLLS),
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
        Lesson(Confirmed(), WINS),
    ),
)
BACKGAMMON = FirstGame(
    "backgammon",
    "-----A-------------a---aA-",
    (
        *_white_moves(Stepped(1, 2), Stepped(20, 1)),
        *_black_hits(Stepped(19, 3), Stepped(22, 1)),
        *_white_enters((4, 2), Stepped(0, 4), blocked=23),
        *_white_goes_on(Stepped(4, 2)),
        Lesson(Rolled((2, 6)), BLACK_ROLLS),
        Lesson(Stepped(23, 2), BLACK_LEAVES, TRAY),
        Lesson(
            Stepped(23, 6),
            Words("A greater number takes off the one that is farthest back: tap it."),
            TRAY,
        ),
        Lesson(Confirmed(), WINS),
    ),
    (("cube", "false"),),
)
BACKGAMMON_DICE = FirstGame(
    "backgammon-dice-simple",
    "-a-A----a-A-------",
    (
        *_white_moves(Stepped(3, 2), Stepped(10, 1)),
        *_black_hits(Stepped(9, 3), Stepped(12, 4)),
        *_white_enters((4, 1), Stepped(0, 4), blocked=1),
        *_white_goes_on(Stepped(11, 1)),
        Lesson(Rolled((1, 1)), BLACK_ROLLS),
        Lesson(Stepped(16, 1), BLACK_LEAVES, TRAY),
        Lesson(
            Stepped(16, 1),
            Words("A double is played four times, so there is another 1: tap the last checker."),
            TRAY,
        ),
        Lesson(Confirmed(), WINS),
    ),
)
FIRST_GAMES: Mapping[int, FirstGame] = {6: MINIGAM, 16: BACKGAMMON_DICE, 24: BACKGAMMON}
"""By the points of the board."""
