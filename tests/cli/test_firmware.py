"""`minigam firmware`: files for copying by hand, and what keeps a Pico from being found."""

from pathlib import Path

import pytest

from minigam.board.profile import load_profile
from minigam.drivers import serialport
from minigam.drivers.firmware import firmware_files, jig_files
from tests.cli.commands import Run


@pytest.mark.parametrize(
    ("kind", "contents"),
    [
        (["--board", "full-24-hall"], firmware_files(load_profile("full-24-hall"))),
        (["--jig"], jig_files()),
    ],
    ids=["board", "jig"],
)
def test_the_files_of_a_pico_are_written(
    kind: list[str], contents: dict[str, bytes], tmp_path: Path, run: Run
) -> None:
    folder = tmp_path / "pico"
    said = run("firmware", "files", folder, *kind)
    assert {file.name: file.read_bytes() for file in folder.iterdir()} == contents
    assert said.status == 0
    assert said.out.split() == [str(folder / name) for name in sorted(contents)]


def test_a_pico_is_a_board_or_a_jig(run: Run) -> None:
    said = run("firmware", "install", "--jig", "--board", "quarter-hall")
    assert said.status == 2
    assert "--board: not allowed with argument --jig" in said.err


@pytest.mark.parametrize("action", [["install"], ["files", "pico"]])
def test_a_board_without_a_pico_needs_no_firmware(action: list[str], run: Run) -> None:
    assert run("firmware", *action, "--board", "quarter-buttons") == (
        2,
        "",
        "minigam: expected a board on a Pico, got quarter-buttons: its pins are the Pi's own, and "
        "it needs no firmware; name another one with --board\n",
    )


@pytest.mark.parametrize(
    ("kind", "whose"),
    [(["--board", "quarter-hall"], "the board's Pico"), (["--jig"], "the jig")],
    ids=["board", "jig"],
)
def test_a_pico_or_a_port_that_is_not_there(
    kind: list[str], whose: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    monkeypatch.setattr(serialport.pico_path, "__defaults__", (tmp_path, serialport.A_BOARDS))
    told = f"minigam: {whose} is not there: plug its USB cable into the Pi\n"
    assert run("firmware", "install", *kind) == (3, "", told)
    status, _, err = run("firmware", "install", *kind, "--port", tmp_path / "none")
    assert (status, err.count("\n")) == (3, 1)
    assert err.startswith(f"minigam: {whose} cannot be opened: ")
