"""Plays the levels of computer seats by networks, each game's loaded when it is first wanted.

Where these cannot be used, the simple rules of `table.computer` play, which never double, and
nothing is judged by them.
"""

import logging
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from minigam.errors import WeightsError
from minigam.rules.plays import Turn
from minigam.rules.position import Side
from minigam.rules.ruleset import RuleSet
from minigam.rules.steps import Step
from minigam.table import computer
from minigam.table.effects import AnswerDouble, AnswerResignation, DecideDouble, JudgeToResign

if TYPE_CHECKING:
    from minigam.players.cube import CubeAction
    from minigam.players.evaluate import Evaluator
    from minigam.players.judge import NetworkJudge

log = logging.getLogger(__name__)

NO_NUMPY = "numpy is not installed: `pip install numpy` on a PC, `make install` on a Pi"


@dataclass(eq=False)
class TrainedPlayers:
    """The levels `easy` to `expert`, in every game."""

    own: Path | None = None
    """A folder of networks, each named for its game, that are used instead of minigam's."""
    _evaluators: "dict[str, Evaluator | WeightsError]" = field(default_factory=dict, init=False)
    """By `RuleSet.variant`, or why a game's networks cannot be used."""
    _told: set[str] = field(default_factory=set, init=False)
    """The games of which the log says that their networks cannot be used."""

    def choose(self, turn: Turn, level: str, seed: str) -> tuple[Step, ...]:
        """The rest of a turn, by a level.

        Takes a moment at the first time. The log says once why a game is played without networks.

        >>> from minigam.rules.position import Side
        >>> from minigam.rules.ruleset import BACKGAMMON
        >>> turn = Turn.of(BACKGAMMON, BACKGAMMON.start, Side.WHITE, (3, 1))
        >>> sorted(step.die for step in TrainedPlayers().choose(turn, "expert", "a seed"))
        [1, 3]
        """
        evaluator = self._evaluator(turn.rules)
        if evaluator is None:
            return computer.choose(turn, level, seed)
        from minigam.players.levels import choose, level_of  # here, as it imports numpy

        return choose(evaluator, turn, level_of(turn.rules, level), seed)

    def doubles(self, wanted: DecideDouble) -> bool:
        """Whether a side that may double does, before its roll. All levels know when."""
        choices = self._choices(wanted, wanted.side)
        return choices is not None and choices.doubles

    def takes(self, wanted: AnswerDouble) -> bool:
        """Whether a side takes a double."""
        choices = self._choices(wanted, wanted.side.other)
        if choices is None:
            return computer.takes(wanted.position, wanted.side, wanted.level)
        return choices.takes

    def accepts(self, wanted: AnswerResignation) -> bool:
        """Whether a side accepts what the other resigns for. All levels know what it is worth."""
        evaluator = self._evaluator(wanted.rules)
        if evaluator is None:
            return True
        from minigam.players.doubling import accepts_resignation

        at_stake = wanted.points, wanted.cube, wanted.standing
        game = wanted.rules, wanted.position, wanted.on_roll, wanted.resigns
        return accepts_resignation(evaluator, *game, *at_stake)

    def resigns_for(self, wanted: JudgeToResign) -> int:
        """What a side had better resign for; 0: it plays on, as all do by the simple rules."""
        evaluator = self._evaluator(wanted.rules)
        if evaluator is None:
            return 0
        from minigam.players.doubling import resigns_for

        at_stake = wanted.cube, wanted.standing
        return resigns_for(evaluator, wanted.rules, wanted.position, wanted.side, *at_stake)

    def judge(self, rules: RuleSet) -> "NetworkJudge":
        """The networks as a judge; raises `WeightsError` where they cannot be used."""
        evaluator = self._loaded(rules)
        if isinstance(evaluator, WeightsError):
            raise evaluator
        from minigam.players.judge import NetworkJudge

        return NetworkJudge.by(evaluator)

    def _choices(self, wanted: DecideDouble | AnswerDouble, doubler: Side) -> "CubeAction | None":
        evaluator = self._evaluator(wanted.rules)
        if evaluator is None:
            return None
        from minigam.players.doubling import cube_choices

        at_stake = wanted.cube, wanted.standing
        return cube_choices(evaluator, wanted.rules, wanted.position, doubler, *at_stake)

    def _evaluator(self, rules: RuleSet) -> "Evaluator | None":
        found = self._loaded(rules)
        if not isinstance(found, WeightsError):
            return found
        if rules.variant not in self._told:
            self._told.add(rules.variant)
            log.warning("the computer plays %s by simple rules: %s", rules.title, found)
        return None

    def _loaded(self, rules: RuleSet) -> "Evaluator | WeightsError":
        if rules.variant not in self._evaluators:
            try:
                self._evaluators[rules.variant] = _load(rules, self.own)
            except WeightsError as fault:
                self._evaluators[rules.variant] = fault
        return self._evaluators[rules.variant]


def _load(rules: RuleSet, own: Path | None) -> "Evaluator":
    try:
        from minigam.players.evaluate import Evaluator
    except ImportError as fault:
        raise WeightsError(NO_NUMPY) from fault
    return Evaluator.of(rules, own)
