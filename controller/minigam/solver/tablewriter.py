"""Writes a tablebase file: see `tablebase`."""

import json
import os
from dataclasses import asdict
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from minigam import __version__
from minigam.rules.ruleset import RuleSet
from minigam.solver.solve import Solver
from minigam.solver.tablebase import CHUNK, MAGIC, SIZES, Header, Tablebase, aligned

Arrays = dict[str, NDArray[Any]]
KINDS = {"<i8": "q", "<i4": "i", "<i2": "h", "<u2": "H", "<f4": "f"}
"""Kinds of number as numpy and as `struct` call them."""


def write(path: Path, rules: RuleSet, solver: Solver) -> Tablebase:
    """Write the table of a solved game: a whole one or none, whatever happens meanwhile."""
    arrays = _arrays(solver)
    body = b"".join(_padded(array.tobytes()) for array in arrays.values())
    checksums = np.array(
        [crc32(body[at : at + CHUNK]) for at in range(0, len(body), CHUNK)], "<u4"
    ).tobytes()
    header = _header(rules, solver, arrays, (len(body), crc32(checksums)))
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, header, body, checksums)
    return Tablebase(path)


def write_whole(path: Path, *parts: bytes) -> None:
    """Put a file in the place of the one before: a whole one or none."""
    unfinished = path.with_name(f"{path.name}.new")
    with unfinished.open("wb") as file:
        file.writelines(parts)
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)


def _arrays(solver: Solver) -> Arrays:
    """The sections: how to find a position's number, and what the numbers are worth."""
    index = solver.game.index
    arrays: Arrays = {
        "codes": index.codes[index.by_code].astype("<i8"),
        "by_code": index.by_code.astype("<u2"),
        "base": index.base.astype("<i4"),
        "mask": index.mask.astype("<u2"),
        "class_of": index.class_of.astype("<u2"),
        "within": index.within.astype("<u2"),
        "rank": index.rank.astype("<i2").ravel(),
        "values": solver.values.astype("<f4"),
    }
    if solver.chances is not None:
        arrays["chances"] = solver.chances.astype("<f4")
    return arrays


def _padded(section: bytes) -> bytes:
    return section.ljust(aligned(len(section)), b"\0")


def _header(rules: RuleSet, solver: Solver, arrays: Arrays, checksums: tuple[int, int]) -> bytes:
    sections: dict[str, tuple[str, int, int]] = {}
    place = 0
    for name, array in arrays.items():
        sections[name] = (KINDS[array.dtype.str], place, len(array))
        place += aligned(array.nbytes)
    said = Header(
        rules.id,
        {name: int(value) for name, value in solver.game.law._asdict().items()},
        solver.game.index.size,
        solver.bound,
        float(np.abs(arrays["values"] - solver.values).max()),
        __version__,
        len(solver.game.index.first) - 1,
        sections,
        checksums,
    )
    text = json.dumps(asdict(said)).encode()
    start = MAGIC + SIZES.pack(len(text), crc32(text)) + text
    return _padded(start)
