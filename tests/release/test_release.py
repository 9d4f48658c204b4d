"""A release of a clone: twice the same, signed, and taken by `minigam update`."""

import json
import subprocess
import tarfile
from hashlib import sha256
from pathlib import Path

import pytest

from minigam import __version__
from minigam.errors import MinigamError
from minigam.update.archive import look_over
from minigam.update.names import SUMS, Release
from minigam.update.signature import verify
from tests.release import making
from tests.release.making import CLONE, Asked, main, make
from tests.release.tree import content, pack
from tests.release.wheels import WheelsError, carried
from tests.requirements.sets import Pin
from tests.update.releases import Keys, content_of, keys_in

DATED = f"# Changelog\n\n## {__version__} (2027-01-05)\n\n- All of it.\n"
IDENTITY = ("-c", "user.name=A", "-c", "user.email=a@example.org")


def git(folder: Path, *words: str) -> None:
    subprocess.run(["git", "-C", folder, *IDENTITY, *words], check=True, capture_output=True)


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A clone of this one's files, whose version has a dated section in the changelog."""
    folder = tmp_path_factory.mktemp("release") / "clone"
    listed = subprocess.run(
        ["git", "-C", CLONE, "ls-files", "-z"], check=True, capture_output=True, text=True
    ).stdout
    for name in filter(None, listed.split("\0")):
        source, copy = CLONE / name, folder / name
        if not name.startswith(("tests/", "docs/")) and (source.is_symlink() or source.exists()):
            copy.parent.mkdir(parents=True, exist_ok=True)
            subprocess.run(["cp", "-a", source, copy], check=True)
    (folder / "CHANGELOG.md").write_text(DATED)
    git(folder, "init", "-q")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "all")
    return folder


@pytest.fixture(scope="module")
def keys(tmp_path_factory: pytest.TempPathFactory) -> Keys:
    return keys_in(tmp_path_factory.mktemp("keys") / "own")


def made(clone: Path, out: Path, keys: Keys) -> dict[str, bytes]:
    image = out.with_name("minigam.img.xz")
    image.write_bytes(b"image")
    folder = make(clone, out, Asked(keys.folder / "release.key", images=(image,)))
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.minisign
@pytest.mark.slow
def test_a_release_is_whole_signed_and_twice_the_same(
    clone: Path, keys: Keys, tmp_path: Path
) -> None:
    first, second = (made(clone, tmp_path / name, keys) for name in ("first", "second"))
    assert first == second
    unsigned = {name: body for name, body in first.items() if not name.endswith(".minisig")}
    release = Release(__version__)
    assert {*first} == {
        *(release.name, f"{release.name}.minisig", SUMS, f"{SUMS}.minisig", "CHANGES.md"),
        *(f"minigam-{__version__}.tar.gz", f"minigam-{__version__}-py3-none-any.whl"),
        *(f"minigam-{__version__}.cdx.json", "minigam.img.xz"),
    }
    sums = dict(line.split("  ")[::-1] for line in first[SUMS].decode().splitlines())
    assert sums == {
        name: sha256(body).hexdigest() for name, body in unsigned.items() if name != SUMS
    }
    assert first["CHANGES.md"].decode() == DATED.partition("\n\n")[2]
    assert json.loads(first[f"minigam-{__version__}.cdx.json"])["bomFormat"] == "CycloneDX"
    file = tmp_path / "first" / __version__ / release.name
    verify(file, release, keys.public)
    assert look_over(file, release) > 10**6
    with tarfile.open(file) as archive:
        archive.extractall(tmp_path / "tree", filter="fully_trusted")
    tree = tmp_path / "tree" / release.folder
    assert (tree / "RELEASE").read_text().strip() == content_of(tree)
    scripts = [path for path in (tree / "systemd").glob("*.sh") if path.name != "common.sh"]
    assert scripts
    assert all(path.stat().st_mode & 0o111 == 0o111 for path in scripts)
    assert (tree / "controller/minigam/commit.txt").exists()
    assert (tree / "controller/minigam/boards/sim.toml").is_file()


def test_changes_that_are_not_committed_are_refused(
    clone: Path, keys: Keys, tmp_path: Path
) -> None:
    (clone / "new.txt").touch()
    try:
        with pytest.raises(MinigamError, match=r"expected a clean tree, got .* new.txt: commit"):
            make(clone, tmp_path, Asked(keys.public))
    finally:
        (clone / "new.txt").unlink()


@pytest.mark.parametrize("heading", ["(unreleased)", "", "(2027)"])
def test_so_is_a_version_that_the_changelog_does_not_date(
    heading: str, tmp_path: Path, keys: Keys
) -> None:
    folder = tmp_path / "clone"
    folder.mkdir()
    (folder / "CHANGELOG.md").write_text(f"# Changelog\n\n## {__version__} {heading}\n\n- All.\n")
    git(folder, "init", "-q")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "all")
    with pytest.raises(MinigamError, match=r"expected a section '## .* \(DATE\)'"):
        make(folder, tmp_path / "out", Asked(keys.public))


def test_without_a_key_it_is_said_how_to_make_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 1
    assert "expected KEY=FILE, a secret key of minisign: minisign -G" in capsys.readouterr().err


def test_a_folder_without_git_is_no_clone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(making, "CLONE", tmp_path)
    (tmp_path / "key").touch()
    assert main(["--key", str(tmp_path / "key")]) == 1
    assert "expected a clone with git" in capsys.readouterr().err


def test_the_hash_of_a_tree_is_what_the_files_give(tmp_path: Path) -> None:
    files = {
        "controller/a b.py": b"a",
        "controller/a/c.py": b"c",
        "pyproject.toml": b"p",
        "systemd/x.sh": b"#!/bin/sh\n",
        "docs/not.md": b"left out",
    }
    for name, body in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(body)
    assert content(files) == content_of(tmp_path)


def test_an_archive_is_the_same_whatever_the_order() -> None:
    files = {"b": b"#!/bin/sh\n", "a": b"text"}
    assert pack(files, 1_700_000_000) == pack(dict(reversed(files.items())), 1_700_000_000)
    assert pack(files, 1_700_000_000) != pack(files, 1_700_000_001)


# The packages that it carries


PINS = {
    "run": [("snow-man", "1.0", b"snow"), ("carrot", "2.0", b"carrot")],
    "pi": [("snow-man", "1.0", b"snow"), ("lgpio", "0.2.2.0", b"locked source")],
}
WHEELS = {
    "snow_man-1.0-cp313-cp313-manylinux_2_17_aarch64.manylinux2014_aarch64.whl": b"snow",
    "carrot-2.0-py3-none-any.whl": b"carrot",
    "lgpio-0.2.2.0-cp313-cp313-linux_aarch64.whl": b"built here",
    "carrot-2.0-cp311-cp311-manylinux_2_17_aarch64.whl": b"of another python",
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Packages for a Pi, and a list of what is locked."""
    folder = tmp_path / "aarch64-cp313"
    folder.mkdir()
    for name, body in WHEELS.items():
        (folder / name).write_bytes(body)

    def pins(name: str) -> list[Pin]:
        made = [
            Pin(package, version, "", frozenset({sha256(body).hexdigest()}))
            for package, version, body in PINS.get(name, [])
        ]
        later = Pin("tomli", "1.0", "python_full_version < '3.12'", frozenset())
        absent = [Pin("absent", "1.0", "", frozenset())] if name == "pi5" else []
        return [*made, later, *absent]

    monkeypatch.setattr("tests.release.wheels.pins", pins)
    return folder


def test_each_set_that_is_complete_has_a_list_with_the_hashes_that_are_there(folder: Path) -> None:
    files = carried(folder)
    top = "wheels/aarch64-cp313"
    names = [name for name in WHEELS if "cp311" not in name]
    assert {*files} == {*(f"{top}/{name}" for name in names), f"{top}/run.txt", f"{top}/pi.txt"}
    lines = files[f"{top}/pi.txt"].decode().splitlines()
    built = sha256(b"built here").hexdigest()
    assert lines[1:] == [
        "snow-man==1.0 \\",
        f"    --hash=sha256:{sha256(b'snow').hexdigest()}",
        "lgpio==0.2.2.0 \\",
        f"    --hash=sha256:{built}",
    ]


def test_a_wheel_that_differs_from_what_is_locked_is_refused(folder: Path) -> None:
    (folder / "carrot-2.0-py3-none-any.whl").write_bytes(b"another")
    with pytest.raises(WheelsError, match=r"carrot-2.0.* differs from what is locked"):
        carried(folder)


def test_so_is_a_folder_in_which_no_set_is_complete(folder: Path) -> None:
    (folder / next(iter(WHEELS))).unlink()
    with pytest.raises(WheelsError, match=r"no set .* run lacks snow-man==1.0; pi lacks snow-man"):
        carried(folder)


@pytest.mark.parametrize("name", ["wheels", "aarch64-cp39", "riscv64-cp313", "aarch64-cp312"])
def test_so_is_one_for_a_machine_that_nobody_builds_for(name: str, tmp_path: Path) -> None:
    with pytest.raises(WheelsError, match=r"expected a folder such as aarch64-cp313"):
        carried(tmp_path / name)
