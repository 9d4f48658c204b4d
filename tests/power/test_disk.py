"""What a disk may hold after a cut."""

import struct
from pathlib import Path
from random import Random

from tests.power.disk import BLOCK_BYTES, FILES_BYTES, SECTOR, Disk, Fate, Write, mark, put, writes

OLD, ONE, TWO = (letter * BLOCK_BYTES for letter in (b"-", b"1", b"2"))
FLUSH = Write(0, b"", True, False)


def told(at: int, data: bytes) -> Write:
    return Write(at, data, False, False)


def after(tmp_path: Path, fate: Fate, *listened: Write, seed: int = 1) -> tuple[bytes, int]:
    """What a disk of two blocks holds after a cut, and how many actions were safe."""
    base = tmp_path / "base"
    base.write_bytes(2 * OLD)
    disk = Disk(base, list(listened))
    for _ in listened:
        disk.next()
    put(base, disk.after_cut(fate, Random(seed)))
    return base.read_bytes(), disk.safe


def test_what_came_before_a_flush_is_there(tmp_path: Path) -> None:
    listened = (told(0, ONE), FLUSH, told(BLOCK_BYTES, TWO))
    assert after(tmp_path, Fate.DROPPED, *listened) == (ONE + OLD, 0)
    assert after(tmp_path, Fate.KEPT, *listened) == (ONE + TWO, 0)


def test_a_flush_with_data_is_for_what_came_before_it(tmp_path: Path) -> None:
    listened = (told(0, ONE), Write(BLOCK_BYTES, TWO, True, False))
    assert after(tmp_path, Fate.DROPPED, *listened) == (ONE + OLD, 0)
    forced = (told(0, ONE), Write(BLOCK_BYTES, TWO, False, True))
    assert after(tmp_path, Fate.DROPPED, *forced) == (OLD + TWO, 0)


def test_a_write_may_be_there_in_part(tmp_path: Path) -> None:
    found = {after(tmp_path, Fate.MIXED, told(0, ONE + TWO), seed=seed)[0] for seed in range(20)}
    assert found == {OLD + OLD, ONE + OLD, OLD + TWO, ONE + TWO}


def test_a_mark_says_how_many_actions_are_safe_and_is_no_file(tmp_path: Path) -> None:
    listened = (told(0, ONE), FLUSH, told(FILES_BYTES, mark(7)))
    assert after(tmp_path, Fate.KEPT, *listened) == (ONE + OLD, 7)


def test_a_log_is_read() -> None:
    head = struct.pack("<QQQI", 0x6A736677736872, 1, 2, SECTOR).ljust(SECTOR, b"\0")
    write = struct.pack("<QQQQ", 8, 8, 0, 0).ljust(SECTOR, b"\0") + ONE
    flush = struct.pack("<QQQQ", 0, 0, 1, 0).ljust(SECTOR, b"\0")
    assert writes(head + write + flush + b"cut off") == [told(BLOCK_BYTES, ONE), FLUSH]
