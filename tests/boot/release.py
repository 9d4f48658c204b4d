"""Signed releases for a booted system, of a clone that was changed."""

import shutil
from pathlib import Path

from tests.boot.machine import Machine
from tests.release.tree import CONTENT, content, pack
from tests.release.wheels import carried
from tests.update.releases import Keys

BESIDE = ("pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md")
STICK = "media/stick"


def put_release(machine: Machine, clone: Path, version: str, keys: Keys) -> Path:
    """Put a release onto a stick of the system, which trusts the key; its name in there.

    It carries what the system's Python needs, so that nothing is fetched.
    """
    python = "cp311" if machine.disk.wheels.name.endswith("bookworm") else "cp313"
    release = f"minigam-{version}-x86_64-{python}.tar"
    own = {
        path.relative_to(clone).as_posix(): path.read_bytes()
        for top in (*CONTENT, *BESIDE)
        for path in (clone / top, *(clone / top).rglob("*"))
        if path.is_file()
    }
    own["RELEASE"] = content(own).encode()
    wheels = clone.with_name(f"x86_64-{python}")
    shutil.copytree(machine.disk.wheels, wheels, dirs_exist_ok=True)
    files = {f"minigam-{version}/{name}": body for name, body in {**own, **carried(wheels)}.items()}
    stick = machine.root / STICK
    stick.mkdir(parents=True, exist_ok=True)
    (stick / release).write_bytes(pack(files, 0))
    keys.sign(stick / release)
    key = machine.root / "etc/minigam/release.pub"
    key.parent.mkdir(exist_ok=True)
    shutil.copy(keys.public, key)
    return Path("/", STICK, release)
