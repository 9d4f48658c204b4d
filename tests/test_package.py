"""What is installed: the wheel holds all that the commands read beside the modules."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[1]
READ = {
    "boards": ("hardware/boards", "*.toml"),
    "benches": ("hardware/benches", "*.toml"),
    "firmware": ("firmware", "**/*.py"),
}
"""The package's folders of files, and where those come from."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of what git knows, where nothing else lies about."""
    pytest.importorskip("hatchling", reason="hatchling is not here (pip install hatchling)")
    folder = tmp_path_factory.mktemp("wheel")
    for name in ("controller", "hardware", "firmware"):
        ignored = shutil.ignore_patterns("__pycache__", "*.egg-info")
        shutil.copytree(ROOT / name, folder / name, symlinks=True, ignore=ignored)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder)
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel"]
    subprocess.run(build, cwd=folder, check=True, capture_output=True)
    (built,) = (folder / "dist").glob("*.whl")
    return built


@pytest.mark.parametrize("name", READ)
def test_the_wheel_holds_what_is_read(wheel: Path, name: str) -> None:
    with ZipFile(wheel) as archive:
        packed = {
            entry.removeprefix(f"minigam/{name}/"): archive.read(entry)
            for entry in archive.namelist()
            if entry.startswith(f"minigam/{name}/") and not entry.endswith(".md")
        }
    folder, pattern = READ[name]
    source = ROOT / folder
    read = {file.relative_to(source).as_posix(): file for file in source.glob(pattern)}
    assert packed == {path: file.read_bytes() for path, file in read.items()}
    assert packed
