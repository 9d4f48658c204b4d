"""Clean presses and releases out of bouncing contacts. Pure: time is passed in, in seconds.

A change counts once the level has rested for the settle time, so a contact that keeps flickering
says nothing at all. (gpiozero's mock pins ignore its own bounce time, and real backends lose edges
with it, so this is done here for all of them.)
"""

from __future__ import annotations

from dataclasses import dataclass

SETTLE_SECONDS = 0.008


@dataclass(frozen=True)
class Change:
    """An input has been pressed or released for certain."""

    input: str
    pressed: bool
    at: float
    """When the level last changed, in seconds."""


class Debouncer:
    """One for all inputs of a board.

    >>> debouncer = Debouncer()
    >>> debouncer.edge("roll", True, 1.0)
    >>> debouncer.edge("roll", True, 1.001)
    >>> debouncer.settled(1.005), debouncer.settled(1.02)
    ([], [Change(input='roll', pressed=True, at=1.0)])
    """

    def __init__(self, settle: float = SETTLE_SECONDS) -> None:
        """`settle`: how long a level must rest, in seconds."""
        self._settle = settle
        self._known: dict[str, bool] = {}
        self._moving: dict[str, Change] = {}

    def edge(self, input_name: str, pressed: bool, now: float) -> None:
        """Take in a level; the same level again is no news."""
        moving = self._moving.get(input_name)
        if moving is not None and moving.pressed == pressed:
            return
        if moving is None and self._known.get(input_name, False) == pressed:
            return
        self._moving[input_name] = Change(input_name, pressed, now)

    @property
    def deadline(self) -> float | None:
        """When `settled` may next have something to say."""
        started = [change.at for change in self._moving.values()]
        return min(started) + self._settle if started else None

    def settled(self, now: float) -> list[Change]:
        """The changes that are certain by now, oldest first."""
        ripe = [change for change in self._moving.values() if change.at + self._settle <= now]
        for change in ripe:
            del self._moving[change.input]
        news = [change for change in ripe if self._known.get(change.input, False) != change.pressed]
        self._known.update({change.input: change.pressed for change in news})
        return sorted(news, key=lambda change: change.at)
