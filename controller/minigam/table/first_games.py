"""What the first game teaches, on a board of each size: positions, dice, and what is said.

Each script is a game by its rules, from a position near its end. What a lesson teaches is said
alike on every board; how it is done is said as the board's people do it: see `Instruction`.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from minigam.rules.actions import Action, Confirmed, Rolled, Stepped, StepTakenBack
from minigam.words import Words


@dataclass(frozen=True)
class Instruction:
    """A sentence, by how people act: they tap zones, or move checkers that the board feels."""

    tapped: Words
    felt: Words

    def where(self, felt: bool) -> Words:
        """The sentence on a board that feels its checkers, or on one that is tapped."""
        return self.felt if felt else self.tapped


def _roll(about: Words, felt: Words | None = None) -> Instruction:
    """`felt`: what it is about where the board feels its checkers, if that is something else."""
    return Instruction(*(_pressed(it) for it in (about, felt or about)))


def _pressed(about: Words) -> Words:
    return Words("{about}: press roll.", page="{about}: roll.", about=about)


def _confirm(about: Words, felt: Words | None = None) -> Instruction:
    return Instruction(*(_confirmed(it) for it in (about, felt or about)))


def _confirmed(about: Words) -> Words:
    return Words("{about}: press roll to confirm.", page="{about}: confirm.", about=about)


def _take_it(about: Words) -> Instruction:
    return Instruction(
        Words("{about}: tap it.", about=about), Words("{about}: lift it.", about=about)
    )


def _take_lit_one(about: Words) -> Instruction:
    return Instruction(
        Words("{about}: tap the lit one.", about=about),
        Words("{about}: lift the lit one.", about=about),
    )


def _take_lit_checker(about: Words, felt: Words | None = None) -> Instruction:
    return Instruction(
        Words("{about}: tap the lit checker.", about=about),
        Words("{about}: lift the lit checker.", about=felt or about),
    )


def _put_there(about: Words) -> Instruction:
    return Instruction(
        Words("{about}: tap there.", about=about), Words("{about}: put it there.", about=about)
    )


TARGET = _put_there(Words("Where it may go is lit"))
TRAY = _put_there(Words("It is borne off into the off tray"))
BLACK_ROLLS = _roll(Words("It is black's turn"))
BLACK_LEAVES = _take_lit_one(
    Words(
        "All of black's checkers are near the end of their way. "
        "The exact number takes one off the board"
    )
)
WINS = _confirm(Words("Whoever is first to have all checkers off wins"))


@dataclass(frozen=True)
class Lesson:
    """One thing to do, and what is said about it."""

    action: Action
    words: Instruction
    then: Instruction = TARGET
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


def _white_moves(first: Stepped, second: Stepped, back_to: int) -> tuple[Lesson, ...]:
    """White's first turn: two steps, the second of them taken back and made again.

    `back_to`: the point that the second one comes from.
    """
    short = Words("A short game, near its end. You play both sides, white first")
    return (
        Lesson(
            Rolled((first.die, second.die)),
            _roll(
                Words(
                    "Put the checkers where the lights show them. You play both sides. White",
                    page="A short game, near its end. You play both sides, white first",
                ),
                felt=short,
            ),
        ),
        Lesson(
            first,
            _take_it(Words("In this lesson one checker moves, the lit one")),
            _put_there(Words("Where it may go is lit, too")),
        ),
        Lesson(
            second,
            _take_lit_checker(
                Words(
                    "That was the {first}. Now play the {second}",
                    first=first.die,
                    second=second.die,
                )
            ),
        ),
        Lesson(
            StepTakenBack(),
            Instruction(
                Words(
                    "A step can be taken back, to try another one: press undo.",
                    page="A step can be taken back, to try another one: take back the last.",
                ),
                Words(
                    "A step can be taken back, to try another one: "
                    "move the checker back to point {point}.",
                    point=back_to,
                ),
            ),
        ),
        Lesson(
            second,
            _take_lit_checker(
                Words("So you can try other plays. This time, play the {die} again", die=second.die)
            ),
        ),
        Lesson(
            Confirmed(),
            _confirm(
                Words("Both dice are played"),
                felt=Words(
                    "Both dice are played. "
                    "In other games the play counts after a moment, in this one when you say so"
                ),
            ),
        ),
    )


def _black_hits(hit: Stepped, safe: Stepped) -> tuple[Lesson, ...]:
    """Black's first turn: one checker hits, and goes on to where another stands."""
    on_bar = Words("The hit checker is on white's bar. Play the {die}", die=safe.die)
    return (
        Lesson(Rolled((hit.die, safe.die)), BLACK_ROLLS),
        Lesson(
            hit,
            _take_lit_checker(Words("Black moves the other way")),
            Instruction(
                Words("A single white checker stands there: tap it to hit it."),
                Words(
                    "A single white checker stands there: "
                    "move it to white's bar, and put the black one in its place."
                ),
            ),
        ),
        Lesson(
            safe,
            _take_lit_checker(
                Words(
                    "Put the hit checker on white's bar. Then play the {die}",
                    page="The hit checker is on white's bar. Play the {die}",
                    die=safe.die,
                ),
                felt=on_bar,
            ),
            Instruction(
                Words("Two or more on a point cannot be hit: tap the lit point."),
                Words("Two or more on a point cannot be hit: put it on the lit point."),
            ),
        ),
        Lesson(Confirmed(), _confirm(Words("Black's checkers are safe there"))),
    )


def _white_enters(dice: tuple[int, int], enter: Stepped, blocked: int) -> tuple[Lesson, ...]:
    """The beginning of white's second turn."""
    about = Words(
        "The {other} would enter on point {point}, which black's checkers block. "
        "Enter with the {die}",
        other=next(die for die in dice if die != enter.die),
        point=blocked,
        die=enter.die,
    )
    return (
        Lesson(Rolled(dice), _roll(Words("White has a checker on the bar"))),
        Lesson(
            enter,
            Instruction(
                Words("{about}: tap white's bar.", about=about),
                Words("{about}: lift the checker from white's bar.", about=about),
            ),
            _put_there(Words("The point where it enters is lit")),
        ),
    )


def _white_goes_on(step: Stepped) -> tuple[Lesson, ...]:
    """Its end, where nothing can leave the board yet."""
    about = Words("With nothing on the bar any checker may move. Play the {die}", die=step.die)
    return (
        Lesson(step, _take_lit_one(about)),
        Lesson(Confirmed(), _confirm(Words("White is far behind now"))),
    )


MINIGAM = FirstGame(
    "minigam",
    "-Ab-A-a-",
    (
        *_white_moves(Stepped(1, 2), Stepped(4, 1), back_to=4),
        *_black_hits(Stepped(1, 3), Stepped(4, 1)),
        *_white_enters((4, 2), Stepped(0, 4), blocked=2),
        Lesson(
            Stepped(5, 2),
            _take_lit_one(Words("The exact number takes a checker off the board")),
            TRAY,
        ),
        Lesson(Confirmed(), _confirm(Words("White has one checker left"))),
        Lesson(Rolled((2, 6)), BLACK_ROLLS),
        Lesson(Stepped(5, 2), _take_lit_one(Words("Black bears off one checker with the 2")), TRAY),
        Lesson(Confirmed(), _confirm(Words("The 6 fits no checker and is lost"))),
        Lesson(Rolled((3, 1)), _roll(Words("White needs a 3"))),
        Lesson(Stepped(4, 3), _take_it(Words("Here it is. Bear off the last checker")), TRAY),
        Lesson(Confirmed(), WINS),
    ),
)
BACKGAMMON = FirstGame(
    "backgammon",
    "-----A-------------a---aA-",
    (
        *_white_moves(Stepped(1, 2), Stepped(20, 1), back_to=5),
        *_black_hits(Stepped(19, 3), Stepped(22, 1)),
        *_white_enters((4, 2), Stepped(0, 4), blocked=23),
        *_white_goes_on(Stepped(4, 2)),
        Lesson(Rolled((2, 6)), BLACK_ROLLS),
        Lesson(Stepped(23, 2), BLACK_LEAVES, TRAY),
        Lesson(
            Stepped(23, 6),
            _take_it(Words("A greater number takes off the one that is farthest back")),
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
        *_white_moves(Stepped(3, 2), Stepped(10, 1), back_to=10),
        *_black_hits(Stepped(9, 3), Stepped(12, 4)),
        *_white_enters((4, 1), Stepped(0, 4), blocked=1),
        *_white_goes_on(Stepped(11, 1)),
        Lesson(Rolled((1, 1)), BLACK_ROLLS),
        Lesson(Stepped(16, 1), BLACK_LEAVES, TRAY),
        Lesson(
            Stepped(16, 1),
            _take_lit_checker(Words("A double is played four times, so there is another 1")),
            TRAY,
        ),
        Lesson(Confirmed(), WINS),
    ),
)
FIRST_GAMES: Mapping[int, FirstGame] = {6: MINIGAM, 16: BACKGAMMON_DICE, 24: BACKGAMMON}
"""By the points of the board."""
