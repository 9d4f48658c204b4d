"""Long play at a board whose time is a number, and what the process holds meanwhile."""

import gc
import os
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from unittest.mock import patch

from minigam.table.events import Opened
from minigam.table.state import Phase
from tests.daemon.rig import Lights, Rig
from tests.daemon.test_all_games import next_touch

HOUR = 3600.0
GAMES_A_PLUG = 8
"""After so many games the plug is pulled and put in again."""
LONGEST_THOUGHT = 2.0
PAUSE_SECONDS = 40.0
"""Now and then nobody touches anything for so long."""
LEARNING = 0.3
"""The part of a run in which caches fill."""
MOST_BLOCKS = 400
"""How many more of Python's blocks there may be in the end: what a touch leaves behind is seen,
though it be one number."""
MOST_KILOBYTES = 4096
LEAST_READINGS = 4
Leak = Callable[[Rig], None]


@dataclass(frozen=True)
class Reading:
    """What the process holds as a game begins."""

    hours: float
    """Of play, since the start."""
    games: int
    blocks: int
    """Python's blocks of memory: exact, and the same for the same objects."""
    kilobytes: int
    """Resident, so with what C holds."""
    threads: int
    files: int
    """Open ones."""
    temporary: int
    """Names in the folder of temporary files."""

    def __str__(self) -> str:
        return (
            f"{self.hours:7.2f} h {self.games:6} games {self.blocks:9} blocks "
            f"{self.kilobytes:8} kB {self.threads:3} threads {self.files:4} files "
            f"{self.temporary:3} temporary"
        )


@contextmanager
def folders(place: str | Path) -> Iterator[Path]:
    """A data folder in there; temporary files have another one to themselves."""
    data, temporary = Path(place, "data"), Path(place, "temporary")
    data.mkdir()
    temporary.mkdir()
    with patch.object(tempfile, "tempdir", str(temporary)):
        yield data


def reading(hours: float, games: int) -> Reading:
    gc.collect()
    return Reading(
        hours,
        games,
        sys.getallocatedblocks(),
        _resident(),
        threading.active_count(),
        len(os.listdir("/proc/self/fd")),
        len(os.listdir(tempfile.gettempdir())),
    )


def _resident() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGESIZE") // 1024


def soak(
    folder: Path, opening: Opened, board: str, hours: float, leak: Leak = lambda _: None
) -> Iterator[Reading]:
    """Play game after game for so many hours of the board's time; a reading before each.

    `leak`: what to do after each touch, where a test wants something to be left behind.
    """
    chance, games, past = Random(board), 0, 0.0
    yield reading(0.0, 0)
    with ExitStack() as plugs:
        table = plugs.enter_context(Rig(folder, opening, 0, board, lights=Lights.SENT))
        while past + table.now < hours * HOUR:
            play_a_game(table, chance, leak)
            games += 1
            if games % GAMES_A_PLUG == 0:
                past += table.now
                plugs.pop_all().close()
                table = plugs.enter_context(Rig(folder, None, games, board, lights=Lights.SENT))
            yield reading((past + table.now) / HOUR, games)
    del table
    yield reading(hours, games)


def play_a_game(board: Rig, chance: Random, leak: Leak) -> None:
    """From its beginning, if it has not begun yet, to its end, and on to the next."""
    number = board.table.number
    while number is None or board.table.number == number:
        number = board.table.number
        thought = chance.uniform(0.0, LONGEST_THOUGHT)
        board.advance(PAUSE_SECONDS if chance.random() < 0.002 else thought)
        if board.table.state.phase is Phase.GAME_OVER:
            board.advance(1.0)
        board.tap(next_touch(board, board.snapshot(), chance))
        board.strip.frames.clear()  # the rig remembers what was lit
        leak(board)


def check(found: list[Reading]) -> None:
    """Fail where something was left behind, or memory grows once caches are full."""
    before, *during, after = found
    assert len(during) >= LEAST_READINGS, f"expected more games than {len(during)}: play longer"
    for name in ("threads", "files", "temporary"):
        left, there = getattr(after, name), getattr(before, name)
        assert left <= there, f"expected {there} {name}, got {left}"
        counts = [getattr(each, name) for each in during]
        assert max(counts) == min(counts), f"expected as many {name} all the while, got {counts}"
    learnt = during[int(len(during) * LEARNING) :]
    _flat("blocks", learnt, MOST_BLOCKS)
    _flat("kilobytes", learnt, MOST_KILOBYTES)


def _flat(name: str, found: list[Reading], most: int) -> None:
    """The least of the later half is hardly above the least of the earlier one."""
    numbers, half = [getattr(each, name) for each in found], len(found) // 2
    earlier, later = min(numbers[:half]), min(numbers[half:])
    assert later - earlier <= most, f"expected {earlier} {name} all the while, got {later}"
