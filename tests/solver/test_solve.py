"""Values found by the sweeps, against published ones and against the rules, one step on."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from numba.core.dispatcher import Dispatcher

from minigam.rules.plays import legal_plays, result
from minigam.rules.position import Position, Side
from minigam.rules.ruleset import RuleSet
from minigam.rules.steps import ROLLS
from minigam.solver import kernels, play_tables
from minigam.solver.checkpoint import resume
from minigam.solver.prepared import PreparedGame
from minigam.solver.solve import Solver
from minigam.solver.warm_up import warm_up
from tests.solver import games
from tests.solver.games import few_checkers, small_board, solved


def best(solver: Solver, rules: RuleSet, position: Position, roll: tuple[int, int]) -> float:
    """What white has of the best play of a roll, as the rules have it."""
    return float(max(solver.values[after(solver, rules, position, roll)]))


def after(solver: Solver, rules: RuleSet, position: Position, roll: tuple[int, int]) -> list[int]:
    """The numbers of what white's plays lead to."""
    plays = legal_plays(rules, position, Side.WHITE, roll)
    return [games.number(solver.game.index, play.position, Side.WHITE) for play in plays]


def one_step(solver: Solver, rules: RuleSet, position: Position) -> float:
    """What white, about to roll, has of a position by the values after every play."""
    throws = [best(solver, rules, position, roll) * (1 + (roll[0] != roll[1])) for roll in ROLLS]
    return sum(throws) / 36


def about_to_throw(solver: Solver, position: Position) -> float:
    return -float(solver.values[games.number(solver.game.index, position, Side.BLACK)])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("count", "to_throw", "thrown"),
    [(1, 0.45277313704, 0.31425633946), (2, 0.15224391248, 0.11332996729)],
)
def test_few_checkers_are_worth_what_was_published(
    count: int, to_throw: float, thrown: float
) -> None:
    """The side about to roll any roll, and the winner of the opening roll, who has no double."""
    rules = few_checkers(count)
    solver = solved(rules)
    assert solver.bound < 5e-9
    assert about_to_throw(solver, rules.start) == pytest.approx(to_throw, abs=1e-10)
    opening = [best(solver, rules, rules.start, roll) for roll in ROLLS if roll[0] != roll[1]]
    assert sum(opening) / 15 == pytest.approx(thrown, abs=1e-10)


@pytest.mark.parametrize(
    "rules",
    [
        few_checkers(2),
        small_board(3, 3),
        replace(small_board(4, 3, steps_on_double=4), bar_stops_bearing_off=True),
    ],
    ids=["two checkers", "three points", "four steps"],
)
def test_every_layer_of_a_small_game_satisfies_the_one_step_equation(rules: RuleSet) -> None:
    solver, chance = solved(rules), Random(2)
    for _ in range(300):
        position = games.random_position(solver.game.index, chance)
        expected = one_step(solver, rules, position)
        assert about_to_throw(solver, position) == pytest.approx(expected, abs=2 * solver.bound)


def test_chances_to_win_are_those_of_the_best_plays() -> None:
    """Where there are gammons, the value is not the chance: against the rules, one step on."""
    rules = few_checkers(2)
    solver, chance = solved(rules), Random(3)
    chances = solver.chances
    assert chances is not None
    compared = 0
    for _ in range(300):
        position = games.random_position(solver.game.index, chance)
        best = [_clearly_best(solver, rules, position, roll) for roll in ROLLS]
        if None in best:
            continue
        compared += 1
        throws = [
            chances[n] * (1 + (one != two)) for n, (one, two) in zip(best, ROLLS, strict=True)
        ]
        mine = -chances[games.number(solver.game.index, position, Side.BLACK)]
        assert mine == pytest.approx(sum(throws) / 36, abs=1e-6)
    assert compared > 100


def _clearly_best(
    solver: Solver, rules: RuleSet, position: Position, roll: tuple[int, int]
) -> int | None:
    """What the best play leads to; None if another is as good."""
    found = sorted(after(solver, rules, position, roll), key=lambda n: solver.values[n])
    tied = len(found) > 1 and solver.values[found[-2]] > solver.values[found[-1]] - 1e-8
    return None if tied else found[-1]


def test_a_side_that_has_borne_off_its_last_has_won_what_the_rules_say() -> None:
    rules, chance = few_checkers(3), Random(4)
    game = PreparedGame.of(rules)
    points = game.points_won()
    for _ in range(200):
        loser = chance.randrange(len(points) - 1)
        track = tuple(game.index.counts[loser].tolist())
        over = result(rules, Position((*([0] * 25), 3), track))
        assert over is not None
        assert over.points == points[loser]


def test_a_rehearsal_makes_the_machine_code_of_every_game(tmp_path: Path) -> None:
    """One kind of numbers each: of arrays in memory and in files, with gammons and without."""
    warm_up()
    rehearsed = machine_code()
    for rules in (few_checkers(1), small_board(3, 2)):
        list(resume(tmp_path / rules.id, PreparedGame.of(rules)).run())
    assert machine_code() == rehearsed
    assert rehearsed["improve"]
    assert rehearsed["excess"]


def machine_code() -> dict[str, int]:
    """For how many kinds of numbers each kernel was made, by whatever test came before."""
    return {
        name: len(code.signatures)
        for room in (kernels, play_tables)
        for name, code in vars(room).items()
        if isinstance(code, Dispatcher)
    }
