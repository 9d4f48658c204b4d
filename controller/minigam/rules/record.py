"""A game as data, for the file formats; and a walk through one that holds it to the rules."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from minigam.errors import IllegalPlayError, UnreadableError
from minigam.rules.cube import CENTRED, Cube
from minigam.rules.match import (
    HIGHEST_SCORE,
    Score,
    Standing,
    added,
    after_tie,
    most_points,
    resigned,
    staked,
    why_no_double,
)
from minigam.rules.notation import format_steps, parse_steps
from minigam.rules.pawns import thrown
from minigam.rules.pawntext import format_step
from minigam.rules.plays import KINDS, Result, Turn, result
from minigam.rules.position import Position, Side
from minigam.rules.ruleset import RuleSet, rule_set
from minigam.rules.steps import Step, place_name
from minigam.rules.timecontrol import FLAGS, TimeControl

Roll = tuple[int, int]
TIME = "time"
ENDS = ("off", "resigned", "dropped", TIME)
"""How a game can end."""
PERSON = "human"
SEATS = (PERSON, "easy", "medium", "hard", "gnubg", "perfect")
"""Who may play a side: a person, or a computer's level, weakest first."""
MOST_OPENING_THROWS = 1000
"""Fair dice do not tie so often: what has more was made up."""
LONGEST_NAME = 60
_JOINER = re.compile(r"(?<=[^\s\u200c\u200d])[\u200c\u200d](?=[^\s\u200c\u200d])")
"""What tells whether two letters are written as one: Persian and Indic names, and emoji, need it
(https://www.unicode.org/reports/tr31/#Layout_and_Format_Control_Characters)."""
_TIME = re.compile(
    r"(19[7-9]\d|[2-8]\d{3})-(0[1-9]|1[0-2])-(\d\d)T(?:[01]\d|2[0-3])(?::[0-5]\d){2}Z", re.ASCII
)


@dataclass(frozen=True)
class Played:
    """A confirmed turn."""

    side: Side
    roll: Roll
    play: str
    pawns: tuple[int, ...] = ()
    """The numbers of the pawns thrown with the dice, where pawns have faces."""


@dataclass(frozen=True)
class CubeAction:
    """A double, or the answer to one."""

    side: Side
    action: str
    """`double`, `take` or `drop`."""


Action = Played | CubeAction


@dataclass(frozen=True)
class Proof:
    """What shows that the dice were fair: see `docs/dice.md`."""

    commitment: str
    numbers: tuple[int, int]
    """What white and black added."""
    secret: str


@dataclass(frozen=True)
class Start:
    """Where a game begins that does not begin as its rules say."""

    position: Position
    cube: Cube = CENTRED


@dataclass(frozen=True)
class Record:
    """One game, from the opening throw to the result or as far as it got."""

    rules_id: str
    options: tuple[tuple[str, str], ...] = ()
    """Options that differ from the rule set's own, as name and value."""
    names: tuple[str, str] = ("White", "Black")
    at: str = ""
    """When it was begun, as in `2026-01-31T19:05:00Z`; empty where nobody knows."""
    score: Score = (0, 0)
    """White's and black's points before the game."""
    crawford_played: bool = False
    """Whether the match had its game without a cube before."""
    starter: Side | None = None
    """Who begins without an opening throw."""
    start: Start | None = None
    """Where it begins; None: as its rules say."""
    opening: tuple[Roll, ...] = ()
    """The opening throws, white's die first: ties, then the one that decides."""
    opening_pawns: tuple[tuple[int, ...], ...] = ()
    """The pawns thrown with each of these, where they are."""
    swapped: bool = False
    """Whether the sides changed colours after it."""
    actions: tuple[Action, ...] = ()
    roll: Roll | None = None
    """The throw that was not played to its end."""
    pawns: tuple[int, ...] = ()
    """The pawns thrown with it."""
    steps: tuple[str, ...] = ()
    """The steps made of it, such as `13/8`."""
    result: Result | None = None
    """Who won, and the points that the match counts."""
    ended_by: str = "off"
    """One of `ENDS`."""
    proof: Proof | None = None
    stake: str = ""
    """What a point is worth, as `stake.parse_stake` reads it; empty where nothing was agreed."""
    seats: tuple[str, str] = (PERSON, PERSON)
    """Who plays white and black: of `SEATS`."""
    clock: TimeControl | None = None
    """The clock that was agreed, if any."""

    @cached_property
    def rules(self) -> RuleSet:
        """The rule set with its options."""
        return rule_set(self.rules_id, dict(self.options))

    @property
    def opening_throws(self) -> tuple[tuple[Roll, tuple[int, ...]], ...]:
        """Each opening throw and the pawns thrown with it."""
        pawns = self.opening_pawns or ((),) * len(self.opening)
        return tuple(zip(self.opening, pawns, strict=True))

    @property
    def standing(self) -> Standing:
        """Where the match stood when the game began."""
        return Standing(self.score, self.crawford_played)


def settled_options(record: Record) -> tuple[tuple[str, str], ...]:
    """The options that really differ from the rule set's own, in the rule set's order.

    >>> settled_options(Record("backgammon", (("jacoby", "false"), ("length", "5"))))
    (('length', '5'),)
    """
    own = rule_set(record.rules_id).option_values()
    return tuple(
        (name, value) for name, value in record.rules.option_values().items() if value != own[name]
    )


def follows(before: Record, record: Record) -> bool:
    """Whether a game goes on with the match or series of another one."""
    if before.result is None or record.names != before.names or record.rules != before.rules:
        return False
    if record.stake != before.stake or record.seats != before.seats:
        return False
    if before.ended_by == TIME and before.rules.length:
        return False  # whose time is over loses the match
    score = added(before.rules, before.score, before.result)
    return record.standing == before.standing.after(before.rules, score)


def check_name(text: object) -> str:
    """A player's name, if it fits on a line and can be printed; else raise `UnreadableError`.

    >>> len(check_name("\\u0645\\u06cc\\u200c\\u0646\\u0627"))
    5
    """
    if (
        not isinstance(text, str)
        or not _JOINER.sub("", text).isprintable()
        or text != text.strip()
        or not 0 < len(text) <= LONGEST_NAME
    ):
        raise UnreadableError(f"expected a name of 1 to {LONGEST_NAME} letters, got {text!r}")
    return text


def check_time(text: str) -> str:
    """A time such as `2026-01-31T19:05:00Z`; raise `UnreadableError` for anything else."""
    found = _TIME.fullmatch(text)
    if not (found and 1 <= int(found[3]) <= monthrange(int(found[1]), int(found[2]))[1]):
        raise UnreadableError(f"expected a time like 2026-01-31T19:05:00Z, got {text!r}")
    return text


def opening_for(side: Side, roll: Roll) -> tuple[Roll, ...]:
    """The opening throw behind a game's first roll, for formats that do not keep it.

    >>> opening_for(Side.BLACK, (5, 2))
    ((2, 5),)
    """
    if roll[0] == roll[1]:
        raise IllegalPlayError(f"expected two different dice in the opening throw, got {roll}")
    low, high = sorted(roll)
    return ((high, low) if side is Side.WHITE else (low, high),)


def single_step(turn: Turn, step: Step) -> str:
    """A step's text in `Record.steps`."""
    layout = turn.rules.layout
    if step.way:
        return format_step(layout, step)
    return f"{place_name(layout, step.source)}/{place_name(layout, step.target)}"


def check_start(rules: RuleSet, start: Start) -> None:
    """Raise `IllegalPlayError` for a start from which nobody can play.

    >>> from minigam.rules.ruleset import BACKGAMMON
    >>> check_start(BACKGAMMON, Start(BACKGAMMON.start, Cube(1)))
    """
    if rules.pawn_die:
        raise IllegalPlayError(f"expected no other start in {rules.title}: its pawns have faces")
    if not rules.cube and start.cube != CENTRED:
        raise IllegalPlayError(f"expected no cube in {rules.title}, got {start.cube.value}")
    if ended := result(rules, start.position):
        won = ended.winner.value
        raise IllegalPlayError(f"expected a position that is not over, got one that {won} has won")


class Walk:
    """Goes through a game action by action; raises `IllegalPlayError` where the rules forbid one.

    >>> walk = Walk(Record("backgammon", opening=((5, 2),)))
    >>> walk.play(Side.WHITE, (5, 2), "13/11 13/8")
    Played(side=<Side.WHITE: 'white'>, roll=(5, 2), play='13/11 13/8', pawns=())
    >>> walk.side
    <Side.BLACK: 'black'>
    """

    def __init__(self, head: Record) -> None:
        """Only what is known before the first action is read."""
        self.rules = head.rules
        self.standing = head.standing
        self._swapped = head.swapped
        start = head.start or Start(self.rules.start)
        self.position, self.cube = start.position, start.cube
        self.side = head.starter
        self.doubled = False
        self.owed: Roll | None = None
        """The opening throw that its winner has to play."""
        self.result: Result | None = None
        self.ended_by = ENDS[0]
        self._clock, self._seats, self._opening_throws = head.clock, head.seats, 0
        if head.clock:
            head.clock.check(self.rules.length)
        self._check_score()
        if head.start:
            check_start(self.rules, head.start)
        if head.swapped and not self.rules.chooses_colour:
            raise IllegalPlayError(f"expected no change of colours in {self.rules.title}")
        for roll, pawns in head.opening_throws:
            self.open(roll, pawns)

    def _check_score(self) -> None:
        length, score = self.rules.length, self.standing.score
        tied = self.rules.totals and score[0] == score[1]  # then another round decides
        if min(score) < 0 or (length and max(score) >= length and not tied):
            most = f"below {length}" if length else "of none or more"
            raise IllegalPlayError(f"expected points {most} before a game, got {score}")
        if max(score) > HIGHEST_SCORE:
            raise IllegalPlayError(f"expected at most {HIGHEST_SCORE} points, got {max(score)}")

    def open(self, roll: Roll, pawns: tuple[int, ...] = ()) -> None:
        """An opening throw: white's die, black's die, and the pawns thrown with them."""
        if self.side:
            raise IllegalPlayError(f"expected no further opening throw, got {roll}")
        self._opening_throws += 1
        if self._opening_throws > MOST_OPENING_THROWS:
            raise IllegalPlayError(
                f"expected at most {MOST_OPENING_THROWS} opening throws, got more"
            )
        self.position = thrown(self.rules, self.position, None, pawns)
        if roll[0] == roll[1]:
            self.cube = after_tie(self.rules, self.cube)
            return
        self.side = Side.WHITE if (roll[0] > roll[1]) is not self._swapped else Side.BLACK
        self.owed = None if self.rules.throws_again else roll

    def turn(self, side: Side, roll: Roll, pawns: tuple[int, ...] = ()) -> Turn:
        """The turn that a throw begins."""
        self._expect(side, self.side)
        if self.doubled:
            raise IllegalPlayError("expected the double to be taken or dropped, got a throw")
        if self.owed and self.owed != roll:
            raise IllegalPlayError(f"expected the opening throw {self.owed}, got {roll}")
        return Turn.of(self.rules, thrown(self.rules, self.position, side, pawns), side, roll)

    def _expect(self, side: Side, expected: Side | None) -> None:
        if self.result:
            raise IllegalPlayError(f"expected nothing after the result, got {side.value}'s action")
        if expected is None:
            raise IllegalPlayError(f"expected an opening throw, got {side.value}'s action")
        if side is not expected:
            raise IllegalPlayError(f"expected {expected.value} to act, got {side.value}")

    def play(self, side: Side, roll: Roll, text: str, pawns: tuple[int, ...] = ()) -> Played:
        """A turn from its text."""
        turn = self.turn(side, roll, pawns)
        steps = parse_steps(self.rules, turn.before, side, roll, text)
        return self.make(turn, roll, steps, pawns)

    def make(
        self, turn: Turn, roll: Roll, steps: Iterable[Step], pawns: tuple[int, ...] = ()
    ) -> Played:
        """A turn from its steps."""
        for step in steps:
            turn = turn.play(step)
        if not turn.may_end:
            left = "-".join(map(str, turn.left))
            raise IllegalPlayError(f"expected {left} to be played too: it can be")
        self.position, self.owed = turn.position, None
        self.side = turn.side.other
        if ended := result(self.rules, self.position):
            self.result = staked(self.rules, ended, self.cube)
        return Played(turn.side, roll, format_steps(self.rules.layout, turn.steps), pawns)

    def follow(self, actions: Iterable[Action]) -> None:
        """Turns and doubles, one after the other."""
        for action in actions:
            if isinstance(action, Played):
                self.play(action.side, action.roll, action.play, action.pawns)
            else:
                self.act(action.side, action.action)

    def act(self, side: Side, action: str) -> CubeAction:
        """A double, take or drop."""
        if action == "double":
            self._double(side)
        elif not self.doubled or self.side is None:
            raise IllegalPlayError(f"expected a double before, got {action!r}")
        else:
            self._expect(side, self.side.other)
            self._answer(side, action)
        return CubeAction(side, action)

    def _double(self, side: Side) -> None:
        if self.doubled and side is not self.side:
            raise IllegalPlayError(
                "expected a take or a drop, got another double: a beaver, which is not played here"
            )
        self._expect(side, self.side)
        why = why_no_double(self.rules, self.standing, self.cube, side)
        if self.doubled or self.owed or why:
            reason = why or "a throw or an answer comes first"
            raise IllegalPlayError(f"{side.value} may not double: {reason}")
        self.doubled = True

    def _answer(self, side: Side, action: str) -> None:
        self.doubled = False
        if action == "take":
            self.cube = self.cube.taken_by(side)
        else:
            self.result, self.ended_by = Result(side.other, self.cube.value, KINDS[0]), ENDS[2]

    def resign(self, side: Side, points: int) -> Result:
        """A side gives up a game that is worth that many points, the cube counted."""
        if self.result or self.doubled:
            raise IllegalPlayError("expected a game that goes on to be resigned")
        prices = {worth.points: worth for worth in self._prices(side.other)}
        if points not in prices:
            known = ", ".join(map(str, prices))
            raise IllegalPlayError(f"expected a resignation for {known} points, got {points}")
        self.result, self.ended_by = prices[points], ENDS[1]
        return prices[points]

    def run_out(self, side: Side) -> Result:
        """A side's time is over: it loses a single game, the cube counted, or drops the double."""
        if self._clock is None or self._clock.flag != FLAGS[0]:
            raise IllegalPlayError("expected a clock whose flag loses, for a loss on time")
        if self._seats[side is Side.BLACK] != PERSON:
            raise IllegalPlayError("expected a person to lose on time: a computer has all the time")
        lost = self.result if self.ended_by == ENDS[2] else None
        if lost is None:
            self._expect(side, self.side)
            lost = resigned(self.rules, self.cube, side.other, 1)
        if self.doubled or lost.winner is side:
            raise IllegalPlayError("expected the side that has to act to lose on time")
        self.result, self.ended_by = lost, TIME
        return lost

    def _prices(self, winner: Side) -> list[Result]:
        """What a resignation can be worth."""
        kinds = range(1, most_points(self.rules, self.cube) + 1)
        return [resigned(self.rules, self.cube, winner, times) for times in kinds]


def begun(turn: Turn, steps: Iterable[str]) -> Turn:
    """A turn with steps made, from their texts; of two that fit, the one a tap would make."""
    for text in steps:
        fits = [step for step in turn.next_steps if single_step(turn, step) == text]
        if not fits:
            known = ", ".join(dict.fromkeys(single_step(turn, step) for step in turn.next_steps))
            raise IllegalPlayError(f"expected one of {known or 'no more steps'}, got {text!r}")
        turn = turn.play(fits[0])
    return turn


def walked(record: Record) -> Walk:
    """The walk through a whole record, which must end as the record says."""
    walk = Walk(record)
    walk.follow(record.actions)
    finish(walk, record)
    return walk


def finish(walk: Walk, record: Record) -> None:
    """Check what follows the actions: an unplayed throw, and the result."""
    decided = bool(record.opening) and record.opening[-1][0] != record.opening[-1][1]
    if record.swapped and not decided:
        raise IllegalPlayError("expected an opening throw before the colours are changed")
    if (record.pawns and not record.roll) or (record.opening_pawns and not walk.rules.random_faces):
        raise IllegalPlayError("expected no pawns where none are thrown")
    if record.roll:
        begun(walk.turn(walk.side or Side.WHITE, record.roll, record.pawns), record.steps)
    elif record.steps or walk.owed:
        raise IllegalPlayError("expected the roll that is being played, got none")
    if record.result and record.ended_by == "resigned":
        walk.resign(record.result.winner.other, record.result.points)
    if record.result and record.ended_by == TIME:
        walk.run_out(record.result.winner.other)
    if (walk.result, walk.ended_by) != (record.result, record.ended_by):
        raise IllegalPlayError(
            f"expected the result {_words(walk.result, walk.ended_by)}, "
            f"got {_words(record.result, record.ended_by)}"
        )


def _words(found: Result | None, ended_by: str) -> str:
    if found is None:
        return "none"
    return f"{found.winner.value} wins {found.points} ({found.kind}, {ended_by})"
