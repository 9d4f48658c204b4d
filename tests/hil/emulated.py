"""A bench with a board on an emulated Pico, see `emulated_pico`."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from subprocess import PIPE, Popen
from threading import Condition, Thread, Timer

from minigam.board.profile import load_profile
from tests.hil.jig_server import JigServer
from tests.hil.pico import pico_bench, write_board

BOOT_SECONDS, END_SECONDS = 60.0, 10.0
PATIENCE_SECONDS = 2.0
"""For a touch to be seen."""


class Emulation:
    """A jig whose pins are wired to an emulated Pico, with its cable's end at `path`."""

    def __init__(self, uf2: str, folder: Path, board: Path) -> None:
        command = [sys.executable, "-m", "tests.hil.emulated_pico", uf2, str(folder), str(board)]
        self._pico = Popen(command, stdin=PIPE, stdout=PIPE, text=True, bufsize=1)
        assert self._pico.stdin
        assert self._pico.stdout
        self._tell, self._said = self._pico.stdin, self._pico.stdout
        late = Timer(BOOT_SECONDS, self._pico.kill)
        late.start()
        self.path = self._said.readline().rstrip()
        late.cancel()
        assert self.path, "expected the emulated Pico to boot"
        self._pins = list(load_profile(str(board)).inputs.values())
        self._touches, self._rested = 0, 0
        self._change = Condition()
        self.jig = JigServer(self, pins=self._pins, name="emulated", rest=self._rest)
        self._ear = Thread(target=self._listen, daemon=True)
        self._ear.start()

    def drive(self, pin: int, low: bool) -> None:
        self._touches += 1
        print(self._pins.index(pin), int(low), file=self._tell)

    def _rest(self) -> None:
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
                self.jig.carried(float(at), bytes.fromhex(data))

    def close(self) -> None:
        self.jig.close()
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
    board = write_board(folder)
    emulation = Emulation(uf2, folder / "pico", board)
    try:
        yield pico_bench(folder, board, emulation.path, emulation.jig.path, "bounces = false")
    finally:
        emulation.close()
