"""Recognises taps and holds in debounced presses.

A press acts on release, and only if no other input was pressed meanwhile and no hold was completed,
so a hold never rolls the dice. Three presses within 0.2 s, or one longer than 5 s, are a cat or a
sleeve: hands off until the board has been quiet. A tap on roll waits until those 0.2 s are over.

The effect of a touch depends on when its changes happened, never on when `tick` was called.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf

from minigam.board.debounce import DEBOUNCE_SECONDS, Change

CROWD_SECONDS = 0.2
CROWD_PRESSES = 3
SLEEVE_SECONDS = 5.0
QUIET_SECONDS = 0.5
BOTH = "roll+undo"
HOLDS = {"roll": 1.0, "undo": 1.0, BOTH: 3.0}
"""What can be held, and for how many seconds."""
LONG, LONG_SECONDS = "roll+undo, long", 10.0
"""Both held for so long ask for the setup network; by then they are a sleeve, too."""


@dataclass(frozen=True)
class Tap:
    """An input was pressed and released."""

    input: str
    at: float
    """When it was pressed."""


@dataclass(frozen=True)
class Hold:
    """`undo` or a roll button was held for a second, or both for three or for ten."""

    gesture: str
    """`undo`, `roll+undo`, `LONG`, or the roll button's own name."""


@dataclass(frozen=True)
class Crowd:
    """Touches are ignored from now on, because of this input; None: they count again."""

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

    def __init__(self, lag: float = DEBOUNCE_SECONDS) -> None:
        """`lag`: how many seconds after it happened a change may be reported."""
        self._lag = lag
        self._down: dict[str, float] = {}
        self._spoiled: set[str] = set()
        self._recent: list[float] = []
        self._waiting: list[Tap] = []
        self._hold_over = False
        self._long_over = False
        self._crowded = False
        self._quiet_since = 0.0

    def change(self, change: Change) -> list[Gesture]:
        """Take in a clean press or release; what it completes, and what time did before it."""
        done = self._complete(change.at)
        self._quiet_since = change.at
        return done + (self._pressed(change) if change.pressed else self._released(change))

    def tick(self, now: float) -> list[Gesture]:
        """What time alone completes: holds, waiting taps, sleeves and the end of a crowd."""
        return self._complete(now, self._lag)

    def _pressed(self, change: Change) -> list[Gesture]:
        self._recent = [at for at in self._recent if at + CROWD_SECONDS > change.at]
        self._recent.append(change.at)
        self._down[change.input] = change.at
        if len(self._down) > 1:
            self._spoiled.update(self._down)
        if len(self._recent) < CROWD_PRESSES or self._crowded:
            return []
        crowd = Crowd(change.input)
        self._fulfil(crowd)
        return [crowd]

    def _released(self, change: Change) -> list[Gesture]:
        pressed_at = self._down.pop(change.input, None)
        spoiled = change.input in self._spoiled or self._crowded
        self._spoiled.discard(change.input)
        self._hold_over = self._long_over = bool(self._down)
        if pressed_at is None or spoiled:
            return []
        tap = Tap(change.input, pressed_at)
        if not _is_roll(change.input):
            return [tap]
        self._waiting.append(tap)
        return self._complete(change.at)

    def _complete(self, now: float, lag: float = 0.0) -> list[Gesture]:
        done = []
        while (due := self._next()) and due[0] + lag <= now:
            self._fulfil(due[1])
            done.append(due[1])
        return done

    def _next(self) -> tuple[float, Gesture] | None:
        if not (self._down or self._waiting or self._crowded):  # as mostly
            return None
        return min(self._upcoming(), key=lambda due: due[0], default=None)

    def _upcoming(self) -> Iterator[tuple[float, Gesture]]:
        """What time alone will complete, and when."""
        for tap in self._waiting:
            yield tap.at + CROWD_SECONDS, tap
        chord = self._chord()
        if chord:
            gesture = next(iter(self._down)) if chord == "roll" else chord
            yield max(self._down.values()) + HOLDS[chord], Hold(gesture)
        if self._kinds == BOTH and not self._long_over:
            yield max(self._down.values()) + LONG_SECONDS, Hold(LONG)
        if not self._crowded:
            for name, at in self._down.items():
                yield at + SLEEVE_SECONDS, Crowd(name)
        elif not self._down:
            yield self._quiet_since + QUIET_SECONDS, Crowd(None)

    def _chord(self) -> str | None:
        """The hold in progress: all that is down, and nothing has been released meanwhile."""
        chord = self._kinds
        return chord if chord in HOLDS and not self._hold_over and not self._crowded else None

    @property
    def _kinds(self) -> str:
        """All that is down."""
        return "+".join(sorted("roll" if _is_roll(name) else name for name in self._down))

    def _fulfil(self, gesture: Gesture) -> None:
        match gesture:
            case Tap():
                self._waiting.remove(gesture)
            case Hold():
                self._spoiled.update(self._down)
                self._hold_over = True
                self._long_over = gesture.gesture == LONG
            case Crowd(None):
                self._crowded = False
            case Crowd():
                self._crowded = True
                self._waiting.clear()

    def countdown(self, now: float) -> float | None:
        """How much of the new-game hold is still to go, from 1 to 0; None while it is not held."""
        if self._chord() != BOTH:
            return None
        left = max(self._down.values()) + HOLDS[BOTH] + self._lag - now
        return min(max(left / HOLDS[BOTH], 0.0), 1.0)

    @property
    def waiting(self) -> bool:
        """Whether a tap is still being held back."""
        return bool(self._waiting)

    @property
    def deadline(self) -> float:
        """When `tick` may next have something to say."""
        due = self._next()
        return due[0] + self._lag if due else inf


def _is_roll(input_name: str) -> bool:
    return input_name.startswith("roll")
