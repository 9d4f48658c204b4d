"""How a checker is picked up and put down on a bench's board: by taps on its zones, or by hand.

Cases that play use one of both by the same methods: see `checker_moves`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from time import sleep
from typing import Any, Protocol

from minigam.board.debounce import DEBOUNCE_SECONDS
from minigam.board.occupancy import HALL_SETTLE_SECONDS
from minigam.hil.bench import Need
from minigam.hil.hands import Drive, Hands
from minigam.hil.measuring import NotTriedError
from minigam.hil.piles import piled_turn
from minigam.hil.rig import APART_SECONDS, Rig
from minigam.rules.position import Side
from minigam.table.state import Phase
from minigam.table.trace import Level

Snapshot = dict[str, Any]
NOBODY_SETS_UP = f"needs {Need.PLAY.value}: nobody sets the checkers up"


class CheckerMoves(Protocol):
    """Moves the checkers of one board."""

    settle: float
    """How long a level of the board's inputs must rest to count, in seconds."""
    rests: int
    """How often an input comes to rest within one touch of a checker."""

    def together(self) -> list[tuple[str, str]]:
        """Inputs that are no touch if they are pressed together, in a turn."""

    def set_up(self) -> None:
        """Let the checkers stand where the game has them, if people have to see to that."""

    def awaits(self, state: Snapshot) -> bool:
        """Whether a turn is over, and counts by itself."""

    def touch(self, zone: str, state: Snapshot, drive: Drive | None = None) -> float:
        """Pick a checker up there, or put down there the one that `state` has picked up.

        `drive`: another way to move the input. Returns the time of the edge that counts, by the
        jig's clock.
        """

    def unfelt(self, state: Snapshot) -> int:
        """Make the whole turn that begins, where its steps cannot all be felt.

        How many checkers were moved for it; 0 where they can.
        """

    def take_back(self, target: str, before: Snapshot) -> None:
        """Take the step back that has led there; `before`: as its checker was picked up."""

    def counts(self, level: Level) -> bool:
        """Whether something may come of an edge."""

    def nudge(self, zone: str, state: Snapshot, drive: Drive) -> None:
        """Move the input of a checker that may be picked up so briefly that it is no touch."""

    def refusals(self, zone: str) -> Iterator[tuple[str, float]]:
        """Do what may not be done, in one zone after the other, each with the time.

        `zone`: from where a checker may be moved.
        """


@dataclass(frozen=True)
class Taps:
    """On a board with a button at each zone: a checker that is picked up stays where it is."""

    rig: Rig
    settle = DEBOUNCE_SECONDS
    rests = 1

    def together(self) -> list[tuple[str, str]]:
        """See `CheckerMoves`: a zone to move from with each other one."""
        first = str(self.rig.page.state()["sources"][-1])
        return [(first, other) for other in self.rig.zones if other != first]

    def set_up(self) -> None:
        """See `CheckerMoves`: the checkers are drawn, or stand where nobody asks."""

    def awaits(self, _state: Snapshot) -> bool:
        """See `CheckerMoves`: roll ends a turn."""
        return False

    def touch(self, zone: str, _state: Snapshot, drive: Drive | None = None) -> float:
        """See `CheckerMoves`."""
        return self.rig.tap(zone, drive=drive)

    def unfelt(self, _state: Snapshot) -> int:
        """See `CheckerMoves`: every tap is felt."""
        return 0

    def take_back(self, _target: str, _before: Snapshot) -> None:
        """See `CheckerMoves`."""
        self.rig.tap("undo")

    def counts(self, level: Level) -> bool:
        """See `CheckerMoves`: a touch acts on release."""
        return level.pressed is False

    def nudge(self, zone: str, _state: Snapshot, drive: Drive) -> None:
        """See `CheckerMoves`."""
        drive(zone, False)
        sleep(APART_SECONDS + self.rig.bench.touch_ms / 1000)

    def refusals(self, _zone: str) -> Iterator[tuple[str, float]]:
        """See `CheckerMoves`: zones are tapped where nothing may be picked up."""
        sources = self.rig.page.state()["sources"]
        for zone in self.rig.zones:
            if zone not in sources:
                yield zone, self.rig.tap(zone)


@dataclass(frozen=True)
class ByHand:
    """On a board that feels its checkers."""

    rig: Rig
    hands: Hands
    settle = HALL_SETTLE_SECONDS
    rests = 0

    def together(self) -> list[tuple[str, str]]:
        """See `CheckerMoves`: each two buttons."""
        return list(combinations((*self.rig.bench.board.roll_inputs, "undo"), 2))

    def set_up(self) -> None:
        """See `CheckerMoves`."""
        state = self.rig.page.state()
        if not state["selected"] and not self.hands.have_laid(state["checkers"]):
            self.hands.set_up(state["checkers"])

    def awaits(self, state: Snapshot) -> bool:
        """See `CheckerMoves`: a play that has lain for a while counts."""
        return bool(state["phase"] == Phase.TURN_OVER.value)

    def touch(self, zone: str, state: Snapshot, drive: Drive | None = None) -> float:
        """See `CheckerMoves`: hit checkers go to their bar first."""
        side = Side(state["turn"])
        if not state["selected"]:
            return self.hands.lift(zone, side, drive)
        if zone in state["hits"]:
            self.hands.lift(zone, side.other)
            self.hands.put(f"bar-{side.other.value}", side.other)
        return self.hands.put(zone, side, drive)

    def unfelt(self, state: Snapshot) -> int:
        """See `CheckerMoves`."""
        sensors = self.rig.bench.board.sensors
        turn = piled_turn(sensors, state) if sensors else None
        return turn.play(self.rig, self.hands, state) if turn else 0

    def take_back(self, target: str, before: Snapshot) -> None:
        """See `CheckerMoves`: it is moved back."""
        side = Side(before["turn"])
        self.hands.lift(target, side)
        self.hands.put(before["selected"], side)
        if target in before["hits"]:
            self.hands.lift(f"bar-{side.other.value}", side.other)
            self.hands.put(target, side.other)

    def counts(self, _level: Level) -> bool:
        """See `CheckerMoves`."""
        return True

    def nudge(self, zone: str, state: Snapshot, drive: Drive) -> None:
        """See `CheckerMoves`."""
        self.hands.nudge(zone, Side(state["turn"]), drive)

    def refusals(self, zone: str) -> Iterator[tuple[str, float]]:
        """See `CheckerMoves`: a checker is put where it may not go, and in the end put back."""
        state = self.rig.page.state()
        side = Side(state["turn"])
        self.hands.lift(zone, side)
        self.rig.until_selected(zone)
        picked, here = self.rig.page.state(), ""
        allowed = {zone, *picked["targets"], *picked["far_targets"]}
        for wrong in self.rig.zones:
            if wrong not in allowed and self.hands.wood.free(wrong):
                if here:
                    self.hands.lift(here, side)
                here = wrong
                yield wrong, self.hands.put(wrong, side)
        if here:
            self.hands.lift(here, side)
        self.hands.put(zone, side)
        self.rig.until_state(lambda now: now["sources"] == state["sources"], "the same turn")


def checker_moves(rig: Rig) -> CheckerMoves:
    """How checkers are moved on the bench's board.

    Raises `NotTriedError` for a board that feels its checkers while not all sensors are driven.
    """
    if not rig.bench.board.feels:
        return Taps(rig)
    if rig.hands is None or Need.PLAY not in rig.bench.offers:
        raise NotTriedError(NOBODY_SETS_UP)
    return ByHand(rig, rig.hands)
