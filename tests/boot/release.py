"""A later version of this clone, which may be broken, and its signed releases."""

import shutil
from pathlib import Path

from minigam import __version__
from tests.boot.machine import Machine, copy_clone
from tests.release.tree import CONTENT, content, pack
from tests.release.wheels import carried
from tests.update.releases import Keys

BESIDE = ("pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md")
STICK = "media/stick"
NEWER = "9.9.9"
BROKEN = {
    "ends": ('raise RuntimeError("broken")',),
    "ends after it has raised the journal's version": (
        "import sqlite3",
        'changed = sqlite3.connect(config.data_folder / "journal.sqlite")',
        'changed.execute("PRAGMA user_version = 99")',
        "changed.close()",
        'raise RuntimeError("broken")',
    ),
}
"""Lines with which the daemon of a version begins that does not start."""


def newer(tmp_path: Path, *broken: str) -> Path:
    """A clone of a later version; `broken` are lines with which its daemon begins."""
    clone = copy_clone(tmp_path / "newer")
    package = clone / "controller" / "minigam"
    init = package / "__init__.py"
    init.write_text(init.read_text().replace(__version__, NEWER))
    app = package / "daemon" / "app.py"
    head, start, body = app.read_text().partition("    profile = load_profile(config.board_name)\n")
    assert start
    app.write_text(head + "".join(f"    {line}\n" for line in broken) + start + body)
    return clone


def release_in(folder: Path, clone: Path, version: str, wheels: Path, keys: Keys) -> Path:
    """Make a signed release of a clone in a folder; the file.

    It carries the packages of a folder such as `aarch64-cp313`, so that nothing is fetched.
    """
    own = {
        path.relative_to(clone).as_posix(): path.read_bytes()
        for top in (*CONTENT, *BESIDE)
        for path in (clone / top, *(clone / top).rglob("*"))
        if path.is_file()
    }
    own["RELEASE"] = content(own).encode()
    files = {f"minigam-{version}/{name}": body for name, body in {**own, **carried(wheels)}.items()}
    folder.mkdir(parents=True, exist_ok=True)
    release = folder / f"minigam-{version}-{wheels.name}.tar"
    release.write_bytes(pack(files, 0))
    keys.sign(release)
    return release


def put_release(machine: Machine, clone: Path, version: str, keys: Keys) -> Path:
    """Put a release onto a stick of the system, which trusts the key; its name in there."""
    python = "cp311" if machine.disk.wheels.name.endswith("bookworm") else "cp313"
    wheels = clone.with_name(f"x86_64-{python}")
    shutil.copytree(machine.disk.wheels, wheels, dirs_exist_ok=True)
    release = release_in(machine.root / STICK, clone, version, wheels, keys)
    key = machine.root / "etc/minigam/release.pub"
    key.parent.mkdir(exist_ok=True)
    shutil.copy(keys.public, key)
    return Path("/", STICK, release.name)
