"""What the daemon costs while nobody touches the board."""

import os
import re
import tempfile
import time
from pathlib import Path

from tests.e2e.daemon import Daemon

SECONDS = 10


def _cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _resident_mb(pid: int) -> float:
    found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    assert found
    return int(found[1]) / 1024


def _share(pid: int) -> float:
    before = _cpu_seconds(pid)
    time.sleep(SECONDS)
    return (_cpu_seconds(pid) - before) / SECONDS


def report() -> str:
    """The figures as Markdown."""
    with tempfile.TemporaryDirectory() as folder:
        daemon = Daemon(Path(folder) / "data")
        attract = _share(daemon.process.pid)
        for _ in range(3):
            daemon.tap("roll")
        playing = _share(daemon.process.pid)
        resident = _resident_mb(daemon.process.pid)
        daemon.stop()
    return f"""\
## Idle

While nobody touches the board, the daemon uses this share of one core, over {SECONDS} s each:
{attract:.1%} while nobody plays (20 frames a second), {playing:.1%} in a game with movable
checkers lit. Resident memory: {resident:.0f} MB.
"""
