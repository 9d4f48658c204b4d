"""`minigam calibrate`: finds each place's sensor and writes a new profile."""

import argparse
import errno
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from minigam.board.calibration import CALIBRATION_SETTLE_SECONDS, Calibration
from minigam.board.profile import load_profile, profile_table
from minigam.board.profile_model import Profile
from minigam.board.profile_writer import profile_text, with_inputs_of
from minigam.cli.common import add_board, board_of
from minigam.cli.output import path_to_write
from minigam.cli.workbench import FRAME_SECONDS, Workbench, on_the_bench
from minigam.errors import ExistsError, UnreadableError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_board(parser)
    parser.add_argument(
        "-o",
        "--output",
        type=path_to_write,
        metavar="FILE",
        required=True,
        help="the new profile, ending in .toml; must not exist yet",
    )


def run(options: argparse.Namespace) -> int:
    """Run the command; its exit status."""
    board, say = board_of(options), partial(print, flush=True)
    profile = load_profile(board)
    _check(options.output)
    say(f"{profile.title}: take everything off the board. Ctrl-C ends, and writes nothing.")
    with on_the_bench(profile, say) as bench:
        found = find(profile, bench, say)
    _write(board, found, options.output)
    say(f"written: {options.output}. Try it with `minigam test-board --board {options.output}`.")
    if profile.on_a_pico:
        say(f"First set the Pico up: `minigam firmware install --board {options.output}`.")
    return 0


def find(profile: Profile, bench: Workbench, say: Callable[[str], None]) -> Profile:
    """The profile with the inputs as they are found."""
    calibration = Calibration(profile, bench.first_levels(), bench.now, CALIBRATION_SETTLE_SECONDS)
    while not calibration.done:
        for line in calibration.settled(bench.now):
            say(line)
        bench.show(calibration.frame(bench.now))
        for edge in bench.edges(min(FRAME_SECONDS, calibration.deadline - bench.now)):
            calibration.level(edge.name, edge.pressed, edge.at)
    return calibration.result


def _check(path: Path) -> None:
    """Nobody lays eighty checkers for a file that cannot be written."""
    if path.suffix != ".toml":
        raise UnreadableError(f"expected a file's name ending in .toml, got {path}")
    if path.exists():
        raise ExistsError(path)
    if not path.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, "expected a folder that exists", str(path.parent))


def _write(source: str, found: Profile, path: Path) -> None:
    """Write the profile, and read it back: what is there must be what was found."""
    comments = (
        f"Written by `minigam calibrate --board {source}`.",
        "Sensors are numbers along the chain, from the rim inwards.",
    )
    text = profile_text(with_inputs_of(profile_table(source), found), comments)
    with path.open("x", encoding="utf-8") as file:
        file.write(text)
    if load_profile(str(path)) != replace(found, name=path.stem):
        raise OSError(errno.EIO, "expected to read what was written, got something else", str(path))
