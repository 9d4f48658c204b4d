"""Benches with a board on a Pico, whose buttons are at its own pins."""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree
from threading import Event, Thread
from time import monotonic

from minigam.board.pico_settings import settings
from minigam.board.profile import Profile, load_profile, profile_table
from minigam.board.profile_writer import profile_text
from tests.firmware.unix import UnixPico
from tests.hil.benches import bench_text
from tests.hil.jig_server import JigServer

LOOK_SECONDS = 0.002


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


def pico_bench(folder: Path, board: Path, port: str, jig: str, more: str = "") -> Path:
    """A bench's file: the board's Pico is at one port, and its jig at the other."""
    command = [sys.executable, "-m", "tests.hil.pico_board", port]
    file = folder / "bench.toml"
    wired = {name: pin for pin, name in enumerate(load_profile(str(board)).inputs)}
    file.write_text(bench_text(jig, str(board), wired, f"command = {json.dumps(command)}", more))
    return file


def watch_strip(
    folder: Path,
    pixels: int,
    carried: Callable[[float, bytes], None],
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
        """Plug it in; `port` is its cable's end, and `cable` the jig's pin that cuts it."""
        self.port, self._folder = folder / "port", folder / "pico"
        self._told, self._pixels = settings(profile), profile.strip.pixels
        self._levels = [0] * len(profile.inputs)
        self.cable = len(self._levels)
        self._pico: UnixPico | None = None
        self._plug(True)
        self.jig = JigServer(self, pins=range(self.cable + 1), name="unix")
        self._end = Event()
        self._eye = Thread(target=self._watch, daemon=True)
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
        self._eye.join()
        self.jig.close()
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

    def _watch(self) -> None:
        watch_strip(self._folder, self._pixels, self.jig.carried, LOOK_SECONDS, self._end)


@contextmanager
def unix_bench(folder: Path) -> Iterator[Path]:
    board = write_board(folder)
    there = UnixBoard(folder, load_profile(str(board)))
    try:
        cable = f"cable = {there.cable}"
        yield pico_bench(folder, board, str(there.port), there.jig.path, cable)
    finally:
        there.close()
