"""What the strip draws is looked at while all lanes are lit, for which two buttons are held."""

from __future__ import annotations

from unittest.mock import Mock

import pytest

from minigam.errors import BenchError
from minigam.hil.bench import parse_bench
from minigam.hil.cases import current
from minigam.hil.rig import Rig

BENCH = 'title = "T"\nboard = "sim"\n[jig]\nstrip = true\nmeter = true\ninputs.undo = 3\n'


def test_buttons_that_are_not_wired_are_told_and_nothing_is_pressed() -> None:
    jig = Mock()
    rig = Rig(parse_bench(BENCH, "b.toml"), jig, Mock(), Mock(), print)
    with pytest.raises(BenchError, match="the jig at roll-white and undo, not wired: roll-white"):
        current(rig)
    assert jig.mock_calls == []
