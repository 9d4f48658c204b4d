"""`minigam calibrate`: finds each place's sensor and writes a new profile."""

import argparse
import errno
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from minigam.board.calibration import CALIBRATION_SETTLE_SECONDS, Calibration, check_asked
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
    text = "do not ask for these inputs, such as point-3/5: they stay as the profile says"
    parser.add_argument("--skip", nargs="+", default=[], metavar="INPUT", help=text)
    text = "begin with this input: the profile is right about those before"
    parser.add_argument("--from", dest="begin", metavar="INPUT", help=text)


def run(options: argparse.Namespace) -> int:
    """Run the command; its exit status."""
    board, say = board_of(options), partial(print, flush=True)
    profile, skip, begin = load_profile(board), options.skip, options.begin
    check_asked(profile, skip, begin)
    _check(options.output)
    with on_the_bench(profile, say) as bench:
        levels, settle = bench.first_levels(), CALIBRATION_SETTLE_SECONDS
        say(f"{profile.title}: take everything off the board. Ctrl-C ends it for now.")
        calibration = Calibration(profile, levels, bench.now, settle, skip=skip, begin=begin)
        begin = calibration.asked
        try:
            find(calibration, bench, say)
        except KeyboardInterrupt:
            if calibration.asked != begin:
                _write(board, calibration.result, options.output)
                say(_how_to_go_on(calibration, options.output))
                _tell_of_pico(profile, options.output, say)
            raise
    _write(board, calibration.result, options.output)
    say(f"written: {options.output}. Try it with `minigam test-board --board {options.output}`.")
    if calibration.skipped:
        names = ", ".join(sorted(calibration.skipped))
        say(f"Skipped, and not known to be right: {names}.")
    _tell_of_pico(profile, options.output, say)
    return 0


def _tell_of_pico(profile: Profile, written: Path, say: Callable[[str], None]) -> None:
    if profile.on_a_pico:
        say(f"First set the Pico up: `minigam firmware install --board {written}`.")


def find(calibration: Calibration, bench: Workbench, say: Callable[[str], None]) -> None:
    """Ask for each input, until all have been found or skipped."""
    while not calibration.done:
        for line in calibration.settled(bench.now):
            say(line)
        bench.show(calibration.frame(bench.now))
        for edge in bench.edges(min(FRAME_SECONDS, calibration.deadline - bench.now)):
            calibration.level(edge.name, edge.pressed, edge.at)


def _how_to_go_on(calibration: Calibration, written: Path) -> str:
    left = "".join(f" {name}" for name in sorted(calibration.skipped))
    options = f"--from {calibration.asked}{' --skip' if left else ''}{left}"
    return (
        f"written, as far as it was found: {written}. To go on: "
        f"`minigam calibrate --board {written} {options} -o FILE`."
    )


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
