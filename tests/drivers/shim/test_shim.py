"""The real lgpio and gpiozero's factory over a chip that is not there: `devices.c`.

Where lgpio does wrong, the test says so: that is why the drivers do as they do.
"""

from collections.abc import Callable
from importlib.util import find_spec
from math import ceil
from pathlib import Path

import pytest

from tests.drivers.shim.frames import (
    ALTERNATIVE_0,
    DARK,
    FRAMES,
    GPIO_REGISTERS,
    frames_sent,
    function_of_pin,
    give_spi,
)
from tests.drivers.shim.preload import PI_3, PI_4, PI_5, REPOSITORY, ZERO_2_W, Machine, Model, build

pytestmark = pytest.mark.shim

MODELS = pytest.mark.parametrize(
    "model", [ZERO_2_W, PI_3, PI_4, PI_5], ids=lambda model: model.revision
)
GROUP = 'run `sudo usermod -aG gpio "$USER"` and log in again'


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("shim"))


@pytest.fixture
def machine(library: Path, tmp_path: Path) -> Callable[[Model], Machine]:
    if not find_spec("lgpio"):
        pytest.skip("needs lgpio (see docs/building.md for Python 3.13)")
    return lambda model: Machine(library, tmp_path, model)


@pytest.fixture
def pi(machine: Callable[[Model], Machine]) -> Machine:
    return machine(PI_4)


def test_the_contract_of_inputs_holds_over_lgpio(pi: Machine) -> None:
    contract = REPOSITORY / "tests/drivers/test_inputs.py"
    options = [f"--rootdir={REPOSITORY}", "-c", f"{REPOSITORY / 'pyproject.toml'}"]
    options += ["-p", "no:cacheprovider", "-k", "over_the_shim"]
    done = pi.python("-m", "pytest", *options, str(contract))
    assert done.returncode == 0, done.stdout
    assert "passed" in done.stdout
    assert "skipped" not in done.stdout


@MODELS
def test_the_pins_of_each_pi_and_no_file_is_left_behind(
    machine: Callable[[Model], Machine], model: Model
) -> None:
    found = machine(model)
    short = {ZERO_2_W: "Zero2W", PI_3: "3B", PI_4: "4B", PI_5: "5B"}[model]
    assert found.case("opened") == ["LGPIOFactory", short, 0, True, str(found.home)]
    assert (list(found.home.iterdir()), list(found.tmp.iterdir())) == ([], [])


def test_a_factory_named_elsewhere_is_not_taken(pi: Machine) -> None:
    pi.environment["GPIOZERO_PIN_FACTORY"] = "native"
    assert pi.case("opened")[0] == "LGPIOFactory"


FOUND: dict[str, tuple[str, object]] = {
    "an unguarded callback ends the only thread": ("unguarded", [True, False]),
    "a listener that fails ends nothing": (
        "guarded",
        [["roll True", "roll False", "point-1 True"], True],
    ),
    "a dead thread is noticed and levels are still seen": (
        "dead",
        [True, False, True, [], {"point-1": False, "roll": True}],
    ),
    "an edge that is told late has its own time": (
        "late",
        [["roll", True, True], ["roll", False, True], ["point-1", True, True]],
    ),
    "a lost edge is found at the second look": (
        "lost",
        [[], {"point-1": False, "roll": True}, True],
    ),
    "closing one input silences another": ("silenced", [True, True]),
    "edges while all is closed do no harm": ("closing", {}),
    "a line of another program": ("held", "input roll: GPIO 13 cannot be used: 'GPIO busy'"),
}


@pytest.mark.parametrize(("case", "found"), FOUND.values(), ids=FOUND)
def test_over_the_real_lgpio(pi: Machine, case: str, found: object) -> None:
    assert pi.case(case) == found


def test_pins_that_are_not_for_this_user(pi: Machine) -> None:
    (pi.root / "dev/gpiochip0").chmod(0)
    assert pi.case("refused") == (
        "the Pi's pins cannot be opened: 'can not open gpiochip'; "
        f"/dev/gpiochip0 is not for this user; {GROUP}"
    )


def test_pins_that_are_not_there(pi: Machine) -> None:
    (pi.root / "dev/gpiochip0").unlink()
    assert pi.case("refused") == (
        "the Pi's pins cannot be opened: 'can not open gpiochip'; "
        "expected /dev/gpiochip0, got none; use Raspberry Pi OS with its own kernel"
    )


def test_a_machine_that_is_no_pi(pi: Machine) -> None:
    for file in ("model", "compatible", "system/linux,revision"):
        (pi.root / "proc/device-tree" / file).unlink()
    (pi.root / "proc/cpuinfo").write_text("processor\t: 0\n")
    told = pi.case("refused")
    assert told.startswith("the Pi's pins cannot be opened: unable to locate Pi revision ")
    assert told.endswith("; off a Pi use `--board sim`")


@MODELS
def test_a_strip_is_fed_by_the_module_for_this_pi(
    machine: Callable[[Model], Machine], model: Model
) -> None:
    """With both installed: stand-ins here, for they come for a Pi's processor only."""
    found = machine(model)
    for name in ("_rpi_ws281x", "adafruit_raspberry_pi5_neopixel_write"):
        (found.home / f"{name}.py").touch()
    pi_5 = "adafruit_raspberry_pi5_neopixel_write"
    older = "adafruit_blinka.microcontroller.bcm283x.neopixel"
    assert found.case("strip") == (pi_5 if model is PI_5 else older)


NANOSECONDS = 1e9
CLOCKS_HZ = (250e6, 400e6, 500e6)
"""A Pi's core clock: as docs/building.md sets it, or as it is where nobody has."""


def test_pulses_are_within_the_old_and_the_new_data_sheet(
    machine: Callable[[Model], Machine],
) -> None:
    """A third of a bit is as long as a Pi's clock, divided by an even number, allows."""
    found = machine(PI_4)
    (found.home / "_rpi_ws281x.py").touch()
    for device in ("dev/spidev0.0", "dev/gpiomem"):
        (found.root / device).touch()
    wanted = 3 * found.case("bit_hz")
    for clock in CLOCKS_HZ:
        third = NANOSECONDS * 2 * ceil(clock / wanted / 2) / clock
        assert 250 <= third <= 380, "a zero's high time: 220 to 380, and before 250 to 550"
        assert 650 <= 2 * third <= 950, "a one's high time: 580 to 1000, and before 650 to 950"
        assert third >= 300, "a one's low time, before 300 to 600"
        assert 2 * third >= 700, "a zero's low time: 580 to 1000, and before 700 to 1000"


# The real rpi_ws281x over an SPI device that is a file: what the wire would carry. It is no part of
# the test extra, for it comes as source, which wants a C compiler and Python's headers.


@pytest.mark.skipif(not find_spec("_rpi_ws281x"), reason="needs `tests/debian.sh shim`")
@pytest.mark.parametrize("model", GPIO_REGISTERS, ids=lambda model: model.revision)
def test_frames_go_out_on_gpio_10(model: Model, library: Path, tmp_path: Path) -> None:
    pi = Machine(library, tmp_path, model)
    give_spi(pi.root, model)
    assert pi.case("lit") == FRAMES
    assert function_of_pin(pi.root, model) == ALTERNATIVE_0
    assert frames_sent(pi.root) == [*FRAMES, DARK]
