"""A damaged file system may call a small file huge: nothing reads it to its end."""

from collections.abc import Callable
from pathlib import Path

import pytest

from minigam.board.profile import load_profile
from minigam.daemon.settings_store import SettingsFile
from minigam.daemon.staff_pin import PinAttemptsFile
from minigam.journal.recovery import BESIDE, noted_damage
from minigam.journal.store import FILE_NAME
from minigam.pairing.phones import PairingsFile

HUGE = 2**40
"""Bytes: more than there is memory, so reading it all fails at once."""
_, _, NOTE = BESIDE

READERS: dict[str, Callable[[Path], object]] = {
    "settings/sim.toml": lambda data: SettingsFile(data, load_profile("sim")).load().readable,
    "tries/sim.json": lambda data: PinAttemptsFile(data, "sim", "a boot").load(0.0).count,
    "pairings.json": lambda data: len(PairingsFile(data, "a boot").read().listed(0.0)),
    NOTE: lambda data: noted_damage(data / FILE_NAME) == "",
}


@pytest.mark.parametrize("name", READERS)
def test_a_huge_file_is_one_that_cannot_be_read(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    with path.open("wb") as file:
        file.truncate(HUGE)
    assert not READERS[name](tmp_path)
