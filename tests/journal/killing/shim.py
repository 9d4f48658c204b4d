"""Builds the library that kills, and shares its count with it."""

import mmap
import os
import struct
import subprocess
from collections import Counter
from pathlib import Path

HERE = Path(__file__).parent
MOST, NAME = 20_000, 16
"""Calls whose names are kept, and bytes of a name: as in `kill.c`."""
_LONGS = struct.Struct("ll")
SIZE = _LONGS.size + MOST * NAME


def build(folder: Path) -> Path:
    """Compile it; the library's path."""
    library = folder / "kill.so"
    strict = ["-Wall", "-Wextra", "-Werror", "-O1", "-shared", "-fPIC"]
    subprocess.run(["cc", *strict, "-o", library, HERE / "kill.c", "-ldl"], check=True)
    return library


class Count:
    """How many calls have changed a file, and at which one everybody is killed."""

    def __init__(self, file: Path) -> None:
        """Make the file that is shared, or use the one that is there."""
        if not file.exists():
            file.write_bytes(bytes(SIZE))
        with file.open("r+b") as opened:
            self._memory = mmap.mmap(opened.fileno(), SIZE)

    def begin(self, at: int) -> None:
        """Count from 0 on, and kill at the call of that number; 0: at none."""
        _LONGS.pack_into(self._memory, 0, 0, at)

    @property
    def calls(self) -> list[str]:
        """The calls since then, by their names."""
        count, _ = _LONGS.unpack_from(self._memory)
        assert count <= MOST
        starts = range(_LONGS.size, _LONGS.size + count * NAME, NAME)
        return [self._memory[at : at + NAME].rstrip(b"\0").decode() for at in starts]


def environment(library: Path, folder: Path, state: Path) -> dict[str, str]:
    """For programs that are to be killed."""
    return {
        **os.environ,
        "LD_PRELOAD": str(library),
        "MINIGAM_KILL_FOLDER": str(folder),
        "MINIGAM_KILL_STATE": str(state),
    }


def kinds(calls: list[str]) -> dict[str, int]:
    """How many of each kind of call; what is the same but for the width of a number is one."""
    return dict(Counter(call.removesuffix("64") for call in calls))
