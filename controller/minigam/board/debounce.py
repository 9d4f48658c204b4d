"""Debounces contacts, and detects bursts of events. Pure: time is passed in, in seconds.

A change counts once the level has rested for the settle time, so a contact that keeps flickering
says nothing at all. (gpiozero's mock pins ignore its own bounce time, and real backends lose edges
with it, so this is done here for all of them.) Edges may be reported late: so before a change
counts, the level is read again.
"""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from math import inf

DEBOUNCE_SECONDS = 0.008
NOBODY_KNOWS: Mapping[str, bool] = {}


@dataclass(frozen=True)
class Change:
    """An input has been pressed or released for certain."""

    input: str
    pressed: bool
    at: float
    """When the level last changed, in seconds."""


class Debouncer:
    """Debounces all inputs of a board: a level counts once it has rested for `settle` seconds.

    >>> debouncer = Debouncer()
    >>> debouncer.edge("roll", True, 1.0)
    >>> debouncer.edge("roll", True, 1.001)
    >>> debouncer.settled(1.005), debouncer.settled(1.02)
    ([], [Change(input='roll', pressed=True, at=1.0)])
    """

    def __init__(self, settle: float = DEBOUNCE_SECONDS) -> None:
        """`settle`: how long a level must rest, in seconds."""
        self._settle = settle
        self._known: dict[str, bool] = {}
        self._moving: dict[str, Change] = {}
        self._doubted: set[str] = set()
        """Those of the moving inputs that have moved back, nobody knows when."""
        self._certain: list[Change] = []

    def edge(self, input_name: str, pressed: bool, now: float) -> None:
        """Take in a level that an input has had since `now`; the same level again is no news.

        But that it came earlier is: a second look may be reported before the edge that it has seen.
        """
        moving = self._moving.get(input_name)
        if moving and moving.pressed != pressed and self._due(moving) <= now:
            self._accept(moving)  # it had rested before anyone asked: a touch is never lost
            moving = None
        present = moving.pressed if moving else self._known.get(input_name, False)
        if pressed != present or (moving and now < moving.at) or input_name in self._doubted:
            self._moving[input_name] = Change(input_name, pressed, now)
            self._doubted.discard(input_name)

    def look(self, input_name: str, pressed: bool, now: float) -> None:
        """Take in a level that was read at `now`: it may have changed at any time before.

        So it ends no touch, but where an edge was lost, it begins one.
        """
        moving = self._moving.get(input_name)
        if moving is None or (input_name in self._doubted and pressed == moving.pressed):
            self.edge(input_name, pressed, now)

    def known(self, input_name: str, pressed: bool) -> None:
        """A level that needs no settling, such as the one found at the start."""
        self.forget(input_name)
        self._known[input_name] = pressed

    def forget(self, input_name: str) -> None:
        """Nothing is known of this input any more."""
        self._known.pop(input_name, None)
        self._forget_moving(input_name)
        self._certain = [change for change in self._certain if change.input != input_name]

    @property
    def deadline(self) -> float:
        """When `settled` may next have something to say."""
        moving = (each for name, each in self._moving.items() if name not in self._doubted)
        return min(map(self._due, [*self._certain, *moving]), default=inf)

    def settled(self, now: float, levels: Mapping[str, bool] = NOBODY_KNOWS) -> list[Change]:
        """The changes that are certain by now, oldest first.

        `levels`: of inputs, as they are at `now`. One that has moved back already was perhaps too
        short: the edge that says when is on its way.
        """
        for name, change in list(self._moving.items()):
            if self._due(change) > now or name in self._doubted:
                continue
            if levels.get(name, change.pressed) == change.pressed:
                self._accept(change)
            else:
                self._doubted.add(name)
        certain, self._certain = self._certain, []
        return sorted(certain, key=lambda change: change.at)

    def _due(self, change: Change) -> float:
        return change.at + self._settle

    def _accept(self, change: Change) -> None:
        self._forget_moving(change.input)
        if change.pressed != self._known.get(change.input, False):
            self._known[change.input] = change.pressed
            self._certain.append(change)

    def _forget_moving(self, input_name: str) -> None:
        self._moving.pop(input_name, None)
        self._doubted.discard(input_name)


@dataclass(frozen=True)
class BurstThreshold:
    """What counts as a burst: `many` events within `seconds` seconds."""

    many: int
    seconds: float
    apart: float = 0.0
    """What comes sooner after the one before is the same moment still, in seconds."""


class BurstDetector:
    """Counts events of one kind, and tells when they become a burst.

    >>> tally = BurstDetector(BurstThreshold(3, 10.0, apart=1.0))
    >>> [tally.add(now) for now in (0.0, 0.5, 5.0, 9.0, 16.0)]
    [None, None, None, 9.0, None]
    """

    def __init__(self, limit: BurstThreshold) -> None:
        """None has come yet."""
        self._limit = limit
        self._moments: deque[float] = deque(maxlen=limit.many)

    def add(self, now: float) -> float | None:
        """Count an event at `now`; in how many seconds the burst has come, or None without one."""
        if not self._moments or now - self._moments[-1] >= self._limit.apart:
            self._moments.append(now)
        took = now - self._moments[0]
        many = len(self._moments) == self._limit.many
        return took if many and took <= self._limit.seconds else None
