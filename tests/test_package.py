"""What is installed: the wheel holds all that the commands read beside the modules."""

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


def test_the_wheel_holds_the_weights_of_players(wheel: Path) -> None:
    folder = ROOT / "controller" / "minigam" / "players" / "weights"
    with ZipFile(wheel) as archive:
        packed = {
            name.rpartition("/")[2]: archive.read(name)
            for name in archive.namelist()
            if name.startswith("minigam/players/weights/")
        }
    assert packed == {path.name: path.read_bytes() for path in folder.iterdir()}
    assert packed


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not here")
def test_what_is_built_in_a_checkout_knows_its_commit(wheel: Path, tmp_path: Path) -> None:
    """A wheel, and one that is built of a source archive; without git there is none."""
    with ZipFile(wheel) as archive:
        assert "minigam/commit.txt" not in archive.namelist()
    clone, source = tmp_path / "clone", tmp_path / "source"
    ignored = shutil.ignore_patterns("dist")
    shutil.copytree(wheel.parents[1], clone, symlinks=True, ignore=ignored)
    git = ["git", "-C", str(clone), "-c", "user.name=t", "-c", "user.email=t@example.org"]
    for words in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "first"]):
        subprocess.run([*git, *words], check=True)
    head = subprocess.check_output([*git, "rev-parse", "HEAD"], text=True)
    build = [sys.executable, "-m", "hatchling", "build", "-t"]
    subprocess.run([*build, "sdist"], cwd=clone, check=True, capture_output=True)
    (packed,) = (clone / "dist").glob("*.tar.gz")
    source.mkdir()
    subprocess.run(["tar", "-xzf", str(packed), "-C", str(source)], check=True)
    (unpacked,) = source.iterdir()
    for folder in (clone, unpacked):
        subprocess.run([*build, "wheel"], cwd=folder, check=True, capture_output=True)
        (built,) = (folder / "dist").glob("*.whl")
        with ZipFile(built) as archive:
            assert archive.read("minigam/commit.txt").decode() == head
