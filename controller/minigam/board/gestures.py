"""Taps and holds out of clean presses. Pure: time is passed in, in seconds.

A press acts on release, and only if no other input was pressed meanwhile and no hold was completed,
so a hold never throws the dice. Three presses within 0.2 s, or one longer than 5 s, are a cat or a
sleeve: hands off until the board has been quiet. A tap on roll waits until those 0.2 s are over.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from minigam.board.debounce import Change

CROWD_SECONDS = 0.2
CROWD_PRESSES = 3
SLEEVE_SECONDS = 5.0
QUIET_SECONDS = 0.5
HOLD_SECONDS = 1.0
BOTH_SECONDS = 3.0
BOTH = "roll+undo"


@dataclass(frozen=True)
class Tap:
    """An input was pressed and released."""

    input: str
    at: float
    """When it was pressed."""


@dataclass(frozen=True)
class Hold:
    """`undo` or `roll` was held for a second, or both for three."""

    gesture: str


@dataclass(frozen=True)
class Crowd:
    """Hands off the board (`input` says which), or all is quiet again (None)."""

    input: str | None


Gesture = Tap | Hold | Crowd


class Gestures:
    """Follows all inputs of a board.

    >>> gestures = Gestures()
    >>> gestures.change(Change("point-3", True, 1.0))
    []
    >>> gestures.change(Change("point-3", False, 1.1))
    [Tap(input='point-3', at=1.0)]
    """

    def __init__(self) -> None:
        """Nothing is pressed yet."""
        self._down: dict[str, float] = {}
        self._spoiled: set[str] = set()
        self._recent: list[float] = []
        self._waiting: list[Tap] = []
        self._held = False
        self._crowded = False
        self._quiet_since = 0.0

    def change(self, change: Change) -> list[Gesture]:
        """Take in a clean press or release; what it completes."""
        self._quiet_since = change.at
        if change.pressed:
            return list(self._pressed(change))
        return list(self._released(change))

    def _pressed(self, change: Change) -> Iterator[Gesture]:
        self._recent = [at for at in self._recent if change.at - at < CROWD_SECONDS]
        self._recent.append(change.at)
        self._down[change.input] = change.at
        if len(self._down) > 1:
            self._spoiled.update(self._down)
        if len(self._recent) >= CROWD_PRESSES:
            yield from self._crowd(change.input)

    def _crowd(self, input_name: str) -> Iterator[Gesture]:
        self._spoiled.update(self._down)
        self._waiting.clear()
        if not self._crowded:
            self._crowded = True
            yield Crowd(input_name)

    def _released(self, change: Change) -> Iterator[Gesture]:
        pressed_at = self._down.pop(change.input, None)
        spoiled = change.input in self._spoiled or self._crowded
        self._spoiled.discard(change.input)
        self._held = self._held and bool(self._down)
        if pressed_at is None or spoiled:
            return
        tap = Tap(change.input, pressed_at)
        if _is_roll(change.input) and change.at < pressed_at + CROWD_SECONDS:
            self._waiting.append(tap)
        else:
            yield tap

    def tick(self, now: float) -> list[Gesture]:
        """What time alone completes: holds, waiting taps, sleeves and the end of a crowd."""
        return [*self._ripe_taps(now), *self._holds(now), *self._sleeves(now), *self._calm(now)]

    def _ripe_taps(self, now: float) -> Iterator[Gesture]:
        ripe = [tap for tap in self._waiting if tap.at + CROWD_SECONDS <= now]
        self._waiting = [tap for tap in self._waiting if tap not in ripe]
        yield from ripe

    def _holds(self, now: float) -> Iterator[Gesture]:
        held = self._held_gesture()
        if held is None:
            return
        gesture, due = held
        if due <= now:
            self._spoiled.update(self._down)
            self._held = True
            yield Hold(gesture)

    def _held_gesture(self) -> tuple[str, float] | None:
        """The hold in progress and when it completes."""
        if self._held or self._crowded:
            return None
        kinds = {"roll" if _is_roll(name) else name: at for name, at in self._down.items()}
        if kinds.keys() == {"roll", "undo"} and len(self._down) == len(kinds):
            return BOTH, max(kinds.values()) + BOTH_SECONDS
        if len(kinds) == 1 and kinds.keys() <= {"roll", "undo"} and not self._spoiled:
            ((kind, at),) = kinds.items()
            return kind, at + HOLD_SECONDS
        return None

    def _sleeves(self, now: float) -> Iterator[Gesture]:
        for name, at in self._down.items():
            if at + SLEEVE_SECONDS <= now:
                yield from self._crowd(name)

    def _calm(self, now: float) -> Iterator[Gesture]:
        if self._crowded and not self._down and self._quiet_since + QUIET_SECONDS <= now:
            self._crowded = False
            yield Crowd(None)

    def countdown(self, now: float) -> float | None:
        """How much of the new-game hold is still to go, from 1 to 0; None while it is not held."""
        held = self._held_gesture()
        if held is None or held[0] != BOTH:
            return None
        return max(0.0, (held[1] - now) / BOTH_SECONDS)

    @property
    def waiting(self) -> bool:
        """Whether a tap is still being held back."""
        return bool(self._waiting)

    @property
    def deadline(self) -> float | None:
        """When `tick` may next have something to say."""
        due = [tap.at + CROWD_SECONDS for tap in self._waiting]
        held = self._held_gesture()
        if held:
            due.append(held[1])
        if not self._crowded:
            due += [at + SLEEVE_SECONDS for at in self._down.values()]
        elif not self._down:
            due.append(self._quiet_since + QUIET_SECONDS)
        return min(due, default=None)


def _is_roll(input_name: str) -> bool:
    return input_name.startswith("roll")
