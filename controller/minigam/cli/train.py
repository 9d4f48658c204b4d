"""`minigam train`: networks for a game, which learn from games against themselves."""

from __future__ import annotations

import argparse
import errno
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from minigam.cli.common import add_rules, pairs
from minigam.cli.output import path_to_write
from minigam.errors import ExistsError, ProgramError, UnreadableError
from minigam.rules.ruleset import RuleSet, rule_set

if TYPE_CHECKING:
    from minigam.players.curve import Measure
    from minigam.players.training_run import TrainingRun

GAMES = 200_000
HIDDEN = "128"
MOST_UNITS = 4096
ENDING, PICTURE = ".weights", ".svg"
PART = ".part"
MEASURES = 20
"""How many points the learning curve has."""
PAIRS = 200
"""Pairs of games of a measurement."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_rules(parser)
    parser.add_argument(
        "--games", type=_number, default=GAMES, help="how many to learn from (default: %(default)s)"
    )
    parser.add_argument(
        "--seed", type=_number, default=1, help="of dice and first weights (default: %(default)s)"
    )
    parser.add_argument(
        "--hidden",
        default=HIDDEN,
        metavar="UNITS",
        help="units of each layer, such as 128 or 192,64 (default: %(default)s)",
    )
    parser.add_argument(
        "--out",
        type=path_to_write,
        metavar="FILE",
        help="where the weights go; ends in .weights (default: the game's name, here)",
    )


def run(options: argparse.Namespace) -> int:
    """Train; go on where the same command was stopped."""
    rules = rule_set(options.rules, dict(pairs(options.option)))
    hidden = _hidden(options.hidden)
    if find_spec("numba") is None:
        raise ProgramError(
            "numba is not installed, which finds the plays: pip install 'minigam[solver]'"
        )
    out: Path = options.out or Path(f"{rules.id}{ENDING}")
    _check(out)
    run = _training_run(rules, options.games, options.seed, hidden)
    part = out.with_name(out.name + PART)
    if part.exists():
        run.go_on(part)
    else:
        for file in (out, out.with_suffix(PICTURE)):
            if file.exists():
                raise ExistsError(file)
    with asked_to_stop() as stopped:
        for measure in run.run(stopped):
            print(_said(run, measure), file=sys.stderr)
            run.save(out)
            run.keep(part)
    if stopped():
        run.keep(part)
        print("\nstopped; the same command goes on from here", file=sys.stderr)
        raise KeyboardInterrupt
    run.save(out)
    part.unlink(missing_ok=True)
    print(f"{out}: learned from {run.training.games:,} games in {run.seconds:.0f} s")
    return 0


def _check(out: Path) -> None:
    """Nobody waits for hours for a file that cannot be written."""
    if out.suffix != ENDING:
        raise UnreadableError(f"expected a file's name ending in {ENDING}, got {str(out)!r}")
    if not out.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, "expected a folder that exists", str(out.parent))


@contextmanager
def asked_to_stop() -> Iterator[Callable[[], bool]]:
    """Whether Ctrl-C was pressed, which ends nothing in its midst; the second one does."""
    asked = list[int]()

    def stop(number: int, _frame: object) -> None:
        asked.append(number)
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, stop)
    try:
        yield lambda: bool(asked)
    finally:
        signal.signal(signal.SIGINT, before)


def _training_run(rules: RuleSet, games: int, seed: int, hidden: tuple[int, ...]) -> TrainingRun:
    from minigam.players.training import Recipe, Training
    from minigam.players.training_run import TrainingRun  # here, as these import numpy and numba
    from minigam.solver import batch, batch_pawns

    results = batch_pawns.results if rules.pawn_die else batch.results
    training = Training(rules, Recipe(hidden=hidden, seed=seed), results)
    return TrainingRun(training, games, time.monotonic, [], times=MEASURES, pairs=PAIRS)


def _said(run: TrainingRun, measure: Measure) -> str:
    speed = measure.games / measure.seconds if measure.seconds else 0
    return (
        f"{measure.games:,} of {run.games:,} games, {speed:.0f} a second: "
        f"{measure.points:+.3f} ± {1.96 * measure.error:.3f} points a game against simple rules"
    )


def _number(text: str) -> int:
    if text.isdecimal() and 0 < int(text) < 2**31:
        return int(text)
    raise argparse.ArgumentTypeError(f"expected a whole number from 1, got {text!r}")


def _hidden(text: str) -> tuple[int, ...]:
    """The units of each layer; raise `UnreadableError` for what is no list of numbers.

    >>> _hidden("192,64")
    (192, 64)
    """
    units = [int(part) for part in text.split(",") if part.isdecimal()]
    if len(units) != text.count(",") + 1 or not all(0 < unit <= MOST_UNITS for unit in units):
        raise UnreadableError(
            f"expected units from 1 to {MOST_UNITS} with commas between, such as 192,64, "
            f"got {text!r}"
        )
    return tuple(units)
