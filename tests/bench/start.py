"""Start to ready: from the command to the line that says where the page is."""

import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

from tests.e2e.daemon import Daemon

STARTS = 10


def _start(folder: Path) -> float:
    begun = perf_counter()
    daemon = Daemon(folder)
    taken = perf_counter() - begun
    daemon.stop()
    return taken


def report() -> str:
    """The figures as Markdown."""
    with tempfile.TemporaryDirectory() as folder:
        times = sorted(_start(Path(folder) / "data") for _ in range(STARTS))
    return f"""\
## Start to ready

The time from the command `minigam run --board sim` to the line that names the page's address, over
{STARTS} starts: median {median(times):.2f} s, slowest {times[-1]:.2f} s.
"""
