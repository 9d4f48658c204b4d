"""A system that boots in a container of its own: its root is fresh, its network is its own."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

CLONE = Path(__file__).parents[2]
SOURCE = "/usr/src/minigam"
WHEELS = "/usr/src/wheels"
STATE = "/var/lib/minigam"
UNIT = "minigam"
PATIENCE_SECONDS = 500.0
STEP_SECONDS = 0.05

# Trixie's systemd wants to be asked before it boots where cgroups are still those of version 1.
INIT_OPTIONS = ("SYSTEMD_CGROUP_ENABLE_LEGACY_FORCE=1",)
ENVIRONMENT = {
    "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    "HOME": "/root",
    "LANG": "C.UTF-8",
    "PIP_NO_INDEX": "1",
    "PIP_FIND_LINKS": WHEELS,
}
NOT_COPIED = (".git", ".venv", "build", "__pycache__", ".*_cache", ".hypothesis", "*.whl")
Shares = tuple[tuple[Path, str], ...]
"""Folders of this machine that can be written, and where they are in the container."""


@dataclass(frozen=True)
class Disk:
    """A root as layers of folders, the newest first; what a system writes goes into a new one."""

    layers: tuple[Path, ...]
    wheels: Path
    source: Path
    """The clone that is installed from."""

    def written(self, layer: Path) -> Disk:
        """This disk with what was written onto it."""
        return Disk((layer, *self.layers), self.wheels, self.source)

    @contextmanager
    def mounted(self, place: Path) -> Iterator[tuple[Path, Path]]:
        """The root, and the layer that is written."""
        upper, work, root = (place / name for name in ("upper", "work", "root"))
        for folder in (upper, work, root):
            folder.mkdir(parents=True, exist_ok=True)
        lower = ":".join(map(str, self.layers))
        options = f"lowerdir={lower},upperdir={upper},workdir={work}"
        subprocess.run(["mount", "-t", "overlay", "overlay", "-o", options, root], check=True)
        try:
            yield root, upper
        finally:
            subprocess.run(["umount", "--lazy", root], check=True)
            shutil.rmtree(work)


@dataclass
class Machine:
    root: Path
    disk: Disk
    shares: Shares = ()
    options: tuple[str, ...] = ()
    _container: subprocess.Popen[bytes] | None = field(default=None, init=False)

    def boot(self) -> float:
        """Switch it on; seconds until all units are started."""
        began = time.monotonic()
        binds = [f"--bind={folder}:{place}" for folder, place in self.shares]
        self._container = subprocess.Popen(
            [
                *("systemd-nspawn", "--quiet", "--boot", f"--directory={self.root}"),
                *("--register=no", "--keep-unit", "--console=pipe", "--private-network"),
                *("--resolv-conf=off", "--timezone=off", "--link-journal=no"),
                f"--bind-ro={self.disk.source}:{SOURCE}",
                f"--bind-ro={self.disk.wheels}:{WHEELS}",
                *(*binds, *self.options, *INIT_OPTIONS),
            ],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        await_(self._is_up)
        return time.monotonic() - began

    def _is_up(self) -> bool:
        if self._init is None or not Path(f"/proc/{self._init}/root/run/systemd/private").exists():
            return False
        state = self.ask("systemctl", "is-system-running", check=False).strip()
        return state in ("running", "degraded")

    @property
    def _init(self) -> int | None:
        """The process that is number 1 in there."""
        assert self._container is not None
        assert self._container.poll() is None, "the system went out by itself"
        tasks = Path(f"/proc/{self._container.pid}/task").glob("*/children")
        found = [int(child) for task in tasks for child in task.read_text().split()]
        return found[0] if found else None

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        """A command in there, as root, to its end."""
        settings = [f"{name}={value}" for name, value in ENVIRONMENT.items()]
        return subprocess.run(
            ["nsenter", "-t", str(self._init), "-a", "env", "-i", *settings, *command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=PATIENCE_SECONDS,
            check=False,
        )

    def ask(self, *command: str, check: bool = True) -> str:
        done = self.run(*command)
        assert not check or done.returncode == 0, done.stdout
        return done.stdout

    def make(self, target: str) -> str:
        """What `sudo make TARGET` says in the clone."""
        return self.ask("make", "--no-print-directory", "-C", SOURCE, target)

    def off(self) -> None:
        """Shut down, as a person should."""
        if self._container is not None and self._container.poll() is None:
            self.run("systemctl", "poweroff", "--no-block")
            self._container.wait(PATIENCE_SECONDS)

    def pull_the_plug(self) -> None:
        """Kill everything in there at once; what is in the disk's caches stays."""
        assert self._container is not None
        os.kill(self._init or 0, signal.SIGKILL)
        self._container.wait(PATIENCE_SECONDS)

    # The service

    def show(self, name: str) -> str:
        """A property of the daemon's unit."""
        return self.ask("systemctl", "show", UNIT, f"--property={name}", "--value").strip()

    @property
    def main_pid(self) -> str:
        """The daemon's process; `0` for none."""
        return self.show("MainPID")

    def log(self) -> str:
        """What the daemon and systemd have said of it."""
        return self.ask("journalctl", "-u", UNIT, "-o", "cat", "--no-pager")

    def is_ready(self) -> bool:
        """Whether the unit is, and the page answers."""
        return self.show("ActiveState") == "active" and self.state() is not None

    def state(self) -> dict[str, Any] | None:
        """The game, from the page's address; None where nobody answers."""
        return self._player("state")

    def play(self, taps: int) -> dict[str, Any]:
        """Touch what is lit, so often or to the end of the game; the game then."""
        found = self._player("play", str(taps))
        assert found is not None, self.log()
        return found

    def watch(self, turns: int) -> dict[str, Any]:
        """Two computers play so many turns; the game then."""
        found = self._player("watch", str(turns))
        assert found is not None, self.log()
        return found

    def ask_for_update(self) -> None:
        """Ask for the newest release that is offered, as the page does."""
        assert self._player("install", "0") is not None, self.log()

    def update_step(self) -> str:
        """How far an update is, as the page shows it; empty while nobody answers."""
        return str((self._player("update", "0") or {}).get("step", ""))

    def touch_in_vain(self) -> None:
        """Touch what is lit, whatever comes of it."""
        self._player("play", "40")

    def _player(self, *arguments: str) -> dict[str, Any] | None:
        player = ("python3", f"{SOURCE}/tests/boot/player.py", *arguments)
        said = self.ask("runuser", "-u", "minigam", "--", *player)  # root would be a guest
        found: dict[str, Any] | None = json.loads(said)
        return found

    def until_ready(self, but: str = "") -> float:
        """Seconds until a daemon plays; another process than `but`, where one is given."""
        return await_(lambda: self.main_pid != but and self.is_ready())


def await_(happened: Callable[[], bool]) -> float:
    """Seconds until it has."""
    began = time.monotonic()
    for _ in count():
        if happened():
            break
        assert time.monotonic() < began + PATIENCE_SECONDS, "waited in vain"
        time.sleep(STEP_SECONDS)
    return time.monotonic() - began


def copy_clone(there: Path) -> Path:
    """This clone as it is now, without what git would not have."""
    return shutil.copytree(CLONE, there, ignore=shutil.ignore_patterns(*NOT_COPIED))


@contextmanager
def running(disk: Disk, place: Path, *options: str, shares: Shares = ()) -> Iterator[Machine]:
    """A system, booted, and shut down in the end; what it wrote is in `place / "upper"`."""
    with disk.mounted(place) as (root, _):
        machine = Machine(root, disk, shares, options)
        machine.boot()
        try:
            yield machine
        finally:
            machine.off()
