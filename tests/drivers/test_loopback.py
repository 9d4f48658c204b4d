"""A Pi's own pins as a jig: what is asked of gpiod, over lines that are not there.

The kernel's own lines are those of tests/hil/virtual.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from types import SimpleNamespace
from typing import Any

import pytest

from minigam.drivers.jig_interface import Frame
from minigam.drivers.loopback import MOST_EDGES, NAME, NO_PI, Loopback, header_chip
from minigam.errors import HardwareError

gpiod = pytest.importorskip("gpiod")
line = pytest.importorskip("gpiod.line")
LOW, FREE = line.Value.INACTIVE, line.Value.ACTIVE
PULLS = gpiod.LineSettings(
    direction=line.Direction.OUTPUT, drive=line.Drive.OPEN_DRAIN, output_value=FREE
)
HEARS = gpiod.LineSettings(direction=line.Direction.INPUT, edge_detection=line.Edge.RISING)
CHIP = "/dev/gpiochip0"


@dataclass
class Lines:
    """What was asked for at once, as gpiod gives it."""

    asked: dict[int, Any]
    edges: list[float] = field(default_factory=list)
    """When they came."""
    set_to: list[tuple[int, Any]] = field(default_factory=list)
    held: bool = True

    def set_value(self, pin: int, value: Any) -> None:
        assert pin in self.asked
        self.set_to.append((pin, value))

    def wait_edge_events(self, _seconds: float) -> bool:
        assert self.held
        return bool(self.edges)

    def read_edge_events(self, most: int) -> list[Any]:
        found, self.edges = self.edges[:most], self.edges[most:]
        return [SimpleNamespace(timestamp_ns=round(1e9 * at)) for at in found]

    def release(self) -> None:
        assert self.held  # gpiod too refuses to do it twice
        self.held = False


@dataclass
class Kernel:
    """Gives lines away, but not those that are taken."""

    given: list[Lines] = field(default_factory=list)
    faults: dict[int, OSError] = field(default_factory=dict)
    """By a pin: why it cannot be had."""

    def request_lines(
        self, chip: str, config: dict[int, Any], consumer: str, event_buffer_size: int
    ) -> Lines:
        assert (chip, consumer, event_buffer_size) == (CHIP, NAME, MOST_EDGES)
        for pin in config:
            if pin in self.faults:
                raise self.faults[pin]
        self.given.append(Lines(config))
        return self.given[-1]


@pytest.fixture
def kernel(monkeypatch: pytest.MonkeyPatch) -> Iterator[Kernel]:
    kernel = Kernel()
    monkeypatch.setattr(gpiod, "request_lines", kernel.request_lines)
    yield kernel
    assert not any(lines.held for lines in kernel.given)


def test_pins_are_pulled_low_or_let_go_and_never_driven_high(kernel: Kernel) -> None:
    began = monotonic()
    with Loopback([2, 3], None) as loopback:
        (pins,) = kernel.given
        times = [loopback.drive(2, True), loopback.drive(2, False)]
        times.append(loopback.bounce(3, True, (0.0001, 0.0001)))
    assert pins.asked == {2: PULLS, 3: PULLS}
    assert pins.set_to == [(2, LOW), (2, FREE), (3, LOW), (3, FREE), (3, LOW)]
    assert sorted(times) == times
    assert began <= times[0] <= times[-1] <= monotonic()


def test_a_frame_is_told_once_by_its_first_edge(kernel: Kernel) -> None:
    with Loopback([2], 9) as loopback:
        assert loopback.frames(0.0) == []
        _, wire = kernel.given
        wire.edges = [1.5, 1.50000125, 1.5000025]
        assert loopback.frames(0.0) == [Frame(1.5, b"")]
        assert loopback.frames(0.0) == []
        kernel.given[-1].edges = [2.0]
        assert loopback.frames(0.0) == [Frame(2.0, b"")]
    loopback.close()  # nothing is given back twice
    assert [lines.asked for lines in kernel.given[1:]] == [{9: HEARS}] * 3


def test_a_wire_that_cannot_be_had_again(kernel: Kernel) -> None:
    with Loopback([2], 9) as loopback:
        kernel.given[-1].edges, kernel.faults[9] = [1.5], OSError(16, "Busy")
        with pytest.raises(HardwareError, match="GPIO 9 cannot be had"):
            loopback.frames(0.0)


def test_it_listens_to_nothing_unless_told_to(kernel: Kernel) -> None:
    with Loopback([2], None) as loopback:
        assert (loopback.frames(0.0), loopback.timing(), loopback.current(0.1)) == ([], None, None)
    assert [lines.asked for lines in kernel.given] == [{2: PULLS}]


@pytest.mark.parametrize(
    ("fault", "remedy"),
    [
        (OSError(16, "Busy"), "choose pins that neither the board nor anything else uses"),
        (PermissionError(13, "No"), 'run `sudo usermod -aG gpio "$USER"` and log in again'),
        (FileNotFoundError(2, "None"), NO_PI),
    ],
)
@pytest.mark.parametrize(("taken", "told"), [(3, "2, 3"), (9, "9")])
def test_pins_that_cannot_be_had(
    kernel: Kernel, taken: int, told: str, fault: OSError, remedy: str
) -> None:
    kernel.faults[taken] = fault
    with pytest.raises(HardwareError) as refusal:
        Loopback([2, 3], 9)
    assert str(refusal.value) == f"GPIO {told} cannot be had: {fault}; {remedy}"


INSTALL = (
    "a loopback bench needs the module gpiod, which is not installed; "
    "run `pip install 'minigam[pi]'`"
)
NO_CHIP = (
    "expected {chip}, found none; a loopback bench needs the pins of a "
    "Raspberry Pi: run it there, or `minigam hil sim` here"
)


@pytest.mark.parametrize(
    ("module", "on_a_pi", "told"),
    [("gpiod", True, INSTALL), ("gpiod.line", True, INSTALL), ("gpiod", False, NO_CHIP)],
)
def test_without_its_library_it_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, module: str, on_a_pi: bool, told: str, tmp_path: Path
) -> None:
    chip = tmp_path / "gpiochip0"
    if on_a_pi:
        chip.touch()
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(HardwareError) as refusal:
        Loopback([2], None, tmp_path)
    assert str(refusal.value) == told.format(chip=chip)


@dataclass
class Chip:
    """A chip of lines as gpiod opens it."""

    path: str

    def __enter__(self) -> "Chip":
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def get_info(self) -> Any:
        label = Path(self.path).read_text()
        if label == "refused":
            raise PermissionError
        return SimpleNamespace(label=label)


@pytest.mark.parametrize(
    ("labels", "found"),
    [
        (["pinctrl-bcm2711", "raspberrypi-exp-gpio"], 0),
        (["gpio-brcmstb@107d508500", "refused", "", "", "pinctrl-rp1"], 4),
        (["pinctrl-rp1", "gpio-brcmstb@107d508500"], 0),
        (["gpio-sim.0-node0"], 0),
        ([], 0),
    ],
)
def test_the_chip_of_the_header_is_found_by_its_name(
    labels: list[str], found: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a Pi 5 it is the fifth, on its newer kernels the first."""
    for number, label in enumerate(labels):
        (tmp_path / f"gpiochip{number}").write_text(label)
    monkeypatch.setattr(gpiod, "Chip", Chip)
    assert header_chip(tmp_path) == tmp_path / f"gpiochip{found}"
