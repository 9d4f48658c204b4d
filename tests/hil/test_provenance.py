"""A report says which commit and versions ran, in a checkout and where minigam was installed."""

import shutil
import subprocess
from pathlib import Path

import pytest

from minigam import __version__
from minigam.cli.hil import COMMIT_FILE, commit_of, provenance

NAME = ["-c", "user.name=t", "-c", "user.email=t@example.org"]
COMMIT = "0123456789abcdef0123456789abcdef01234567"


def git(folder: Path, *words: str) -> str:
    command = ["git", "-C", str(folder), *NAME, *words]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A package in a checkout."""
    if shutil.which("git") is None:
        pytest.skip("git is not here")
    package = tmp_path / "clone" / "package"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    git(package.parent, "init", "-q")
    git(package.parent, "add", ".")
    git(package.parent, "commit", "-q", "-m", "first")
    return package


def test_the_commit_of_a_checkout(package: Path) -> None:
    head = git(package, "rev-parse", "HEAD")
    git(package, "tag", "v1")
    assert commit_of(package) == head
    (package / "__init__.py").write_text("changed = True")
    assert commit_of(package) == f"{head}-dirty"


def test_a_package_installed_inside_another_checkout_is_not_of_it(package: Path) -> None:
    installed = package.parent / "venv" / "package"
    installed.mkdir(parents=True)
    (installed / "__init__.py").write_text("")
    assert commit_of(installed) is None
    (installed / COMMIT_FILE).write_text(f"{COMMIT}\n")
    assert commit_of(installed) == COMMIT


def test_without_git_a_package_knows_what_it_was_built_from(
    package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    assert commit_of(package) is None
    (package / COMMIT_FILE).write_text(f"{COMMIT}\n")
    assert commit_of(package) == COMMIT


def test_what_a_report_says_of_itself() -> None:
    facts = provenance()
    assert facts["minigam"] == __version__
    assert {"gpiozero", "pyserial", "aiohttp", "OS", "kernel", "machine"} <= facts.keys()
    assert all(facts.values())
