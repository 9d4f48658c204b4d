"""A bench with a board on an emulated Pico, see `emulated_pico`."""

import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from subprocess import PIPE, Popen
from threading import Condition, Thread, Timer

from minigam.board.profile import load_profile
from minigam.drivers.simulated_jig import Carried
from tests.hil.jig_server import JigServer
from tests.hil.pico import pico_bench, wide_bench, write_board
from tests.hil.wide_jig import WideJig, wired

BOOT_SECONDS, END_SECONDS = 60.0, 10.0
PATIENCE_SECONDS = 2.0
"""For a touch to be seen."""


class Emulation:
    """What a jig's pins are wired to: an emulated Pico, with its cable's end at `path`.

    Pins are numbered as the Pico numbers its inputs.
    """

    def __init__(self, uf2: str, folder: Path, board: str) -> None:
        command = [sys.executable, "-m", "tests.hil.emulated_pico", uf2, str(folder), board]
        self._pico = Popen(command, stdin=PIPE, stdout=PIPE, text=True, bufsize=1)
        assert self._pico.stdin
        assert self._pico.stdout
        self._tell, self._said = self._pico.stdin, self._pico.stdout
        late = Timer(BOOT_SECONDS, self._pico.kill)
        late.start()
        self.path = self._said.readline().rstrip()
        late.cancel()
        assert self.path, "expected the emulated Pico to boot"
        self._inputs = len(load_profile(board).input_names)
        self._touches, self._rested = 0, 0
        self._change = Condition()
        self._carried: Carried = lambda _at, _data: None
        self._ear = Thread(target=self._listen, daemon=True)
        self._ear.start()

    def watch(self, carried: Carried) -> None:
        """Hand on each frame of the strip, from a thread."""
        self._carried = carried

    @property
    def pins(self) -> range:
        """The jig's; the last one's cable cannot be cut."""
        return range(self._inputs + 1)

    def drive(self, pin: int, low: bool) -> None:
        if pin == self._inputs:
            return
        self._touches += 1
        print(pin, int(low), file=self._tell)

    def rest(self) -> None:
        """Until the firmware has had its time to see every touch."""
        with self._change:
            self._change.wait_for(lambda: self._rested == self._touches, PATIENCE_SECONDS)

    def _listen(self) -> None:
        for line in self._said:
            if line == "rested\n":
                with self._change:
                    self._rested += 1
                    self._change.notify_all()
            else:
                at, data = line.split()
                self._carried(float(at), bytes.fromhex(data))

    def close(self) -> None:
        with suppress(BrokenPipeError):
            self._tell.close()
        try:
            assert self._pico.wait(END_SECONDS) == 0
        finally:
            self._pico.kill()
            self._pico.wait()
            self._ear.join()
            self._said.close()


@contextmanager
def emulated_bench(folder: Path, uf2: str) -> Iterator[Path]:
    board = str(write_board(folder))
    with (
        closing(Emulation(uf2, folder / "pico", board)) as there,
        closing(JigServer(there, there.pins, "emulated", rest=there.rest)) as jig,
    ):
        there.watch(jig.carried)
        yield pico_bench(folder, board, there.path, jig.path, "bounces = false")


@contextmanager
def emulated_felt_bench(folder: Path, uf2: str, board: str) -> Iterator[Path]:
    """The same with a built-in board that feels its checkers."""
    (folder / "pico").mkdir()
    with closing(Emulation(uf2, folder / "pico", board)) as there:
        jig = WideJig(there, there.pins, "emulated", there.rest)
        there.watch(jig.carried)
        with wired(jig):
            yield wide_bench(folder, board, there.path, ("bounce", "unplugged"))
