"""Touch to light with no MQTT broker, with one, and with one that never answers, in one run.

`python -m tests.bench.broker` prints the figures in a minute and a half: they need Debian's
mosquitto, which the machine that measures all the rest may not have. Each board is a process of its
own, and they are touched in turn, so that whatever else the machine does slows all of them. One
without a broker is measured twice: where its two rows differ, so much of a ratio is noise.
"""

import asyncio
import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from socket import create_server
from statistics import median
from typing import Final

from tests.bench.touch import bench
from tests.remote.mosquitto import Mosquitto

STEPS, WARM_UP = 50, 5
"""Of each board; the first ones are not counted."""
BETWEEN_SECONDS = 0.05, 0.15
"""Before each touch, at random: a touch may meet what the one before it has made the board send."""
NONE: Final = "no broker"
NONE_AGAIN: Final = "no broker, once more"
CONNECTED: Final = "a broker"
HANGING: Final = "a broker that never answers"


async def _serve(folder: Path, broker: str | None) -> None:
    """A board in its own process: a step for each line, which has the seconds before each touch."""
    read = asyncio.get_running_loop().run_in_executor
    async with bench(folder, broker) as board:
        print("ready", flush=True)
        while line := await read(None, sys.stdin.readline):
            print(json.dumps(await board.step(float(line))), flush=True)


@dataclass
class Board:
    """The other end of `_serve`, and what it has measured."""

    folder: Path
    broker: str | None = None
    picked_up: list[float] = field(default_factory=list)
    moved: list[float] = field(default_factory=list)
    """In seconds."""

    def __post_init__(self) -> None:
        """Start it, and wait until it is ready."""
        self.folder.mkdir()
        command = [sys.executable, "-m", "tests.bench.broker", str(self.folder), self.broker or ""]
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True)
        assert self._process.stdin
        assert self._process.stdout
        self._to, self._from = self._process.stdin, self._process.stdout
        assert self._from.readline() == "ready\n"

    def step(self, pause: float, counts: bool) -> None:
        """A step there and back; `pause`: before each touch; `counts`: its times are noted."""
        self._to.write(f"{pause}\n")
        self._to.flush()
        picked_up, moved = json.loads(self._from.readline())
        if counts:
            self.picked_up.append(picked_up)
            self.moved.append(moved)

    def close(self) -> None:
        """End it."""
        self._to.close()
        self._process.wait()


def _measured() -> dict[str, Board]:
    with ExitStack() as held:
        folder = Path(held.enter_context(tempfile.TemporaryDirectory(dir=Path.cwd())))
        broker = held.enter_context(closing(Mosquitto(folder / "broker")))
        silent = held.enter_context(closing(create_server(("127.0.0.1", 0))))
        addresses = {
            NONE: None,
            NONE_AGAIN: None,
            CONNECTED: broker.address,
            HANGING: f"mqtt://127.0.0.1:{silent.getsockname()[1]}",
        }
        boards = {
            kind: held.enter_context(closing(Board(folder / f"board-{at}", address)))
            for at, (kind, address) in enumerate(addresses.items())
        }
        chance = Random(1)
        for number in range(WARM_UP + STEPS):
            pause = chance.uniform(*BETWEEN_SECONDS)
            for board in boards.values():
                board.step(pause, counts=number >= WARM_UP)
        return boards


def report() -> str:
    """The figures as Markdown."""
    boards = _measured()
    usual = boards[NONE]
    rows = [
        _row(kind, what, times, than)
        for kind, board in boards.items()
        for what, times, than in (
            ("picked up", board.picked_up, usual.picked_up),
            ("moved, and stored", board.moved, usual.moved),
        )
    ]
    return "\n".join(
        (
            f"Touch to light, over {STEPS} touches of each kind, in ms. In brackets: how many",
            "times as long as without a broker.",
            "",
            "| with | a checker is | median | 90th percentile | 99th percentile |",
            "|---|---|---|---|---|",
            *rows,
        )
    )


def _row(kind: str, what: str, times: Sequence[float], usual: Sequence[float]) -> str:
    cells = (
        f"{one * 1e3:.2f} ({one / other:.2f})"
        for one, other in zip(_figures(times), _figures(usual), strict=True)
    )
    return f"| {kind} | {what} | {' | '.join(cells)} |"


def _figures(times: Sequence[float]) -> tuple[float, float, float]:
    ordered = sorted(times)
    return median(ordered), ordered[int(0.9 * len(ordered))], ordered[int(0.99 * len(ordered))]


if __name__ == "__main__":
    if sys.argv[1:]:
        asyncio.run(_serve(Path(sys.argv[1]), sys.argv[2] or None))
    else:
        print(report())
