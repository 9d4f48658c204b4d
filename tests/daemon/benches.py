"""A simulated board on the workbench, and someone who does what the lines ask for."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import pytest

from minigam.board.profile import Profile
from minigam.cli import workbench
from minigam.daemon.hardware import OpenHardware, open_parts
from minigam.drivers.interfaces import Hand, Listeners
from minigam.drivers.simulated_pico import SimulatedPico

ASKED = re.compile(r"\d+ of \d+: (?:press (\S+)|lay one checker on (\S+), place (\d+) of \d+)$")


@dataclass
class Board:
    """The parts of the last board that was opened."""

    opened: list[OpenHardware] = field(default_factory=list)

    @property
    def hand(self) -> Hand:
        hand = self.opened[-1].hand
        assert hand
        return hand

    @property
    def pico(self) -> SimulatedPico:
        hand = self.hand
        assert isinstance(hand, SimulatedPico)
        return hand

    @property
    def dark(self) -> bool:
        return not any(self.opened[-1].strip.sent)


def watched(monkeypatch: pytest.MonkeyPatch) -> Board:
    """What the workbench will open."""
    board = Board()

    def opened(profile: Profile, listeners: Listeners) -> OpenHardware:
        board.opened.append(open_parts(profile, listeners))
        return board.opened[-1]

    monkeypatch.setattr(workbench, "open_parts", opened)
    return board


@dataclass
class Person:
    """Answers each line at once, in the place of `print`."""

    board: Board
    wires: Mapping[str, str] = field(default_factory=dict)
    """For an input, the one that its wire really leads to."""
    then: Mapping[str, Callable[[], None]] = field(default_factory=dict)
    """Something else to do at a line, before it is answered."""
    said: list[str] = field(default_factory=list)
    held: str = ""

    def __call__(self, line: str, flush: bool = True) -> None:
        assert flush
        self.said.append(line)
        if line in self.then:
            self.then[line]()
        if asked := ASKED.match(line):
            name = asked[1] or f"{asked[2]}/{asked[3]}"
            self.held = self.wires.get(name, name)
            self.board.hand.press(self.held)
        elif " answers; " in line:
            self.board.hand.release(self.held)
