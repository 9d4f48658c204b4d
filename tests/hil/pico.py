"""Benches with a board on a Pico: buttons at its own pins, and maybe sensors behind them."""

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from shutil import rmtree
from threading import Event, Thread
from time import monotonic

from minigam.board.pico_settings import settings
from minigam.board.profile import Profile, load_profile, profile_table
from minigam.board.profile_writer import profile_text
from minigam.drivers.simulated_jig import Carried
from tests.firmware.unix import UnixPico
from tests.hil.benches import bench_text, simulated_text
from tests.hil.jig_server import JigServer
from tests.hil.wide_jig import WideJig, wired

LOOK_SECONDS = 0.002
SEEN_MS_AN_INPUT = 2.5
"""How long a touch lasts where the firmware is slow, for each input that it reads: here it reads
80 sensors as slowly as 20 times a second on a busy machine, and more are read more slowly."""


def board_text() -> str:
    """The profile: the board with buttons, at other pins."""
    table = profile_table("quarter-buttons")
    other = {
        "title": "Quarter board with buttons on a Pico",
        "driver": "pico",
        "inputs": {name: pin for pin, name in enumerate(table["inputs"])},
        "strip": {**table["strip"], "gpio": 16},
    }
    return profile_text({**table, **other})


def write_board(folder: Path) -> Path:
    """Its profile's file; and a folder for the Pico's files, beside it."""
    (folder / "pico").mkdir()
    board = folder / "board.toml"
    board.write_text(board_text())
    return board


def pico_bench(folder: Path, board: str, port: str, jig: str, more: str = "") -> Path:
    """A bench's file: the board's Pico is at one port, and its jig at the other."""
    file = folder / "bench.toml"
    inputs = {name: pin for pin, name in enumerate(load_profile(board).inputs)}
    file.write_text(bench_text(jig, board, inputs, _command(port), more))
    return file


def wide_bench(folder: Path, board: str, port: str, omit: Sequence[str] = ()) -> Path:
    """A bench's file: the board's Pico is at a port, and its jig is a `WideJig`."""
    file = folder / "bench.toml"
    top = f"{_command(port)}\nomit = {json.dumps(list(omit))}"
    seen_ms = round(SEEN_MS_AN_INPUT * len(load_profile(board).input_names))
    file.write_text(simulated_text(board, top, seen_ms))
    return file


def _command(port: str) -> str:
    return f"command = {json.dumps([sys.executable, '-m', 'tests.hil.pico_board', port])}"


def watch_strip(
    folder: Path,
    pixels: int,
    carried: Carried,
    every: float,
    end: Event,
) -> None:
    """Hand on each new frame of the file that is a Pico's strip here, looked for so often."""
    last = b""
    while not end.wait(every):
        now = _read_strip(folder)
        if now != last and len(now) == 3 * pixels:
            carried(monotonic(), now)
            last = now


def _read_strip(folder: Path) -> bytes:
    """Its bytes; none while a Pico without power has no files, which may go at any time."""
    try:
        return (folder / "strip").read_bytes()
    except FileNotFoundError:
        return b""


class UnixBoard:
    """A Pico's firmware in MicroPython here, which has power while its cable is plugged in."""

    def __init__(self, folder: Path, profile: Profile) -> None:
        """Plug it in; `port` is its cable's end, and `cable` the jig's pin that cuts it.

        The other pins are the board's inputs, as a Pico numbers them.
        """
        self.port, self._folder = folder / "port", folder / "pico"
        self._told, self._pixels = settings(profile), profile.strip.pixels
        self._levels = [0] * len(profile.input_names)
        self.cable = len(self._levels)
        self._pico: UnixPico | None = None
        self._plug(True)
        self._end = Event()
        self._eye: Thread | None = None

    @property
    def pins(self) -> range:
        """The jig's."""
        return range(self.cable + 1)

    def watch(self, carried: Carried) -> None:
        """Hand on each frame of the strip, from a thread."""
        strip = (self._folder, self._pixels, carried, LOOK_SECONDS, self._end)
        self._eye = Thread(target=watch_strip, args=strip, daemon=True)
        self._eye.start()

    def drive(self, pin: int, low: bool) -> None:
        if pin == self.cable:
            self._plug(not low)
            return
        self._levels[pin] = int(low)
        if self._pico:
            self._pico.put(self._levels)

    def close(self) -> None:
        self._end.set()
        if self._eye:
            self._eye.join()
        self._plug(False)

    def _plug(self, plugged: bool) -> None:
        if plugged and not self._pico:
            rmtree(self._folder, ignore_errors=True)
            self._folder.mkdir()
            self._pico = UnixPico(self._folder, self._told, len(self._levels))
            self._pico.put(self._levels)
            self.port.symlink_to(self._pico.path)
        elif self._pico and not plugged:
            self.port.unlink()
            self._pico.close()
            self._pico = None


@contextmanager
def unix_bench(folder: Path) -> Iterator[Path]:
    board = str(write_board(folder))
    with (
        closing(UnixBoard(folder, load_profile(board))) as there,
        closing(JigServer(there, there.pins, "unix")) as jig,
    ):
        there.watch(jig.carried)
        yield pico_bench(folder, board, str(there.port), jig.path, f"cable = {there.cable}")


@contextmanager
def unix_felt_bench(folder: Path, board: str) -> Iterator[Path]:
    """The same with a built-in board that feels its checkers."""
    (folder / "pico").mkdir()
    with closing(UnixBoard(folder, load_profile(board))) as there:
        jig = WideJig(there, there.pins, "unix")
        there.watch(jig.carried)
        with wired(jig):
            yield wide_bench(folder, board, str(there.port))
