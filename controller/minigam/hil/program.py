"""The daemon on a bench: a program of the bench's own, or the installed service."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from minigam.errors import HardwareError
from minigam.hil.interrupts import at_once

END_SECONDS = 20.0
THIS_PROGRAM = (sys.executable, "-P", "-m", "minigam")


class DaemonUnderTest(Protocol):
    """A daemon that can be started, and treated badly."""

    watched: bool
    """Whether something starts it again when it hangs or dies."""

    def start(self) -> None:
        """Start it with no game."""

    def again(self) -> None:
        """Start it with the games it has."""

    def trace(self) -> str:
        """What it has written down of its inputs since it started."""

    def send(self, number: signal.Signals) -> None:
        """Send its process a signal."""

    def close(self) -> None:
        """End it in order, if it still runs."""


@dataclass
class Program:
    """A daemon that the bench starts itself, with games in a folder of its own."""

    arguments: Sequence[str]
    """Of `minigam run`, but for where its games are."""
    command: Sequence[str] = THIS_PROGRAM
    environment: Mapping[str, str] = field(default_factory=dict)
    """What it finds in its environment beside this program's own."""
    watched = False
    _folder: Path = field(init=False)
    _process: subprocess.Popen[bytes] | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        """Make the folder of all games."""
        self._folder = Path(tempfile.mkdtemp(prefix="minigam-hil-"))

    def start(self) -> None:
        """See `DaemonUnderTest`."""
        self._end()
        shutil.rmtree(self._folder / "games", ignore_errors=True)
        self.again()

    def again(self) -> None:
        """See `DaemonUnderTest`."""
        self._end()
        self._trace.unlink(missing_ok=True)
        data = ("--data", str(self._folder / "games"))
        command = [*self.command, "record", str(self._trace), *self.arguments, *data]
        with self._log.open("wb") as log:
            try:
                with at_once():  # or nobody knew of it, and it went on for ever
                    self._process = subprocess.Popen(
                        command,
                        env={**os.environ, **self.environment},
                        stdin=subprocess.DEVNULL,
                        stdout=log,
                        stderr=subprocess.STDOUT,
                    )
            except OSError as fault:
                raise HardwareError(f"the daemon cannot be started: {fault}") from fault

    def trace(self) -> str:
        """See `DaemonUnderTest`."""
        return self._trace.read_text("utf-8") if self._trace.exists() else ""

    @property
    def _trace(self) -> Path:
        return self._folder / "trace"

    @property
    def _log(self) -> Path:
        return self._folder / "log"

    def send(self, number: signal.Signals) -> None:
        """See `DaemonUnderTest`."""
        if self._process is None or self._process.poll() is not None:
            raise HardwareError(f"the daemon has ended by itself: {self._last_words()}")
        self._process.send_signal(number)

    def _last_words(self) -> str:
        lines = self._log.read_text("utf-8", errors="replace").strip().splitlines()
        return lines[-1] if lines else "it said nothing"

    def close(self) -> None:
        """See `DaemonUnderTest`."""
        self._end()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _end(self) -> None:
        if self._process is None:
            return
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGCONT)
            self._process.terminate()
        try:
            self._process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process = None
