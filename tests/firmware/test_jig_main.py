"""The jig's whole program, with a cable, pins, a wire, a watchdog and a time that are made up."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

import pytest

from minigam.link.codec import Decoder, encode
from minigam.link.jig import (
    ALONE_SECONDS,
    LONGEST_BOUNCE,
    UNASKED,
    Answer,
    Drive,
    Driven,
    Identity,
    Meet,
    Meter,
    Metered,
    Question,
    Refused,
    Watch,
    read_answer,
)
from minigam.link.messages import Bye, Gone
from tests.firmware.loading import load_of_the_jig

STRIP = 22
DRIVES = (*range(22), 28)
TURN_US = 50_000
"""A turn of the loop, if it is slow."""
POLL_US = 80_000
"""Within it the wire is to be polled: then its memory is full."""
IDENTITY = Identity(1, 1, (0, 1, 0), STRIP, DRIVES, "pico")


@dataclass
class Pico:
    """What the firmware finds on its chip; it complains if it is neglected."""

    asked: Iterator[bytes]
    now: int = 0
    """Microseconds."""
    driven: dict[int, list[int]] = field(default_factory=dict)
    """By open-drain pin, its levels from the start on."""
    said: bytes = b""
    bites_us: int = 0
    """Unfed for so long, the watchdog starts the Pico again."""
    fed: int = 0
    polled: int = 0
    prompted: bool = False
    interrupts: int = 3
    """The byte that ends the program: Ctrl-C at first, -1 for none."""
    lost: int = 0

    def ticks(self) -> int:
        self.now += 1
        return self.now

    def answers(self) -> list[Answer]:
        return [read_answer(payload) for payload in Decoder().feed(self.said)]

    def modules(self) -> dict[str, ModuleType]:
        """Those that MicroPython has, and those that stand on it."""
        prompt = {"prompt_wanted": lambda: False, "start_with_prompt": self._prompt}
        return {
            "machine": module("machine", Pin=self._pin(), I2C=Bus, WDT=self._watchdog),
            "micropython": module("micropython", kbd_intr=self._listen),
            "wire": module("wire", Wire=self._wire),
            "port": module("port", Port=lambda: self, **prompt),
        }

    def _listen(self, sign: int) -> None:
        self.interrupts = sign

    def _prompt(self) -> None:
        self.prompted = True

    # The cable

    def read(self) -> bytes:
        """A turn of the loop; at the end the controller wants the prompt."""
        assert 0 <= self.now - self.fed < self.bites_us, "expected the watchdog to be fed"
        assert self.now - self.polled < POLL_US, "expected the wire to be polled"
        assert not self.prompted, "expected the loop to end"
        assert self.interrupts == -1, "expected Ctrl-C to be a byte like any other"
        self.now += TURN_US
        return next(self.asked, encode(Bye(9, restart=True).payload()))

    def write(self, data: bytes) -> None:
        self.said += data

    # The watchdog

    def _watchdog(self, timeout: int) -> Pico:
        self.bites_us, self.fed = 1000 * timeout, self.now
        return self

    def feed(self) -> None:
        self.fed = self.now

    # The strip's wire, which carries nothing

    def _wire(self, pin: int, _clock: object) -> Pico:
        self.pin, self.polled = pin, self.now
        return self

    def poll(self) -> None:
        self.polled = self.now

    def next(self) -> None: ...

    def forget(self) -> None: ...

    # The pins

    def _pin(self) -> type:
        pico = self

        class Pin:
            OPEN_DRAIN = 7

            def __init__(self, number: int, mode: int | None = None, value: int = 0) -> None:
                self.number = number
                if mode == self.OPEN_DRAIN:
                    pico.driven[number] = [value]

            def __call__(self, level: int) -> None:
                pico.driven[self.number].append(int(level))

        return Pin


class Bus:
    """An I2C bus with nothing on it."""

    def __init__(self, number: int, sda: Any, scl: Any, freq: int) -> None:
        assert (number, sda.number, scl.number, freq) == (1, 26, 27, 400_000)

    def readfrom_mem(self, *_where: int) -> bytes:
        raise OSError(5)


def module(name: str, **contents: Any) -> ModuleType:
    made = ModuleType(name)
    vars(made).update(contents)
    return made


Run = Callable[[Iterable[Question | None]], Pico]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Let the firmware run, asked one of these a turn, and then for the prompt."""

    def ran(asked: Iterable[Question | None]) -> Pico:
        pico = Pico(iter([encode(each.payload()) if each else b"" for each in asked]))
        for name, made in pico.modules().items():
            monkeypatch.setitem(sys.modules, name, made)
        monkeypatch.setattr(time, "ticks_us", pico.ticks, raising=False)
        monkeypatch.setattr(time, "ticks_add", lambda at, us: at + us, raising=False)
        monkeypatch.setattr(time, "ticks_diff", lambda at, other: at - other, raising=False)
        load_of_the_jig("main")
        assert pico.prompted
        return pico

    return ran


def test_it_answers_and_drives_all_but_what_it_listens_with(run: Run) -> None:
    pico = run([Meet(1, 7), Drive(2, 3, True), Drive(3, 28, True), Drive(4, STRIP, True), Meter(5)])
    who, three, other, refused, metered, gone = pico.answers()
    assert who == IDENTITY
    assert isinstance(three, Driven)
    assert isinstance(other, Driven)
    assert 0 < three.at < other.at
    assert [refused, metered, gone] == [Refused(4), Metered(5), Gone(9)]
    assert tuple(pico.driven) == DRIVES
    touched = {pin: levels for pin, levels in pico.driven.items() if 0 in levels}
    assert touched == {3: [1, 1, 0, 1], 28: [1, 1, 0, 1]}  # the greeting and the end let go


def test_a_contact_bounces(run: Run) -> None:
    pico = run([Meet(1, 7), Drive(2, 3, True, (500, 300))])
    assert pico.driven[3] == [1, 1, 0, 1, 0, 1]


def test_it_looks_after_the_wire_and_the_watchdog_while_nobody_asks(run: Run) -> None:
    pico = run([Meet(1, 7), *[None] * 200, Watch(2)])
    assert len(pico.answers()) == 3
    assert pico.bites_us > LONGEST_BOUNCE + TURN_US


def test_left_alone_it_lets_go(run: Run) -> None:
    turns = ALONE_SECONDS * 1_000_000 // TURN_US
    pico = run([Meet(1, 7), Drive(2, 3, True), *[None] * turns, Drive(3, 3, True)])
    assert pico.answers()[2:] == [
        Identity(UNASKED, 1, (0, 1, 0), STRIP, DRIVES, "pico"),
        Gone(9),
    ]
    assert pico.driven[3] == [1, 1, 0, 1, 1]
