"""`make flood`: how long a player's taps take while guests and other programs do their worst.

Prints a line for each flood: the median and the 99th percentile of taps in milliseconds, how many
times those of a quiet board the latter is, and the longest time in which the service manager's
watchdog was not fed. FLOOD_TAPS taps are measured each time (200). Exits with 1 where the 99th
percentile is more than twice that of the quiet board of the same run.
"""

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from minigam.journal.store import FILE_NAME, Journal
from tests.docs.sample import finished, resigned
from tests.e2e.daemon import MINIGAM, Daemon
from tests.e2e.many import write_games
from tests.flood.attack import HOST, KINDS, STORED

PATIENCE_USEC = "10000000"
"""The watchdog's, as in the unit."""
GENTLY = ("nice", "-n", "19")
"""Guests are other machines: they take no time of the board's."""
AS_A_GROUP = "echo 19 2>/dev/null >/proc/self/autogroup"
"""The kernel may share its time out by sessions, and heeds `nice` within one only (sched(7))."""
APART_SECONDS = 0.15
"""Between two taps: a hand is no faster."""
MOST_TIMES = 2.0
PATIENCE_SECONDS = 600.0
"""To read and check so many games takes minutes on a busy machine; the board has no part in it."""
GAMES, TOGETHER = 10_000, 10
"""How many are imported, and of how many the last one is short, so that a file may hold them."""


@dataclass(frozen=True)
class Taps:
    median: float
    high: float
    """Of 100 taps 99 take at most so long."""
    unfed: float
    """The longest time without a sign to the watchdog."""


class Watchdog:
    """Stands for the service manager: notes when it is fed."""

    def __init__(self, path: Path) -> None:
        self._door = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._door.bind(str(path))
        self.fed: list[float] = []
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        while True:
            if b"WATCHDOG=1" in self._door.recv(4096):
                self.fed.append(time.monotonic())

    def longest(self, since: float, until: float) -> float:
        times = [since, *(at for at in self.fed if since < at < until), until]
        return max(after - before for before, after in pairwise(times))


def measured(daemon: Daemon, dog: Watchdog, taps: int) -> Taps:
    """Taps on undo, which changes nothing and is taken in like every other."""
    began, took = time.monotonic(), []
    for _ in range(taps):
        at = time.monotonic()
        daemon.tap("undo")
        took.append(1000 * (time.monotonic() - at))
        time.sleep(APART_SECONDS)
    took.sort()
    unfed = 1000 * dog.longest(began, time.monotonic())
    return Taps(took[len(took) // 2], took[-1 - len(took) // 100], unfed)


@contextmanager
def program(command: Sequence[str], again: bool = False) -> Iterator[None]:
    """Another program, as gentle as can be; started again when it ends, for as long as needed.

    Raises `AssertionError` where it has failed: then nothing was measured.
    """
    loop = f"while {' '.join(command)}; do :; done" if again else f"exec {' '.join(command)}"
    running = subprocess.Popen(
        [*GENTLY, "sh", "-c", f"{AS_A_GROUP}; {loop}"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        yield
        assert running.poll() is None, f"{' '.join(command)} has failed"
    finally:
        with suppress(ProcessLookupError):
            os.killpg(running.pid, signal.SIGKILL)
        running.wait()


def programs(data: Path, games: Path) -> dict[str, list[str]]:
    """Commands that use the board's games while it plays."""
    minigam, folder = list(map(str, MINIGAM)), ["--data", str(data)]
    return {
        f"import of {GAMES} games": [*minigam, "import", str(games), *folder],
        "backup": [*minigam, "backup", str(games.parent), *folder],
        "export": [*minigam, "export", "1", *folder],
    }


def many_games(folder: Path) -> Path:
    """A file with many games, as large as one may be."""
    from minigam.cli.game_files import LARGEST
    from minigam.formats.jsonfile import write_json
    from minigam.rules.record_conversion import record_of

    record = record_of(finished().state.game, "2026-01-31T19:05:00Z")
    short = record_of(resigned().state.game, "2026-01-31T19:25:00Z")
    file = folder / "many.json"
    text = json.loads(write_json([*[record] * (TOGETHER - 1), short]))
    text["games"] *= GAMES // TOGETHER
    file.write_text(json.dumps(text, separators=(",", ":")), "utf-8")
    assert file.stat().st_size <= LARGEST  # otherwise it would be refused
    return file


def until_importing(data: Path) -> None:
    """Wait while a file of games is read, before any is written."""
    until = time.monotonic() + PATIENCE_SECONDS
    with closing(Journal(data / FILE_NAME)) as journal, journal.reading() as db:
        while not db.execute("SELECT count(*) FROM importing").fetchone()[0]:
            assert time.monotonic() < until, "no game is imported"
            time.sleep(0.1)


def line(name: str, found: Taps, quiet: Taps) -> str:
    times = found.high / quiet.high
    return f"{name:24} {found.median:7.1f} {found.high:7.1f} {times:6.2f} {found.unfed / 1000:8.1f}"


def flood(taps: int, kinds: Sequence[str], others: bool) -> bool:
    """Measure each; whether all taps were quick enough."""
    with tempfile.TemporaryDirectory(prefix="minigam-flood-") as work:
        data = Path(work, "data")
        write_games(data, STORED)
        dog = Watchdog(Path(work, "notify"))
        os.environ.update(NOTIFY_SOCKET=str(Path(work, "notify")), WATCHDOG_USEC=PATIENCE_USEC)
        daemon = Daemon(data, "--listen", HOST)
        try:
            measured(daemon, dog, 20)  # all is loaded, and the compiler warm
            quiet = measured(daemon, dog, taps)
            print(f"{'milliseconds':24} {'median':>7} {'99 %':>7} {'times':>6} {'unfed s':>8}")
            print(line("quiet", quiet, quiet), flush=True)
            high = 0.0
            attack = [sys.executable, "-m", "tests.flood.attack"]
            commands = {kind: [*attack, f"'{kind}'", str(daemon.port)] for kind in kinds}
            commands |= programs(data, many_games(Path(work))) if others else {}
            for name, command in commands.items():
                with program(command, again=name not in kinds):
                    if name in kinds:
                        time.sleep(2)
                    elif "import" in command:
                        until_importing(data)
                    found = measured(daemon, dog, taps)
                print(line(name, found, quiet), flush=True)
                high = max(high, found.high)
            print(line("quiet again", measured(daemon, dog, taps), quiet), flush=True)
        finally:
            daemon.stop()
    return high <= MOST_TIMES * quiet.high


if __name__ == "__main__":
    wanted = sys.argv[1:] or list(KINDS)
    sys.exit(not flood(int(os.environ.get("FLOOD_TAPS", "200")), wanted, not sys.argv[1:]))
