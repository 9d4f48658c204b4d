"""A machine for the virtual bench: QEMU with Debian's kernel, systemd, and minigam installed."""

import json
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from threading import Condition, Lock, Thread
from typing import Any

CLONE = Path(__file__).parents[3]
BOOT_SECONDS = 120.0
"""Some 20 without an accelerator on two cores that are free."""
COMMAND_SECONDS = 60.0
STEP_SECONDS = 0.1
NOT_STARTED = ("e2scrub_reap.service", "getty.target", "proc-sys-fs-binfmt_misc.automount")
"""What a bench has no use for, and what takes seconds here."""
SHARED = Path("/bench")
"""Where the guest sees `VirtualMachine.shared`."""
SOURCE = Path("/usr/src/minigam")
"""Where it sees this clone; nothing can be written there."""


@dataclass
class Agent:
    """Commands for a program in the guest, each answered by its number."""

    path: Path
    _answers: dict[int, dict[str, Any]] = field(default_factory=dict, init=False)
    _came: Condition = field(default_factory=Condition, init=False)
    _numbers: Iterator[int] = field(default_factory=lambda: count(1), init=False)
    _sending: Lock = field(default_factory=Lock, init=False)

    def connect(self) -> None:
        """To the machine's end of the port, which is there once it runs."""
        self._wire = socket.socket(socket.AF_UNIX)
        self._wire.connect(str(self.path))
        Thread(target=self._hear, daemon=True).start()

    def _hear(self) -> None:
        with self._wire.makefile("rb") as lines:
            for line in lines:
                answer = json.loads(line)
                with self._came:
                    self._answers[answer["id"]] = answer
                    self._came.notify_all()

    def ask(self, command: list[str], seconds: float) -> dict[str, Any]:
        """The answer; raise `TimeoutError` where none comes."""
        number = next(self._numbers)
        line = json.dumps({"id": number, "command": command, "seconds": seconds})
        with self._sending:
            self._wire.sendall(line.encode() + b"\n")
        return self.answer(number, seconds + COMMAND_SECONDS)

    def answer(self, number: int, seconds: float) -> dict[str, Any]:
        """The answer of that number; 0 is said when the guest is up."""
        with self._came:
            if not self._came.wait_for(lambda: number in self._answers, seconds):
                raise TimeoutError(f"the guest does not answer within {seconds:.0f} s")
            return self._answers.pop(number)

    def close(self) -> None:
        self._wire.close()


@dataclass
class VirtualMachine:
    """A machine that is on; what it writes onto its disk is in `folder`."""

    folder: Path
    kernel: Path
    """What kernel.sh has made."""
    disk: Path
    """The disk that disk.sh has made; it stays as it is."""
    _qemu: subprocess.Popen[bytes] | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self.shared = self.folder / "shared"
        """A folder that both can write."""
        self.console = self.folder / "console"
        self._own_disk = self.folder / "disk"

    def boot(self) -> float:
        """Switch it on; seconds until it takes commands."""
        began = time.monotonic()
        self.shared.mkdir(parents=True, exist_ok=True)
        if not self._own_disk.exists():
            subprocess.run(
                ["cp", "--sparse=always", "--reflink=auto", self.disk, self._own_disk], check=True
            )
        (self.folder / "agent").unlink(missing_ok=True)
        with (self.folder / "qemu.log").open("wb") as log:
            self._qemu = subprocess.Popen(self._command(), stdin=subprocess.DEVNULL, stderr=log)
        self._agent = Agent(self.folder / "agent")
        while not self._agent.path.exists():
            assert self._qemu.poll() is None, (self.folder / "qemu.log").read_text()
            time.sleep(STEP_SECONDS)
        self._agent.connect()
        try:
            self._agent.answer(0, BOOT_SECONDS)
        except TimeoutError:
            raise AssertionError("it does not boot:\n" + self.console_text()) from None
        return time.monotonic() - began

    def _command(self) -> list[str | Path]:
        masked = " ".join(f"systemd.mask={unit}" for unit in NOT_STARTED)
        start = f"quiet loglevel=4 panic=-1 mitigations=off console=ttyS0 {masked}"
        return [
            *("qemu-system-x86_64", "-M", "q35", "-accel", "tcg,thread=multi", "-cpu", "Nehalem"),
            *("-smp", "2", "-m", "1024", "-nodefaults", "-no-reboot", "-display", "none"),
            *("-serial", f"file:{self.console}"),
            *("-kernel", self.kernel / "vmlinuz", "-initrd", self.kernel / "initrd"),
            *("-append", start),
            *("-drive", f"file={self._own_disk},format=raw,if=virtio,cache=writeback"),
            *self._folder("minigam", CLONE, ",readonly=on"),
            *self._folder("bench", self.shared),
            *("-device", "virtio-serial"),
            *("-chardev", f"socket,path={self.folder / 'agent'},server=on,wait=off,id=agent"),
            *("-device", "virtserialport,chardev=agent,name=minigam.agent"),
        ]

    @staticmethod
    def _folder(name: str, folder: Path, more: str = "") -> list[str]:
        files = f"local,id={name},path={folder},security_model=none,multidevs=remap{more}"
        return ["-fsdev", files, "-device", f"virtio-9p-pci,fsdev={name},mount_tag={name}"]

    def console_text(self) -> str:
        """What kernel and systemd have said."""
        return self.console.read_text(errors="replace") if self.console.exists() else ""

    def run(self, *command: str, seconds: float = COMMAND_SECONDS) -> tuple[int | None, str]:
        """A command in there, as root, to its end: its code, and what it said.

        The code is None where it has been ended after so many seconds.
        """
        answer = self._agent.ask(list(command), seconds)
        return answer["code"], answer["said"]

    def ask(self, *command: str, seconds: float = COMMAND_SECONDS) -> str:
        """What a command says that must do well."""
        code, said = self.run(*command, seconds=seconds)
        assert code == 0, f"{' '.join(command)} ended with {code}: {said}"
        return said

    def pull(self, path: str, there: Path) -> Path:
        """Copy a file of the guest to this machine."""
        self.ask("cp", path, str(SHARED / "pulled"))
        (self.shared / "pulled").rename(there)
        return there

    def off(self) -> None:
        """Pull the plug."""
        if self._qemu is not None:
            self._qemu.kill()
            self._qemu.wait()
            self._agent.close()


@contextmanager
def virtual_machine(folder: Path, kernel: Path, bench: Path) -> Iterator[VirtualMachine]:
    """A machine that has booted; it is off in the end."""
    machine = VirtualMachine(folder, kernel, bench / "disk")
    try:
        machine.boot()
        yield machine
    finally:
        machine.off()
