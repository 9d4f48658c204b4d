"""`python -m tests.drivers.shim.cases NAME`: one small program over the shim; prints what it found.

Each runs alone, for what lgpio does wrong lasts as long as its process.
"""

import json
import os
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from queue import Empty, Queue
from time import monotonic
from typing import Any

from minigam.drivers.gpio import GpioInputs, pi_factory
from minigam.drivers.pi import Pi
from minigam.drivers.pixels import NeoPixelStrip, pi_pin
from minigam.errors import HardwareError
from tests.drivers.shim.wires import PATIENCE, LineHand, drive, drive_unheard

PINS = {"point-1": 17, "roll": 13}
SPARE = 27
ROUNDING = 1e-6
A_MOMENT = 0.2
"""Seconds: an edge takes a thousandth of one."""


def readable(path: Path) -> bool:
    """May be used by whoever may read it, as the shim has it: root is asked too."""
    return bool(path.stat().st_mode & 0o444)


def here() -> Pi:
    """The Pi that the shim shows."""
    return Pi(Path(os.environ["MINIGAM_SHIM_ROOT"]), may_use=readable)


def ignore(*_edge: object) -> None:
    """Hears nothing."""


def fail(*_edge: object) -> None:
    raise RuntimeError("no more")


def thread() -> threading.Thread:
    """lgpio's only one."""
    import lgpio

    found: threading.Thread = lgpio._notify_thread
    return found


def device(pin: int) -> Any:
    """An input as gpiozero has it, without our care."""
    from gpiozero import DigitalInputDevice

    return DigitalInputDevice(pin, pull_up=True, pin_factory=pi_factory(here()))


def unguarded() -> Any:
    failing = device(SPARE)
    failing.when_activated = fail
    before = thread().is_alive()
    drive(SPARE, 0)
    thread().join(PATIENCE)
    return [before, thread().is_alive()]


def guarded() -> Any:
    heard: list[str] = []

    def listen(name: str, pressed: bool | None, _lasted: float) -> None:
        heard.append(f"{name} {pressed}")
        fail()

    inputs = GpioInputs(pi_factory(here()), PINS, listen)
    hand = LineHand(pi_factory(here()), PINS)
    hand.press("roll")
    hand.release("roll")
    hand.press("point-1")
    return [heard, inputs.alive]


def late() -> Any:
    """Its time is from when the driver has looked at the clock: it may be held up after that."""
    go, heard, looked = threading.Event(), Queue[tuple[str, bool | None, float]](), list[float]()
    factory = pi_factory(here())

    def look() -> float:
        looked.append(monotonic())
        return looked[-1]

    def listen(name: str, pressed: bool | None, lasted: float) -> None:
        at = looked[-1] - lasted
        go.wait(PATIENCE)
        heard.put((name, pressed, at))

    factory.ticks = look
    _inputs = GpioInputs(factory, PINS, listen)
    moved = []
    for name, level in (("roll", 0), ("roll", 1), ("point-1", 0)):
        before = monotonic()
        drive(PINS[name], level)
        moved.append((before, monotonic()))
    go.set()
    told = [heard.get(timeout=PATIENCE) for _ in moved]
    return [
        [name, pressed, before - ROUNDING <= at <= after + ROUNDING]
        for (name, pressed, at), (before, after) in zip(told, moved, strict=True)
    ]


def dead() -> Any:
    heard: list[str] = []
    inputs = GpioInputs(pi_factory(here()), PINS, lambda name, *_: heard.append(name))
    before = inputs.alive
    unguarded()
    told = drive(PINS["roll"], 0)
    return [before, inputs.alive, told, heard, inputs.levels()]


def lost() -> Any:
    heard: list[str] = []
    inputs = GpioInputs(pi_factory(here()), PINS, lambda name, *_: heard.append(name))
    drive_unheard(PINS["roll"], 0)
    return [heard, inputs.levels(), inputs.alive]


def silenced() -> Any:
    """Closing the newest input: lgpio looks at no other until one more is opened.

    Until it has seen that one is closed, edges still come through; so some are tried.
    """
    heard: Queue[str] = Queue()
    older, newest = device(17), device(13)
    older.when_activated = lambda: heard.put("pressed")
    newest.when_activated = fail
    newest.close()
    while drive(17, 0) and _comes(heard, A_MOMENT):
        drive_unheard(17, 1)
    silent = older.is_active
    another = device(SPARE)
    another.when_activated = fail
    return [silent, _comes(heard, PATIENCE)]


def _comes(heard: Queue[str], seconds: float) -> bool:
    try:
        heard.get(timeout=seconds)
    except Empty:
        return False
    return True


def closing() -> Any:
    """Edges while all inputs are closed, at the end: it comes to its end."""
    inputs = GpioInputs(pi_factory(here()), PINS, ignore)
    stop = threading.Event()

    def shake() -> None:
        while not stop.is_set():
            for pin in PINS.values():
                drive(pin, 0)
                drive(pin, 1)

    shaking = threading.Thread(target=shake)
    shaking.start()
    inputs.close()
    stop.set()
    shaking.join()
    return inputs.levels()


def held() -> Any:
    import lgpio

    lgpio.gpio_claim_input(lgpio.gpiochip_open(0), PINS["roll"])
    return _told(lambda: GpioInputs(pi_factory(here()), PINS, ignore))


def opened() -> Any:
    """The factory, what it took itself for, and where its program is afterwards."""
    factory = pi_factory(here())
    board = factory.board_info
    same = pi_factory(here()) is factory
    return [type(factory).__name__, f"{board.model}", factory.chip, same, str(Path.cwd())]


def refused() -> Any:
    """What is said where it cannot be opened."""
    return _told(lambda: pi_factory(here()))


def strip() -> Any:
    """Which module Blinka takes to feed a strip, with both installed."""
    import neopixel_write

    return neopixel_write._neopixel.__name__


def bit_hz() -> Any:
    """How many bits a second rpi_ws281x is asked for."""
    pi_pin(here(), 10, 2)
    from adafruit_blinka.microcontroller.bcm283x import neopixel

    return neopixel.LED_FREQ_HZ


class StillPin:
    """Of a pin the strip's class asks only that it be an output."""

    IN, OUT, LOW, HIGH = 0, 1, 0, 1

    def __init__(self, number: int) -> None:
        self.id = number

    def init(self, mode: int = IN, pull: object = None) -> None: ...

    def value(self, level: int | None = None) -> None: ...

    def deinit(self) -> None: ...


def lit() -> Any:
    """Frames through Adafruit's class and the real rpi_ws281x: each frame's bytes.

    The pin stands still: through gpiod, Blinka asks the kernel for more than the shim knows.
    """
    pin = pi_pin(here(), 10, 2)
    import digitalio

    digitalio.Pin = StillPin
    strip = NeoPixelStrip(2, "GRB", pin)
    sent = []
    for frame in (((255, 0, 0), (0, 0, 1)), ((1, 2, 3), (128, 64, 32))):
        strip.show(frame)
        sent.append(strip.sent.hex())
    strip.close()
    return sent


def _told(attempt: Callable[[], object]) -> str:
    try:
        attempt()
    except HardwareError as error:
        return str(error)
    raise AssertionError("expected a HardwareError")


if __name__ == "__main__":
    print(json.dumps(globals()[sys.argv[1]]()))
