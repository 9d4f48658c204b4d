"""A namespace that looks like a Pi: files in place of its device tree, and none of its devices.

Run in a mount namespace of its own, as root, with nothing but the system's Python.
"""

import subprocess
from pathlib import Path

REAL = Path("/realproc")
TREE = "device-tree"
"""What is written anew, on a machine too that has one."""
DEVICES = ("null", "zero", "full", "random", "urandom", "tty")
LINKS = {"fd": "fd", "stdin": "fd/0", "stdout": "fd/1", "stderr": "fd/2"}


def become_a_pi() -> None:
    """Lay out `/proc`, where a device tree can now be written, and a `/dev` without hardware.

    The kernel's own `/proc` takes no new files. So it moves aside, and links lead to it.
    """
    REAL.mkdir()
    _mount("-t", "proc", "proc", REAL)
    _mount("-t", "tmpfs", "-o", "mode=755", "tmpfs", "/proc")
    for each in REAL.iterdir():
        if each.name != TREE:
            (Path("/proc") / each.name).symlink_to(each)
    real = Path("/realdev")
    real.mkdir()
    _mount("--rbind", "/dev", real)
    _mount("-t", "tmpfs", "-o", "mode=755", "tmpfs", "/dev")
    for name in DEVICES:
        (Path("/dev") / name).touch()
        _mount("--bind", real / name, Path("/dev") / name)
    for name, target in LINKS.items():
        (Path("/dev") / name).symlink_to(f"/proc/self/{target}")
    (Path("/dev") / "pts").mkdir()
    _mount("--bind", real / "pts", "/dev/pts")
    (Path("/dev") / "ptmx").symlink_to("pts/ptmx")
    (Path("/dev") / "shm").mkdir(mode=0o1777)
    _mount("-t", "tmpfs", "-o", "mode=1777", "tmpfs", "/dev/shm")


def _mount(*arguments: str | Path) -> None:
    subprocess.run(["mount", *arguments], check=True)
