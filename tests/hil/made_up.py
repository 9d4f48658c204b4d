"""A bench in made-up time: a whole board in this process, which takes no time of ours.

    with made_up(folder, monkeypatch) as rig:
        together(rig)

Above the mock pins all is the daemon's own, but for its loop and its page. A wrong board is a
`Board` that does one thing otherwise.
"""

import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from minigam.board.current_limit import current_ma
from minigam.board.lighting import frame_of
from minigam.board.profile import Profile, load_profile
from minigam.board.profile_model import is_spare
from minigam.drivers.jig_interface import Frame, Span, Supply, Timing
from minigam.errors import HardwareError
from minigam.hil import cases, checker_moves, hands, playing
from minigam.hil import rig as rigs
from minigam.hil.bench import Bench, parse_bench
from minigam.hil.rig import Page, Rig
from minigam.table.events import Opened
from minigam.table.setup import Setup, games_for
from minigam.web.device_json import lights
from tests.daemon import rig as daemon

SIM = load_profile("sim")
CABLE = 1000
"""Behind all inputs."""
BENCH = """
title = "T"
board = "{board}"
touches = 20
quiet = 3
[jig]
strip = true
meter = true
"""
BOOT_SECONDS = 1.0
BITS = Timing(Span(0.3e-6, 0.4e-6), Span(0.7e-6, 0.8e-6), Span(1.2e-6, 1.3e-6), 300e-6)


def bench_of(profile: Profile) -> Bench:
    """Everything of a board is wired, to more pins than a real jig has."""
    bench = parse_bench(BENCH.format(board=profile.name), "b.toml")
    inputs = {name: pin for pin, name in enumerate(profile.input_names) if not is_spare(name)}
    return replace(bench, wires=replace(bench.wires, inputs=inputs, cable=CABLE))


class Board:
    """A `Daemon` and its `JigInterface`, and what the page says."""

    watched = True
    profile = SIM
    game = ""
    """Its rules' id; empty: the first of the board's."""

    def __init__(self, folder: Path) -> None:
        """Nothing runs yet; `folder` is for the games."""
        self._folder, self._past, self._games = folder, 0.0, 0
        self._frames: list[Frame] = []
        self._shown = b""
        self._cut = False
        self._lying = dict.fromkeys(self.places, False)
        """What the sensors feel."""
        self.plays: daemon.Rig | None = None
        """The board, while its daemon runs."""

    @property
    def places(self) -> list[str]:
        """The inputs that are sensors."""
        return [name for name in self.profile.input_names if name not in self.profile.inputs]

    @property
    def now(self) -> float:
        return self._past + (self.plays.now if self.plays else 0.0)

    def wait(self, seconds: float) -> None:
        if self.plays:
            self.plays.advance(seconds)
        else:
            self._past += seconds

    # The daemon

    def start(self) -> None:
        self._games += 1
        self.again()

    def again(self) -> None:
        self.close()
        games = self._folder / str(self._games)
        known = games_for(self.profile.points)
        setup = Setup(rules_id=self.game or known[0], games=known, felt=self.profile.feels)
        opening = None if games.exists() else Opened(setup)
        games.mkdir(exist_ok=True)
        self._trace = StringIO()
        plays = daemon.Rig(
            games, opening, self._games, self.profile.name, daemon.Lights.SENT, trace=self._trace
        )
        self._past -= plays.now - BOOT_SECONDS
        plays.strip.on_frame = lambda: self.carried(plays.strip.sent)
        self.plays = plays
        for place, occupied in self._lying.items():
            plays.table.edge(place, occupied, plays.now)

    def lose(self) -> None:
        """The next daemon finds no games."""
        self._games += 1

    def trace(self) -> str:
        return self._trace.getvalue()

    def send(self, number: signal.Signals) -> None:
        """See `Daemon`; whatever watches it starts it again at once."""
        if number is signal.SIGTERM:
            self.close()
        elif number in (signal.SIGKILL, signal.SIGSTOP):
            self.again()

    def close(self) -> None:
        if self.plays:
            self._past, plays, self.plays = self.now, self.plays, None
            plays.close()
            self.carried(plays.strip.sent)

    # The jig

    def input_at(self, pin: int) -> str:
        """What the jig's pin is wired to."""
        return self.profile.input_names[pin]

    def drive(self, pin: int, low: bool) -> float:
        if pin == CABLE:
            self._cut = low
        elif (name := self.input_at(pin)) in self._lying:
            self._lying[name] = low
            if self.plays:
                self.plays.table.edge(name, low, self.plays.now)
        elif self.plays:
            (self.plays.hand.press if low else self.plays.hand.release)(name)
        return self.now

    def bounce(self, pin: int, low: bool, gaps: Sequence[float]) -> float:
        at, level = self.drive(pin, low), low
        for gap in gaps:
            self.wait(gap)
            level = not level
            self.drive(pin, level)
        return at

    def frames(self, seconds: float) -> list[Frame]:
        if not self._frames:
            self.wait(seconds)
        found, self._frames = self._frames, []
        return found

    def carried(self, data: bytes) -> None:
        """The strip's wire, now."""
        self._shown = data
        self._frames.append(Frame(self.now, data))

    def timing(self) -> Timing | None:
        return BITS

    def current(self, _ohms: float) -> Supply | None:
        """See `JigInterface`; the strip draws what is reckoned."""
        strip = self.profile.strip
        drawn = current_ma(frame_of(self._shown, strip.order), strip.budget.led_ma)
        return Supply(5.0, drawn / 1000)

    # The page

    def says(self, path: str) -> Any:
        """What is at a page's path."""
        if self.plays is None:
            raise HardwareError("there is no page")
        if path == "/api/health":
            return {"board": {"trouble": "its cable" if self._cut else None}}
        if path == "/api/lights":
            return lights(self.plays.table.scene, self.plays.strip.sent, self.profile.strip)
        return self.plays.snapshot()


@contextmanager
def made_up(
    folder: Path, monkeypatch: pytest.MonkeyPatch, kind: type[Board] = Board
) -> Iterator[Rig]:
    """A rig with such a board, started."""
    board = kind(folder)
    for module in (cases, checker_moves, hands, playing, rigs):
        monkeypatch.setattr(module, "sleep", board.wait)
    for module in (cases, hands, rigs):
        monkeypatch.setattr(module, "monotonic", lambda: board.now)
    monkeypatch.setattr(Page, "_get", lambda _page, path: board.says(path))
    rig = Rig(bench_of(kind.profile), board, board, Page(0), print)
    rig.start()
    try:
        yield rig
    finally:
        board.close()
