"""Networks as a judge of positions, as strong as the level `expert`.

judge = NetworkJudge.of(rules)
ranked(judge, turn)            # see `rules.worth`
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from minigam.players.arrays import Floats, Longs
from minigam.players.boards import rows
from minigam.players.cube import CubeAction
from minigam.players.doubling import cube_choices, cube_points, worth_at
from minigam.players.evaluate import Evaluator
from minigam.players.levels import level_of
from minigam.players.replies import results
from minigam.players.search import Search, looked_ahead
from minigam.rules.game import Game
from minigam.rules.position import Position, Side
from minigam.rules.ruleset import RuleSet
from minigam.rules.worth import Worth
from minigam.words import Words


@dataclass(frozen=True)
class NetworkJudge:
    """Judges the positions of a rule set as `expert` does."""

    title: ClassVar[Words] = Words("the level expert: the figures are estimates")
    doubt: ClassVar[float] = 0.001
    """Smaller differences say nothing, and would be shown as 0.000."""
    evaluator: Evaluator
    search: Search | None = None
    """How much it looks one roll ahead, if at all."""

    @classmethod
    def of(cls, rules: RuleSet) -> "NetworkJudge":
        """The judge of a rule set; raises `WeightsError` as `Evaluator.of` does."""
        return cls.by(Evaluator.of(rules))

    @classmethod
    def by(cls, evaluator: Evaluator) -> "NetworkJudge":
        """The judge that looks ahead as far as `expert` does."""
        return cls(evaluator, level_of(evaluator.model.rules, "expert").search)

    def cube(self, game: Game) -> CubeAction:
        """What each choice about the cube is worth to the side about to roll, in points."""
        side = game.side or Side.WHITE
        at_stake = game.cube, game.standing
        choices = cube_choices(self.evaluator, game.rules, game.position, side, *at_stake)
        return cube_points(choices, worth_at(game.rules, side, game.standing), game.cube.value)

    def worths(self, positions: Sequence[Position], side: Side) -> list[Worth]:
        """See `rules.worth.Judge`. Those that come behind the ones looked at are at most as good.

        >>> from minigam.rules.notation import format_steps
        >>> from minigam.rules.plays import Turn
        >>> from minigam.rules.ruleset import BACKGAMMON
        >>> from minigam.rules.worth import ranked
        >>> turn = Turn.of(BACKGAMMON, BACKGAMMON.start, Side.WHITE, (3, 1))
        >>> [(play, worth), *others] = ranked(NetworkJudge.of(BACKGAMMON), turn)
        >>> format_steps(BACKGAMMON.layout, play.steps), 0.1 < worth.equity < 0.2, len(others)
        ('8/5 6/5', True, 15)
        """
        model = self.evaluator.model
        theirs, own = rows([(position, side.other) for position in positions])
        chances = model.outcomes.flipped(model.chances(theirs, own))
        equities = model.outcomes.points(chances)
        if self.search:
            near = self.search.nearest(equities)
            chances[:, near] = looked_ahead(model, results, own[near], theirs[near])
            equities = _behind(model.outcomes.points(chances), near)
        pairs = zip(chances[0].tolist(), equities.tolist(), strict=True)
        return [Worth(win, equity) for win, equity in pairs]


def _behind(equities: Floats, near: Longs) -> Floats:
    """Those that were not looked at are worth no more than the least of those that were."""
    most = np.full(len(equities), equities[near].min(), np.float32)
    most[near] = np.inf
    found: Floats = np.minimum(equities, most)
    return found
