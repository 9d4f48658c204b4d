"""What is solved stays solved, whenever the work is stopped."""

from collections.abc import Callable
from itertools import islice
from pathlib import Path
from random import Random

import numpy as np
import pytest

from minigam.solver.checkpoint import CHANCES, STATE, VALUES, note, resume
from minigam.solver.prepared import PreparedGame
from minigam.solver.solve import Solver
from minigam.solver.sweeps import layer_of
from tests.solver.games import few_checkers, small_board, solved


def stopped(folder: Path, game: PreparedGame, layers: int | None = None) -> Solver:
    """So many layers, or all of them, are solved and noted."""
    solver = resume(folder, game)
    list(islice(solver.run(), layers))
    note(folder, solver)
    return solver


def test_the_work_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    """After every layer the program ends; the values come out as in one go."""
    straight = solved(few_checkers(2))
    game, order = straight.game, list(straight.bounds)
    for number in range(len(order)):
        solver = stopped(tmp_path, game, 1)
        assert list(solver.bounds) == order[: number + 1]
    solver = resume(tmp_path, game)
    assert (list(solver.run()), solver.bounds) == ([], straight.bounds)
    assert np.array_equal(solver.values, straight.values)
    assert straight.chances is not None
    assert solver.chances is not None
    assert np.array_equal(solver.chances, straight.chances)


def test_a_layer_that_was_not_noted_is_solved_again(tmp_path: Path) -> None:
    game = PreparedGame.of(small_board(4, 3))
    solver = resume(tmp_path, game)
    first, second = islice(solver.run(), 2)
    del solver.bounds[second]
    note(tmp_path, solver)
    assert list(resume(tmp_path, game).bounds) == [first]


@pytest.mark.parametrize("state", ["", "{", "[]", '{"law":[1],"layers":[[0,0,0]]}', '{"law":1}'])
def test_what_cannot_be_gone_on_with_is_begun_anew(tmp_path: Path, state: str) -> None:
    game = PreparedGame.of(small_board(4, 3))
    stopped(tmp_path, game)
    (tmp_path / STATE).write_text(state)
    assert resume(tmp_path, game).bounds == {}


def replace_by_a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


DAMAGE: dict[str, Callable[[Path], object]] = {
    "cut": lambda path: path.write_bytes(path.read_bytes()[:-8]),
    "longer": lambda path: path.write_bytes(path.read_bytes() + bytes(8)),
    "only its size was written": lambda path: path.write_bytes(bytes(path.stat().st_size)),
    "deleted": Path.unlink,
    "a folder": replace_by_a_folder,
}


@pytest.mark.slow
@pytest.mark.parametrize("name", [VALUES, CHANCES])
@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_damaged_values_are_begun_anew(
    tmp_path: Path, damage: Callable[[Path], object], name: str
) -> None:
    straight = solved(few_checkers(2))
    game, order = straight.game, list(straight.bounds)
    stopped(tmp_path, game, 1)
    damage(tmp_path / name)
    solver = resume(tmp_path, game)
    assert solver.bounds == {}
    assert list(solver.run()) == order
    assert np.array_equal(solver.values, straight.values)


def test_any_value_of_a_solved_layer_that_is_another_is_found(tmp_path: Path) -> None:
    game, chance = PreparedGame.of(small_board(4, 3)), Random(1)
    solver = stopped(tmp_path, game, 4)
    whole = (tmp_path / VALUES).read_bytes()
    (first, *_), bounds = solver.bounds, dict(solver.bounds)
    layer = layer_of(game, first)
    for number in chance.sample(layer.mine.tolist(), 10):
        damaged = np.frombuffer(whole).copy()
        damaged[number] += 1e-9
        (tmp_path / VALUES).write_bytes(damaged.tobytes())
        state = (tmp_path / STATE).read_bytes()
        assert resume(tmp_path, game).bounds == {}
        (tmp_path / VALUES).write_bytes(whole)
        (tmp_path / STATE).write_bytes(state)
        assert resume(tmp_path, game).bounds == bounds


def test_a_bound_that_is_another_is_found(tmp_path: Path) -> None:
    game = PreparedGame.of(small_board(4, 3))
    (bound,) = stopped(tmp_path, game, 1).bounds.values()
    text = (tmp_path / STATE).read_text()
    (tmp_path / STATE).write_text(text.replace(repr(bound), "0.0"))
    assert resume(tmp_path, game).bounds == {}


def test_what_a_stopped_layer_has_left_is_no_damage(tmp_path: Path) -> None:
    """Nor is a loss of what a won game is worth, which is known anyway."""
    game = PreparedGame.of(small_board(4, 3))
    solver = stopped(tmp_path, game, 1)
    (off,) = solver.bounds
    layer = layer_of(game, off).mine
    noise = np.full(game.index.size, 7.0)
    noise[layer] = solver.values[layer]
    (tmp_path / VALUES).write_bytes(noise.tobytes())
    solver = resume(tmp_path, game)
    assert list(solver.bounds) == [off]
    list(solver.run())
    assert np.array_equal(solver.values, solved(small_board(4, 3)).values)
