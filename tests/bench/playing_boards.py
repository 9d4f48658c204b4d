"""Games of two boards each, with journals, at once in one process. Part of `club_load`."""

import asyncio
import json
import sys
import tempfile
import time
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random

from minigam.journal.store import FILE_NAME, Journal
from minigam.journal.verification import VerifyStatus, verify
from minigam.remote.kept import check_kept
from minigam.rules.actions import Action
from tests.remote.far_boards import FarBoard, play
from tests.remote.hostile import terms_of

RULES = "backgammon"


@dataclass
class Stopwatch:
    """How long one game's actions take from the one board's journal to the other's."""

    latencies: list[float] = field(default_factory=list)
    """Seconds."""
    _seen: list[int] = field(default_factory=lambda: [1, 1])
    """Each board's actions; `begin` is agreed on."""
    _first: dict[int, float] = field(default_factory=dict)

    def stored(self, at: int, count: int) -> None:
        """Board `at` has stored its actions up to that one."""
        now = time.monotonic()
        for number in range(self._seen[at] + 1, count + 1):
            if number in self._first:
                self.latencies.append(now - self._first.pop(number))
            else:
                self._first[number] = now
        self._seen[at] = count


async def _game(folder: Path, port: int, number: int) -> tuple[int, list[float]]:
    """Play it to the end; how many actions it has, and how long each took."""
    chance, watch = Random(number), Stopwatch()
    names = (f"white-{number}", f"black-{number}")

    def board(at: int) -> FarBoard:
        place = folder / names[at]
        place.mkdir()
        stored = partial(watch.stored, at)
        seeds = Random(chance.random())
        return FarBoard(at, terms_of(RULES), place, port, seeds, set(), stored, names)

    await play((board(0), board(1)))
    one, other = (_verified(folder / name) for name in names)
    assert one == other
    return len(one), watch.latencies


def _verified(folder: Path) -> list[Action]:
    with closing(Journal(folder / FILE_NAME)) as journal:
        assert verify(journal, 1, "", check_kept).verdict is VerifyStatus.YES
        return journal.actions(1)


async def _games(port: int, first: int, count: int) -> dict[str, object]:
    with tempfile.TemporaryDirectory() as folder:
        numbers = range(first, first + count)
        games = await asyncio.gather(*(_game(Path(folder), port, each) for each in numbers))
    return {
        "actions": [actions for actions, _ in games],
        "latencies": [seconds for _, latencies in games for seconds in latencies],
    }


if __name__ == "__main__":
    print(json.dumps(asyncio.run(_games(*map(int, sys.argv[1:4])))), flush=True)
