"""The whole of it: two machines play and are cut off, and what they may leave is looked at."""

from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from tests.power.disk import Fate
from tests.power.judge import Cut, judged
from tests.power.machine import played


@dataclass(frozen=True)
class Plan:
    name: str
    """How SQLite is told to write."""
    words: tuple[str, ...]
    """What the machine is told of that."""
    actions: int
    """How long it plays at least."""
    cuts: int
    """How often its power is cut, with each fate of what was pending."""


FULL = Plan("FULL", (), actions=200, cuts=320)
"""As the daemon does it."""
NORMAL = Plan("NORMAL", ("hasty",), actions=100, cuts=60)
"""The control, in which actions must be lost: else nothing is shown."""


def trial(kernel: Path, folder: Path, share: float = 1) -> tuple[list[Cut], list[Cut]]:
    """The cuts of the journal as it is, and those of the control; all of them, or a share."""
    plans = [replace(plan, cuts=round(plan.cuts * share)) for plan in (FULL, NORMAL)]
    with (
        ProcessPoolExecutor(mp_context=get_context("spawn")) as judges,
        ThreadPoolExecutor() as pool,
    ):
        full, normal = pool.map(partial(tried, kernel, folder, judges), plans)
        return full, normal


def tried(kernel: Path, folder: Path, judges: Executor, plan: Plan) -> list[Cut]:
    place = folder / plan.name
    place.mkdir()
    found = played(place, kernel, plan.actions, *plan.words)
    fates = [judges.submit(judged, found, fate, plan.cuts, place) for fate in Fate]
    return [cut for each in fates for cut in each.result()]


def check(full: list[Cut], normal: list[Cut]) -> None:
    """Nothing is lost, and where the disk is not waited for, much is."""
    assert [cut for cut in full if cut.lost or cut.back.damage or cut.back.dice] == []
    assert {cut.ahead for cut in full} == {0, 1}  # with the action under way, or without it
    assert min(cut.pending for cut in full) > 0
    assert any(cut.lost for cut in normal)
