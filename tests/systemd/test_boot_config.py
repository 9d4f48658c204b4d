"""What a Pi's config.txt gets: shown first, asked for, added once, and taken away again."""

import os
import pty
import subprocess
from pathlib import Path

import pytest

PROGRAM = Path(__file__).parents[2] / "systemd" / "boot-config.sh"
OWN = "# mine\ndtparam=audio=on\n[pi4]\narm_boost=1\n"

PI_4 = "Raspberry Pi 4 Model B Rev 1.2"
WANTED = {
    "Raspberry Pi Zero 2 W Rev 1.0": ("dtparam=spi=on", "core_freq=250"),
    "Raspberry Pi 3 Model B Plus Rev 1.3": ("dtparam=spi=on", "core_freq=250"),
    PI_4: ("dtparam=spi=on", "core_freq_min=500"),
    "Raspberry Pi 400 Rev 1.0": ("dtparam=spi=on", "core_freq_min=500"),
    "Raspberry Pi 5 Model B Rev 1.0": (),
}


def pi(root: Path, model: str, config: str = OWN) -> Path:
    """A Pi's files; its config.txt."""
    tree, boot = root / "proc/device-tree", root / "boot/firmware"
    tree.mkdir(parents=True)
    boot.mkdir(parents=True)
    (tree / "model").write_bytes(model.encode() + b"\0")
    (boot / "config.txt").write_text(config)
    return boot / "config.txt"


def run(root: Path, action: str, terminal: int = subprocess.DEVNULL, **more: str) -> str:
    """What it says, where nobody can be asked or at a terminal."""
    return subprocess.run(
        [PROGRAM, action],
        env={"PATH": os.environ["PATH"], "ROOT": str(root), **more},
        stdin=terminal,
        capture_output=True,
        text=True,
        check=True,
    ).stdout


def answered(root: Path, answer: str) -> str:
    """What it says to somebody at a terminal."""
    ours, theirs = pty.openpty()
    os.write(ours, f"{answer}\n".encode())
    said = run(root, "add", theirs)
    os.close(theirs)
    os.close(ours)
    return said


@pytest.mark.parametrize(("model", "lines"), WANTED.items())
def test_each_model_gets_what_its_strip_wants(
    model: str, lines: tuple[str, ...], tmp_path: Path
) -> None:
    config = pi(tmp_path, model)
    said = run(tmp_path, "add", YES="1")
    if not lines:
        assert config.read_text() == OWN
        assert "has all that a strip on this Raspberry Pi 5 Model B Rev 1.0 wants" in said
        return
    shown = "".join(f"    {line}\n" for line in lines)
    assert f"a strip on GPIO 10 of this {model} wants in {config}:\n{shown}" in said
    added = "".join(f"{line}\n" for line in lines)
    assert config.read_text() == f"{OWN}# minigam: the strip\n[all]\n{added}# minigam: end\n"
    assert (config.parent / "config.txt.before-minigam").read_text() == OWN


def test_it_may_be_run_again_and_is_taken_away_again(tmp_path: Path) -> None:
    config = pi(tmp_path, PI_4)
    run(tmp_path, "add", YES="1")
    once = config.read_text()
    assert "has all that a strip on this" in run(tmp_path, "add", YES="1")
    assert config.read_text() == once
    assert "took minigam's lines out" in run(tmp_path, "remove")
    assert config.read_text() == OWN
    assert run(tmp_path, "remove") == ""


def test_a_line_that_is_there_already_is_not_shown(tmp_path: Path) -> None:
    config = pi(tmp_path, "Raspberry Pi 3 Model B Rev 1.2", "dtparam=spi=on\n")
    said = run(tmp_path, "add", YES="1")
    assert f"wants in {config}:\n    core_freq=250\nminigam: added" in said


def test_a_last_line_without_an_end_stays_a_line(tmp_path: Path) -> None:
    config = pi(tmp_path, PI_4, "dtoverlay=vc4-kms-v3d")
    run(tmp_path, "add", YES="1")
    assert config.read_text().startswith("dtoverlay=vc4-kms-v3d\n# minigam: the strip\n[all]\n")
    run(tmp_path, "remove")
    assert config.read_text() == "dtoverlay=vc4-kms-v3d\n"


@pytest.mark.parametrize("action", ["add", "remove"])
def test_where_the_second_mark_is_lost_nothing_is_changed(action: str, tmp_path: Path) -> None:
    torn = "# minigam: the strip\n[all]\ndtparam=audio=on\n"
    config = pi(tmp_path, PI_4, torn)
    assert "but not '# minigam: end'" in run(tmp_path, action, YES="1")
    assert config.read_text() == torn


def test_without_a_yes_nothing_is_changed(tmp_path: Path) -> None:
    config = pi(tmp_path, PI_4)
    assert "add the lines yourself, or run this again with YES=1" in run(tmp_path, "add")
    for answer in ("", "n", "no"):
        assert f"left {config} as it is" in answered(tmp_path, answer)
    assert config.read_text() == OWN
    assert [path.name for path in config.parent.iterdir()] == ["config.txt"]
    assert "minigam: added" in answered(tmp_path, "y")
    assert "core_freq_min=500" in config.read_text()


def test_another_machine_is_left_alone(tmp_path: Path) -> None:
    assert run(tmp_path, "add", YES="1") == "minigam: not a Raspberry Pi: no config.txt to change\n"
    config = pi(tmp_path, PI_4)
    config.unlink()
    assert run(tmp_path, "add", YES="1") == (
        f"minigam: expected {config}, found none: nothing was changed\n"
    )
    assert run(tmp_path, "remove") == ""
