"""Sticks that nobody has mounted: read only, for as long as an update looks."""

from pathlib import Path

import pytest

from minigam.update.sticks import BLOCKS, MOST, MOUNTS, mounted, sticks
from tests.cli.commands import Run
from tests.systemd.box import Box, put
from tests.update.conftest import Maker


def disk(
    root: Path, name: str, removable: str, *parts: str, bus: str = "pci0", size: int = 2048
) -> None:
    """A disk as sysfs shows it, with partitions."""
    device = root / "sys/devices" / bus / name
    put(device / "removable", f"{removable}\n")
    put(device / "size", f"{size}\n")
    blocks = root / BLOCKS
    blocks.mkdir(parents=True, exist_ok=True)
    (blocks / name).symlink_to(device)
    for part in parts:
        put(device / part / "partition", "1\n")
        put(device / part / "size", "1024\n")
        (blocks / part).symlink_to(device / part)


@pytest.fixture
def root(box: Box) -> Path:
    """A system with a card that is mounted, two sticks, one of them mounted, and a disk."""
    disk(box.root, "mmcblk0", "0", "mmcblk0p1")
    disk(box.root, "sda", "1", "sda1")
    disk(box.root, "sdb", "1", "sdb1", "sdb2")
    disk(box.root, "nvme0n1", "0", "nvme0n1p1")
    put(box.root / MOUNTS, "/dev/mmcblk0p1 / ext4 rw 0 0\n/dev/sdb1 /mnt vfat rw 0 0\n")
    put(box.root / "fakes/mount", '#!/bin/sh\necho "$@" >>"$ROOT/mounts"\nmkdir -p "$6"\n')
    put(box.root / "fakes/umount", '#!/bin/sh\necho "$@" >>"$ROOT/umounts"\n')
    return box.root


def test_partitions_of_removable_disks_that_are_not_mounted(root: Path) -> None:
    assert sticks(root) == ["sda1", "sdb2"]


def test_a_stick_without_partitions_and_one_that_calls_itself_a_fixed_disk(root: Path) -> None:
    disk(root, "sdc", "1")
    disk(root, "sdd", "0", "sdd1", bus="platform/3f980000.usb/usb1/1-1")
    disk(root, "sde", "0", bus="platform/3f980000.usb/usb1/1-2")
    assert sticks(root) == ["sda1", "sdb2", "sdc", "sdd1"]
    disk(root, "sda0", "1", size=0)  # a slot of a card reader with nothing in it
    assert sticks(root) == ["sda1", "sdb2", "sdc", "sdd1"]


def test_a_disk_that_stays_in_the_machine_is_no_stick(root: Path) -> None:
    disk(root, "nvme1n1", "0")
    assert "nvme1n1" not in sticks(root)


def test_a_system_without_such_disks_has_none(tmp_path: Path) -> None:
    assert sticks(tmp_path) == []
    put(tmp_path / MOUNTS, "")
    assert sticks(tmp_path) == []


def test_a_disk_of_many_partitions_does_not_keep_everybody_waiting(root: Path) -> None:
    disk(root, "sdc", "1", *(f"sdc{number}" for number in range(1, 100)))
    assert len(sticks(root)) == MOST


def test_they_are_mounted_to_be_read_and_nothing_else_and_no_longer(
    root: Path, tmp_path: Path
) -> None:
    with mounted(root, tmp_path) as found:
        assert found == [tmp_path / "sda1", tmp_path / "sdb2"]
        assert not (root / "umounts").exists()
    options = "-t vfat,exfat,ext4 -o ro,nosuid,nodev,noexec"
    assert (root / "mounts").read_text().splitlines() == [
        f"{options} /dev/{path.name} {path}" for path in found
    ]
    assert (root / "umounts").read_text().splitlines() == [
        f"--lazy {path}" for path in reversed(found)
    ]


def test_one_that_cannot_be_mounted_offers_nothing(root: Path, tmp_path: Path) -> None:
    put(root / "fakes/mount", '#!/bin/sh\n[ "$5" != /dev/sda1 ]\n')
    with mounted(root, tmp_path) as found:
        assert found == [tmp_path / "sdb2"]


@pytest.mark.minisign
@pytest.mark.usefixtures("root")
def test_an_update_is_found_on_a_stick_that_nobody_has_mounted(maker: Maker, run: Run) -> None:
    maker.release("2.0.0")
    stick = maker.stick.rename(maker.box.root / "unmounted")
    put(maker.box.root / "fakes/mount", f'#!/bin/sh\ncp {stick}/* "$6"\n')
    said = run("update")
    assert (said.status, said.err) == (0, "")
    assert maker.box.found()["current"] == "2.0.0"
