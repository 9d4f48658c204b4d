"""Whole games by simulated hands on a board that feels its checkers, and what came of the turns."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from random import Random

from minigam.table.events import Elapsed
from minigam.table.state import Phase
from tests.table.felt_board import FeltBoard, felt_setup
from tests.table.hands import Hand, any_turn, without_faces
from tests.table.play import throws

MOST_THROWS = 10_000
"""More than a game needs."""


@dataclass(frozen=True)
class Run:
    """Turns of random games, and after how many of them the board asked."""

    rules: str
    seed: int
    turns: int
    asked: int


RUNS = (
    *(Run("minigam", seed, 1500, asked) for seed, asked in enumerate((0, 0, 0, 0))),
    *(Run("minigam-full-entry", seed, 1000, asked) for seed, asked in enumerate((0, 0))),
    *(Run("backgammon", seed, 1000, asked) for seed, asked in enumerate((57, 61, 78, 85, 74))),
    *(Run("portes", seed, 1000, asked) for seed, asked in enumerate((96, 99))),
    Run("plakoto", 0, 500, 27),
    Run("fevga", 0, 500, 41),
    *(Run("hypergammon", seed, 1500, asked) for seed, asked in enumerate((2, 2))),
    Run("backgammon-dice-simple", 0, 1000, 2),
    Run("backgammon-dice-basic", 0, 1000, 1),
)
"""In all 21,000 turns."""


def play(run: Run) -> int:
    """Play them, each to count as what it was; how often the board asked."""
    chance = Random(f"{run.rules} {run.seed}")
    rules, made, asked = felt_setup(run.rules).rules, 0, 0
    while made < run.turns:
        table = _new_game(run.rules, chance)
        hand = Hand(table, chance)
        for _ in turns(table, hand, chance):
            assert table.wood.position(rules.layout) == without_faces(table.state.position)
            made += 1
            if made == run.turns:
                break
        asked += hand.asked
    return asked


def _new_game(rules_id: str, chance: Random) -> FeltBoard:
    setup = felt_setup(rules_id)
    return FeltBoard(setup, setup.rules.start, *islice(throws(chance), MOST_THROWS))


def turns(table: FeltBoard, hand: Hand, chance: Random) -> Iterator[None]:
    """Turn by turn until the game is over."""
    while table.phase is not Phase.GAME_OVER:
        if table.phase is Phase.TO_THROW:
            table.throw()
        elif table.phase is Phase.PASSING:
            table.play.do(Elapsed("pass"))
        else:
            meant = any_turn(table.play.turn, chance)
            hand.play_turn(meant)
            assert table.play.state.position == meant.position
            yield
