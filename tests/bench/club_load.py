"""How much one Mosquitto on this machine carries: `python -m tests.bench.club_load`.

Games between boards with journals, as fast as the machine plays them; and many light boards at a
club's pace, whom a watcher follows. All run on the same machine as the broker, so its figures are
what is left beside them. Needs Debian's mosquitto; takes about four minutes.
`--write` also puts the tables into `docs/scale.md`.
"""

import argparse
import asyncio
import json
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from minigam.remote.payload_reading import MOST_PACKET_BYTES
from tests.bench.idle import cost_of, memory_mb
from tests.bench.light_boards import MESSAGES_AT_FIRST
from tests.bench.watcher import Watcher, retained
from tests.e2e.daemon import running
from tests.remote.mosquitto import Mosquitto

PAGE = Path(__file__).parents[2] / "docs" / "scale.md"
GAMES, BOARDS, PROCESSES = 25, 2000, 4
ACTIONS, SECONDS_APART = 30, 4.0
"""Of each light board."""
SETTINGS = ("allow_anonymous true", "max_queued_messages 0", f"max_packet_size {MOST_PACKET_BYTES}")
"""A club's own `max_packet_size`; and what waits for one client is not limited in number."""


@dataclass
class Worker:
    """A program of this folder, which says `ready` and then waits for a line."""

    module: str
    arguments: Sequence[object]

    def __post_init__(self) -> None:
        """Start it."""
        command = [sys.executable, "-m", f"tests.bench.{self.module}", *map(str, self.arguments)]
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True)
        assert self._process.stdin
        assert self._process.stdout
        self._to, self._from = self._process.stdin, self._process.stdout

    @property
    def pid(self) -> int:
        """The process."""
        return self._process.pid

    def wait(self) -> None:
        """Until it is ready."""
        assert self._from.readline() == "ready\n"

    def go_on(self) -> None:
        """What it waits for happens."""
        self._to.write("\n")
        self._to.flush()

    def found(self) -> dict[str, Any]:
        """Its result, once it has ended."""
        text = self._from.read()
        assert self._process.wait() == 0
        result: dict[str, Any] = json.loads(text)
        return result


@contextmanager
def _broker() -> Iterator[tuple[Path, Mosquitto]]:
    with (
        tempfile.TemporaryDirectory() as name,
        closing(Mosquitto(Path(name) / "broker", *SETTINGS)) as broker,
    ):
        yield Path(name), broker


# ---- Games ---------------------------------------------------------------------------------------


def games() -> str:
    """Games of two boards each, at once, to the end: as Markdown."""
    half = GAMES // 2
    shares = ((0, half), (half, GAMES - half))
    with _broker() as (_, broker):
        began = time.monotonic()
        workers = [Worker("playing_boards", (broker.port, *share)) for share in shares]
        found = [worker.found() for worker in workers]
        took = time.monotonic() - began
        cpu, memory = cost_of(broker.pid).cpu, memory_mb(broker.pid, "VmHWM")
    actions = [count for each in found for count in each["actions"]]
    latencies = [seconds for each in found for seconds in each["latencies"]]
    rows = [
        ("games played to the end, both journals verified and equal", f"{len(actions)}"),
        ("actions", f"{sum(actions):,}"),
        ("actions a second, all boards", f"{sum(actions) / took:.0f}"),
        ("from one board's journal to the other's: median, ms", _ms(median(latencies))),
        ("99 of 100, ms", _ms(_percentile(latencies, 0.99))),
        ("slowest, ms", _ms(max(latencies))),
        ("Mosquitto: of one core, %", f"{100 * cpu / took:.1f}"),
        ("Mosquitto: memory at most, MB", f"{memory:.1f}"),
    ]
    return _table(f"{GAMES * 2} boards that play as fast as they can", rows)


# ---- Light boards --------------------------------------------------------------------------------


def light_boards() -> str:
    """Many boards at a club's pace, and who watches them: as Markdown."""
    with _broker() as (folder, broker):
        snapshot = folder / "snapshot.json"
        snapshot.write_text(json.dumps(_snapshot(folder)))
        watcher = Worker("watcher", (broker.address,))
        watcher.wait()
        share = BOARDS // PROCESSES
        shared = (share, SECONDS_APART, ACTIONS)
        workers = [
            Worker("light_boards", (broker.address, snapshot, at * share, *shared))
            for at in range(PROCESSES)
        ]
        for worker in workers:
            worker.wait()
        pids, began = (broker.pid, watcher.pid), time.monotonic()
        before = [cost_of(pid).cpu for pid in pids]
        for worker in workers:
            worker.go_on()
        found = [worker.found() for worker in workers]
        took = time.monotonic() - began
        cpu = [cost_of(pid).cpu - was for pid, was in zip(pids, before, strict=True)]
        memory = [memory_mb(pid, "VmHWM") for pid in pids]
        watcher.go_on()
        watched = watcher.found()
        kept, seconds = asyncio.run(retained(broker.address))
    return _light_table(found, took, watched, kept, seconds, cpu, memory)


def _light_table(
    found: Sequence[dict[str, Any]],
    took: float,
    watched: dict[str, Any],
    kept: Watcher,
    fetching: float,
    cpu: Sequence[float],
    memory: Sequence[float],
) -> str:
    sent, received = (sum(each[name] for each in found) for name in ("sent", "received"))
    latencies = [seconds for each in found for seconds in each["latencies"]]
    confirmed = [seconds for each in found for seconds in each["confirmed"]]
    published = sum(each["published"] for each in found)
    to_watcher = sum(watched["messages"].values())
    size = sum(kept.kept.values())
    each = published - BOARDS * MESSAGES_AT_FIRST  # an action's part of the log, and a snapshot
    passed = each + received + each
    rows = [
        ("actions", f"{sent:,}"),
        ("messages published and confirmed", f"{published:,}"),
        ("parts of logs from board to board: sent, lost", f"{sent:,}, {sent - received}"),
        ("messages to the watcher: sent, lost", f"{published:,}, {published - to_watcher}"),
        ("actions proven by the watcher", f"{watched['proven']:,}"),
        (
            "messages a second while they play, in and out",
            f"{passed / took:,.0f}",
        ),
        ("an action from board to board: median, ms", _ms(median(latencies))),
        ("99 of 100, ms", _ms(_percentile(latencies, 0.99))),
        ("slowest, ms", _ms(max(latencies))),
        ("a message confirmed by the broker: 99 of 100, ms", _ms(_percentile(confirmed, 0.99))),
        ("Mosquitto: of one core, %", f"{100 * cpu[0] / took:.0f}"),
        ("boards with which Mosquitto would fill a core", _boards_of_a_core(cpu[0] / took)),
        ("Mosquitto: memory at most, MB", f"{memory[0]:.0f}"),
        ("the watcher: of one core, %", f"{100 * cpu[1] / took:.0f}"),
        ("boards with which the watcher would fill a core", _boards_of_a_core(cpu[1] / took)),
        ("the watcher: memory at most, MB", f"{memory[1]:.0f}"),
        ("retained messages", f"{len(kept.kept):,}"),
        ("retained, MB (topics and payloads)", f"{size / 1e6:.2f}"),
        ("all retained messages fetched anew, s", f"{fetching:.1f}"),
    ]
    return _table(f"{BOARDS:,} light boards, an action each {SECONDS_APART:.0f} s", rows)


def _snapshot(folder: Path) -> dict[str, Any]:
    """A backgammon board's in a game, as a real daemon shows it."""
    with running(folder / "data", "--board", "full-24") as daemon:
        for _ in range(100):
            state: dict[str, Any] = daemon.get("/api/state")
            if state["sources"]:
                return state
            daemon.tap("roll")
    raise AssertionError("expected a game to begin within 100 taps of roll")


def _percentile(times: Sequence[float], part: float) -> float:
    return sorted(times)[int(part * len(times))]


def _boards_of_a_core(load: float) -> str:
    """With how many boards a core would be full, to the thousand; `load`: its part that is now."""
    return f"{round(BOARDS / load, -3):,.0f}"


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.1f}"


def _table(title: str, rows: Sequence[tuple[str, str]]) -> str:
    lines = (f"| {what} | {value} |" for what, value in rows)
    return "\n".join((f"| {title} | |", "|---|---|", *lines))


def _write(tables: str) -> None:
    page = PAGE.read_text("utf-8")
    marks = re.compile(r"(<!-- begin load: [^>]*-->\n).*?(<!-- end load -->)", re.DOTALL)
    PAGE.write_text(marks.sub(lambda at: f"{at[1]}\n{tables}\n\n{at[2]}", page), "utf-8")


def main() -> None:
    """Measure, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # what is started inherits it
    tables = []
    for measure in (games, light_boards):
        tables.append(measure())
        print(tables[-1], end="\n\n", flush=True)
    if options.write:
        _write("\n\n".join(tables))


if __name__ == "__main__":
    main()
