"""`minigam solve`: the exact values of a game, as a table that the board plays and teaches by."""

from __future__ import annotations

import argparse
import ctypes
import json
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from minigam.cli.common import add_data, add_rules, pairs, table_store_of
from minigam.errors import ProgramError
from minigam.files.ownership import need_owner
from minigam.journal.lock import data_locked
from minigam.rules.position import Side
from minigam.rules.ruleset import RuleSet, rule_set
from minigam.rules.worth import about_to_roll
from minigam.solver.tablebase import Tablebase, file_name

if TYPE_CHECKING:
    from minigam.solver.prepared import PreparedGame
    from minigam.solver.solve import Solver

PROGRESS = ("bar", "lines")
KNOWN_SECONDS = 3.0
"""After that the time left can be estimated."""
APART_SECONDS = 0.5
"""From one line to the next, at least."""
MMAP_THRESHOLD, LARGE = -3, 1 << 17
"""glibc's `M_MMAP_THRESHOLD`, and the size it begins with."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_rules(parser)
    parser.add_argument(
        "--small",
        action="store_true",
        help="take less memory and a little longer, as on a small Pi",
    )
    parser.add_argument(
        "--progress",
        choices=PROGRESS,
        default=PROGRESS[0],
        help="a bar, or lines of JSON on standard output (default: %(default)s)",
    )
    add_data(parser)


def run(options: argparse.Namespace) -> int:
    """Solve the game, unless its table is there."""
    rules, tables = rule_set(options.rules, dict(pairs(options.option))), table_store_of(options)
    path = tables.folder / file_name(rules)
    if not path.exists():
        _solve(rules, path, options)
    table = tables.table(rules)
    table.check_all()
    print(as_line(1.0, 0.0) if options.progress == "lines" else _said(rules, table))
    return 0


def _solve(rules: RuleSet, path: Path, options: argparse.Namespace) -> None:
    """Make the table of a game, unless another program has just done so."""
    _need_numba()
    from minigam.solver.prepared import PreparedGame  # here, as it imports numba

    game = PreparedGame.of(rules)
    need_owner(path.parent)
    busy = (
        f"expected to be alone in making {path}, got another `minigam solve` that makes it: "
        "wait until it is done, or stop it"
    )
    with data_locked(path.parent, f"{path.stem}.lock", busy):
        if not path.exists():
            _make(rules, game, path, options)


def _make(rules: RuleSet, game: PreparedGame, path: Path, options: argparse.Namespace) -> None:
    """Solve a game beside where its table will be, and write that."""
    from minigam.solver.checkpoint import resume
    from minigam.solver.tablewriter import write

    print("getting ready; the first time that takes half a minute", file=sys.stderr)
    if options.small:
        reduce_memory_use()
    part = path.with_suffix(".part")
    solver = resume(part, game.prepared())
    try:
        _run(solver, part, options.progress)
    except KeyboardInterrupt:
        print("\nstopped; the same command goes on from here", file=sys.stderr)
        raise
    write(path, rules, solver)
    shutil.rmtree(part)


def _need_numba() -> None:
    if find_spec("numba") is None:
        raise ProgramError(
            "numba is not installed: solve with `make solve` in a clone, or after pip install "
            "'minigam[solver]', or copy the table from a machine that has solved the game"
        )


def _run(solver: Solver, part: Path, progress: str) -> None:
    """Solve what is left, and say how far it is."""
    from minigam.solver.checkpoint import note

    with _progress(progress, solver) as bar:
        solver.tell = lambda positions: bar.update(min(positions, bar.total - bar.n))
        for _ in solver.run():
            note(part, solver)
            bar.update(solver.looked - bar.n)  # a layer may need fewer looks than most, or more


def _progress(progress: str, solver: Solver) -> Any:
    """Lines on standard output, or a bar with the time left on standard error."""
    if progress == "lines":
        return Lines(solver.looks, solver.looked)
    from tqdm import tqdm

    form = "{l_bar}{bar}| {elapsed}, {remaining} left"
    return tqdm(
        total=solver.looks,
        initial=solver.looked,
        bar_format=form,
        mininterval=0.5,
        delay=KNOWN_SECONDS,
    )


def _said(rules: RuleSet, table: Tablebase) -> str:
    """What the table is, and what it says of the start."""
    header, start = table.header, about_to_roll(table, rules, rules.start, Side.WHITE)
    return "\n".join(
        (
            f"{rules.title}: {header.positions:,} positions, in {table.path}",
            f"every value is within {header.bound:.1e} of the true one, "
            f"and rounded by at most {header.rounding:.1e}",
            f"about to roll at the start: win {100 * start.win:.4f} %, equity {start.equity:+.6f}",
        )
    )


def as_line(done: float, left: float | None) -> str:
    """The share that is done, and the seconds that are left if that can be said.

    >>> as_line(0.314159, 24.23)
    '{"done": 0.3142, "left": 24.2}'
    """
    return json.dumps({"done": round(done, 4), "left": left if left is None else round(left, 1)})


@dataclass
class Lines:
    """Prints progress as lines of JSON, at most one each 0.5 s; replaces a bar of `tqdm`."""

    total: int
    """So much work in all."""
    n: int
    """So much of it is done."""
    _clock: Callable[[], float] = time.monotonic
    _say: Callable[[str], None] = lambda line: print(line, flush=True)

    def __post_init__(self) -> None:
        """Some of it was done before."""
        self._initial, self._began = self.n, self._clock()
        self._told = self._began

    def __enter__(self) -> Lines:
        """Say where the work begins."""
        self._say(as_line(self.n / self.total, None))
        return self

    def __exit__(self, *_: object) -> None:
        """There is nothing to put away."""

    def update(self, more: int) -> None:
        """So much more is done."""
        self.n += more
        now = self._clock()
        if now >= self._told + APART_SECONDS:
            self._told = now
            self._say(as_line(self.n / self.total, self._left(now)))

    def _left(self, now: float) -> float | None:
        done = self.n - self._initial
        return (now - self._began) * (self.total - self.n) / done if done > 0 else None


def reduce_memory_use() -> None:
    """Compile in a process of its own, and let glibc give large freed arrays back at once.

    glibc moves its threshold up to the largest array that it has seen go. Below it arrays lie among
    others, and what they leave is no use to those that are longer.
    """
    subprocess.run([sys.executable, "-P", "-m", "minigam.solver.warm_up"], check=False)
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt:
        mallopt(MMAP_THRESHOLD, LARGE)
