"""The firmware goes onto a Pico: a simulated one, through a program in mpremote's place."""

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from minigam.board.pico_settings import settings
from minigam.board.profile import load_profile
from minigam.drivers import firmware
from minigam.drivers.firmware import (
    FORGET_PROMPT,
    NO_PROMPT,
    firmware_files,
    install,
    install_jig,
    jig_files,
    mpremote,
    write_files,
)
from minigam.drivers.serialport import SerialPort
from minigam.drivers.simulated_pico import CUT, SimulatedPico
from minigam.errors import HardwareError, ProgramError
from minigam.link.chain_words import chain_words
from minigam.link.jig import A_BOARD
from minigam.link.session import BARE, Expected
from tests.firmware.loading import FIRMWARE, JIG
from tests.hil.jig_server import JigServer

DATA_CUT = chain_words(CUT)
HALL = load_profile("quarter-hall")
HASH = settings(HALL)["hash"]
BARE_PICO = Expected("", "0" * 16, 0, 0)
KNOWN = Expected("quarter-hall", HASH, len(HALL.input_names), 96)
PATH = "/dev/serial/by-id/usb-MicroPython"
PROMPT = ["connect", PATH, "exec", FORGET_PROMPT]


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is as slow as a real Pico."""
    monkeypatch.setattr(firmware, "AGAIN_SECONDS", 0.0)


@dataclass
class Program:
    """In mpremote's place; it copies onto a simulated Pico."""

    pico: SimulatedPico
    then: Expected = KNOWN
    """What the Pico is afterwards."""
    faults: list[str] = field(default_factory=list)
    """How the next runs fail."""
    runs: list[list[str]] = field(default_factory=list)
    copied: dict[str, bytes] = field(default_factory=dict)

    def __call__(self, arguments: Sequence[str]) -> None:
        self.runs.append(list(arguments))
        if self.faults:
            raise ProgramError(self.faults.pop(0))
        if "fs" in arguments:
            files = [Path(name) for name in arguments if Path(name).is_file()]
            self.copied = {file.name: file.read_bytes() for file in files}
            self.pico.install(self.then)


@pytest.fixture(params=[BARE_PICO, KNOWN], ids=["bare", "again"])
def program(request: pytest.FixtureRequest) -> Program:
    """Of a Pico without settings, and of one that has the right ones already."""
    return Program(SimulatedPico(request.param, HALL.input_names, sensors=80))


def lines(program: Program) -> list[str]:
    return list(install(HALL, PATH, program.pico.open, program))


def test_what_is_copied_is_the_firmware_and_the_boards_settings() -> None:
    contents = firmware_files(HALL)
    assert json.loads(contents.pop("board.json")) == settings(HALL)
    assert contents == {file.name: file.read_bytes() for file in FIRMWARE.glob("*.py")}
    assert "main.py" in contents


def test_files_are_written_into_a_folder(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "pico"
    for _ in range(2):
        written = write_files(firmware_files(HALL), folder)
        assert {file.name: file.read_bytes() for file in written} == firmware_files(HALL)
        assert sorted(folder.iterdir()) == written


def test_the_firmware_is_installed(program: Program) -> None:
    assert lines(program) == [
        f"The Pico is at {PATH}; it is asked for MicroPython's prompt.",
        "11 files are copied.",
        "It starts again.",
        f"It is the Pico of quarter-hall now ({HASH}).",
        "Its sensors and buttons can be read.",
    ]
    assert program.copied == firmware_files(HALL)
    assert program.runs[0] == PROMPT
    assert program.runs[1][:4] == ["connect", PATH, "fs", "cp"]
    assert program.runs[1][-3:] == [":", "+", "reset"]
    assert len(program.runs) == 2


def test_a_pico_whose_sensors_are_not_wired_yet_is_installed_all_the_same(
    program: Program,
) -> None:
    program.pico.break_chain()
    assert lines(program)[-2:] == [f"It is the Pico of quarter-hall now ({HASH}).", DATA_CUT]


def test_a_pico_that_takes_its_time_is_waited_for(program: Program) -> None:
    program.faults = ["no such port", "could not enter raw repl"]
    assert lines(program)[-1] == "Its sensors and buttons can be read."
    assert program.runs[:3] == [PROMPT] * 3


def test_a_pico_that_never_comes_to_the_prompt(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(firmware, "PROMPT_SECONDS", 0.0)
    program.faults = ["could not enter raw repl"]
    with pytest.raises(HardwareError) as told:
        lines(program)
    assert str(told.value) == f"{NO_PROMPT} (could not enter raw repl)"
    assert program.copied == {}


def test_a_pico_that_starts_as_another_board_is_a_failure(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(firmware, "START_SECONDS", 0.5)
    program.then = BARE_PICO
    with pytest.raises(HardwareError) as told:
        lines(program)
    assert str(told.value) == f"the firmware does not start as it should: {BARE}"


# A jig


def test_a_jigs_files_are_its_own_and_those_it_shares() -> None:
    own = {file.name: file.read_bytes() for file in JIG.glob("*.py")}
    shared = {name: (FIRMWARE / name).read_bytes() for name in ("clock.py", "codec.py", "port.py")}
    assert jig_files() == {**own, **shared}
    assert not own.keys() & shared.keys()


def test_a_jig_is_installed(jig: JigServer) -> None:
    program = Program(SimulatedPico(BARE_PICO, []))
    assert list(install_jig(PATH, lambda: SerialPort(jig.path), program)) == [
        f"The Pico is at {PATH}; it is asked for MicroPython's prompt.",
        f"{len(jig_files())} files are copied.",
        "It starts again.",
        "It is a jig now (firmware 0.1.0); it watches a strip's wire at GP22.",
    ]
    assert program.copied == jig_files()


def test_a_pico_that_does_not_start_as_a_jig_is_a_failure(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(firmware, "START_SECONDS", 0.0)
    with pytest.raises(HardwareError) as told:
        list(install_jig(PATH, program.pico.open, program))
    words = A_BOARD.format(name="quarter-hall")
    assert str(told.value) == f"the firmware does not start as it should: {words}"


# mpremote


@pytest.fixture
def main_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What runs as `python -m mpremote`, once it is written."""
    package = tmp_path / "mpremote"
    package.mkdir()
    (package / "__init__.py").touch()
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "mpremote", raising=False)
    return package / "__main__.py"


def test_mpremote_is_run_with_its_arguments(main_file: Path, tmp_path: Path) -> None:
    told = tmp_path / "told"
    main_file.write_text(f"import sys; open({str(told)!r}, 'w').write(repr(sys.argv[1:]))")
    mpremote(PROMPT)
    assert told.read_text() == repr(PROMPT)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("raise SystemExit('no device found\\nat all')", "no device found at all"),
        ("print('failed to access it'); raise SystemExit(1)", "failed to access it"),
        ("raise SystemExit(3)", "status 3"),
    ],
)
def test_a_failure_of_mpremote_is_told(text: str, message: str, main_file: Path) -> None:
    main_file.write_text(text)
    with pytest.raises(ProgramError) as told:
        mpremote(PROMPT)
    assert str(told.value) == f"mpremote has failed: {message}"


def test_an_mpremote_that_hangs_is_given_up(
    main_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    main_file.write_text("import time; time.sleep(600)")
    monkeypatch.setattr(firmware, "COPY_SECONDS", 0.5)
    with pytest.raises(ProgramError) as told:
        mpremote(PROMPT)
    assert str(told.value) == "mpremote has not come to an end in 0 s"


def test_a_missing_mpremote_is_told_at_once(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(firmware, "find_spec", lambda _name: None)
    with pytest.raises(ProgramError) as told:
        list(install(HALL, PATH, program.pico.open))
    assert str(told.value) == "expected the program mpremote, got none: run `pip install mpremote`"
