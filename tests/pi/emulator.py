"""A Raspberry Pi 3 in QEMU, started from a card's image."""

import os
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path

from tests.pi.console import Console

CLONE = Path(__file__).parents[2]
TOOL = CLONE / "systemd" / "image" / "tool.sh"
SECTOR = 512
GIB = 1 << 30
TREE = "bcm2837-rpi-3-b.dtb"
REVISION = 0xA02082
"""A Pi 3 B, as the firmware writes it into the device tree."""
BOOT_SECONDS = 1500.0
"""Some 130 on a processor that is free."""
COMMAND_SECONDS = 300.0
SHELL = "console=ttyS1,115200 systemd.debug_shell=ttyS1 systemd.mask=serial-getty@ttyS1.service"
"""A root shell on the console, which the card itself does not give to anybody."""
SLOWLY = "systemd.default_timeout_start_sec=3600 systemd.service_watchdogs=0"
"""It is many times slower than a Pi: its units get more time, and no watchdog."""
SPI = "/soc/spi@7e204000"
STICK = "stick"
STICK_BYTES = 256 << 20


def made_card() -> Path:
    """Where tests/pi/card.sh keeps the image of a card."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "minigam" / "pi" / "card" / "card"


def tool(folder: Path, *words: str) -> str:
    """Run a program of Debian 13 in a folder, and return what it prints."""
    return subprocess.run(
        [TOOL, *words],
        cwd=folder,
        check=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
    ).stdout


def start_of(card: Path, number: int) -> int:
    """The byte at which a partition of a card begins.

    The table is 4 entries of 16 bytes from byte 446 on; bytes 8 to 11 of each are the first sector.
    """
    with card.open("rb") as file:
        file.seek(446 + 16 * (number - 1) + 8)
        return int.from_bytes(file.read(4), "little") * SECTOR


def unpack_boot(folder: Path) -> None:
    """Copy what the firmware reads out of `card`: kernel, RAM disk, command line, device tree.

    The device tree is changed as the firmware does it: the overlay of config.txt, and the board's
    revision. QEMU's SPI has no DMA: a transfer that the kernel gives to it would never end.
    """
    boot = f"card@@{start_of(folder / 'card', 1)}"
    for name in ("vmlinuz", "initrd.img", "cmdline.txt", TREE, "overlays/minigam-spi.dtbo"):
        tool(folder, "mcopy", "-n", "-o", "-i", boot, f"::/{name}", Path(name).name)
    tool(folder, "fdtoverlay", "-i", TREE, "-o", "pi.dtb", "minigam-spi.dtbo")
    tool(folder, "fdtput", "-c", "pi.dtb", "/system")
    tool(folder, "fdtput", "-t", "x", "pi.dtb", "/system", "linux,revision", f"{REVISION:x}")
    tool(folder, "fdtput", "-d", "pi.dtb", SPI, "dmas", "dma-names")


def insert(image: Path, folder: Path) -> None:
    """Copy an image onto a card, whose size QEMU wants to be a power of two."""
    folder.mkdir(parents=True, exist_ok=True)
    card = folder / "card"
    subprocess.run(["cp", "--sparse=always", image, card], check=True)
    size = card.stat().st_size
    with card.open("r+b") as file:
        file.truncate(max(4 * GIB, 1 << (size - 1).bit_length()))
    unpack_boot(folder)


def fill_stick(folder: Path, *files: Path) -> None:
    """Copy files onto a USB stick that is in the Pi from its next start on."""
    stick = folder / STICK
    stick.unlink(missing_ok=True)
    with stick.open("wb") as empty:
        empty.truncate(STICK_BYTES)
    tool(folder, "mkfs.vfat", STICK)
    for file in files:
        (folder / file.name).write_bytes(file.read_bytes())
        tool(folder, "mcopy", "-i", STICK, file.name, "::/")


@dataclass
class EmulatedPi:
    """A Pi with a card; `boot` switches it on, `cut` cuts its power."""

    folder: Path
    """What `insert` has filled."""
    console: Console | None = field(default=None, init=False)

    def boot(self) -> float:
        """Switch it on, and wait for a shell; seconds since."""
        began = time.monotonic()
        line = (self.folder / "cmdline.txt").read_text().strip()
        stick = (
            *("-drive", f"file={STICK},format=raw,if=none,id=stick"),
            *("-device", "usb-storage,drive=stick"),
        )
        qemu = subprocess.Popen(
            [
                *(TOOL, "qemu-system-aarch64", "-M", "raspi3b", "-nodefaults", "-no-reboot"),
                *("-display", "none", "-serial", "null", "-serial", "stdio"),
                *("-kernel", "vmlinuz", "-initrd", "initrd.img", "-dtb", "pi.dtb"),
                *("-append", f"{line} {SHELL} {SLOWLY}"),
                *("-drive", "file=card,format=raw,if=sd"),
                *(stick if (self.folder / STICK).exists() else ()),
            ],
            cwd=self.folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        self.console = Console(qemu, self.folder / "console")
        self.console.open_shell(r"root@\S+# |(?m:^# $)", BOOT_SECONDS)
        return time.monotonic() - began

    def ask(self, command: str, seconds: float = COMMAND_SECONDS) -> str:
        """What a command of root prints that has to succeed."""
        assert self.console is not None
        return self.console.ask(command, seconds)

    def run(self, command: str, seconds: float) -> tuple[int, str]:
        """A command's exit status, and what it prints."""
        assert self.console is not None
        return self.console.run(command, seconds)

    def put(self, text: str, path: str) -> None:
        """Write a file in there."""
        assert self.console is not None
        self.console.put(text, path, COMMAND_SECONDS)

    def cut(self) -> None:
        """Cut the power: what the kernel has not yet written to the card is lost."""
        if self.console is not None:
            self.console.close()
