"""Mounts USB sticks that nobody has mounted, to be read only, for as long as an update looks.

A system without a desktop mounts none by itself. It is done when somebody asks for an update; on a
flashed card, a stick that is plugged in asks.
"""

import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

KINDS = "vfat,exfat,ext4"
"""File systems of sticks; the kernel reads whatever lies on them, so there are few."""
OPTIONS = "ro,nosuid,nodev,noexec"
SECONDS = 30.0
"""A broken stick is not waited for any longer."""
MOST = 4
BLOCKS, MOUNTS = "sys/class/block", "proc/self/mounts"


def sticks(root: Path) -> list[str]:
    """The names of what may be a stick and is not mounted: partitions such as `sda1`, or a disk."""
    try:
        lines = (root / MOUNTS).read_text("utf-8", "replace").splitlines()
    except OSError:
        return []
    mounted = {line.partition(" ")[0] for line in lines}
    names = (path.name for path in sorted((root / BLOCKS).glob("*")) if _may_be_a_stick(path))
    return [name for name in names if f"/dev/{name}" not in mounted][:MOST]


def _may_be_a_stick(path: Path) -> bool:
    """Whether this is on USB or can be removed: a partition, or a disk with a medium and without.

    Some sticks call themselves fixed disks, and some have one file system and no partitions.
    """
    try:
        place = path.resolve()
        is_part = (place / "partition").exists()
        if not is_part and any(place.glob("*/partition")):
            return False
        disk = place.parent if is_part else place
        has_medium = (place / "size").read_text().strip() != "0"
        on_usb = any(part.startswith("usb") for part in disk.parts)
        return has_medium and (on_usb or (disk / "removable").read_text().strip() == "1")
    except OSError:
        return False


@contextmanager
def mounted(root: Path, folder: Path) -> Iterator[list[Path]]:
    """Mount what `sticks` names within a folder of root's; the folders that can be read."""
    with ExitStack() as mounts:
        found = []
        for name in sticks(root):
            place = folder / name
            place.mkdir()
            command = ["mount", "-t", KINDS, "-o", OPTIONS, f"/dev/{name}", str(place)]
            if _run(command):
                mounts.callback(_run, ["umount", "--lazy", str(place)])
                found.append(place)
        yield found


def _run(command: list[str]) -> bool:
    try:
        done = subprocess.run(command, capture_output=True, timeout=SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0
