"""What is agreed before a game: its rules, who plays, whose dice, and where its match stands."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property

from minigam.errors import IllegalPlayError, UnreadableError
from minigam.rules.clock import TimeControl
from minigam.rules.cube import CENTRED, Cube
from minigam.rules.match import HIGHEST_SCORE, Score, Standing
from minigam.rules.meeting import Meeting
from minigam.rules.plays import result
from minigam.rules.position import Position, Side
from minigam.rules.ruleset import RuleSet, rule_set

PERSON = "human"
SEATS = (PERSON, "easy", "medium", "hard", "expert", "gnubg", "perfect")
"""Who may play a side: a person, or a computer's level, weakest first."""
DICE_MODES = ("electronic", "hand")
RECORDED = {Side.WHITE: "White", Side.BLACK: "Black"}
"""What a record calls a side whose player has no name."""
LONGEST_UNIT = 12
LEAST_AMOUNT, MOST_AMOUNT = "0.01", "99999.99"
"""Of a stake."""
_STAKE = re.compile(r"((?:0|[1-9]\d{0,4})(?:[.,]\d{1,2})?) (\S+(?: \S+)*)", re.ASCII)
_RESERVED = frozenset('"[]\\;')
"""What file formats put around texts."""


@dataclass(frozen=True)
class Start:
    """Where a game begins that does not begin as its rules say."""

    position: Position
    cube: Cube = CENTRED


@dataclass(frozen=True)
class Stake:
    """What a point is worth: a small amount and its unit. It changes nothing in the game."""

    amount: str
    """A number from 0.01 to 99999.99: whole, or with two decimals, so that each has one text."""
    unit: str
    """Such as `EUR` or `coffee`, at most `LONGEST_UNIT` characters."""

    def __str__(self) -> str:
        """As `parse_stake` reads it."""
        return f"{self.amount} {self.unit}"

    def times(self, points: int) -> Stake:
        """What so many points are worth.

        >>> Stake("0.50", "EUR").times(3)
        Stake(amount='1.50', unit='EUR')
        """
        return replace(self, amount=_amount(points * _cents(self.amount)))


@dataclass(frozen=True)
class Terms:
    """The agreement that a game begins with; pairs are white's and black's.

    >>> Terms("minigam", seats=("human", "hard"), names=("Ann", "")).recorded(Side.BLACK)
    'Computer, hard'
    """

    rules_id: str
    options: tuple[tuple[str, str], ...] = ()
    """Options that differ from the rule set's own, as name and value."""
    seats: tuple[str, str] = (PERSON, PERSON)
    """Who plays: of `SEATS`."""
    names: tuple[str, str] = ("", "")
    """What the players are called; empty where nobody said."""
    by_hand: bool = False
    """Whether people roll real dice and enter them."""
    hints: bool = False
    """Whether players may ask for a hint."""
    teacher: bool = False
    """Whether players learn what a play gave away."""
    clock: TimeControl | None = None
    stake: str = ""
    """What a point is worth, as `parse_stake` reads it; empty where nothing was agreed."""
    score: Score = (0, 0)
    """The points of the match or series before the game."""
    crawford_played: bool = False
    """Whether the match has had its game without a cube."""
    starter: Side | None = None
    """Who begins without an opening roll."""
    start: Start | None = None
    """Where the checkers and the cube stand; None: as the rules say."""
    imported: bool = False
    """Whether the game comes from a file: nobody promised its dice here."""
    meeting: Meeting | None = None
    """Which game between boards, or of a club, it is; None for any other."""

    @cached_property
    def rules(self) -> RuleSet:
        """The rule set with its options."""
        return rule_set(self.rules_id, dict(self.options))

    @property
    def standing(self) -> Standing:
        """Where the match stands."""
        return Standing(self.score, self.crawford_played)

    @property
    def dice(self) -> str:
        """Whose dice are rolled: one of `DICE_MODES`."""
        return DICE_MODES[self.by_hand]

    @property
    def shared(self) -> bool:
        """Whether two boards play it, which roll the dice together."""
        return self.meeting is not None and self.meeting.shared

    @property
    def first(self) -> Start:
        """Where the checkers and the cube stand before the first roll."""
        return self.start or Start(self.rules.start)

    @property
    def is_played_on(self) -> bool:
        """Whether it goes on from a position of an earlier game here: it counts in no match."""
        return self.start is not None and not self.imported

    def seat(self, side: Side) -> str:
        """Who plays a side."""
        return side.of(self.seats)

    def is_person(self, side: Side) -> bool:
        """Whether a person plays a side."""
        return self.seat(side) == PERSON

    def recorded(self, side: Side) -> str:
        """What a record calls a player, whatever the screen calls it."""
        known = RECORDED[side] if self.is_person(side) else f"Computer, {self.seat(side)}"
        named = self.imported or self.is_person(side)
        return (side.of(self.names) if named else "") or known

    def settled(self) -> Terms:
        """The same agreement with the options that really differ, in the rule set's order.

        >>> Terms("backgammon", (("jacoby", "false"), ("length", "5"))).settled().options
        (('length', '5'),)
        """
        own = rule_set(self.rules_id).option_values()
        values = self.rules.option_values().items()
        return replace(self, options=tuple(pair for pair in values if pair[1] != own[pair[0]]))

    def for_file(self, by_hand: bool) -> Terms:
        """The same agreement as files hold it: both players have a name, and no help is given."""
        white, black = Side
        return replace(
            self,
            options=tuple(dict(self.options).items()),
            names=(self.recorded(white), self.recorded(black)),
            by_hand=by_hand,
            hints=False,
            teacher=False,
            imported=True,
            meeting=None,
        )

    def swapped(self) -> Terms:
        """The same agreement, the players having changed sides."""
        clock = self.clock
        if clock and clock.banks:
            clock = replace(clock, banks=clock.banks[::-1])
        return replace(
            self,
            seats=self.seats[::-1],
            names=self.names[::-1],
            score=self.score[::-1],
            clock=clock,
            meeting=self.meeting.swapped() if self.meeting else None,
        )

    def check(self) -> None:
        """Raise `IllegalPlayError` or `UnknownNameError` for a game that cannot begin so."""
        if self.clock:
            self.clock.check(self.rules.length)
        if self.start:
            check_start(self.rules, self.start)
        _check_score(self.rules, self.standing)
        if self.meeting:
            self.meeting.check()
        if self.shared and (self.by_hand or self.imported):
            got = "a game from a file" if self.imported else "dice rolled by hand"
            raise IllegalPlayError(f"expected two boards that roll the dice together, got {got}")


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
        won = ended.winner_name or "nobody"
        raise IllegalPlayError(f"expected a position that is not over, got one that {won} has won")


def _check_score(rules: RuleSet, standing: Standing) -> None:
    length, score = rules.length, standing.score
    tied = rules.totals and score[0] == score[1]  # then another round decides
    if min(score) < 0 or (length and max(score) >= length and not tied):
        most = f"below {length}" if length else "of none or more"
        raise IllegalPlayError(f"expected points {most} before a game, got {score}")
    if max(score) > HIGHEST_SCORE:
        raise IllegalPlayError(f"expected at most {HIGHEST_SCORE} points, got {max(score)}")


def parse_stake(text: object) -> Stake:
    """The stake of a text, with a point or a comma; raise `UnreadableError` for anything else.

    >>> parse_stake("0.50 EUR"), str(parse_stake("0,5 EUR")), str(parse_stake("1.0 coffee"))
    (Stake(amount='0.50', unit='EUR'), '0.50 EUR', '1 coffee')
    """
    match = _STAKE.fullmatch(text) if isinstance(text, str) else None
    if match is None or _cents(match[1]) == 0 or not _is_unit(match[2]):
        raise UnreadableError(
            f"expected a stake such as '0.50 EUR' or '1 coffee', at most {MOST_AMOUNT} and a unit "
            f"of {LONGEST_UNIT} characters, got {text!r}"
        )
    return Stake(_amount(_cents(match[1])), match[2])


def _cents(amount: str) -> int:
    return round(100 * float(amount.replace(",", ".")))


def _amount(cents: int) -> str:
    whole, rest = divmod(cents, 100)
    return f"{whole}.{rest:02}" if rest else str(whole)


def _is_unit(text: str) -> bool:
    fits = len(text) <= LONGEST_UNIT and text.isprintable() and not _RESERVED & set(text)
    return fits and not any(letter.isdigit() for letter in text)
