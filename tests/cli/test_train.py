"""`minigam train`: what it writes, how it goes on, and what it refuses."""

import errno
import signal
from pathlib import Path

import pytest

from minigam.cli import train
from minigam.players import weights
from minigam.players.training import Training
from minigam.rules.ruleset import MINIGAM
from tests.cli.commands import Run

SMALL = ("--games", 40, "--hidden", "4")


@pytest.fixture(autouse=True)
def _measured_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a pair of games: a training of seconds."""
    monkeypatch.setattr(train, "MEASURES", 2)
    monkeypatch.setattr(train, "PAIRS", 2)


def test_weights_and_a_curve_are_written(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "new.weights"
    said = run("train", *SMALL, "--seed", 3, "--out", out)
    assert (said.status, len(said.lines)) == (0, 1)
    assert said.out.startswith(f"{out}: learned from ")
    assert "of 40 games" in said.err
    assert "points a game against simple rules" in said.err
    _, header = weights.load(out, MINIGAM)
    assert header.recipe["seed"] == 3
    assert header.recipe["games"] >= 40
    assert {path.name for path in tmp_path.iterdir()} == {"new.weights", "new.svg"}


def test_what_was_stopped_goes_on(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, out = tmp_path / "whole.weights", tmp_path / "x.weights"
    run("train", *SMALL, "--out", whole)

    def stop(*_: object) -> str:
        signal.raise_signal(signal.SIGINT)
        return "measured"

    with monkeypatch.context() as stopped:
        stopped.setattr(train, "_said", stop)
        said = run("train", *SMALL, "--out", out)
    told = "measured\n\nstopped; the same command goes on from here\n"
    assert (said.status, said.err) == (130, told)
    assert run("train", *SMALL, "--out", out).status == 0
    one, other = (weights.load(path, MINIGAM)[0] for path in (whole, out))
    layers = zip(one.networks[0].layers, other.networks[0].layers, strict=True)
    assert all((a[0] == b[0]).all() for a, b in layers)
    assert not (tmp_path / "x.weights.part").exists()


def test_another_training_does_not_go_on(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "x.weights"
    (tmp_path / "x.weights.part").write_bytes(b"hello")
    said = run("train", *SMALL, "--out", out)
    assert said == (
        3,
        "",
        f"minigam: {out}.part is damaged, so the training cannot go on from it: "
        "remove it to begin anew\n",
    )


def test_weights_that_are_there_stay(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "x.weights"
    out.write_bytes(b"hello")
    said = run("train", *SMALL, "--out", out)
    assert (said.status, out.read_bytes()) == (2, b"hello")
    assert said.err == f"minigam: {out} exists already: choose another name, or delete it first\n"


def test_ctrl_c_in_the_midst_of_a_round_changes_nothing(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, out = tmp_path / "whole.weights", tmp_path / "x.weights"
    run("train", *SMALL, "--out", whole)
    begin_anew = Training._begin_anew

    def interrupted(self: Training, *rest: object) -> object:
        signal.raise_signal(signal.SIGINT)
        return begin_anew(self, *rest)

    with monkeypatch.context() as stopped:
        stopped.setattr(Training, "_begin_anew", interrupted)
        assert run("train", *SMALL, "--out", out).status == 130
    assert run("train", *SMALL, "--out", out).status == 0
    one, other = (weights.load(path, MINIGAM)[0] for path in (whole, out))
    layers = zip(one.networks[0].layers, other.networks[0].layers, strict=True)
    assert all((a[0] == b[0]).all() for a, b in layers)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("x.svg", "expected a file's name ending in .weights, got '{path}'"),
        ("x", "expected a file's name ending in .weights, got '{path}'"),
        ("no/x.weights", "expected a folder that exists: {path.parent}"),
        ("there.weights", "{path.parent}/there.svg exists already: choose another name, or"),
    ],
)
def test_files_that_cannot_be_written_or_are_there(
    run: Run, tmp_path: Path, name: str, told: str
) -> None:
    (tmp_path / "there.svg").write_text("mine")
    said = run("train", *SMALL, "--out", path := tmp_path / name)
    assert (said.status, said.out) == (2, "")
    assert said.err.startswith(f"minigam: {told.format(path=path)}")
    assert [file.name for file in tmp_path.iterdir()] == ["there.svg"]


@pytest.mark.parametrize("name", [".", "/", ""])
def test_what_is_no_name_of_a_file(run: Run, name: str) -> None:
    said = run("train", *SMALL, "--out", name)
    assert (said.status, said.out) == (2, "")
    assert "expected" in said.err


def test_a_full_disk_is_named_with_its_file(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_path: Path, _content: bytes) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    said = run("train", *SMALL, "--out", out := tmp_path / "x.weights")
    assert said.err.endswith(f"minigam: No space left on device: {out}\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("units", ["", "0", "12,", "a", "5000", "-3", "1;2"])
def test_units_that_are_none(run: Run, units: str) -> None:
    said = run("train", f"--hidden={units}")
    assert (said.status, said.out) == (2, "")
    assert "expected units from 1 to 4096 with commas between, such as 192,64, got" in said.err


@pytest.mark.parametrize("games", ["0", "-1", "x", "99999999999"])
def test_numbers_that_are_none(run: Run, games: str) -> None:
    said = run("train", f"--games={games}")
    assert (said.status, said.out) == (2, "")
    assert f"expected a whole number from 1, got '{games}'" in said.err
