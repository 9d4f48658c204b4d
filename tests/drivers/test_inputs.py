"""What every `interfaces.Inputs` promises; run over each backend that this machine has."""

import logging
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import pytest

from minigam.board.profile_values import HIGHEST_SIMULATED_GPIO
from minigam.drivers.gpio import GpioInputs, pi_factory
from minigam.drivers.interfaces import Inputs, OnEdge
from minigam.drivers.pi import Pi
from minigam.drivers.simulated import MockHand, mock_factory
from minigam.errors import HardwareError, UnknownNameError
from tests.drivers.pico_rig import Backend, PicoBackend, over_a_terminal
from tests.drivers.shim.wires import LineHand, preloaded
from tests.firmware.backend import FirmwareBackend

PINS = {"point-1": 17, "point-2": 27, "roll": 13}
FULL = {f"input-{pin}": pin for pin in range(46)}
"""As many inputs as a simulated board may have."""


@dataclass
class PinBackend(Backend):
    """Pins that can be opened, and a hand: what it does has been heard when it has done it."""

    factory: Any
    hand: MockHand | LineHand

    def open(self, on_edge: OnEdge | None = None) -> Inputs:
        return GpioInputs(self.factory, PINS, on_edge or self.heard)


class MockBackend(PinBackend):
    def close(self) -> None:
        self.factory.close()


def mock() -> PinBackend:
    factory = mock_factory()
    return MockBackend(factory, MockHand(factory, PINS))


def lgpio_over_the_shim() -> PinBackend:
    factory = pi_factory(Pi())  # stays open: there is one a process
    return PinBackend(factory, LineHand(factory, PINS))


def pico_over_a_terminal() -> PicoBackend:
    return PicoBackend(over_a_terminal())


AnyBackend = PinBackend | PicoBackend | FirmwareBackend
WITH_PINS = [mock, *([lgpio_over_the_shim] if preloaded() else [])]


IN_MICROPYTHON = pytest.param(FirmwareBackend, marks=pytest.mark.micropython)


@pytest.fixture(params=[*WITH_PINS, PicoBackend, pico_over_a_terminal, IN_MICROPYTHON])
def backend(request: pytest.FixtureRequest) -> Iterator[AnyBackend]:
    make: Callable[[], AnyBackend] = request.param
    made = make()
    yield made
    made.close()


def test_edges_arrive_with_name_and_level_and_the_inputs_are_alive(backend: AnyBackend) -> None:
    inputs = backend.open()
    backend.hand.press("point-2")
    backend.hand.press("roll")
    backend.hand.release("point-2")
    assert inputs.alive
    inputs.close()
    assert backend.edges == [("point-2", True), ("roll", True), ("point-2", False)]


def test_a_second_look_sees_what_is_pressed(backend: AnyBackend) -> None:
    inputs = backend.open()
    looks = [inputs.levels()]
    backend.hand.press("roll")
    looks.append(inputs.levels())
    backend.hand.release("roll")
    looks.append(inputs.levels())
    inputs.close()
    rest = {"point-1": False, "point-2": False, "roll": False}
    assert looks == [rest, {**rest, "roll": True}, rest]


def test_a_listener_that_fails_harms_no_later_edge(
    backend: AnyBackend, caplog: pytest.LogCaptureFixture
) -> None:
    def heard(name: str, pressed: bool | None, lasted: float) -> None:
        backend.heard(name, pressed, lasted)
        raise RuntimeError(f"no more {name}")

    inputs = backend.open(heard)
    backend.hand.press("roll")
    backend.hand.release("roll")
    backend.hand.press("point-1")
    inputs.close()
    assert backend.edges == [("roll", True), ("roll", False), ("point-1", True)]
    assert [(record.levelno, record.getMessage()) for record in caplog.records] == [
        (logging.ERROR, "input roll: an edge was lost"),
        (logging.ERROR, "input roll: an edge was lost"),
        (logging.ERROR, "input point-1: an edge was lost"),
    ]
    faults = [str(record.exc_info[1]) for record in caplog.records if record.exc_info]
    assert faults == ["no more roll", "no more roll", "no more point-1"]


def test_closing_gives_the_pins_back_and_says_no_more(backend: AnyBackend) -> None:
    inputs = backend.open()
    inputs.close()
    backend.hand.press("roll")
    backend.hand.release("roll")
    assert (backend.edges, inputs.levels()) == ([], {})
    again = backend.open()
    backend.hand.press("roll")
    again.close()
    assert backend.edges == [("roll", True)]


@pytest.mark.parametrize("backend", WITH_PINS, indirect=True)
@pytest.mark.parametrize(
    ("pins", "message"),
    [
        ({**PINS, "undo": 99}, r"input undo: GPIO 99 cannot be used: .*99.*"),
        ({**PINS, "undo": 13}, r"input undo: GPIO 13 cannot be used: .*GPIO13 is already in use.*"),
    ],
)
def test_a_pin_that_cannot_be_opened_leaves_none_open(
    backend: PinBackend, pins: dict[str, int], message: str
) -> None:
    with pytest.raises(HardwareError, match=f"(?s)^{message}$") as caught:
        GpioInputs(backend.factory, pins, backend.heard)
    backend.open().close()
    del caught  # kept until now, and the opened pins with it: closed, not just forgotten


@pytest.mark.parametrize("backend", [mock, PicoBackend], indirect=True)
@pytest.mark.parametrize("move", ["press", "release", "check"])
def test_a_hand_knows_its_inputs(backend: AnyBackend, move: str) -> None:
    with pytest.raises(UnknownNameError) as caught:
        getattr(backend.hand, move)("point-7")
    assert str(caught.value) == "unknown input 'point-7'; expected one of: point-1, point-2, roll"


def test_a_hand_leaves_nothing_behind() -> None:
    """gpiozero's mock pins remember every change, for its own tests."""
    factory = mock_factory()
    hand = MockHand(factory, {"undo": 4})
    for _ in range(100):
        hand.press("undo")
        hand.release("undo")
    assert len(factory.pin(4).states) == 1


def test_a_simulated_board_has_more_pins_than_a_header() -> None:
    """All that a profile may name, up to the highest."""
    factory = mock_factory()
    inputs = GpioInputs(factory, FULL, lambda *_: None)
    MockHand(factory, FULL).press(f"input-{HIGHEST_SIMULATED_GPIO}")
    assert [name for name, pressed in inputs.levels().items() if pressed] == ["input-45"]
    inputs.close()
    factory.close()


def test_a_pin_that_is_busy_when_it_is_given_back_keeps_no_other(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a Pi whose lgpio still watches it."""
    backend = mock()
    inputs = backend.open()
    pins = {name: backend.factory.pin(pin) for name, pin in PINS.items()}
    given_back: list[str] = []

    def busy() -> None:
        raise RuntimeError("GPIO busy")

    monkeypatch.setattr(pins["point-1"], "close", busy)
    for name in ("point-2", "roll"):
        monkeypatch.setattr(pins[name], "close", partial(given_back.append, name))
    with caplog.at_level("INFO"):
        inputs.close()
    assert given_back == ["point-2", "roll"]
    assert caplog.messages == ["input point-1: its pin was not given back"]
    monkeypatch.undo()
    backend.close()


def test_two_boards_do_not_feel_each_other() -> None:
    one, other = mock(), mock()
    opened = [one.open(), other.open()]
    one.hand.press("roll")
    assert (one.edges, other.edges) == ([("roll", True)], [])
    for inputs in opened:
        inputs.close()


def test_inputs_start_no_threads() -> None:
    """A thread a pin would cost a board of 26 inputs 320 wake-ups a second."""
    program = (
        "import threading\n"
        "from minigam.drivers.gpio import GpioInputs\n"
        "from minigam.drivers.simulated import mock_factory\n"
        f"inputs = GpioInputs(mock_factory(), {PINS}, print)\n"
        "print(threading.active_count())\n"
        "inputs.close()\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("1\n", "")
