"""Levels of computer players: how freely each chooses among plays that are nearly as good.

A level draws a play with probability proportional to `exp(-loss / temperature)`, where `loss` is
what the play gives away against the best one, in points: good plays are common, poor ones are rare.
A play that loses more than `CUT` temperatures is never chosen, and a win at once never missed. The
highest level plays the best, and in some games looks ahead for it.

    evaluator = Evaluator.of(rules)
    choose(evaluator, turn, level_of(rules, "medium"), "a seed")
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from minigam.players.arena import Generate, Results
from minigam.players.arrays import Floats, Longs
from minigam.players.boards import rows
from minigam.players.evaluate import SAME_PLAY, Evaluator
from minigam.players.model import Model
from minigam.players.replies import Replies, results
from minigam.players.search import Search
from minigam.rules.plays import Play, Turn, first_reached, legal_plays_of
from minigam.rules.ruleset import RuleSet
from minigam.rules.steps import Step

NAMES = ("easy", "medium", "hard", "expert")
"""The levels, weakest first."""
CUT = 3.0
"""So many temperatures are the most that a play gives away: more would look senseless."""
AT_ONCE = 1000.0
"""What a win at once is worth beyond its points."""


@dataclass(frozen=True)
class Level:
    """How a computer player chooses."""

    temperature: float
    """In points at stake 1; at 0 it always plays the best."""
    search: Search | None = None
    """How much it looks ahead, if at all."""

    def keys(self, worth: Floats, starts: Longs, chance: np.random.Generator) -> Floats:
        """A number for each play, the highest for the one to choose.

        `worth` has an entry a play, those of roll `k` at `starts[k]:starts[k + 1]`. The logarithm
        of each probability plus Gumbel noise is highest with that probability.

        >>> worth, starts = np.array([0.1, 0.3], np.float32), np.array([0, 2])
        >>> int(Level(0.0).keys(worth, starts, np.random.default_rng(1)).argmax())
        1
        """
        best = np.maximum.reduceat(worth, starts[:-1])
        loss: Floats = np.repeat(best, np.diff(starts)) - worth
        if not self.temperature:
            return -loss
        keys = chance.gumbel(size=len(loss)) - loss / self.temperature
        return np.where(loss <= CUT * self.temperature, keys, -AT_ONCE - loss)


TEMPERATURES: Mapping[str, tuple[float, float, float]] = {
    "minigam": (0.32, 0.16, 0.085),
    "minigam-full-entry": (0.31, 0.18, 0.098),
    "backgammon": (0.12, 0.088, 0.055),
    "portes": (0.13, 0.095, 0.056),
    "plakoto": (0.125, 0.082, 0.045),
    "fevga": (0.112, 0.075, 0.044),
    "hypergammon": (0.33, 0.22, 0.127),
    "backgammon-dice-simple": (0.098, 0.05, 0.0275),
    "backgammon-dice-basic": (0.12, 0.065, 0.037),
    "backgammon-dice-tournament": (0.3, 0.08, 0.025),
}
"""Of `easy`, `medium` and `hard`, by game; `docs/players.md` says how the levels compare."""


AHEAD = Search(plays=5, within=0.12)
LOOKS_AHEAD = ("backgammon", "portes", "hypergammon")
"""Where `expert` looks ahead: it was measured to win more, and takes some milliseconds."""


def level_of(rules: RuleSet, name: str) -> Level:
    """A level of a rule set by its name, one of `NAMES`.

    >>> from minigam.rules.ruleset import MINIGAM
    >>> level_of(MINIGAM, "hard"), level_of(MINIGAM, "expert")
    (Level(temperature=0.085, search=None), Level(temperature=0.0, search=None))
    """
    game = SAME_PLAY.get(rules.id, rules.id)
    if name == "expert":
        return Level(0.0, AHEAD if game in LOOKS_AHEAD else None)
    return Level(TEMPERATURES[game][NAMES.index(name)])


def judged(model: Model, level: Level, generate: Generate, found: Results) -> Floats:
    """What the results of rolls are worth; more than any other if they win at once."""
    worth: Floats = model.worth(found.own, found.theirs)
    over, chances = model.outcomes.final(found.own, found.theirs)
    worth[over] += AT_ONCE * (model.outcomes.points(chances) > 0)
    return level.search.worth(model, generate, found, worth) if level.search else worth


def ranked(evaluator: Evaluator, turn: Turn, level: Level, seed: str) -> list[Play]:
    """The plays of a whole roll, the one that the level chooses first; a seed decides."""
    plays = legal_plays_of(turn.with_steps(()))
    own, theirs = rows([(play.position, turn.side) for play in plays])
    found = Replies(np.array([0, len(plays)]), own, theirs)
    worth = judged(evaluator.model, level, results, found)
    chance = np.random.default_rng(int.from_bytes(seed.encode()))
    keys = level.keys(worth, found.starts, chance)
    return [plays[at] for at in np.argsort(-keys, kind="stable")]


def choose(evaluator: Evaluator, turn: Turn, level: Level, seed: str) -> tuple[Step, ...]:
    """The rest of a turn. Whoever is asked again amid a chosen play goes on with it.

    >>> from minigam.rules.position import Side
    >>> from minigam.rules.ruleset import MINIGAM
    >>> evaluator, level = Evaluator.of(MINIGAM), level_of(MINIGAM, "easy")
    >>> turn = Turn.of(MINIGAM, MINIGAM.start, Side.WHITE, (5, 2))
    >>> first, second = choose(evaluator, turn, level, "a seed")
    >>> choose(evaluator, turn.play(first), level, "a seed") == (second,)
    True
    """
    found = first_reached(turn, ranked(evaluator, turn, level, seed))
    return found.steps[len(turn.steps) :]
