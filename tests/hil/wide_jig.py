"""A jig in this process, with a pin for each input of a board: more than the 23 of a Pico."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from threading import Condition
from time import monotonic, sleep
from unittest.mock import patch

from minigam.drivers.jig_interface import Frame, Identity, ProgramJig
from tests.hil.jig_server import MOST_WAITING, Lines


class WideJig(ProgramJig):
    """As `JigServer`, but without a cable to it."""

    def __init__(
        self, lines: Lines, pins: Iterable[int], name: str, rest: Callable[[], None] = lambda: None
    ) -> None:
        """`lines`, `rest`: see `JigServer`."""
        self.identity = Identity(name, tuple(pins))
        self._lines, self._rest = lines, rest
        self._frames: deque[Frame] = deque(maxlen=MOST_WAITING)
        self._arrived = Condition()

    def drive(self, pin: int, low: bool) -> float:
        """See `JigInterface`."""
        return self.bounce(pin, low, ())

    def bounce(self, pin: int, low: bool, gaps: Sequence[float]) -> float:
        """See `JigInterface`."""
        at, level = monotonic(), low
        self._lines.drive(pin, level)
        for gap in gaps:
            sleep(gap)
            level = not level
            self._lines.drive(pin, level)
        self._rest()
        return at

    def frames(self, seconds: float) -> list[Frame]:
        """See `JigInterface`."""
        with self._arrived:
            self._arrived.wait_for(lambda: self._frames, seconds)
            found = list(self._frames)
            self._frames.clear()
        return found

    def carried(self, at: float, data: bytes) -> None:
        """The wire has carried a frame; from any thread."""
        with self._arrived:
            self._frames.append(Frame(at, data))
            self._arrived.notify()

    def close(self) -> None:
        """Nothing is held by it."""


@contextmanager
def wired(jig: WideJig) -> Iterator[None]:
    """While this lasts, it is the jig of every bench whose jig is simulated."""
    with patch("minigam.cli.hil._open_jig", lambda _bench: jig):
        yield
