"""A played game, judged: what every turn cost, and how the dice moved the chances.

What a roll changes is luck, what a play gives away is its cost, and nothing else changes who is
winning: start, luck and costs add up to the result.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from minigam.rules.assessment import NO_REASON, PlayAssessment
from minigam.rules.game import Game
from minigam.rules.notation import PASS, format_steps
from minigam.rules.plays import Turn
from minigam.rules.position import Position, Side
from minigam.rules.reasons import why_worse
from minigam.rules.record import CubeAction, Entry, Played, Record
from minigam.rules.record_conversion import begun
from minigam.rules.ruleset import RuleSet
from minigam.rules.worth import Judge, Worth, about_to_roll, moved, ranked
from minigam.words import Words

if TYPE_CHECKING:
    from minigam.players.cube import CubeAction as Choices

EVEN = Worth(0.5, 0.0)
"""What either side has before the opening roll."""
SAME = 1e-6
"""Values that differ by less are the same, but for rounding."""
CUBE_DOUBT = 0.02
"""A decision about the cube that gives away less, in points, is taken as right: no model of the
cube is better."""
WORST = 3
"""So many of the plays that gave most away are named, and as many of the cube's decisions."""
LEAST_EXPLAINED = 0.02
"""What a play must give away, in points, before a reason is looked for: less has no plain one."""
RATING = 500
"""The performance rating (PR) is so many times the points that a decision gives away; see
https://www.bkgm.com/gloss/lookup.cgi?error+rate."""


@dataclass(frozen=True)
class Appraisal:
    """What a play was worth beside the best."""

    best: str
    """The best play; the one that was played, where that is as good."""
    thrown: Worth
    """What the side had after the roll."""
    after: Worth
    """What it had after the play."""
    choices: int
    """How many plays there were to choose from."""
    why: Words
    """Why the play is worse than the best, where that is plain; see `reasons`."""

    @property
    def cost(self) -> Worth:
        """What the play has given away: nothing, where it is the best."""
        return self.thrown - self.after

    @property
    def was_best(self) -> bool:
        """Whether no play was better."""
        return self.cost.equity < SAME

    def of(self, played: Played) -> PlayAssessment:
        """What the play, which this is about, gave away."""
        cost = Worth(0.0, 0.0) if self.was_best else self.cost
        return PlayAssessment(played, self.best, cost.win, cost.equity, self.why)


@dataclass(frozen=True)
class Judged(Appraisal):
    """A turn that was played, judged."""

    played: Played
    before: Worth
    """What its side had before the roll."""

    @property
    def side(self) -> Side:
        """Whose turn it was."""
        return self.played.side

    @property
    def is_play(self) -> bool:
        """Whether anything was played: a forced pass shows nobody's skill."""
        return self.played.play != PASS

    @property
    def assessment(self) -> PlayAssessment:
        """What the play gave away."""
        return self.of(self.played)

    @property
    def luck(self) -> Worth:
        """What the roll has changed for the side that rolled."""
        return self.thrown - self.before


ROLL, DOUBLE, TAKE, DROP = "roll", "double", "take", "drop"
"""What may be decided about the cube."""
OTHER = {ROLL: DOUBLE, DOUBLE: ROLL, TAKE: DROP, DROP: TAKE}
"""What might have been decided."""


class CubeJudge(Protocol):
    """Says what choices about the cube are worth."""

    def cube(self, game: Game) -> Choices:
        """What each is worth, in points at stake 1, to the side about to roll."""


@dataclass(frozen=True)
class JudgedCube:
    """A decision about the cube, judged."""

    turns: int
    """How many turns had been played."""
    side: Side
    decided: str
    """One of `OTHER`."""
    cost: float
    """What it gave away, in points at stake 1; nothing where it was right."""

    @property
    def better(self) -> str:
        """What was better; what was decided, where that was right."""
        return OTHER[self.decided] if self.cost else self.decided


@dataclass(frozen=True)
class Tally:
    """One side's plays, rolls and decisions about the cube."""

    plays: int
    """How many turns it played; forced passes are not counted."""
    best: int
    """How many of these were as good as can be."""
    choices: int
    """In how many of these there was more than one play to choose from."""
    cubes: int
    """How many doubles and answers it made, and how many doubles it missed."""
    cost: Worth
    """What its plays have given away, summed."""
    luck: Worth
    """What its rolls have changed, summed; those that led to a pass too."""
    cube_cost: float
    """What it gave away about the cube, summed, in points at stake 1."""

    def __add__(self, other: Tally) -> Tally:
        """Those of two games together."""
        return Tally(
            *(getattr(self, part.name) + getattr(other, part.name) for part in fields(self))
        )

    @property
    def cost_a_play(self) -> Worth:
        """Its error rate."""
        plays = max(self.plays, 1)
        return Worth(self.cost.win / plays, self.cost.equity / plays)

    @property
    def decisions(self) -> int:
        """How often it had a choice, about a play or the cube."""
        return self.choices + self.cubes

    @property
    def rating(self) -> float:
        """Its performance rating: the lower the better, 0 for best play."""
        return RATING * (self.cost.equity + self.cube_cost) / max(self.decisions, 1)


@dataclass(frozen=True)
class Review:
    """A game, turn by turn."""

    rules: RuleSet
    turns: tuple[Judged, ...]
    judge: Words
    """What it is judged by."""
    cubes: tuple[JudgedCube, ...] | None = None
    """Doubles, answers and missed doubles; None where these were not judged."""

    def tally(self, side: Side) -> Tally:
        """What a side's turns come to."""
        own = [turn for turn in self.turns if turn.side is side]
        plays = [turn for turn in own if turn.is_play]
        costs, lucks = [turn.cost for turn in plays], [turn.luck for turn in own]
        cubes = [cube for cube in self.cubes or () if cube.side is side]
        return Tally(
            len(plays),
            sum(turn.was_best for turn in plays),
            sum(turn.choices > 1 for turn in plays),
            len(cubes),
            _sum(costs),
            _sum(lucks),
            sum(cube.cost for cube in cubes),
        )

    @cached_property
    def curve(self) -> tuple[float, ...]:
        """White's chance to win: before the first roll, and after each turn."""
        return (
            EVEN.win,
            *((t.after if t.side is Side.WHITE else t.after.other).win for t in self.turns),
        )

    def cubes_before(self, turn: int) -> tuple[JudgedCube, ...]:
        """Doubles, missed doubles and answers before a turn, counted from 1, or after the last."""
        return tuple(cube for cube in self.cubes or () if cube.turns == turn - 1)

    @property
    def worst_cubes(self) -> tuple[JudgedCube, ...]:
        """The decisions about the cube that gave most away, the worst first."""
        wrong = [cube for cube in self.cubes or () if cube.cost]
        return tuple(sorted(wrong, key=lambda cube: -cube.cost)[:WORST])

    @property
    def worst(self) -> tuple[int, ...]:
        """The turns that gave most away, the worst first, counted from 1."""
        wrong = [at for at, turn in enumerate(self.turns, start=1) if not turn.was_best]
        return tuple(sorted(wrong, key=lambda at: -self.turns[at - 1].cost.equity)[:WORST])


def _sum(parts: list[Worth]) -> Worth:
    return Worth(sum(part.win for part in parts), sum(part.equity for part in parts))


def review(judge: Judge, record: Record, cube_judge: CubeJudge | None = None) -> Review:
    """Judge the turns of a game, and what was decided about its cube where somebody can.

    Before the opening roll the sides are even, so its winner's luck holds who begins too. Plays
    are judged as without a cube.
    """
    game, turns, cubes = begun(record), list[Judged](), list[JudgedCube]()
    for entry in record.actions:
        before = game
        game = game.apply(entry)
        if cube_judge and (decided := _about_cube(before, entry)):
            cubes += _judged_cube(cube_judge.cube(before), decided, entry.side, len(turns))
        if isinstance(entry, Played):
            turn = before.turn_of(entry.side, entry.roll, entry.pawns)
            found = appraise(judge, turn, entry, game.position)
            at_first = turns[-1].after.other if turns else _at_start(judge, record, before, entry)
            turns.append(Judged(**vars(found), played=entry, before=at_first))
    judged = tuple(cubes) if cube_judge and game.rules.cube else None
    return Review(game.rules, tuple(turns), judge.title, judged)


def _about_cube(game: Game, entry: Entry) -> str:
    """What an entry decides about the cube; empty where there is nothing to decide."""
    if isinstance(entry, CubeAction):
        return entry.action if entry.action in OTHER else ""
    may_double = not (game.turn or game.owed or game.why_no_double(entry.side))
    return ROLL if may_double else ""


def _judged_cube(worth: Choices, decided: str, side: Side, turns: int) -> tuple[JudgedCube, ...]:
    """A decision; none where a side just rolls, which was right."""
    gain = worth.doubled - worth.rolls if decided in (ROLL, DOUBLE) else worth.dropped - worth.taken
    lost = gain if decided in (ROLL, DROP) else -gain
    cost = lost if lost >= CUBE_DOUBT else 0.0
    right = decided == ROLL and not cost
    return () if right else (JudgedCube(turns, side, decided, cost),)


def _at_start(judge: Judge, record: Record, game: Game, first: Played) -> Worth:
    """What the side that plays first has before its roll."""
    if record.opening and not game.rules.throws_again:
        return EVEN
    return about_to_roll(judge, game.rules, game.position, first.side)


def appraise(judge: Judge, turn: Turn, played: Played, after: Position) -> Appraisal:
    """The play of a roll, which has led to a position."""
    plays = ranked(judge, turn)
    best, thrown = plays[0]
    reached = moved(judge, turn.rules, after, turn.side)
    if thrown.equity - reached.equity < judge.doubt:
        return Appraisal(played.play, reached, reached, len(plays), NO_REASON)
    text = format_steps(turn.rules.layout, best.steps)
    ends = turn.before, after, best.position
    is_plain = thrown.equity - reached.equity >= LEAST_EXPLAINED
    why = why_worse(turn.rules, turn.side, *ends) if is_plain else NO_REASON
    return Appraisal(text, thrown, reached, len(plays), why)
