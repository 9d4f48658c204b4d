"""Setting up a clone: it says what it does and what is missing, and repairs what was moved."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FILES = ("Makefile", "pyproject.toml", "tests/setup.sh", "tests/debian.sh")
FAKES = {
    "id": "echo 1000",
    "sudo": "exit 1",
    "dpkg-query": 'case " $HAS " in *" $4 "*) echo installed ;; *) exit 1 ;; esac',
    # With a pip that starts only where it was made.
    "python3": """
        [ "$1" = -m ] || exit 0
        [ ! -e "$NO_VENV" ] || exit 1
        mkdir -p "$3/bin"
        printf '#!/bin/sh\\n[ -e %s ]\\n' "$PWD/$3/bin/pip" >"$3/bin/pip"
        printf '#!/bin/sh\\n' >"$3/bin/python"
        chmod +x "$3/bin/pip" "$3/bin/python"
    """,
}
"""Programs in place of the system's: a user without sudo, and what is installed is in HAS."""
MADE_AGAIN = [
    "minigam: making .venv again: it is incomplete, or was made in another folder or by another "
    "Python"
]


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """What sets up, in a folder of its own."""
    folder = tmp_path / "clone"
    for name in FILES:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    (tmp_path / "fakes").mkdir()
    put_programs(tmp_path / "fakes", FAKES)
    return folder


def put_programs(folder: Path, texts: dict[str, str]) -> None:
    for name, text in texts.items():
        (folder / name).write_text(f"#!/bin/sh\n{text}\n")
        (folder / name).chmod(0o755)


def run(clone: Path, *command: str, **more: str) -> tuple[int, str, list[str]]:
    """The exit status, what was printed, and the lines of errors."""
    others = ("MAKE", "MINIGAM_MISSING")
    outer = {name: text for name, text in os.environ.items() if not name.startswith(others)}
    environment = {
        **outer,  # which may be another make's
        "PATH": f"{clone.parent / 'fakes'}:{os.environ['PATH']}",
        "HAS": "",
        "NO_VENV": str(clone.parent / "no venv"),
        **more,
    }
    done = subprocess.run(
        command, cwd=clone, env=environment, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout, done.stderr.splitlines()


def test_all_missing_packages_are_named_in_one_line(clone: Path) -> None:
    command = ("tests/debian.sh", "--missing", "gnubg", "espeak", "virtual", "power")
    assert run(clone, *command, HAS="systemd udev make gcc") == (
        0,
        " gnubg espeak virtual power\n",
        [
            "minigam: please run: sudo apt install e2fsprogs espeak-ng gnubg libc6-dev libelf1 "
            "mmdebstrap python3-dev qemu-system-x86 xz-utils"
        ],
    )


@pytest.mark.parametrize(
    ("more", "status", "errors"),
    [
        ({}, 1, ["minigam: please run: sudo apt install gnubg"]),
        ({"HAS": "gnubg"}, 0, []),
        ({"MINIGAM_MISSING": "power gnubg"}, 1, []),
    ],
    ids=["missing", "there", "named before"],
)
def test_a_suite_that_lacks_something_cannot_run_and_says_so_once(
    more: dict[str, str], status: int, errors: list[str], clone: Path
) -> None:
    assert run(clone, "tests/debian.sh", "gnubg", **more) == (status, "", errors)


def test_it_waits_for_another_apt_to_end(clone: Path) -> None:
    """Such as the upgrades that Debian starts by itself; for some minutes, not for ever."""
    programs = {
        "id": "echo 0",
        "apt-cache": "exit 0",
        "apt-get": 'case "$*" in *" -o DPkg::Lock::Timeout=600 "*) touch "$DONE" ;; esac',
        "dpkg-query": '[ -e "$DONE" ] && echo installed',
    }
    put_programs(clone.parent / "fakes", programs)
    done = str(clone.parent / "done")
    status, _, errors = run(clone, "tests/debian.sh", "gnubg", DONE=done)
    said = ["minigam: installing from Debian (this may take some minutes): gnubg"]
    assert (status, errors) == (0, said)


def test_a_test_that_is_skipped_names_what_gets_what_it_needs(tmp_path: Path) -> None:
    """Not a package: it may be there, and the test needs root, or something that is fetched."""
    file = tmp_path / "test_installed_service.py"
    file.write_text("import pytest\n\n@pytest.mark.systemd\ndef test_unit():\n    pass\n")
    command = (sys.executable, "-m", "pytest", "-c", "pyproject.toml", "-p", "tests.conftest")
    options = ("--skip-systemd", "-p", "no:cacheprovider", "-rs")
    _, said, _ = run(ROOT, *command, *options, str(file))
    assert "needs systemd: run tests/debian.sh systemd\n" in said


def test_it_says_first_what_it_does(clone: Path) -> None:
    said = ["minigam: setting up .venv for `run` (a minute or more the first time)"]
    assert run(clone, "tests/setup.sh", "run") == (0, "", said)
    assert (clone / ".venv/run.done").exists()


def test_without_root_it_says_in_one_line_what_to_install(clone: Path) -> None:
    (clone.parent / "no venv").touch()
    status, _, (_, *errors) = run(clone, "tests/setup.sh", "run")
    assert (status, errors) == (1, ["minigam: please run: sudo apt install python3-venv"])


def test_an_incomplete_environment_is_made_again(clone: Path) -> None:
    """Such as the one that `python3 -m venv` leaves where Debian's package is missing."""
    (clone / ".venv/bin").mkdir(parents=True)
    assert run(clone, "tests/setup.sh", "run") == (0, "", MADE_AGAIN)


@pytest.mark.parametrize("how", [shutil.move, shutil.copytree])
def test_a_clone_that_was_moved_or_copied_is_set_up_again(
    how: Callable[[Path, Path], object], clone: Path
) -> None:
    assert run(clone, "make", "--no-print-directory", "run")[2][0].startswith("minigam: setting up")
    assert "setup.sh" not in run(clone, "make", "-n", "run")[1]
    there = clone.with_name("there")
    how(clone, there)
    (there / "pyproject.toml").touch()
    os.utime(there / "pyproject.toml", (0, 0))
    assert "tests/setup.sh run" in run(there, "make", "-n", "run")[1]
    assert run(there, "tests/setup.sh", "run") == (0, "", MADE_AGAIN)
    assert "setup.sh" not in run(there, "make", "-n", "run")[1]


def test_make_alone_lists_every_target(clone: Path) -> None:
    status, listed, errors = run(clone, "make")
    assert (status, errors) == (0, [])
    text = (ROOT / "Makefile").read_text()
    targets = " ".join(re.findall(r"^\.PHONY: (.*)$", text, re.MULTILINE)).split()
    named = [line.split()[1] for line in listed.splitlines()]
    assert named == re.findall(r"^([a-z-]+):", text, re.MULTILINE)
    assert {*named} == {*targets} - {"FORCE"}
