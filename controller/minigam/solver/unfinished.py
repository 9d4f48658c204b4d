"""A game being solved, kept in a folder: what is solved stays, whatever stops the work.

Values are files mapped into memory: a small machine can put them aside while nobody needs them.
A layer is noted as solved after its values are on the disk.
"""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import numpy as np

from minigam.solver.arrays import Floats
from minigam.solver.game import Game
from minigam.solver.solve import Solver, solver_of

STATE, VALUES, CHANCES = "state.json", "values.npy", "chances.npy"


def resume(folder: Path, game: Game) -> Solver:
    """A solver that goes on where one in that folder has stopped, or begins there."""
    solver = solver_of(game)
    bounds = _bounds(folder, game)
    if not bounds:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
    solver.values = _mapped(folder / VALUES, solver.values, known=bool(bounds))
    if solver.chances is not None:
        solver.chances = _mapped(folder / CHANCES, solver.chances, known=bool(bounds))
    solver.bounds = bounds
    return solver


def note(folder: Path, solver: Solver) -> None:
    """Write down which layers are solved."""
    for array in (solver.values, solver.chances):
        if isinstance(array, np.memmap):
            array.flush()
    bounds = [[*off, bound] for off, bound in solver.bounds.items()]
    state = {"law": _law(solver.game), "bounds": bounds}
    new = folder / f"{STATE}.new"
    with new.open("w") as file:
        json.dump(state, file)
        file.flush()
        os.fsync(file.fileno())
    new.replace(folder / STATE)


def _law(game: Game) -> list[int]:
    return [int(value) for value in game.law]


def _bounds(folder: Path, game: Game) -> dict[tuple[int, int], float]:
    """The layers that are solved; none where the folder is of no use."""
    try:
        state = json.loads((folder / STATE).read_text())
        known = state["law"] == _law(game) and (folder / VALUES).is_file()
        return {(low, high): bound for low, high, bound in state["bounds"]} if known else {}
    except (OSError, ValueError, KeyError, TypeError):
        return {}


def _mapped(path: Path, begin: Floats, known: bool) -> Floats:
    """An array in a file: as it is, or as it begins."""
    if known:
        return np.lib.format.open_memmap(path, mode="r+")
    array = np.lib.format.open_memmap(path, mode="w+", dtype=begin.dtype, shape=begin.shape)
    array[:] = begin
    return array
