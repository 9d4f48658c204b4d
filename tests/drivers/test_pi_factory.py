"""Which library drives a Pi's pins, with what stands in for it; the real one is in `shim/`."""

import logging
import os
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from minigam.drivers.gpio import GpioInputs, pi_factory, pin_faults
from minigam.drivers.pi import Pi
from minigam.errors import HardwareError
from tests.drivers.shim.preload import PI_4, write_pi

PINS = {"point-1": 17, "roll": 13}
OnChange = Callable[[int], None]


class FakeRpiGpio:
    """`RPi.GPIO` below gpiozero's own factory, with pins in memory: as much as inputs need.

    Its callbacks come from the thread that drives a pin.
    """

    BCM, PUD_OFF, PUD_UP, PUD_DOWN = 11, 20, 22, 21
    OUT, IN, SERIAL, SPI, I2C, HARD_PWM, UNKNOWN = 0, 1, 40, 41, 42, 43, -1
    RISING, FALLING, BOTH = 31, 32, 33

    def __init__(self) -> None:
        self.levels: dict[int, int] = {}
        self._listeners: dict[int, OnChange] = {}

    def setmode(self, mode: int) -> None:
        assert mode == self.BCM

    def setwarnings(self, on: bool) -> None:
        assert not on

    def setup(self, pin: int, function: int, pull: int) -> None:
        assert function == self.IN
        self.levels[pin] = int(pull == self.PUD_UP)

    def gpio_function(self, pin: int) -> int:
        return self.IN if pin in self.levels else self.UNKNOWN

    def input(self, pin: int) -> int:
        return self.levels[pin]

    def add_event_detect(self, pin: int, edge: int, callback: OnChange, bouncetime: int) -> None:
        assert (edge, bouncetime) == (self.BOTH, -666)
        self._listeners[pin] = callback

    def remove_event_detect(self, pin: int) -> None:
        self._listeners.pop(pin, None)

    def cleanup(self, pin: int | None = None) -> None:
        for closed in [pin] if pin else list(self.levels):
            self.levels.pop(closed, None)

    def drive(self, pin: int, level: int) -> None:
        """Change a level, as a hand does."""
        self.levels[pin] = level
        if pin in self._listeners:
            self._listeners[pin](pin)


@pytest.fixture
def make(tmp_path: Path) -> Callable[..., Pi]:
    """A Pi with some modules."""
    write_pi(tmp_path / "root", PI_4)
    return lambda *modules: Pi(tmp_path / "root", has_module=lambda name: name in modules)


@pytest.fixture
def rpi_gpio(monkeypatch: pytest.MonkeyPatch) -> FakeRpiGpio:
    """What `RPi` is, on what says that it is a Pi 4."""
    import gpiozero.pins.local

    gpio = FakeRpiGpio()
    bring: Any = SimpleNamespace(GPIO=gpio)
    monkeypatch.setitem(sys.modules, "RPi", bring)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.rpigpio", raising=False)
    monkeypatch.setattr(gpiozero.pins.local, "get_pi_revision", lambda: 0xC03112)
    return gpio


def refused(pi: Pi) -> str:
    with pytest.raises(HardwareError) as caught:
        pi_factory(pi)
    return str(caught.value)


def test_neither_library(make: Callable[..., Pi]) -> None:
    assert refused(make()) == (
        "the Pi's pins need lgpio or RPi.GPIO, got neither; on a Pi "
        "run `pip install 'minigam[pi]'`, off a Pi use `--board sim`"
    )


def test_rpi_gpio_where_there_is_no_lgpio(make: Callable[..., Pi], rpi_gpio: FakeRpiGpio) -> None:
    """gpiozero's own factory for it, with all that the inputs do."""
    edges: list[tuple[str, bool | None]] = []
    factory = pi_factory(make("RPi"))
    assert type(factory).__name__ == "RPiGPIOFactory"
    inputs = GpioInputs(factory, PINS, lambda name, pressed, _lasted: edges.append((name, pressed)))
    rpi_gpio.drive(PINS["roll"], 0)
    looks = [inputs.levels()]
    rpi_gpio.drive(PINS["roll"], 1)
    looks.append(inputs.levels())
    assert edges == [("roll", True), ("roll", False)]
    assert looks == [{"point-1": False, "roll": True}, {"point-1": False, "roll": False}]
    assert inputs.alive
    inputs.close()
    assert rpi_gpio.levels == {}
    factory.close()


def test_a_broken_lgpio_is_not_replaced(
    make: Callable[..., Pi], rpi_gpio: FakeRpiGpio, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With RPi.GPIO beside it, and gpiozero told to take that: it fails, and says what to do."""
    monkeypatch.setitem(sys.modules, "lgpio", None)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "rpigpio")
    told = refused(make("lgpio", "RPi"))
    assert told.startswith("the Pi's pins cannot be opened: ")
    assert told.endswith("; run `pip install 'minigam[pi]'`")
    assert rpi_gpio.levels == {}


def test_edges_that_the_kernel_does_not_give(
    make: Callable[..., Pi], rpi_gpio: FakeRpiGpio, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As RPi.GPIO fails on newer kernels; and no pin stays open."""

    def fail(*_args: object, **_options: object) -> None:
        raise RuntimeError("Failed to add edge detection")

    monkeypatch.setattr(rpi_gpio, "add_event_detect", fail)
    factory = pi_factory(make("RPi"))
    with pytest.raises(HardwareError) as caught:
        GpioInputs(factory, PINS, lambda *_: None)
    told = "input point-1: GPIO 17 cannot be used: Failed to add edge detection"
    assert str(caught.value) == told
    monkeypatch.undo()
    factory.close()


def distributions(folder: Path, *names: str) -> str:
    """Packages as pip leaves them."""
    for name in names:
        info = folder / f"{name.replace('-', '_')}-1.0.dist-info"
        info.mkdir(parents=True)
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    return os.fspath(folder)


BOTH = (
    "RPi.GPIO and rpi-lgpio are both installed, one over the other: "
    "run `pip uninstall RPi.GPIO rpi-lgpio`, then run `pip install 'minigam[pi]'`"
)


@pytest.mark.parametrize(
    ("names", "told"),
    [(["RPi.GPIO"], []), (["rpi-lgpio"], []), (["RPi.GPIO", "rpi-lgpio"], [BOTH])],
)
def test_two_packages_of_the_same_module(
    names: list[str],
    told: list[str],
    tmp_path: Path,
    make: Callable[..., Pi],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setitem(sys.modules, "RPi", ModuleType("RPi"))  # has no GPIO: goes no further
    monkeypatch.delitem(sys.modules, "gpiozero.pins.rpigpio", raising=False)
    monkeypatch.setattr(sys, "path", [distributions(tmp_path / "packages", *names), *sys.path])
    refused(make("RPi"))
    said = [record.getMessage() for record in caplog.records if record.levelno == logging.WARNING]
    assert said == told


def test_what_keeps_pins_from_being_used_is_said_without_opening_them(
    make: Callable[..., Pi], tmp_path: Path
) -> None:
    assert list(pin_faults(make("lgpio"))) == []
    assert list(pin_faults(make("RPi"))) == []
    neither = "the Pi's pins need lgpio or RPi.GPIO, got neither; run `pip install 'minigam[pi]'`"
    assert list(pin_faults(make())) == [neither]
    refused = replace(make("lgpio"), may_use=lambda _path: False)
    (fault,) = pin_faults(refused)
    assert fault.startswith("/dev/gpiochip0 is not for this user; run `sudo usermod -aG gpio")
    (tmp_path / "root/dev/gpiochip0").unlink()
    (fault,) = pin_faults(make("lgpio"))
    assert fault == "expected /dev/gpiochip0, got none; use Raspberry Pi OS with its own kernel"
    (fault,) = pin_faults(Pi(tmp_path / "elsewhere"))
    assert fault == "expected a Raspberry Pi, got another machine; off a Pi use `--board sim`"
