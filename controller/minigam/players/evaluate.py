"""Judges positions by networks: the chances of each outcome. Nothing is looked ahead.

evaluator = Evaluator.of(rules)
evaluator.chances(position, Side.WHITE)   # white is about to roll
evaluator.equity(position, Side.WHITE)
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from minigam.errors import WeightsError
from minigam.players import weights
from minigam.players.bearoff import BearOff
from minigam.players.boards import rows
from minigam.players.model import Model
from minigam.rules.position import Position, Side
from minigam.rules.ruleset import RULE_SETS, RuleSet

SAME_PLAY: Mapping[str, str] = {"backgammon-money": "portes"}
"""Games that are played, and scored without a cube, as another one is whose networks serve."""


@dataclass(frozen=True)
class Evaluator:
    """Judges the positions of a rule set."""

    model: Model
    is_own: bool
    """Whether the networks learned by these very rules, with these options."""

    @classmethod
    def of(cls, rules: RuleSet, own: Path | None = None) -> "Evaluator":
        """The evaluator for a rule set, with the weights that come with minigam.

        `own`: a folder; a file of weights there with the game's name is used instead. With options
        of its own a game is judged by the networks of the usual one. Raises `WeightsError` where
        there are none, or they are damaged.

        >>> from minigam.rules.ruleset import rule_set
        >>> Evaluator.of(rule_set("minigam")).is_own
        True
        >>> Evaluator.of(rule_set("minigam", {"second_die": "free"})).is_own
        False
        """
        usual = RULE_SETS[SAME_PLAY.get(rules.id, rules.id)]
        path = shipped = weights.shipped(usual)
        if own and (own / shipped.name).exists():
            path = own / shipped.name
        if not path.exists():
            raise WeightsError(
                f"there are no weights for {rules.title} yet, so nothing can judge its positions"
            )
        model, _ = weights.load(path, usual)
        judge = Model(rules, model.networks, BearOff.of(rules))
        return cls(judge, rules.variant == rules.id)

    def chances(self, position: Position, side: Side) -> dict[str, float]:
        """The probabilities by `Outcomes.names`, for `side`, who is about to roll.

        >>> from minigam.rules.ruleset import PORTES
        >>> over = Position((0,) * 25 + (15,), PORTES.start.black)
        >>> Evaluator.of(PORTES).chances(over, Side.WHITE)
        {'win': 1.0, 'win gammon': 1.0, 'lose gammon': 0.0}
        """
        column = self.model.chances(*rows([(position, side)]))[:, 0]
        return dict(zip(self.model.outcomes.names, column.tolist(), strict=True))

    def equity(self, position: Position, side: Side) -> float:
        """The points that `side`, who is about to roll, wins on average at stake 1, cubeless."""
        return float(self.model.points(*rows([(position, side)]))[0])
