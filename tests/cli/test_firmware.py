"""`minigam firmware`: files for copying by hand, and what keeps a Pico from being found."""

from __future__ import annotations

from pathlib import Path

import pytest

from minigam.board.profile import load_profile
from minigam.cli import main as cli
from minigam.drivers import serialport
from minigam.drivers.firmware import firmware_files, jig_files


def test_the_files_of_a_board_are_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "pico"
    assert cli.main(["firmware", "files", str(folder), "--board", "full-24-hall"]) == 0
    contents = firmware_files(load_profile("full-24-hall"))
    assert {file.name: file.read_bytes() for file in folder.iterdir()} == contents
    assert capsys.readouterr().out.split() == [str(folder / name) for name in sorted(contents)]


def test_the_files_of_a_jig_are_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["firmware", "files", str(tmp_path), "--jig"]) == 0
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == jig_files()
    printed = [str(tmp_path / name) for name in sorted(jig_files())]
    assert capsys.readouterr().out.split() == printed


def test_a_pico_is_a_board_or_a_jig(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["firmware", "install", "--jig", "--board", "quarter-hall"])
    assert "--board: not allowed with argument --jig" in capsys.readouterr().err


@pytest.mark.parametrize("action", [["install"], ["files", "pico"]])
def test_a_board_without_a_pico_needs_no_firmware(
    action: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["firmware", *action, "--board", "quarter-buttons"]) == 2
    assert capsys.readouterr().err == (
        "minigam: expected a board on a Pico, got quarter-buttons: its pins are the Pi's own, and "
        "it needs no firmware; name another one with --board\n"
    )


EACH_KIND = pytest.mark.parametrize(
    ("kind", "whose"),
    [(["--board", "quarter-hall"], "the board's Pico"), (["--jig"], "the jig")],
    ids=["board", "jig"],
)


@EACH_KIND
def test_a_pico_that_is_not_there(
    kind: list[str],
    whose: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(serialport.pico_path, "__defaults__", (tmp_path, serialport.A_BOARDS))
    assert cli.main(["firmware", "install", *kind]) == 3
    told = f"{whose} is not there: plug its USB cable into the Pi"
    assert capsys.readouterr().err == f"minigam: {told}\n"


@EACH_KIND
def test_a_port_that_is_not_there(
    kind: list[str], whose: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["firmware", "install", *kind, "--port", str(tmp_path / "none")]) == 3
    told = capsys.readouterr()
    assert told.err.startswith(f"minigam: {whose} cannot be opened: ")
    assert told.err.count("\n") == 1
