"""What a check-up finds: on a Pi, on a Pico, in the data folder, and of a daemon that runs."""

import asyncio
import getpass
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest

from minigam.board.profile import load_profile
from minigam.cli import doctor_checks as module
from minigam.cli.doctor_checks import (
    ASK_POWER,
    COOLING,
    SUPPLY,
    CheckStatus,
    DoctorTarget,
    Running,
    checkup,
    find_daemon,
)
from minigam.drivers.pi import Pi
from minigam.drivers.pico import expected_board
from minigam.drivers.serialport import Port
from minigam.drivers.simulated_pico import SimulatedPico
from minigam.errors import HardwareError, MinigamError
from minigam.journal.store import FILE_NAME, Journal
from minigam.link import session
from tests.drivers.shim.preload import PI_5, write_pi
from tests.e2e.daemon import free_port
from tests.journal.played import BEGUN, BOARD
from tests.solver.hollow import write_hollow
from tests.web.serving import WELL, FakeView, Site, at_site

FINE, NOTE, FAULT = CheckStatus
HALL = "quarter-hall"
FAULTY: dict[str, Any] = {
    "inputs": [{"input": "undo", "kind": "stuck", "text": "undo button: pressed"}],
    "board": {"trouble": "unplugged", "alive": True},
    "disk": {"text": "The disk runs low."},
    "journal": {"text": "The games' file is damaged."},
}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


def of(about: str, target: DoctorTarget, running: Any = None) -> list[tuple[CheckStatus, str]]:
    found = checkup(target, running)
    return [(check.verdict, check.text) for check in found if check.about == about]


def test_a_simulated_board_needs_nothing(data: Path, tmp_path: Path) -> None:
    found = list(checkup(DoctorTarget("sim", data, 1, Pi(tmp_path)), None))
    assert [(check.verdict, check.about) for check in found] == [
        (FINE, "minigam"),
        (FINE, "machine"),
        (FINE, "board"),
        (NOTE, "games"),
        (NOTE, "tables"),
        (FINE, "disk"),
        (NOTE, "daemon"),
    ]
    assert not data.exists()


OTHER = "the daemon plays on another one, sim-hall: name that with --board to have it looked at"


@pytest.mark.parametrize(
    ("named", "running", "notes"),
    [
        (True, None, []),
        (True, Running("sim", WELL), []),
        (False, Running("sim", WELL), []),
        (False, None, ["is taken for this one, since none was named: name it with --board"]),
        (True, Running("sim-hall", WELL), [OTHER]),
        (False, Running("sim-hall", WELL), [OTHER]),
    ],
)
def test_which_board_it_is_taken_for_is_told(
    named: bool, running: Running | None, notes: list[str], data: Path
) -> None:
    found = of("board", DoctorTarget("sim", data, 1, named=named), running)
    told = [(NOTE, note) for note in notes]
    assert found == [(FINE, "sim: Quarter board, simulated"), *told]


# Hardware


def pi_5(root: Path, *devices: str) -> Pi:
    write_pi(root, PI_5)
    for device in devices:
        (root / device).touch()
    return Pi(root, is_root=False, has_module=lambda _name: True)


def test_a_pi_that_has_all(data: Path, tmp_path: Path) -> None:
    pi = pi_5(tmp_path / "root", "dev/pio0")
    target = DoctorTarget("quarter-buttons", data, 1, pi)
    assert of("machine", target) == [(FINE, PI_5.name)]
    assert of("pins", target) == [(FINE, "can be used")]
    gpio = load_profile("quarter-buttons").strip.gpio
    assert of("strip", target) == [(FINE, f"GPIO {gpio} can be used")]


def test_a_pi_that_lacks_something(data: Path, tmp_path: Path) -> None:
    pi = pi_5(tmp_path / "root")
    (tmp_path / "root/dev/gpiochip0").unlink()
    target = DoctorTarget("quarter-buttons", data, 1, pi)
    ((pins, told),) = of("pins", target)
    ((strip, lacking),) = of("strip", target)
    assert (pins, strip) == (FAULT, FAULT)
    assert told.startswith("expected /dev/gpiochip0, got none")
    assert lacking.startswith("expected /dev/pio0, got none")


def plugged(data: Path, open_pico: Callable[[], Port]) -> DoctorTarget:
    return DoctorTarget(HALL, data, 1, pico_path=lambda: "/dev/pico", open_pico=open_pico)


def pico_of(board: str) -> SimulatedPico:
    profile = load_profile(board)
    return SimulatedPico(expected_board(profile), profile.input_names)


def test_a_pico_that_matches(data: Path) -> None:
    wanted = expected_board(load_profile(HALL))
    plug, (verdict, text) = of("pico", plugged(data, pico_of(HALL).open))
    assert (plug, verdict) == ((FINE, "found at /dev/pico"), FINE)
    assert re.fullmatch(rf"firmware .*, made for {HALL} \({wanted.hash}\)", text)


def test_a_pico_with_an_old_firmware(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "FIRMWARE", (0, 3, 0))
    *_, (verdict, text) = of("pico", plugged(data, pico_of(HALL).open))
    assert verdict is NOTE
    assert text.startswith("the board's Pico has firmware 0.2.0, and this minigam brings 0.3.0")


def test_a_pico_of_another_board(data: Path) -> None:
    *_, (verdict, text) = of("pico", plugged(data, pico_of("full-24-hall").open))
    assert verdict is FAULT
    assert text.startswith("the board's Pico was set up for another profile, expected quarter-hall")


def test_a_pico_that_is_not_there(data: Path) -> None:
    nowhere = Mock(side_effect=HardwareError("the board's Pico is not there"))
    found = of("pico", DoctorTarget(HALL, data, 1, pico_path=nowhere))
    assert found == [(FAULT, "the board's Pico is not there")]


def test_a_pico_that_is_pulled_meanwhile(data: Path) -> None:
    assert of("pico", plugged(data, Mock(side_effect=OSError("gone"))))[-1] == (FAULT, "gone")


def test_a_pico_that_the_daemon_talks_with_is_left_alone(data: Path) -> None:
    found = of("pico", plugged(data, Mock(side_effect=AssertionError)), Running(HALL, WELL))
    assert [verdict for verdict, _ in found] == [FINE, NOTE]


# The machine


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where programs are looked for, and nowhere else; there are none yet."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    return folder


def put(programs: Path, name: str, *lines: str, status: int = 0) -> None:
    """A program that says these lines and ends."""
    said = "".join(f"echo '{line}'\n" for line in lines)
    (programs / name).write_text(f"#!/bin/sh\n{said}exit {status}\n")
    (programs / name).chmod(0o755)


LOW, SLOWED = "the voltage is too low", "the processor is slowed down"
BEFORE = "since the start for a while"
POWER = {
    "0x0": [(FINE, "voltage and heat are well, and were since the start")],
    "0x50005": [(FAULT, f"{LOW}, {SLOWED}: {SUPPLY}; {COOLING}")],
    "0x50000": [(NOTE, f"{BEFORE}: {LOW}, {SLOWED}: {SUPPLY}")],
    "0xe0008": [
        (FAULT, f"it is close to too hot: {SUPPLY}; {COOLING}"),
        (NOTE, f"{BEFORE}: the processor's clock is capped, {SLOWED}: {SUPPLY}"),
    ],
}


@pytest.mark.parametrize(("bits", "told"), POWER.items(), ids=list(POWER))
def test_a_pi_says_how_its_power_is(
    bits: str, told: list[tuple[CheckStatus, str]], data: Path, tmp_path: Path, programs: Path
) -> None:
    put(programs, "vcgencmd", f"throttled={bits}")
    assert of("power", DoctorTarget("sim", data, 1, pi_5(tmp_path / "root"))) == told


def test_a_firmware_that_does_not_say_how_its_power_is(
    data: Path, tmp_path: Path, programs: Path
) -> None:
    target = DoctorTarget("sim", data, 1, pi_5(tmp_path / "root"))
    assert of("power", target) == [(NOTE, f"vcgencmd is not installed; {ASK_POWER}")]
    put(programs, "vcgencmd", "VCHI initialization failed")
    expected = "expected throttled=0x... of vcgencmd, got 'VCHI initialization failed'"
    assert of("power", target) == [(NOTE, f"{expected}; {ASK_POWER}")]
    put(programs, "vcgencmd", status=3)
    failed = "Command '('vcgencmd', 'get_throttled')' returned non-zero exit status 3."
    told = f"vcgencmd gave no answer: {failed}; {ASK_POWER}"
    assert of("power", target) == [(NOTE, told)]


def service(told: dict[str, str], root: Path, data: Path, programs: Path) -> Any:
    """What is said where systemd says this of the unit."""
    (root / "run/systemd/system").mkdir(parents=True)
    well = {
        "LoadState": "loaded",
        "ActiveState": "active",
        "SubState": "running",
        "UnitFileState": "enabled",
        "User": "minigam",
        "NRestarts": "0",
    }
    put(programs, "systemctl", *(f"{name}={value}" for name, value in {**well, **told}.items()))
    return of("service", DoctorTarget("sim", data, 1, Pi(root)))


WHY = "`journalctl -u minigam -e` says why"
STATES = {
    "well": ({}, [(FINE, "runs as the user minigam")]),
    "not there": (
        {"LoadState": "not-found", "ActiveState": "inactive"},
        [(NOTE, "not installed, so nothing starts at boot: run `sudo make install`")],
    ),
    "stopped": (
        {"ActiveState": "inactive", "UnitFileState": "disabled"},
        [
            (NOTE, "is not started: run `sudo systemctl start minigam`"),
            (NOTE, "does not start at boot: run `sudo systemctl enable minigam`"),
        ],
    ),
    "tries": (
        {"ActiveState": "activating", "SubState": "auto-restart", "NRestarts": "10"},
        [
            (FAULT, f"is activating (auto-restart): {WHY}"),
            (NOTE, f"systemd had to start it again 10 times: {WHY}"),
        ],
    ),
}


@pytest.mark.parametrize(("told", "said"), STATES.values(), ids=list(STATES))
def test_systemd_says_how_the_service_is(
    told: dict[str, str],
    said: list[tuple[CheckStatus, str]],
    data: Path,
    tmp_path: Path,
    programs: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(getpass, "getuser", lambda: "minigam")
    assert service(told, tmp_path / "root", data, programs) == said


def test_a_service_of_roots_and_a_look_as_another(
    data: Path, tmp_path: Path, programs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(getpass, "getuser", lambda: "pi")
    looked = "`sudo -u root minigam doctor --data /var/lib/minigam` looks as it does"
    assert service({"User": ""}, tmp_path / "root", data, programs) == [
        (FAULT, "runs as root, where a user of its own is expected: run `sudo make install`"),
        (NOTE, f"you looked as pi, with your own games: {looked}"),
    ]


def test_where_no_systemd_is_in_charge_it_is_not_asked(
    data: Path, tmp_path: Path, programs: Path
) -> None:
    assert not list(programs.iterdir())
    assert of("service", DoctorTarget("sim", data, 1, Pi(tmp_path))) == []


# What is kept


def test_games_are_counted(data: Path) -> None:
    data.mkdir()
    journal = Journal(data / FILE_NAME, new=True)
    journal.begin([BEGUN], BOARD)
    ((verdict, text),) = of("games", DoctorTarget("sim", data, 1))
    assert verdict is FINE
    assert re.fullmatch(rf"1 in {re.escape(str(data / FILE_NAME))}, [3-9]\d kB", text)  # in its log
    journal.begin([BEGUN], BOARD)
    journal.close()
    ((verdict, text),) = of("games", DoctorTarget("sim", data, 1))
    assert verdict is FINE
    assert text.startswith(f"2 in {data / FILE_NAME}, ")


def test_a_journal_that_is_none_is_a_fault_and_stays_as_it_is(data: Path) -> None:
    data.mkdir()
    (data / FILE_NAME).write_bytes(b"no journal" * 100)
    ((verdict, text),) = of("games", DoctorTarget("sim", data, 1))
    assert verdict is FAULT
    assert "cannot be used" in text
    assert (data / FILE_NAME).read_bytes() == b"no journal" * 100


def test_tables_are_listed_and_damaged_ones_are_faults(data: Path) -> None:
    tables = data / "tables"
    tables.mkdir(parents=True)
    write_hollow(tables, "minigam")
    (tables / "hypergammon.table").write_bytes(b"no table")
    (tables / "chess.table").write_bytes(b"no table")
    found = of("tables", DoctorTarget("sim", data, 1))
    assert [verdict for verdict, _ in found] == [NOTE, FAULT, FINE]
    assert found[0][1] == "chess.table is of no game that there is"
    assert "hypergammon.table" in found[1][1]
    assert found[2][1].startswith("minigam, ")


def test_a_disk_that_is_nearly_full_is_a_fault(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: SimpleNamespace(free=99_000_000))
    text = f"expected 100 MB, but 99 MB are free in {data.parent}: make room"
    assert of("disk", DoctorTarget("sim", data, 1)) == [(FAULT, text)]


# The daemon


def test_what_the_daemon_says_is_wrong_is_a_fault(data: Path) -> None:
    target = DoctorTarget("sim", data, 8080)
    runs = [(FINE, "runs at port 8080, on the board sim")]
    assert of("daemon", target, Running("sim", WELL)) == runs
    assert of("inputs", target, Running("sim", WELL)) == [(FINE, "none looks faulty")]
    assert of("inputs", target, Running("sim", FAULTY)) == [
        (FAULT, "unplugged"),
        (FAULT, "undo button: pressed"),
        (FAULT, "The disk runs low."),
        (FAULT, "The games' file is damaged."),
    ]
    other = MinigamError("no minigam")
    assert of("daemon", target, other) == [(FAULT, "no minigam")]


def test_a_daemon_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask(site: Site) -> Any:
        return await asyncio.to_thread(find_daemon, site.port)

    assert at_site(ask) == Running("sim", WELL)
    monkeypatch.setattr(FakeView, "health", lambda _self: {"inputs": []})
    found = at_site(ask)
    assert isinstance(found, MinigamError)
    assert str(found).endswith("is no minigam of this version")


def test_nobody_at_the_port() -> None:
    assert find_daemon(free_port()) is None


def test_something_silent_at_the_port(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_asked", Mock(side_effect=TimeoutError))
    assert isinstance(find_daemon(1), MinigamError)
