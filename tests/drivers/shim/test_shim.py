"""The real lgpio and gpiozero's factory over a chip that is not there: `devices.c`.

Where lgpio does wrong, the test says so: that is why the drivers do as they do.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.drivers.shim.preload import PI_3, PI_4, PI_5, REPOSITORY, ZERO_2_W, Machine, Model, build

pytestmark = [
    pytest.mark.shim,
    pytest.mark.skipif(
        not find_spec("lgpio"), reason="needs lgpio (see docs/building.md for Python 3.13)"
    ),
]

MODELS = pytest.mark.parametrize(
    "model", [ZERO_2_W, PI_3, PI_4, PI_5], ids=lambda model: model.revision
)
GROUP = 'run `sudo usermod -aG gpio "$USER"` and log in again'


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("shim"))


@pytest.fixture
def machine(library: Path, tmp_path: Path) -> Callable[[Model], Machine]:
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
