"""Runs the installed systemd service on a bench, with a data folder of its own."""

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from minigam.errors import HardwareError

UNIT = "minigam.service"
DROP_IN = Path("/run/systemd/system/minigam.service.d/bench.conf")
STATE = Path("/var/lib/minigam")
TRACE = STATE / "bench-trace-"
COPIES = STATE / "bench-board"
PROGRAM = "/opt/minigam/current/bin/minigam"


@dataclass
class InstalledService:
    """See the module. Only root may do this."""

    board: str
    """A profile's name, or its file, of which the service gets a copy: it sees no home folders."""
    watched = True
    _ran: bool = field(init=False)
    """Whether it did before."""

    def __post_init__(self) -> None:
        """See how it is now: `close` leaves it so. Raises `HardwareError` for anybody but root."""
        if os.geteuid():
            raise HardwareError("expected root, to try the service: sudo minigam hil")
        self._ran = _done("is-active", UNIT).stdout.strip() not in ("inactive", "failed")

    def start(self) -> None:
        """See `program.DaemonUnderTest`."""
        _systemctl("stop", UNIT)
        self._forget()
        self.again()

    def again(self) -> None:
        """See `program.DaemonUnderTest`."""
        data = ("--data", str(STATE / "bench"))
        trace = f"{TRACE}${{INVOCATION_ID}}"
        command = [PROGRAM, "record", trace, "--board", self._board(), *data]
        _write_drop_in(f"[Service]\nExecStart=\nExecStart={' '.join(command)}\n")
        _systemctl("restart", UNIT)

    def trace(self) -> str:
        """See `DaemonUnderTest`: the newest, since each start of the unit writes its own."""
        traces = sorted(self._traces(), key=lambda path: path.stat().st_mtime_ns)
        return traces[-1].read_text("utf-8") if traces else ""

    def send(self, number: signal.Signals) -> None:
        """See `program.DaemonUnderTest`."""
        _systemctl("kill", "--kill-whom=main", f"--signal={number.name}", UNIT)

    def close(self) -> None:
        """See `program.DaemonUnderTest`; the service goes on as it was before."""
        DROP_IN.unlink(missing_ok=True)
        _systemctl("daemon-reload")
        _systemctl("restart" if self._ran else "stop", UNIT)
        self._forget()

    def _board(self) -> str:
        if not self.board.endswith(".toml"):
            return self.board
        COPIES.mkdir(exist_ok=True)
        COPIES.chmod(0o755)
        copy = COPIES / Path(self.board).name  # which the board's Pico knows
        shutil.copyfile(self.board, copy)
        copy.chmod(0o644)
        return _quoted(str(copy))

    def _forget(self) -> None:
        for folder in (STATE / "bench", COPIES):
            shutil.rmtree(folder, ignore_errors=True)
        for trace in self._traces():
            trace.unlink()

    def _traces(self) -> Iterator[Path]:
        return STATE.glob(f"{TRACE.name}*")


def _quoted(word: str) -> str:
    """As a unit has a word that may hold anything (man systemd.service, "Command lines")."""
    for sign, doubled in (("\\", r"\\"), ('"', r"\""), ("%", "%%"), ("$", "$$")):
        word = word.replace(sign, doubled)
    return f'"{word}"'


def _write_drop_in(text: str) -> None:
    """Nothing is done where it says so already: to read all units again takes a Pi some time."""
    if DROP_IN.exists() and DROP_IN.read_text("utf-8") == text:
        return
    DROP_IN.parent.mkdir(parents=True, exist_ok=True)
    DROP_IN.write_text(text, "utf-8")
    _systemctl("daemon-reload")


def _systemctl(*words: str) -> None:
    done = _done(*words)
    if done.returncode:
        raise HardwareError(f"systemctl {' '.join(words)}: {done.stderr.strip()}")


def _done(*words: str) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(["systemctl", *words], capture_output=True, text=True, check=False)
    except OSError as fault:
        raise HardwareError(
            f"expected systemd, got {fault}: take `service` out of the bench"
        ) from fault
