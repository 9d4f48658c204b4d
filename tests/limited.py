"""Run a command that cannot outlive its limit, nor leave a process behind.

`python -m tests.limited MINUTES COMMAND...`: when the time is over, or a signal asks for the end,
everything that the command has started is interrupted, and killed where that does not help. Exits
as the command does, or with 124 at the limit. The limit is sooner where TEST_END, a time in seconds
since 1970, asks for it: several commands then share one.
"""

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import FrameType

GRACE_SECONDS = 30.0
TIMED_OUT = 124
"""As of coreutils' `timeout`."""
STEP_SECONDS = 0.1
_ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
_SET_CHILD_SUBREAPER = 36
"""Of prctl(2): whose parent has ended becomes a child of ours, so none is lost."""


class _AskedToEndError(Exception):
    """By a signal."""


def seconds_left(minutes: float, environment: Mapping[str, str], now: float) -> float:
    """The limit of a command that may run for so long, and not beyond TEST_END.

    >>> seconds_left(10, {}, 1000.0), seconds_left(10, {"TEST_END": "1200"}, 1000.0)
    (600.0, 200.0)
    """
    end = environment.get("TEST_END")
    return max(0.0, min(60.0 * minutes, float(end) - now if end else 60.0 * minutes))


def run_limited(seconds: float, command: Sequence[str], grace: float = GRACE_SECONDS) -> int:
    """Run a command to its end or to its limit; the exit status.

    What it started and left is ended too, whatever session it is in.
    """
    ctypes.CDLL(None).prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    for number in _ENDING:
        if signal.getsignal(number) is not signal.SIG_IGN:  # as nohup asks
            signal.signal(number, _end)
    process = subprocess.Popen(command)
    status = TIMED_OUT
    try:
        status = process.wait(seconds)
    except subprocess.TimeoutExpired:
        _say(f"the limit of {seconds / 60:g} minutes is reached; ending what still runs:")
    except _AskedToEndError as asked:
        status = 128 + asked.args[0]
    for number in _ENDING:
        signal.signal(number, signal.SIG_IGN)
    _end_descendants(grace)
    return status


def _end(number: int, _frame: FrameType | None) -> None:
    raise _AskedToEndError(number)


def _end_descendants(grace: float) -> None:
    """Interrupt what still runs, so that it tidies up; after the grace terminate, then kill it."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
        for pid, command in _left():
            if number is signal.SIGINT and command:
                _say(f"  ending: {command}")
            with suppress(ProcessLookupError):
                os.kill(pid, number)
        until = time.monotonic() + grace
        while _left() and time.monotonic() < until:
            time.sleep(STEP_SECONDS)


def _left() -> list[tuple[int, str]]:
    """The descendants that there still are, once those that have ended are reaped."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG) != (0, 0):
            pass
    return list(descendants(os.getpid()))


def descendants(pid: int) -> Iterator[tuple[int, str]]:
    """Children, their children and so on, each with its command."""
    with suppress(OSError):  # it has ended meanwhile
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in map(int, (task / "children").read_text().split()):
                yield child, _command(child)
                yield from descendants(child)


def _command(pid: int) -> str:
    with suppress(OSError):
        words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
        return b" ".join(words).decode(errors="replace").strip()
    return ""  # a zombie's is empty too


def _say(words: str) -> None:
    print(f"minigam: {words}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    left = seconds_left(float(sys.argv[1]), os.environ, time.time())
    sys.exit(run_limited(left, sys.argv[2:]))
