"""The whole of it: two machines play and are cut off, and what they may leave is looked at."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from tests.power.disk import Fate
from tests.power.judge import Cut, Judge, judged
from tests.power.machine import played


@dataclass(frozen=True)
class Plan:
    """What is tried."""

    name: str
    """How SQLite is told to write."""
    words: tuple[str, ...]
    """What the machine is told of that."""
    events: int
    """How long it plays."""
    cuts: int
    """How often its power is cut, with each fate of what was pending."""


FULL = Plan("FULL", (), events=320, cuts=320)
"""As the daemon does it; with a game's end, and into the next game."""
NORMAL = Plan("NORMAL", ("hasty",), events=120, cuts=60)
"""The control, in which events must be lost: else nothing is shown."""


def tried(kernel: Path, folder: Path, plan: Plan) -> list[Cut]:
    """Play, and cut."""
    place = folder / plan.name
    place.mkdir()
    found = played(place, kernel, plan.events, *plan.words)
    judge = Judge(found.safe, place)
    with ThreadPoolExecutor() as pool:
        cuts = pool.map(lambda fate: judged(found, fate, plan.cuts, judge, place), Fate)
        return [cut for each in cuts for cut in each]


def trial(kernel: Path, folder: Path) -> tuple[list[Cut], list[Cut]]:
    """The cuts of the journal as it is, and those of the control."""
    with ThreadPoolExecutor() as pool:
        full, normal = pool.map(partial(tried, kernel, folder), (FULL, NORMAL))
        return full, normal


def check(full: list[Cut], normal: list[Cut]) -> None:
    """Nothing is lost, and where the disk is not waited for, much is."""
    assert [cut for cut in full if cut.lost or cut.back.damage or cut.back.dice] == []
    assert {cut.ahead for cut in full} == {0, 1}  # with the event under way, or without it
    assert min(cut.pending for cut in full) > 0
    assert any(cut.lost for cut in normal)
