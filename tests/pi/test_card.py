"""The image of a card, made of a small root: its partitions, and that it is the same each time."""

import os
import subprocess
from hashlib import sha256
from pathlib import Path

import pytest

from tests.pi.emulator import CLONE, start_of, tool

pytestmark = pytest.mark.pi_boot

EPOCH = "1764374400"
FIRMWARE = (
    "start.elf",
    "bcm2837-rpi-3-b.dtb",
    "vmlinuz-6.12",
    "initrd.img-6.12",
    "overlays/x.dtbo",
)
ROOT = ("etc/hostname", "usr/bin/true", "data/.empty")


def card_of(folder: Path, firmware: tuple[str, ...], root: tuple[str, ...]) -> Path:
    """The card that card.sh makes of files that are written in this order."""
    for name in (*(f"firmware/{name}" for name in firmware), *(f"root/{name}" for name in root)):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{Path(name).name}\n")
    stamp: list[str | Path] = [
        "find",
        folder / "root",
        "-exec",
        "touch",
        "-h",
        "-d",
        f"@{EPOCH}",
        "{}",
        "+",
    ]
    subprocess.run(stamp, check=True)
    subprocess.run(
        [CLONE / "systemd/image/card.sh", folder],
        env={**os.environ, "SOURCE_DATE_EPOCH": EPOCH},
        check=True,
    )
    return folder / "card"


def test_the_same_files_make_the_same_bytes(tmp_path: Path) -> None:
    one = card_of(tmp_path / "one", FIRMWARE, ROOT)
    two = card_of(tmp_path / "two", FIRMWARE[::-1], ROOT[::-1])
    assert sha256(one.read_bytes()).digest() == sha256(two.read_bytes()).digest()


def test_a_card_has_what_the_firmware_reads_and_a_root(tmp_path: Path) -> None:
    card = card_of(tmp_path, FIRMWARE, ROOT)
    boot = f"card@@{start_of(card, 1)}"
    assert tool(tmp_path, "mtype", "-i", boot, "::/vmlinuz") == "vmlinuz-6.12\n"
    assert tool(tmp_path, "mtype", "-i", boot, "::/initrd.img") == "initrd.img-6.12\n"
    assert "dtoverlay=minigam-spi" in tool(tmp_path, "mtype", "-i", boot, "::/config.txt")
    assert "root=LABEL=minigamroot ro " in tool(tmp_path, "mtype", "-i", boot, "::/cmdline.txt")
    assert "minigam-spi" in tool(tmp_path, "mdir", "-b", "-i", boot, "::/overlays")
    for number, label in ((2, "minigamroot"), (3, "MINIGAMDATA")):
        named = tool(tmp_path, "e2label", f"card?offset={start_of(card, number)}")
        assert named == f"{label}\n"
    for number, mode in ((2, "0755"), (3, "0700")):
        top = ("debugfs", "-R", "stat /", f"card?offset={start_of(card, number)}")
        assert f"Mode:  {mode} " in tool(tmp_path, *top)
    hostname = ("debugfs", "-R", "cat /etc/hostname", f"card?offset={start_of(card, 2)}")
    assert tool(tmp_path, *hostname) == "hostname\n"
