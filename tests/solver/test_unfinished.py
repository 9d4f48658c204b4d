"""What is solved stays solved, whenever the work is stopped."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from minigam.solver.game import Game
from minigam.solver.solve import solver_of
from minigam.solver.unfinished import STATE, note, resume
from tests.solver.games import few_checkers, small_board


def test_the_work_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    """After every layer the program ends; the values come out as in one go."""
    game = Game.of(few_checkers(2))
    straight = solver_of(game)
    order = list(straight.run())
    for off in order:
        solver = resume(tmp_path / "part", game)
        assert list(islice(solver.run(), 1)) == [off]
        note(tmp_path / "part", solver)
    solver = resume(tmp_path / "part", game)
    assert (list(solver.run()), solver.bounds) == ([], straight.bounds)
    assert np.array_equal(solver.values, straight.values)
    assert straight.chances is not None
    assert solver.chances is not None
    assert np.array_equal(solver.chances, straight.chances)


def test_a_layer_that_was_not_noted_is_solved_again(tmp_path: Path) -> None:
    game = Game.of(small_board(4, 3))
    solver = resume(tmp_path / "part", game)
    first, second = islice(solver.run(), 2)
    del solver.bounds[second]
    note(tmp_path / "part", solver)
    assert list(resume(tmp_path / "part", game).bounds) == [first]


@pytest.mark.parametrize("state", ["", "{", "[]", '{"law":[1],"bounds":[[0,0,0]]}', '{"law":1}'])
def test_what_cannot_be_gone_on_with_is_begun_anew(tmp_path: Path, state: str) -> None:
    game = Game.of(small_board(4, 3))
    solver = resume(tmp_path / "part", game)
    list(solver.run())
    note(tmp_path / "part", solver)
    (tmp_path / "part" / STATE).write_text(state)
    assert resume(tmp_path / "part", game).bounds == {}
