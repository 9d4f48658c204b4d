"""Protocols that board drivers implement: inputs, strip and simulated hand."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from minigam.board.animation import Playing
from minigam.board.lighting import Frame

OnEdge = Callable[[str, bool | None, float], None]
"""Called with an input's name, whether it is pressed (None: nobody knows), and for how many seconds
it has been so: a busy machine may tell of an edge late. From any thread."""
OnTrouble = Callable[[str | None], None]
"""Called with what keeps the board from working, in a sentence for people; None: all is well again.
From any thread."""


class Inputs(Protocol):
    """The inputs of zones, controls and places."""

    @property
    def look_seconds(self) -> float:
        """Seconds between two looks at `levels`, should an edge be lost: each look costs time."""

    @property
    def alive(self) -> bool:
        """Whether edges can still arrive; where not, only a new start of the daemon helps."""

    def levels(self) -> Mapping[str, bool]:
        """Which inputs are pressed at this moment: a second look for edges that were lost.

        An input that nobody knows about is missing.
        """

    def close(self) -> None:
        """Give all pins back, at the end of the daemon only."""


class Strip(Protocol):
    """A chain of NeoPixels."""

    @property
    def sent(self) -> bytes:
        """The bytes last handed to the strip, in its own colour order."""

    @property
    def alive(self) -> bool:
        """Whether frames can still get out; where not, only a new start of the daemon helps."""

    def show(self, frame: Frame) -> None:
        """Light the strip; raise `HardwareError` when an earlier frame could not be sent."""

    def close(self) -> None:
        """Go dark and give the pin back."""


class AnimatedStrip(Strip, Protocol):
    """A strip that a thread feeds: it plays animations, and whoever gives them does not wait."""

    def play(self, playing: Playing) -> None:
        """Show the frames of an animation as they fall due, until something else is to be shown.

        Its clock is `time.monotonic`. Raises `HardwareError` as `check` does.
        """

    def check(self) -> None:
        """Raise `HardwareError` when an earlier frame could not be sent."""


class Hand(Protocol):
    """Moves a simulated board's inputs; raises `UnknownNameError` for one that it does not have."""

    def press(self, name: str) -> None:
        """Press a button, or lay a checker on a place."""

    def release(self, name: str) -> None:
        """Let it go, or take it away."""

    def check(self, name: str) -> None:
        """Raise `UnknownNameError` unless the board has this input; move nothing."""


@dataclass(frozen=True)
class Listeners:
    """The callbacks that a board's drivers report to; each is called from any thread."""

    edge: OnEdge
    trouble: OnTrouble
    frame: Callable[[], None]
    """A frame has been sent."""
