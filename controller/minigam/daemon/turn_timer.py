"""Measures how long a side's clock has run, in milliseconds, for the journal."""

from __future__ import annotations

from math import floor, inf

from minigam.rules.actions import FlagFell, TimePassed
from minigam.table import timing
from minigam.table.events import Asked, Browsed, Event, Followed, Held, Tapped
from minigam.table.state import State

TOUCHES = (Asked, Browsed, Followed, Held, Tapped)
"""What shows that somebody is there."""


class TurnTimer:
    """Turns monotonic seconds into whole milliseconds that are journaled as `TimePassed`.

    After a start it stands until the first touch.
    """

    def __init__(self) -> None:
        """Nobody is there yet."""
        self._since: float | None = None
        """Up to when all is written down, while somebody's time runs."""
        self._now = 0.0
        self._awake = False

    def handle(self, event: Event, state: State, now: float) -> None:
        """An event happens at that time, in that state."""
        self._now = now
        self._awake = self._awake or isinstance(event, TOUCHES)
        self.follow(state)

    def spent(self, now: float) -> int | None:
        """How many milliseconds are not written down yet; None while nobody's time runs."""
        return None if self._since is None else max(0, floor((now - self._since) * 1000))

    def passed(self) -> TimePassed | None:
        """What is to be written down now, if anything."""
        spent = self.spent(self._now)
        return TimePassed(spent) if spent else None

    def passed_between(self, before: State, after: State) -> TimePassed | None:
        """What has to be written down before one state becomes another, if anything."""
        running = timing.running(before)
        if running is None or running == timing.running(after):
            return None
        return self.passed()

    def written(self, passed: TimePassed) -> None:
        """Count these milliseconds as journaled: `spent` is less by them."""
        if self._since is not None:
            self._since += passed.milliseconds / 1000

    def follow(self, state: State) -> None:
        """Run or stand, as the game says."""
        if timing.running(state) is None or not self._awake:
            self._since = None
        elif self._since is None:
            self._since = self._now

    def due(self, state: State) -> float:
        """When the flag of the side on turn falls, if nothing happens before."""
        running = timing.running(state)
        if running is None or state.game.clock is None or self._since is None:
            return inf
        side, _ = running
        if side in state.game.clock.fallen:
            return inf
        return self._since + sum(state.game.clock.present(side)) / 1000

    def fallen(self, state: State, now: float) -> FlagFell | None:
        """The flag that falls now, if one does."""
        running = timing.running(state)
        return FlagFell(running[0]) if running and self.due(state) <= now else None
