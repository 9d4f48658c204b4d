"""Checkpoints of a solve, so that it resumes after an interruption.

Values are files mapped into memory: a small machine can put them aside while nobody needs them.
A layer is noted as solved after its values are on the disk, with a checksum. Where anything that
was noted is not as it was, all is begun anew.

One program at a time may work in a folder.
"""

import json
import os
import shutil
from dataclasses import replace
from pathlib import Path
from zlib import crc32

import numpy as np

from minigam.solver.compiled import Floats
from minigam.solver.prepared import Off, PreparedGame
from minigam.solver.solve import Solver, solver_of
from minigam.solver.tablewriter import write_whole

STATE, VALUES, CHANCES = "state.json", "values", "chances"
Noted = dict[Off, tuple[float, int]]
"""Of each solved layer the bound and a checksum."""


def resume(folder: Path, game: PreparedGame) -> Solver:
    """A solver that goes on where one in that folder has stopped, or begins there."""
    begin = solver_of(game)
    return _gone_on(folder, begin) or _begun(folder, begin)


def note(folder: Path, solver: Solver) -> None:
    """Write down which layers are solved."""
    for array in _arrays(solver).values():
        if isinstance(array, np.memmap):
            array.flush()
    known = _noted(folder, solver.game)
    layers = [
        [*off, bound, known[off][1] if off in known else _checksum(solver, off)]
        for off, bound in solver.bounds.items()
    ]
    state = {"law": _law(solver.game), "layers": layers}
    write_whole(folder / STATE, json.dumps(state).encode())


def _law(game: PreparedGame) -> list[int]:
    return [int(value) for value in game.law]


def _arrays(solver: Solver) -> dict[str, Floats]:
    """What is kept, by the names of the files."""
    chances = {} if solver.chances is None else {CHANCES: solver.chances}
    return {VALUES: solver.values, **chances}


def _gone_on(folder: Path, begin: Solver) -> Solver | None:
    """The solver as it was noted; None where the folder is of no use."""
    noted = _noted(folder, begin.game)
    if not noted or not _are_whole(folder, begin):
        return None
    solver = _mapped(folder, begin)
    solver.bounds = {off: bound for off, (bound, _) in noted.items()}
    whole = all(_checksum(solver, off) == checksum for off, (_, checksum) in noted.items())
    return solver if whole else None


def _begun(folder: Path, begin: Solver) -> Solver:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name, array in _arrays(begin).items():
        _make_room(folder / name, array.nbytes)
    return _mapped(folder, begin)


def _make_room(path: Path, size: int) -> None:
    """A file of zeros. A full disk is found here: later, a signal would end the program."""
    with path.open("wb") as file:
        try:
            os.posix_fallocate(file.fileno(), 0, size)
        except OSError as fault:
            raise OSError(fault.errno, fault.strerror, str(path)) from None


def _noted(folder: Path, game: PreparedGame) -> Noted:
    """The layers that are solved; none where that cannot be read, or is about another game."""
    try:
        state = json.loads((folder / STATE).read_text())
        layers = state["layers"] if state["law"] == _law(game) else []
        return {(low, high): (bound, checksum) for low, high, bound, checksum in layers}
    except (OSError, ValueError, KeyError, TypeError):
        return {}


def _are_whole(folder: Path, begin: Solver) -> bool:
    """Whether every file is there, and as long as it was made."""
    files = {folder / name: array.nbytes for name, array in _arrays(begin).items()}
    return all(path.is_file() and path.stat().st_size == size for path, size in files.items())


def _mapped(folder: Path, begin: Solver) -> Solver:
    arrays = {
        name: _file(folder / name, array, begin.game) for name, array in _arrays(begin).items()
    }
    return replace(begin, values=arrays[VALUES], chances=arrays.get(CHANCES))


def _file(path: Path, begin: Floats, game: PreparedGame) -> Floats:
    """A file as an array, with what finished games are worth: that is in no layer."""
    array = np.memmap(path, begin.dtype, "r+", shape=begin.shape)
    most = game.law.checkers
    for count in range(most + 1):
        for first, end in (*game.index.runs(count, most), *game.index.runs(most, count)):
            array[first:end] = begin[first:end]
    return array


def _checksum(solver: Solver, off: Off) -> int:
    """Of all that is known of a solved layer."""
    found = crc32(repr((off, solver.bounds[off])).encode())
    for array in _arrays(solver).values():
        for own, theirs in sorted({off, off[::-1]}):
            for begin, end in solver.game.index.runs(own, theirs):
                found = crc32(array[begin:end].data, found)
    return found
