"""A machine whose power is cut while it plays: QEMU, which keeps all that a disk is told."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import Timer

from minigam.rules.action_json import action_from_json
from minigam.rules.actions import Action, Begun
from tests.power.disk import BLOCK_BYTES, DISK_BYTES, FILES_BYTES, SAID, Write, writes

CLONE = Path(__file__).parents[2]
GAMES = "games"
"""The folder of the games on their disk."""
SILENCE_SECONDS = 300.0
"""How long a machine may print nothing; on a quiet computer its first line takes 35 s."""
FILES = f"/sbin/mke2fs -q -t ext4 -b {BLOCK_BYTES}"


@dataclass(frozen=True)
class Played:
    base: Path
    """The disk as it was at first."""
    told: list[Write]
    """What it was told since."""
    safe: list[Action]
    """What was said to be safe, in order."""


def kernel() -> Path:
    """Where tests/kernel.sh keeps what it has made."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "minigam" / "kernel"


def played(folder: Path, kernel: Path, actions: int, *words: str) -> Played:
    """Switch a machine on, and cut its power in the second game, after so many actions or more."""
    base, disk, log = (folder / name for name in ("base", "disk", "log"))
    with base.open("wb") as file:
        file.truncate(DISK_BYTES)
    subprocess.run([*FILES.split(), base, str(FILES_BYTES // BLOCK_BYTES)], check=True)
    subprocess.run(["cp", "--sparse=always", base, disk], check=True)
    log.touch()
    with subprocess.Popen(
        _command(kernel, disk, log, *words),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    ) as machine:
        try:
            said = _until(lines(machine), actions)
        finally:
            machine.kill()
    return Played(base, writes(log.read_bytes()), said)


def lines(machine: subprocess.Popen[str], silence: float = SILENCE_SECONDS) -> Iterator[str]:
    """What a machine prints. It is killed once it has printed nothing for so many seconds."""
    assert machine.stdout is not None
    while True:
        alarm = Timer(silence, machine.kill)
        alarm.start()
        line = machine.stdout.readline()
        alarm.cancel()
        if not line:
            return
        yield line


def _until(printed: Iterator[str], actions: int) -> list[Action]:
    heard, found = [], list[Action]()
    for line in printed:
        heard.append(line)
        if line.startswith(SAID):
            found.append(action_from_json(json.loads(line.removeprefix(SAID))))
        if len(found) >= actions and sum(isinstance(action, Begun) for action in found) > 1:
            return found
    ended = f"the machine ended, or printed nothing for {SILENCE_SECONDS:g} s"
    raise AssertionError(f"{ended}, after {len(found)} actions:\n" + "".join(heard))


def _command(kernel: Path, disk: Path, log: Path, *words: str) -> list[str | Path]:
    python = [sys.executable, "-m", "tests.power.guest", *words]
    where = f"CLONE={CLONE} PYTHONPATH={CLONE / 'controller'}:{CLONE}"
    first = "rdinit=/power quiet panic=-1 mitigations=off console=ttyS0"
    start = f"{first} {where} PROGRAM={','.join(python)}"
    return [
        *("qemu-system-x86_64", "-M", "q35", "-accel", "tcg,thread=multi", "-cpu", "Nehalem"),
        *("-m", "512", "-nodefaults", "-no-reboot", "-display", "none", "-serial", "stdio"),
        *("-kernel", kernel / "vmlinuz", "-initrd", kernel / "initrd", "-append", start),
        *("-fsdev", "local,id=root,path=/,security_model=none,readonly=on,multidevs=remap"),
        *("-device", "virtio-9p-pci,fsdev=root,mount_tag=root"),
        *("-blockdev", f"file,filename={disk},node-name=data,cache.no-flush=on"),
        *("-blockdev", f"file,filename={log},node-name=log,cache.no-flush=on"),
        *("-blockdev", "blklogwrites,file=data,log=log,node-name=disk,log-super-update-interval=1"),
        *("-device", "virtio-blk-pci,drive=disk,write-cache=on,discard=off,write-zeroes=off"),
    ]
