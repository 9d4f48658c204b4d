"""Benches without hardware: the same cases, and another thing behind the jig's pins."""

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from minigam.board.profile import load_profile
from minigam.drivers.simulated_jig import JIG_VARIABLE, BoardSocket, Move
from minigam.hil.program import THIS_PROGRAM
from tests.drivers.shim.preload import Machine
from tests.hil.jig_server import JigServer

TIMED, QUIET = 100, 3
"""Fewer than on a bench of people."""
TOUCH_MS = 50
NO_HURRY = "lit_ms = 5000"
"""What is promised of a board is not asked of a busy machine."""

Wrong = Callable[[Move, int, bool], None]
"""Moves inputs otherwise than it is asked to."""
Mixed = Callable[[bytes], bytes]
"""What a strip shows of the bytes that it is sent."""


def right(move: Move, number: int, low: bool) -> None:
    move(number, low)


class Bridge:
    """A jig whose pins move the inputs of the board that connects at a path."""

    def __init__(self, path: Path, wrong: Wrong = right, mixed: Mixed = bytes) -> None:
        """What connects may be wired wrongly, or its strip be mixed up."""
        self._wrong, self._mixed = wrong, mixed
        self._board = BoardSocket(path, self._carried)
        self.jig = JigServer(self, pins=range(28))

    def drive(self, pin: int, low: bool) -> None:
        self._wrong(self._board.drive, pin, low)

    def close(self) -> None:
        self._board.close()
        self.jig.close()

    def _carried(self, at: float, data: bytes) -> None:
        self.jig.carried(at, self._mixed(data))


def simulated_text(board: str, top: str = "", touch_ms: int = TOUCH_MS) -> str:
    """A bench's file with a simulated jig, which is wired to everything; `top`: more lines."""
    return f'{_head(board, touch_ms)}{top}\n[jig]\nport = "simulated"\n'


def _head(board: str, touch_ms: int = TOUCH_MS) -> str:
    return (
        f'title = "{board}"\nboard = "{board}"\ntouches = {TIMED}\n'
        f"touch_ms = {touch_ms}\n{NO_HURRY}\nquiet = {QUIET}\n"
    )


def bench_text(port: str, board: str, wired: dict[str, int], top: str, jig: str = "") -> str:
    """A bench's file; `top` and `jig`: more lines of these parts."""
    wires = f'[jig]\nport = "{port}"\nstrip = true\nmeasures = false\n{jig}\n'
    inputs = "".join(f"{name} = {pin}\n" for name, pin in wired.items())
    return f"{_head(board)}{top}\n{wires}[jig.inputs]\n{inputs}"


@contextmanager
def mock_bench(folder: Path, wrong: Wrong = right, mixed: Mixed = bytes) -> Iterator[Path]:
    """A bench's file: the simulated board, which may be wired wrongly."""
    command = ["env", f"{JIG_VARIABLE}={folder / 'jig'}", *THIS_PROGRAM]
    wired = {name: number for number, name in enumerate(load_profile("sim").input_names)}
    with _bench(folder, "sim", command, wired, Bridge(folder / "jig", wrong, mixed)) as file:
        yield file


@contextmanager
def shim_bench(folder: Path, library: Path) -> Iterator[Path]:
    """A bench's file: the board with buttons on the real lgpio, over the shim."""
    pi = Machine(library, folder)
    names = ("LD_PRELOAD", "MINIGAM_SHIM_ROOT", "PYTHONPATH")
    settings = [f"{name}={pi.environment[name]}" for name in names]
    module = [sys.executable, "-m", "tests.hil.shim_board", str(folder / "jig")]
    wired = dict(load_profile("quarter-buttons").inputs)
    bridge = Bridge(folder / "jig")
    with _bench(folder, "quarter-buttons", ["env", *settings, *module], wired, bridge) as file:
        yield file


@contextmanager
def _bench(
    folder: Path, board: str, command: Sequence[str], wired: dict[str, int], bridge: Bridge
) -> Iterator[Path]:
    """Of a program that connects to the bridge."""
    file = folder / f"{board}.toml"
    top = f"command = {json.dumps(list(command))}"
    file.write_text(bench_text(bridge.jig.path, board, wired, top))
    try:
        yield file
    finally:
        bridge.close()
