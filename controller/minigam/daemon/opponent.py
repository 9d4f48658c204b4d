"""Chooses computer seats' plays and cube actions, and hints: by levels, gnubg or exact values.

Where gnubg or the table fails, a level plays in its place.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import TypeVar

from minigam.daemon.config import NOT_INSTALLED
from minigam.daemon.trained_players import TrainedPlayers
from minigam.drivers.gnubg import Board, Gnubg
from minigam.errors import NoTablebaseError, ProgramError, TablebaseError
from minigam.rules.cube import Cube
from minigam.rules.match import Standing
from minigam.rules.plays import Play, Turn, completions
from minigam.rules.position import Position, Side, format_position
from minigam.rules.ruleset import RuleSet
from minigam.rules.steps import Step
from minigam.rules.worth import about_to_roll, best
from minigam.solver.tablebase import TablebaseStore
from minigam.table.effects import (
    AnswerDouble,
    AnswerResignation,
    ChoosePlay,
    DecideDouble,
    JudgeToResign,
)
from minigam.table.events import Answered, Decided, Event, JudgedToResign, ResignationAnswered
from minigam.table.setup import GNUBG, PERFECT, STAND_IN
from minigam.table.suggestions import chosen, hinted

log = logging.getLogger(__name__)

Steps = tuple[Step, ...]
Wanted = TypeVar("Wanted", ChoosePlay, AnswerDouble, DecideDouble)
Found = TypeVar("Found")
LONGEST_MATCH = 64
"""To how many points gnubg knows matches; where a side needs more, it judges as in money play."""
DROPPED = 0.5
"""What the doubler has, in points at the old stake, where to take costs as much as to drop."""


@dataclass(eq=False)
class Opponent:
    """Chooses plays and answers doubles."""

    _gnubg: Gnubg | None
    """None where it is not installed."""
    _tables: TablebaseStore
    _trained: TrainedPlayers = field(default_factory=TrainedPlayers)

    @property
    def has_gnubg(self) -> bool:
        """Whether gnubg is installed."""
        return self._gnubg is not None

    @property
    def solved(self) -> tuple[str, ...]:
        """The games that there are tables of: see `Setup.solved`."""
        return self._tables.variants

    async def answer(
        self, wanted: ChoosePlay | AnswerDouble | AnswerResignation | DecideDouble | JudgeToResign
    ) -> Event:
        """A play or a hint; what is done about a double, or a resignation."""
        match wanted:
            case ChoosePlay():
                suggest = hinted if wanted.hint else chosen
                return suggest(await self.choose(wanted), wanted.turn)
            case AnswerDouble():
                return Answered(await self.takes(wanted))
            case AnswerResignation():
                accepts = await asyncio.to_thread(self._trained.accepts, wanted)
                return ResignationAnswered(accepts)
            case JudgeToResign():
                points = await asyncio.to_thread(self._trained.resigns_for, wanted)
                return JudgedToResign(points)
            case DecideDouble():
                return Decided(await self.doubles(wanted))

    async def choose(self, wanted: ChoosePlay) -> Steps:
        """The rest of a turn. Hints are by a table as soon as there is one, in the same game."""
        if wanted.hint and self._tables.has(wanted.turn.rules):
            wanted = replace(wanted, level=PERFECT)
        return await _or_stand_in(self._choice, wanted)

    async def takes(self, wanted: AnswerDouble) -> bool:
        """Whether a double is taken."""
        return await _or_stand_in(self._answer, wanted)

    async def doubles(self, wanted: DecideDouble) -> bool:
        """Whether a side that is about to roll doubles."""
        return await _or_stand_in(self._decision, wanted)

    async def _choice(self, wanted: ChoosePlay) -> Steps:
        if wanted.level == GNUBG:
            return await self._gnubgs_choice(wanted)
        if wanted.level == PERFECT:
            return await asyncio.to_thread(self._perfect_choice, wanted.turn)
        return await asyncio.to_thread(self._trained.choose, wanted.turn, wanted.level, wanted.seed)

    async def _answer(self, wanted: AnswerDouble) -> bool:
        if wanted.level == GNUBG:
            return await self._gnubgs_answer(wanted)
        if wanted.level == PERFECT:
            return await asyncio.to_thread(self._perfect_answer, wanted)
        return await asyncio.to_thread(self._trained.takes, wanted)

    def _perfect_choice(self, turn: Turn) -> Steps:
        return best(self._tables.table(turn.rules), turn).steps[len(turn.steps) :]

    def _perfect_answer(self, wanted: AnswerDouble) -> bool:
        """As if the cube were never turned again: then to drop costs what half a point would."""
        table = self._tables.table(wanted.rules)
        doubler = about_to_roll(table, wanted.rules, wanted.position, wanted.side.other)
        return doubler.equity <= DROPPED

    async def _gnubgs_choice(self, wanted: ChoosePlay) -> Steps:
        turn = wanted.turn
        dice = f"{turn.dice[0]}{turn.dice[-1]}"
        text = xgid(turn.rules, turn.before, turn.side, dice, wanted.cube, wanted.standing)
        before = board(turn.before, turn.side)
        ranked = await self._installed.plays(text, before, cubeful=turn.rules.cube)
        best = best_of(ranked, completions(turn), turn.side)
        return best.steps[len(turn.steps) :]

    async def _gnubgs_answer(self, wanted: AnswerDouble) -> bool:
        doubler = wanted.side.other
        text = xgid(wanted.rules, wanted.position, doubler, "00", wanted.cube, wanted.standing)
        return await self._installed.takes(text, board(wanted.position, doubler))

    async def _decision(self, wanted: DecideDouble) -> bool:
        if wanted.level != GNUBG:
            return await asyncio.to_thread(self._trained.doubles, wanted)
        side = wanted.side
        text = xgid(wanted.rules, wanted.position, side, "00", wanted.cube, wanted.standing)
        return await self._installed.doubles(text, board(wanted.position, side))

    @property
    def _installed(self) -> Gnubg:
        if self._gnubg is None:
            raise ProgramError(NOT_INSTALLED)
        return self._gnubg


async def _or_stand_in(think: Callable[[Wanted], Awaitable[Found]], wanted: Wanted) -> Found:
    """What the level asked for finds, or where it fails the one that always plays."""
    try:
        return await think(wanted)
    except (ProgramError, NoTablebaseError, TablebaseError) as fault:
        log.warning("%s plays in %s's place: %s", STAND_IN, wanted.level, fault)
        return await think(replace(wanted, level=STAND_IN))


def best_of(ranked: list[Board], plays: tuple[Play, ...], side: Side) -> Play:
    """The play that leads to the first of the boards that can be reached at all.

    Only legal plays are chosen from, so that whatever gnubg says, the play is one of them. Steps
    already made may rule its first choice out.
    """
    found = {board(play.position, side): play for play in plays}
    for one in ranked:
        if one in found:
            return found[one]
    raise ProgramError(f"expected a legal play from gnubg, got {len(ranked)} others")


def board(position: Position, mover: Side) -> Board:
    """A position as gnubg counts."""
    theirs, own = (position.track(side)[-2::-1] for side in (mover.other, mover))
    return theirs, own


def xgid(
    rules: RuleSet, position: Position, mover: Side, dice: str, cube: Cube, standing: Standing
) -> str:
    """A position, the roll (`00` before it) and what is at stake, the mover in upper case.

    >>> from minigam.rules.ruleset import BACKGAMMON
    >>> xgid(BACKGAMMON, BACKGAMMON.start, Side.BLACK, "52", Cube(), Standing())
    '-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:0:10'
    """
    seen = Position(position.track(mover), position.track(mover.other))
    owner = 0 if cube.owner is None else 1 if cube.owner is mover else -1
    white, black = standing.score
    beyond = max(0, rules.length - LONGEST_MATCH)
    if rules.length and min(standing.score) >= beyond:  # what both still need is what counts
        own, theirs = (white, black) if mover is Side.WHITE else (black, white)
        crawford = int(standing.is_crawford(rules))
        played_for = (own - beyond, theirs - beyond, crawford, rules.length - beyond)
        exponent = cube.exponent
    else:  # what a point is worth changes nothing
        played_for = (0, 0, int(rules.jacoby and rules.cube), 0)
        exponent = abs(owner)
    fields = (format_position(seen, rules.layout), exponent, owner, 1, dice, *played_for, 10)
    return ":".join(map(str, fields))
