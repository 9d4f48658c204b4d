"""Opens a board's hardware for a command-line tool and queues its input events."""

import signal
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from queue import Empty, Queue
from time import monotonic

from minigam.board.lighting import FRAMES_A_SECOND, Frame
from minigam.board.profile import Profile
from minigam.daemon.hardware import OpenHardware, open_parts
from minigam.daemon.signals import ending_signals
from minigam.drivers.interfaces import Listeners

FRAME_SECONDS = 1 / FRAMES_A_SECOND
Say = Callable[[str], None]


@dataclass(frozen=True)
class Edge:
    """What an input says now."""

    name: str
    pressed: bool | None
    """None: nobody knows."""
    at: float
    """In seconds of the bench's clock."""


@dataclass(frozen=True)
class Trouble:
    """What keeps the board from working; None: it works again."""

    words: str | None


class Workbench:
    """A profile's hardware, and a clock; see `on_the_bench`."""

    def __init__(self, profile: Profile, say: Say) -> None:
        """Open it; raise `HardwareError` where that fails. `say`: prints a line for people."""
        self._say = say
        self._news: Queue[Edge | Trouble] = Queue()
        listeners = Listeners(
            self._edge, lambda words: self._news.put(Trouble(words)), lambda: None
        )
        self._inputs = set(profile.input_names)
        self.parts: OpenHardware = open_parts(profile, listeners)

    @property
    def now(self) -> float:
        """Seconds."""
        return monotonic()

    def first_levels(self) -> dict[str, bool]:
        """Every input's level, as soon as all are known; what hinders that is said meanwhile."""
        while self._inputs - set(levels := self.parts.inputs.levels()):
            self.edges(FRAME_SECONDS)
        return dict(levels)

    def edges(self, seconds: float) -> list[Edge]:
        """The next edges, waited for so long; where none come, the present levels once more.

        That is a second look: a Pi's pins may lose an edge.
        """
        try:
            news = [self._news.get(timeout=max(0.0, seconds))]
        except Empty:
            return self._levels()
        while not self._news.empty():
            news.append(self._news.get())
        for each in news:
            if isinstance(each, Trouble):
                self._say(each.words or "the board works again")
        return [each for each in news if isinstance(each, Edge)]

    def pause(self, seconds: float) -> None:
        """Let time pass; what hinders the board is said all the same."""
        end = self.now + seconds
        while (left := end - self.now) > 0:
            self.edges(left)

    def show(self, frame: Frame) -> None:
        """Light the strip."""
        self.parts.strip.show(frame)

    def _edge(self, name: str, pressed: bool | None, lasted: float) -> None:
        self._news.put(Edge(name, pressed, monotonic() - lasted))

    def _levels(self) -> list[Edge]:
        levels = self.parts.inputs.levels()
        return [Edge(name, pressed, monotonic()) for name, pressed in levels.items()]


@contextmanager
def on_the_bench(profile: Profile, say: Say) -> Iterator[Workbench]:
    """A board that goes dark at the end, also by Ctrl-C, SIGTERM or a closed terminal.

    Each of them raises `KeyboardInterrupt`.
    """
    before = {name: signal.signal(name, signal.default_int_handler) for name in ending_signals()}
    try:
        bench = Workbench(profile, say)
        with closing(bench.parts):
            yield bench
    finally:
        for name, handler in before.items():
            signal.signal(name, handler)
