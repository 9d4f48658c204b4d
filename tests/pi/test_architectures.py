"""minigam on a Pi's architecture: installed, used and played in Debian's own systems, by QEMU.

Each system is fresh, is installed into as on a Pi, and looks like one, since files say so. What
needs a chip of a Pi is asked as far as it answers without one.
"""

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from tests.bare.root import CLONE, Bare
from tests.drivers.shim.frames import ALTERNATIVE_0, DARK, FRAMES, GPIO_REGISTERS
from tests.pi.models import MODELS
from tests.pi.table import FIGURES, keep
from tests.pi.using import QUESTIONS
from tests.rules import naive
from tests.tiers import some

SECONDS = 3000.0
ROUNDING = 1e-6
"""How far chances and equities may be apart: the networks work with seven digits."""
pytestmark = [pytest.mark.pi, pytest.mark.timeout(SECONDS + 100)]
Found = Mapping[str, Any]


@dataclass(frozen=True)
class System:
    """A Debian, and which Pi it is."""

    suite: str
    architecture: str
    model: str
    """The Pi that is installed on, by its name in `MODELS`."""
    models: tuple[str, ...]
    """The Pis that it looks like afterwards."""
    python: str
    built: tuple[str, ...]
    """The packages that have no wheel for it."""

    def __str__(self) -> str:
        return f"{self.suite}-{self.architecture}"

    @property
    def command(self) -> Sequence[str]:
        """Install with the network, use without one."""
        installing = shlex.join(["tests.pi.installing", self.model, "/root/installing.json"])
        using = shlex.join(["tests.pi.using", "/root/using.json", *self.models])
        return (
            *("sh", "-c"),
            f"python3 -m {installing} && exec unshare --net python3 -m {using}",
        )


SYSTEMS = (
    System("trixie", "arm64", "5", ("5", "4", "3", "Zero 2 W"), "3.13", ("lgpio", "rpi-ws281x")),
    System("bookworm", "arm64", "4", ("4", "3", "Zero 2 W"), "3.11", ("rpi-ws281x",)),
)


@pytest.fixture(scope="module", params=some(SYSTEMS, 1), ids=str)
def system(request: pytest.FixtureRequest) -> System:
    found: System = request.param
    return found


@pytest.fixture(scope="module")
def found(system: System) -> Iterator[Found]:
    """What the two programs in it have found; its home folder while tests look at it."""
    bare = Bare(system.suite, "root", system.architecture)
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / f"minigam/pip-{bare}"
    log = FIGURES / f"{bare}.log"
    for folder in (cache, log.parent):
        folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix="minigam-") as work:
        status = bare.run(system.command, Path(work), log, cache, SECONDS)
        assert status == 0, log.read_text("utf-8", "replace")[-5000:]
        written = Path(work) / "upper"
        texts = [(written / f"root/{name}.json").read_text() for name in ("installing", "using")]
        installing, using = map(json.loads, texts)
        _keep(system, installing, using)
        yield {**installing, **using, "written": written}


def _keep(system: System, installing: Found, using: Found) -> None:
    """The figures for the table in docs/proven.md."""
    game = using["game"]
    figures = {
        "suite": system.suite,
        "architecture": system.architecture,
        "model": system.model,
        "python": installing["python"],
        "packages": len(installing["installed"]),
        "built": installing["built"],
        "used": {model: failures(each) for model, each in using["libraries"].items()},
        "turns": turns(using),
        "install_s": installing["seconds"],
        "ready_s": using["ready"],
        "game_s": game["seconds"],
        "mb": installing["mb"],
    }
    keep(f"{system}", figures)


def turns(found: Found) -> int:
    """How many turns the game had, as `minigam verify` has counted them; 0 where it has not."""
    counted = re.search(r"turns: (\d+), each as the rules allow", found["verify"][1])
    return int(counted[1]) if counted and found["verify"][0] == 0 else 0


def failures(libraries: Found) -> list[str]:
    """The libraries that could not be used."""
    return [name for name, said in libraries.items() if isinstance(said, dict)]


OF_THE_PI = {"lgpio", "rpi-lgpio", "Adafruit-Blinka", "gpiod", "rpi_ws281x", "mpremote"}
"""The packages of the extra `pi`."""


def test_all_of_the_extra_is_installed(system: System, found: Found) -> None:
    assert found["python"].startswith(f"{system.python}.")
    names = {re.sub("[-_.]+", "-", name).lower() for name in found["installed"]}
    wanted = {re.sub("[-_.]+", "-", name).lower() for name in OF_THE_PI}
    assert wanted <= names
    assert ("adafruit-blinka-raspberry-pi5-neopixel" in names) == (system.model == "5")
    assert tuple(found["built"]) == system.built
    assert ("dtparam=spi=on" in found["config"]) == (system.model != "5")  # which uses no SPI


def test_what_is_built_does_not_depend_on_the_folder_it_is_built_in(found: Found) -> None:
    libraries = list((found["written"] / "opt/minigam/versions").rglob("*.so"))
    assert {name.split(".")[0] for name in (path.name for path in libraries)} >= {"_rpi_ws281x"}
    assert [path.name for path in libraries if b"/tmp/pip-" in path.read_bytes()] == []


NO_CHIP = "error: 'can not open gpiochip'"
TYPES = {"Zero 2 W": "Zero 2 W", "3": "Pi 3 Model B", "4": "Pi 4 Model B", "5": "Pi 5 Model B"}
"""By which names rpi-lgpio knows them."""
BOARDS = {
    "Zero 2 W": "RASPBERRY_PI_ZERO_2_W",
    "3": "RASPBERRY_PI_3B",
    "4": "RASPBERRY_PI_4B",
    "5": "RASPBERRY_PI_5",
}
"""By which names Blinka knows them."""
WRITER = "adafruit_blinka.microcontroller.bcm283x.neopixel"
WRITER_5 = "adafruit_raspberry_pi5_neopixel_write"
NO_PIO = "RuntimeError: Failed to open PIO device (error -22)"
NO_SPI = "RuntimeError: ws2811_init failed with code -13 (Unable to initialize SPI)"


def test_every_library_is_used_as_far_as_it_goes(system: System, found: Found) -> None:
    for model in system.models:
        is_a_5 = model == "5"
        expected = {
            "numpy": 91,
            "aiohttp": "aiohttp._http_parser",
            "lgpio": NO_CHIP,
            "gpiozero": NO_CHIP,
            "rpi_gpio": [TYPES[model], NO_CHIP],
            "gpiod": [False, "FileNotFoundError: [Errno 2] No such file or directory"],
            "blinka": [BOARDS[model], WRITER_5 if is_a_5 else WRITER],
            "mpremote": "mpremote: no device found",
            **({"pi5_writer": NO_PIO} if is_a_5 else {"rpi_ws281x": NO_SPI}),
        }
        assert found["libraries"][model] == expected


def test_pins_and_strip_by_the_pis_own_libraries(system: System, found: Found) -> None:
    for model in system.models:
        pins = found["pins"][model]
        assert pins["guarded"] == [["roll True", "roll False", "point-1 True"], True]
        assert pins["opened"][0] == "LGPIOFactory"
        if MODELS[model] in GPIO_REGISTERS:
            assert (pins["lit"], pins["function"]) == (FRAMES, ALTERNATIVE_0)
            assert pins["sent"] == [*FRAMES, DARK]


def test_a_whole_game_is_played_and_verified_elsewhere_too(found: Found, tmp_path: Path) -> None:
    assert found["game"]["result"] is not None
    assert turns(found) > 10, found["verify"]
    assert found["backup"][0] == 0, found["backup"]
    (archive,) = (found["written"] / "var/backups/minigam").glob("*.tar.gz")
    data = str(tmp_path / "data")
    assert minigam("restore", "--data", data, str(archive)).returncode == 0
    here = minigam("verify", "1", "--data", data)
    assert [here.returncode, here.stdout] == found["verify"]


def test_the_engine_says_the_same_as_here_and_as_the_oracle(found: Found) -> None:
    here = minigam("engine", questions=QUESTIONS.read_text("utf-8")).stdout.splitlines()
    words, numbers = parted(found["engine"])
    words_here, numbers_here = parted(list(map(json.loads, here)))
    assert words == words_here
    assert numbers == pytest.approx(numbers_here, abs=ROUNDING)
    assert found["engine"][0] == {"ok": True, "counts": naive.perft("H------h", "white", 2)}


def test_doctor_says_what_is_missing(system: System, found: Found) -> None:
    status, said = found["doctor"]
    lines = said.splitlines()
    assert status == 1
    assert f"ok    machine  {MODELS[system.models[-1]].name}" in lines
    assert [line.split(",")[0] for line in lines if line.startswith("FAULT")] == [
        "FAULT pins     expected /dev/gpiochip0",
        "FAULT strip    expected /dev/spidev0.0",
    ]


def parted(answers: Any) -> tuple[Any, list[float]]:
    """Answers without their fractions, and these, which processors round differently."""
    numbers: list[float] = []
    words = json.loads(json.dumps(answers), parse_float=lambda text: numbers.append(float(text)))
    return words, numbers


def minigam(*arguments: str, questions: str = "") -> subprocess.CompletedProcess[str]:
    """A command on this machine."""
    return subprocess.run(
        [sys.executable, "-m", "minigam", *arguments],
        cwd=CLONE,
        input=questions,
        capture_output=True,
        text=True,
        check=False,
    )
