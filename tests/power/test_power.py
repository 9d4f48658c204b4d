"""The power goes while people play: nothing that was said to be safe is lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.power.machine import kernel
from tests.power.table import note_cuts
from tests.power.trial import check, trial


@pytest.mark.power
@pytest.mark.slow
def test_nothing_is_lost_when_the_power_goes(tmp_path: Path) -> None:
    full, normal = trial(kernel(), tmp_path)
    check(full, normal)
    note_cuts(full, normal)
