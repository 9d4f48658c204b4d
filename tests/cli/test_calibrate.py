"""`minigam calibrate` on simulated boards: what is found, written and refused."""

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from unittest.mock import Mock

import pytest

from minigam.board.profile import built_in_boards, load_profile
from minigam.cli import main as cli
from minigam.drivers.pico import UNPLUGGED
from minigam.drivers.serialport import Port
from minigam.drivers.simulated_pico import SimulatedPico
from minigam.errors import HardwareError
from tests.board.test_calibration import rewired
from tests.cli.commands import Run
from tests.daemon.benches import Board, Person, watched

HALL = load_profile("sim-hall")
EMPTY = f"{HALL.title}: take everything off the board. Ctrl-C ends it for now."


@pytest.fixture
def board(monkeypatch: pytest.MonkeyPatch) -> Board:
    """Of a hand that is quicker than any real one."""
    monkeypatch.setattr("minigam.cli.calibrate.CALIBRATION_SETTLE_SECONDS", 0.001)
    return watched(monkeypatch)


Calibrate = Callable[..., tuple[int, Person]]
Wires = Mapping[str, str]
Then = Mapping[str, Callable[[], None]]


@pytest.fixture
def calibrate(board: Board, monkeypatch: pytest.MonkeyPatch) -> Calibrate:
    """The exit status and the person, after `minigam calibrate`."""

    def calibrated(
        name: str,
        path: Path,
        wires: Wires | None = None,
        then: Then | None = None,
        more: Sequence[str] = (),
    ) -> tuple[int, Person]:
        person = Person(board, wires or {}, then or {})
        monkeypatch.setattr("minigam.cli.calibrate.print", person, raising=False)
        return cli.main(["calibrate", "--board", name, "-o", str(path), *more]), person

    return calibrated


def shuffled(names: list[str]) -> dict[str, str]:
    return dict(zip(names, Random(1).sample(names, len(names)), strict=True))


def test_the_sensors_of_a_board_are_found(
    calibrate: Calibrate, board: Board, tmp_path: Path
) -> None:
    path, names = tmp_path / "mine.toml", list(HALL.input_names)
    wires = shuffled(names[:80]) | shuffled(names[80:])
    status, person = calibrate("sim-hall", path, wires)
    assert status == 0
    assert load_profile(str(path)) == replace(rewired(HALL, wires), name="mine")
    assert path.read_text("utf-8").startswith(
        "# Written by `minigam calibrate --board sim-hall`.\n"
        "# Sensors are numbers along the chain, from the rim inwards.\n"
        'title = "Quarter board that feels its checkers, simulated"\n'
    )
    assert (
        tomllib.loads(path.read_text("utf-8"))["strip"]
        == tomllib.loads(built_in_boards()["quarter-hall"].read_text("utf-8"))["strip"]
    )
    assert person.said[0] == EMPTY
    assert person.said[-2:] == [
        f"written: {path}. Try it with `minigam test-board --board {path}`.",
        f"First set the Pico up: `minigam firmware install --board {path}`.",
    ]
    assert len(person.said) == 1 + 2 * len(names) + 2
    assert board.dark


def test_the_buttons_of_a_board_are_found_and_found_again(
    calibrate: Calibrate, tmp_path: Path
) -> None:
    first, second = tmp_path / "first.toml", tmp_path / "second.toml"
    sim = load_profile("sim")
    wires = shuffled(list(sim.inputs))
    status, person = calibrate("sim", first, wires)
    assert (status, person.said[-1][:9]) == (0, "written: ")
    calibrate(str(first), second)
    for path in (first, second):
        assert load_profile(str(path)) == replace(rewired(sim, wires), name=path.stem)


def test_a_cable_that_is_pulled_is_told_and_it_goes_on(
    calibrate: Calibrate, board: Board, tmp_path: Path
) -> None:
    fourth = "4 of 83: lay one checker on off-black, place 1 of 8"

    then = {fourth: lambda: board.pico.unplug(), UNPLUGGED: lambda: board.pico.replug()}
    status, person = calibrate("sim-hall", tmp_path / "mine.toml", {}, then)
    assert status == 0
    assert UNPLUGGED in person.said
    assert "the board works again" in person.said


def test_an_empty_board_is_asked_for_once_the_pico_is_there(
    calibrate: Calibrate, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    missing = "no Pico is plugged in"
    plug_in, ports = SimulatedPico.open, iter([OSError(missing)])

    def missing_at_first(pico: SimulatedPico) -> Port:
        for fault in ports:
            raise fault
        return plug_in(pico)

    monkeypatch.setattr(SimulatedPico, "open", missing_at_first)
    status, person = calibrate("sim-hall", tmp_path / "mine.toml")
    assert status == 0
    assert person.said[:3] == [missing, "the board works again", EMPTY]


def test_nothing_is_asked_for_where_the_pins_are_missing(
    calibrate: Calibrate, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    nowhere = Mock(side_effect=HardwareError("no pins here"))
    monkeypatch.setattr("minigam.cli.workbench.open_parts", nowhere)
    status, person = calibrate("sim", tmp_path / "mine.toml")
    assert (status, person.said) == (HardwareError.status, [])


@pytest.mark.parametrize("at", ["1 of 83: press roll-white"])
def test_ctrl_c_at_once_ends_it_dark_and_writes_nothing(
    at: str, calibrate: Calibrate, board: Board, tmp_path: Path
) -> None:
    path = tmp_path / "mine.toml"
    status, person = calibrate("sim-hall", path, {}, {at: Mock(side_effect=KeyboardInterrupt)})
    assert (status, person.said[-1], path.exists()) == (130, at, False)
    assert board.dark


def test_after_ctrl_c_it_goes_on_where_it_was_left(
    calibrate: Calibrate, board: Board, tmp_path: Path
) -> None:
    names, path, whole = list(HALL.input_names), tmp_path / "mine.toml", tmp_path / "whole.toml"
    wires = shuffled(names[:80]) | shuffled(names[80:])
    sixth = "6 of 83: lay one checker on off-black, place 3 of 8"
    end = Mock(side_effect=KeyboardInterrupt)
    status, person = calibrate("sim-hall", path, wires, {sixth: end}, ["--skip", "off-black/1"])
    assert (status, person.said[-2:]) == (
        130,
        [
            f"written, as far as it was found: {path}. To go on: "
            f"`minigam calibrate --board {path} --from off-black/3 --skip off-black/1 -o FILE`.",
            f"First set the Pico up: `minigam firmware install --board {path}`.",
        ],
    )
    assert board.dark
    so_far = load_profile(str(path))
    there = {name: so_far.input_names[HALL.input_names.index(wires[name])] for name in names}
    more = ["--from", "off-black/3", "--skip", "off-black/1"]
    status, person = calibrate(str(path), whole, there, {}, more)
    assert status == 0
    assert person.said[-2] == "Skipped, and not known to be right: off-black/1."
    assert load_profile(str(whole)) == replace(rewired(HALL, wires), name="whole")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("there.toml", "{path} exists already: choose another name, or delete it first"),
        ("no/mine.toml", "expected a folder that exists: {folder}"),
        ("mine.txt", "expected a file's name ending in .toml, got {path}"),
    ],
)
def test_a_file_that_cannot_be_written_is_told_before_anything_is_asked(
    name: str, message: str, board: Board, tmp_path: Path, run: Run
) -> None:
    (tmp_path / "there.toml").write_text("mine")
    path = tmp_path / name
    told = message.format(path=path, folder=path.parent)
    said = run("calibrate", "--board", "sim-hall", "-o", path)
    assert (said, board.opened) == ((2, "", f"minigam: {told}\n"), [])
    assert (tmp_path / "there.toml").read_text() == "mine"


def test_an_input_that_is_not_there_is_refused_before_the_board_is_opened(
    board: Board, tmp_path: Path, run: Run
) -> None:
    path = tmp_path / "mine.toml"
    status, out, error = run("calibrate", "--board", "sim-hall", "-o", path, "--skip", "point-9/1")
    assert (status, out, board.opened, path.exists()) == (2, "", [], False)
    assert error.startswith("minigam: unknown input 'point-9/1'; expected one of: roll-white, ")
