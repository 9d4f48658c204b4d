"""When a board sleeps and what wakes it. Pure: seconds and the time of day are passed in.

Sleeping is not a part of the game: nothing of it is journaled, and the game stays as it was.
"""

from collections.abc import Callable
from datetime import datetime
from math import inf

from minigam.board.debounce import Change
from minigam.board.gestures import SLEEVE_SECONDS
from minigam.daemon.settings import Settings

MINUTE, DAY = 60.0, 24 * 60 * 60.0
NIGHT_MINUTES = 3.0
"""How long a board that is touched at night stays awake."""
REST_MINUTES = 5.0
"""How long a game must have been left at the time of rest to be put to rest."""
LOOK_SECONDS = 30.0
"""How often the time of day is looked at, where it matters."""
LocalTime = Callable[[], datetime | None]
"""The time of day here; None while nobody knows it."""


class Sleep:
    """One board's sleep.

    >>> sleep = Sleep(Settings(idle=10), lambda: None, 0.0)
    >>> sleep.tick(599.0, False), sleep.tick(600.0, False), sleep.asleep
    (False, True, True)
    >>> sleep.ignores(Change("roll", True, 700.0)), sleep.asleep
    (True, False)
    """

    def __init__(self, settings: Settings, local: LocalTime, now: float) -> None:
        """Awake."""
        self.asleep = False
        self.woken = False
        """Whether the touch that woke it was the last one so far."""
        self.is_night = False
        self._settings = settings
        self._local = local
        self._touched = now
        self._look = now
        self._rest_at: float | None = None
        """The last time of rest, in seconds as `now`."""
        self._napping = False
        """Whether somebody has put it to sleep as at night."""
        self._waking: set[str] = set()
        """What is held down since it woke the board."""
        self._told = self._shown

    @property
    def dark(self) -> bool:
        """Whether it sleeps at night."""
        return self.asleep and (self.is_night or self._napping)

    @property
    def _shown(self) -> tuple[bool, bool, bool]:
        return self.asleep, self.dark, self.woken

    def apply_settings(self, settings: Settings, now: float) -> None:
        """The settings have changed, so somebody is there."""
        self._settings = settings
        self._look = now
        self.activity(now)

    def ignores(self, change: Change) -> bool:
        """A press or release; whether all it does is to wake the board.

        The touch ends when all is released. A button that never is must not swallow what comes
        after.
        """
        if change.input in self._waking and not change.pressed:
            self._waking.remove(change.input)
            return True
        if not change.pressed:
            return False
        begun = self._waking and change.at - self._touched < SLEEVE_SECONDS
        if not (self.asleep or begun):
            self.activity(change.at)
            return False
        if self.asleep:
            self.wake(change.at)
        self._waking.add(change.input)
        return True

    def wake(self, now: float) -> None:
        """A touch that does nothing else; awake, it takes up what was offered."""
        self._touched = now
        self.woken, self.asleep = self.asleep, False
        self._napping = False

    def nap(self, now: float) -> None:
        """Sleep as at night, until it is touched or woken, or has something to report."""
        self._touched = now
        self.woken, self.asleep, self._napping = False, True, True

    def activity(self, now: float) -> None:
        """A touch that does something."""
        self._touched = now
        self.woken = self.asleep = self._napping = False

    def played(self, now: float) -> None:
        """The game goes on: nobody needs to touch it for that."""
        self._touched = max(self._touched, now)

    def forget(self) -> None:
        """The inputs are not known any more: nothing is held down."""
        self._waking.clear()

    def tick(self, now: float, busy: bool) -> bool:
        """Fall asleep if it is time, unless there is something to report; whether that is news."""
        if now >= self._look:
            self._look_at_the_clock(now)
        if busy:
            self.activity(now)
        elif not self.asleep and now >= self._due():
            self.asleep, self.woken = True, False
        before, self._told = self._told, self._shown
        return before != self._told

    def _look_at_the_clock(self, now: float) -> None:
        self._look = now + LOOK_SECONDS
        local = self._local()
        since_midnight = None if local is None else _seconds(local)
        night, rest = self._settings.night_minutes, self._settings.rest_minute
        self.is_night = (
            since_midnight is not None and night is not None and _within(since_midnight, *night)
        )
        self._rest_at = None
        if since_midnight is not None and rest is not None:
            self._rest_at = now - (since_midnight - rest * MINUTE) % DAY

    def _due(self) -> float:
        """When it falls asleep if nobody touches it."""
        minutes = self._settings.idle or inf
        if self.is_night:
            minutes = min(minutes, NIGHT_MINUTES)
        if self._rest_at is not None and self._touched <= self._rest_at:
            minutes = min(minutes, REST_MINUTES)
        return self._touched + minutes * MINUTE

    @property
    def deadline(self) -> float:
        """When `tick` is due again."""
        look = self._look if self._settings.night or self._settings.rest else inf
        return look if self.asleep else min(look, self._due())


def _seconds(local: datetime) -> float:
    """Since midnight."""
    return 3600.0 * local.hour + 60.0 * local.minute + local.second


def _within(seconds: float, start: int, end: int) -> bool:
    """Whether a time of day lies between two minutes of the day, over midnight if need be."""
    return (seconds - start * MINUTE) % DAY < (end - start) * MINUTE % DAY
