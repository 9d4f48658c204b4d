"""Kill -9 at any moment: the same game, turn, dice and half-played steps.

A checker that was picked up, and not moved, lies where it was.
"""

import contextlib
import threading
from pathlib import Path
from random import Random
from typing import Any
from urllib.error import URLError

import pytest

from tests.e2e.daemon import Daemon, Ended
from tests.faults import SAME, lasting, note

MIDDLES = 40
KILLS = 50
MOVES_BY_ITSELF = ("passing", "opening")
"""A pass is confirmed and a tie is rolled again by a timer, which may be due before we look."""


def next_touch(state: dict[str, Any], chance: Random) -> str:
    zones = state["targets"] if state["selected"] else state["sources"]
    if zones and not (state["may_end"] and chance.random() < 0.3):
        touched: str = chance.choice(zones)
        return touched
    return "roll"


def killed(daemon: Daemon) -> Daemon:
    """Another one, with the games of one that was killed."""
    daemon.kill()
    return Daemon(daemon.data)


@pytest.mark.slow
def test_kill_after_every_touch_of_a_game(tmp_path: Path) -> None:
    """Both sides by taps; after each tap the process is killed, started again and compared.

    A game longer than fifty kills is left there: on a slow machine each takes seconds.
    """
    chance, kills = Random(2), 0
    daemon = Daemon(tmp_path / "data")
    while kills < KILLS and (before := daemon.get("/api/state"))["result"] is None:
        touch = next_touch(before, chance)
        daemon.tap(touch)
        if daemon.get("/api/state")["selected"]:
            daemon = killed(daemon)
            kills += 1
            assert lasting(daemon.get("/api/state")) == lasting(before)
            daemon.tap(touch)
            daemon.tap(chance.choice(daemon.get("/api/state")["targets"]))
        before = lasting(daemon.get("/api/state"))
        daemon = killed(daemon)
        kills += 1
        after = lasting(daemon.get("/api/state"))
        timed = before["phase"] in MOVES_BY_ITSELF and reachable(before, after)
        assert timed or after == before
    assert kills >= KILLS
    assert daemon.stop() == Ended(0, "", "")
    note("kill -9 after a touch, then a restart", 1, kills, SAME)


@pytest.mark.slow
def test_kill_in_the_middle_of_a_tap(tmp_path: Path) -> None:
    """The state after a restart is the one before the tap or the one after it, and play goes on."""
    chance = Random(3)
    daemon = Daemon(tmp_path / "data")
    for _ in range(MIDDLES):
        before = daemon.get("/api/state")
        if before["sources"] and chance.random() < 0.7:  # the touch that is cut off makes a step
            daemon.tap(chance.choice(before["sources"]))
            before = daemon.get("/api/state")
        touch = next_touch(before, chance)
        finger = threading.Thread(target=_tap_the_dying, args=(daemon, touch))
        finger.start()
        finger.join(chance.random() * 0.25)
        daemon.kill()
        finger.join()
        daemon = Daemon(tmp_path / "data")
        assert reachable(before, daemon.get("/api/state"))
    assert daemon.stop() == Ended(0, "", "")
    note("kill -9 in the middle of a touch", 1, MIDDLES, "the game before that touch, or after it")


def _tap_the_dying(daemon: Daemon, touch: str) -> None:
    with contextlib.suppress(URLError, ConnectionError, OSError):
        daemon.tap(touch)


def reachable(before: dict[str, Any], after: dict[str, Any]) -> bool:
    """No roll changed, no play lost, at most this one tap (and what follows by itself) added."""
    fair, fairer = before["fairness"], after["fairness"]
    kept = all(fairer[name] == fair[name] for name in fair if fair[name] is not None)
    plays = after["plays"][: len(before["plays"])] == before["plays"]
    same_dice = [die["value"] for die in after["dice"]] == [die["value"] for die in before["dice"]]
    thrown = before["phase"] == "opening" or not before["dice"] or not after["dice"]
    return kept and plays and (same_dice or thrown)
