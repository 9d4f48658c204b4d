"""The firmware's own files in MicroPython's unix port, on a pseudo-terminal, with made-up pins."""

import json
import os
import pty
import shutil
import signal
import subprocess
import tty
from collections.abc import Sequence
from pathlib import Path
from threading import Thread
from typing import Any

from minigam.drivers.serialport import SerialPort
from tests.firmware.loading import FIRMWARE

FAKE = Path(__file__).parent / "fake"
PWRON_RESET, WDT_RESET = 1, 3
RESTART = 75


def micropython() -> str:
    """Where `tests/micropython.sh` has put it, or the installed one."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return shutil.which("micropython") or str(cache / "minigam/micropython/micropython")


class UnixPico:
    """A Pico in a folder. When the firmware ends itself, or the watchdog does, it starts again."""

    def __init__(
        self,
        folder: Path,
        board: dict[str, Any] | None,
        inputs: int,
        haste: int = 1,
        port: str | None = None,
    ) -> None:
        """`board`: of `board.json`; `inputs`: how many wires there are; `haste`: of its clock.

        `port`: its end of a USB cable; a pseudo-terminal where there is none.
        """
        self.starts: list[int] = []
        """The cause of each start."""
        self._folder = folder
        self._haste = haste
        self._wires = bytearray(b"-1" + b"0" * inputs)
        if board is not None:
            (folder / "board.json").write_text(json.dumps(board))
        (folder / "wires").write_bytes(self._wires)
        self._master, self._slave = _opened(port) if port else pty.openpty()
        tty.setraw(self._slave)
        self._ended = False
        self._start(PWRON_RESET)
        self._keeper = Thread(target=self._keep, daemon=True)
        self._keeper.start()

    @property
    def path(self) -> str:
        """The controller's end of its cable."""
        return os.ttyname(self._slave)

    def open(self) -> SerialPort:
        return SerialPort(self.path)

    def put(self, levels: Sequence[int]) -> None:
        """Sensors and buttons say this."""
        self._wires[2:] = bytes(ord("1" if level else "0") for level in levels)
        self._write()

    def break_chain(self, broken: bool) -> None:
        """Cut the chain's data line, or repair it."""
        self._wires[1:2] = b"0" if broken else b"1"
        self._write()

    def hang(self) -> None:
        """The firmware hangs, up to its next start."""
        self._wires[0:1] = b"h"
        self._write()

    def strip(self) -> bytes:
        return (self._folder / "strip").read_bytes()

    def files(self) -> set[str]:
        return {path.name for path in self._folder.iterdir()}

    def wait_for_the_prompt(self) -> None:
        """Until MicroPython's prompt would be there: the firmware has ended without a restart."""
        self._keeper.join(20)
        assert not self._keeper.is_alive()

    def close(self) -> None:
        self._ended = True
        self._process.kill()
        self._keeper.join(20)
        os.close(self._master)
        os.close(self._slave)

    def _write(self) -> None:
        descriptor = os.open(self._folder / "wires", os.O_WRONLY)
        os.pwrite(descriptor, self._wires, 0)
        os.close(descriptor)

    def _start(self, cause: int) -> None:
        self.starts.append(cause)
        self._wires[0:1] = b"-"
        self._write()
        self._process = subprocess.Popen(
            [micropython(), str(FIRMWARE / "main.py")],
            stdin=self._master,
            stdout=self._master,
            cwd=self._folder,
            env={
                "MICROPYPATH": f"{FIRMWARE}:{FAKE}",
                "RESET_CAUSE": str(cause),
                "HASTE": str(self._haste),
            },
        )

    def _keep(self) -> None:
        while True:
            code = self._process.wait()
            if self._ended or code not in (RESTART, -signal.SIGALRM):
                return
            self._start(WDT_RESET)


def _opened(port: str) -> tuple[int, int]:
    """Both are the firmware's end: the other is on another machine."""
    descriptor = os.open(port, os.O_RDWR | os.O_NOCTTY)
    return descriptor, os.dup(descriptor)
