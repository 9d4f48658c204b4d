"""What every jig offers: drive a board's inputs from outside and capture its strip's data."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, Self


@dataclass(frozen=True)
class Frame:
    """What the strip's wire carried between two silences."""

    at: float
    """When its first bit rose."""
    data: bytes
    """As on the wire: in the strip's own colour order."""


@dataclass(frozen=True)
class Span:
    """The shortest and the longest of some widths, in seconds."""

    shortest: float
    longest: float


@dataclass(frozen=True)
class Timing:
    """The widths of one whole frame, in seconds; None for what the frame has none of."""

    zero: Span | None
    """How long the wire was high for a zero."""
    one: Span | None
    """For a one."""
    period: Span | None
    """From rise to rise."""
    silence: float
    """Before the first bit, at least: the jig may have begun to look only then."""


@dataclass(frozen=True)
class Supply:
    """What feeds the strip, as a meter says."""

    volts: float
    amperes: float


class JigInterface(Protocol):
    """It pulls a board's inputs down; all its times are of one clock of its own, in seconds."""

    def drive(self, pin: int, low: bool) -> float:
        """Pull a pin to ground, or let it go; when that was."""

    def bounce(self, pin: int, low: bool, gaps: Sequence[float]) -> float:
        """The same with a contact that bounces, at an even number of gaps; when it first moved."""

    def frames(self, seconds: float) -> list[Frame]:
        """What the strip's wire carried since last asked; waits so long for the first frame."""

    def timing(self) -> Timing | None:
        """Of the next whole frame; None where none comes, or where that cannot be measured."""

    def current(self, ohms: float) -> Supply | None:
        """What feeds the strip, by a meter with such a shunt; None where no meter answers."""


@dataclass(frozen=True)
class Identity:
    """The name and the pins of a jig that is a program, as `Jig.identity` has them for a Pico."""

    name: str
    pins: tuple[int, ...]


class ClosedAtTheEnd(ABC):
    """Closes itself at the end of a `with` block."""

    def __enter__(self) -> Self:
        """It is closed at the end."""
        return self

    def __exit__(self, *_: object) -> None:
        """See `close`."""
        self.close()

    @abstractmethod
    def close(self) -> None:
        """Release everything."""


class ProgramJig(ClosedAtTheEnd):
    """What jigs that are programs share: they cannot measure bits, and have no meter."""

    identity: Identity

    def timing(self) -> Timing | None:
        """See `JigInterface`."""
        return None

    def current(self, _ohms: float) -> Supply | None:
        """See `JigInterface`."""
        return None
