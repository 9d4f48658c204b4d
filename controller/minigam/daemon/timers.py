"""Runs the timers a state asks for, and measures turns. Pure: time is passed in, in seconds."""

from collections.abc import Hashable, Iterable
from math import floor, inf

from minigam.rules.actions import FlagFell, TimePassed
from minigam.rules.clock import Clock
from minigam.rules.position import Side
from minigam.table import timing
from minigam.table.effects import Timer
from minigam.table.state import State


class Timers:
    """Runs those that the state wants, each until its mark changes.

    >>> timers = Timers()
    >>> timers.follow([Timer("dead", 0.5, 1)], 10.0)
    >>> timers.deadline, timers.elapsed(10.4), timers.elapsed(10.5), timers.deadline
    (10.5, [], ['dead'], inf)
    """

    def __init__(self) -> None:
        """None runs yet."""
        self._running: dict[str, tuple[Hashable, float]] = {}

    def follow(self, wanted: Iterable[Timer], now: float) -> None:
        """Start those that are new, go on with those that are wanted still, forget the others."""
        before = self._running
        self._running = {
            timer.name: before[timer.name]
            if timer.name in before and before[timer.name][0] == timer.mark
            else (timer.mark, now + timer.seconds)
            for timer in wanted
        }

    def elapsed(self, now: float) -> list[str]:
        """Those that are over by now: they run no more."""
        over = [name for name, (_, due) in self._running.items() if due <= now]
        for name in over:
            del self._running[name]
        return over

    @property
    def deadline(self) -> float:
        """When the first of those that run is over."""
        return min((due for _, due in self._running.values()), default=inf)


class TurnTimer:
    """Turns monotonic seconds into whole milliseconds that are journaled as `TimePassed`."""

    def __init__(self) -> None:
        """Nobody's time runs yet."""
        self._since: float | None = None
        """Up to when all is written down, while somebody's time runs."""
        self._now = 0.0
        self._shown: tuple[Side, Clock] | None = None
        """Whose time ran last at another board, and the clock then: it is only displayed here."""

    def handle(self, state: State, now: float) -> None:
        """Something happens at that time, in that state."""
        self._now = now
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
        shown, away = timing.displayed(state), self._shown
        self._shown = _elsewhere(state)
        if shown is None:
            self._since = None
        elif self._since is None or self._shown != away:
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


def _elsewhere(state: State) -> tuple[Side, Clock] | None:
    """Whose time another board measures now, and what it has written of it; None: nobody's."""
    shown, clock = timing.displayed(state), state.game.clock
    return (shown[0], clock) if shown and clock and not timing.running(state) else None
