"""Brings a board to a known position, with dice rolled by hand."""

from tests.e2e.daemon import Daemon

BY_HAND = ("--dice", "hand")
LONGEST_REASON = (
    "The 5 cannot land on point 5: black holds it with 3 checkers. "
    "The 2 cannot land on point 2: black holds it with 3 checkers."
)
"""Why a checker on white's bar cannot be moved in the position of `stage`."""


def stage(daemon: Daemon) -> None:
    """White has rolled 5 and 2, has 4 checkers on point 1, and is locked out from 2 and 5."""
    daemon.tap("roll")
    _turn(daemon, (2, 5), "bar-black", "point-5", "bar-black", "point-2")
    for _ in range(2):
        _turn(daemon, (1, 1), "bar-white", "point-1", "bar-white", "point-1")
        _turn(daemon, (2, 5), "bar-black", "point-5", "bar-black", "point-2")
    _throw(daemon, (5, 2))


def _throw(daemon: Daemon, dice: tuple[int, int]) -> None:
    daemon.tap(*(f"point-{face}" for face in dice))


def _turn(daemon: Daemon, dice: tuple[int, int], *steps: str) -> None:
    _throw(daemon, dice)
    daemon.tap(*steps)
    while daemon.get("/api/state")["phase"] == "turn-over":
        daemon.tap("roll")


def resign(daemon: Daemon) -> None:
    daemon.hold(1.2, "undo")
    daemon.tap("point-3", "roll")
    while daemon.get("/api/state")["phase"] == "resigning":  # an answer at once is not taken
        daemon.tap("accept")
