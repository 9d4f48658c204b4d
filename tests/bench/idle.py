"""What the daemon costs while nobody touches the board: CPU time and wake-ups, scene by scene.

CPU time is counted, not the time of day, so other programs change the figures little.
"""

import asyncio
import json
import re
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.request import Request, urlopen

from aiohttp import ClientSession

from minigam.board.animation import CALM_SECONDS
from minigam.board.profile import load_profile
from minigam.hil.hands import Hands
from tests.e2e.daemon import Daemon
from tests.hil.pico import UnixBoard

SECONDS = 20
SETTLED_SECONDS = 5.0
"""By then an open page has taken in what it was sent."""
CALM = CALM_SECONDS + 10.0
"""By then smooth lights move in steps, and each frame was drawn once."""
FELT = "full-24-hall"
BOARDS = {
    "sim": "6 points, buttons",
    "full-24": "24 points, buttons",
    FELT: "24 points that feel checkers, on a Pico",
}
FEEDS = ("/api/events?heartbeat=1", "/api/lights/events")
"""What an open page listens to."""


@dataclass(frozen=True)
class Cost:
    """What a process has used, all of its threads together."""

    cpu: float
    """In seconds."""
    wake_ups: int

    def per_second_since(self, before: "Cost", seconds: float) -> "Cost":
        """The same for each second."""
        wake_ups = self.wake_ups - before.wake_ups
        return Cost((self.cpu - before.cpu) / seconds, round(wake_ups / seconds))


def cost_of(pid: int) -> Cost:
    threads = list(Path(f"/proc/{pid}/task").iterdir())
    nanoseconds = sum(int((each / "schedstat").read_text().split()[0]) for each in threads)
    pattern = re.compile(r"^voluntary_ctxt_switches:\s+(\d+)", re.MULTILINE)
    found = (pattern.search((each / "status").read_text()) for each in threads)
    return Cost(nanoseconds / 1e9, sum(int(one[1]) for one in found if one))


def _measured(pid: int) -> Cost:
    """Over `SECONDS`."""
    before, since = cost_of(pid), time.monotonic()
    time.sleep(SECONDS)
    return cost_of(pid).per_second_since(before, time.monotonic() - since)


def memory_mb(pid: int, name: str) -> float:
    found = re.search(rf"^{name}:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text(), re.M)
    assert found
    return int(found[1]) / 1024


@contextmanager
def page_open(url: str) -> Iterator[None]:
    """A page that takes in all that it is sent."""

    async def listen(session: ClientSession, feed: str) -> None:
        async with session.ws_connect(feed) as socket:
            async for _ in socket:
                pass

    async def page() -> None:
        async with ClientSession(url) as session:
            await asyncio.gather(*(listen(session, feed) for feed in FEEDS))

    loop = asyncio.new_event_loop()
    task = loop.create_task(page())
    thread = Thread(target=lambda: loop.run_until_complete(asyncio.wait([task])))
    thread.start()
    try:
        yield
    finally:
        loop.call_soon_threadsafe(task.cancel)
        thread.join()
        loop.close()


def _post(daemon: Daemon, path: str, **body: Any) -> None:
    kind = {"Content-Type": "application/json"}
    request = Request(f"{daemon.url}/api/{path}", json.dumps(body).encode(), kind)
    with urlopen(request, timeout=60) as answer:
        answer.read()


def _wait_until(daemon: Daemon, flag: str) -> None:
    while not daemon.get("/api/state")[flag]:
        time.sleep(1.0)


@contextmanager
def _daemon(board: str) -> Iterator[Daemon]:
    """A board on which the checkers lie as its game begins."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if board != FELT:
            yield Daemon(folder / "data", "--board", board)
            return
        profile = load_profile(board)
        (folder / "pico").mkdir()
        with closing(UnixBoard(folder, profile)) as pico:
            program = (sys.executable, "-m", "tests.hil.pico_board", str(pico.port))
            daemon = Daemon(folder / "data", "--board", board, program=program)
            pins = {name: pin for pin, name in enumerate(profile.input_names)}

            def drive(place: str, occupied: bool) -> float:
                pico.drive(pins[place], occupied)
                return 0.0

            assert profile.sensors
            hands = Hands(profile.sensors, drive)
            hands.set_up(daemon.get("/api/state")["checkers"])
            yield daemon


def _tap_roll(daemon: Daemon) -> None:
    if daemon.get("/api/board")["simulated"]:
        daemon.tap("roll")
    else:
        _post(daemon, "tap", input="roll")


def _scenes(daemon: Daemon) -> Iterator[str]:
    """Each scene's name, once the daemon shows it."""
    yield "nobody plays"
    _tap_roll(daemon)
    yield "in a game: waits for a roll"
    while not daemon.get("/api/state")["sources"]:
        _tap_roll(daemon)
    yield "in a game: movable checkers are lit"
    _post(daemon, "settings", idle=0.5)
    _wait_until(daemon, "asleep")
    yield "asleep"
    _post(daemon, "settings", night="00:00-23:59")
    _wait_until(daemon, "dark")
    yield "asleep at night"


def _rows(board: str, title: str) -> Iterator[str]:
    with _daemon(board) as daemon:
        pid = daemon.process.pid
        for scene in _scenes(daemon):
            time.sleep(CALM)
            alone = _measured(pid)
            with page_open(daemon.url):
                time.sleep(SETTLED_SECONDS)
                watched = _measured(pid)
            costs = f"{alone.cpu:.2%} | {alone.wake_ups} | {watched.cpu:.2%} | {watched.wake_ups}"
            yield f"| {title} | {scene} | {costs} |"
        resident, own = memory_mb(pid, "VmRSS"), memory_mb(pid, "RssAnon")
        memory = f"resident memory: {resident:.0f} MB, {own:.0f} MB of it anonymous"
        yield f"| {title} | {memory} | | | | |"
        daemon.stop()


def report() -> str:
    """The figures as Markdown."""
    rows = [row for board, title in BOARDS.items() for row in _rows(board, title)]
    return "\n".join(
        [
            "## Idle",
            "",
            "While nobody touches the board, the daemon uses this share of one core, over",
            f"{SECONDS} s each, and wakes up so often a second. Each change of the lights is a",
            "frame: at most 20 a second, and ten on a Pico. When the board has shown the same",
            "scene for 20 s, as here, what breathes, runs, fades or waves moves in steps: four",
            "a second while nobody plays, two in a game (a running dot: four), and one asleep.",
            "By day a board that sleeps shows the same lights as when nobody plays, and at",
            "night none. The Pico's firmware runs in MicroPython on this machine, in a process",
            "of its own.",
            "",
            "| board | scene | CPU | wake-ups | CPU, a page open | wake-ups |",
            "|---|---|---|---|---|---|",
            *rows,
            "",
        ]
    )


if __name__ == "__main__":
    print(report())
