"""Anything that hands may do: nothing breaks, and what is shown is what can be played."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings

from tests.daemon.hands import Buttons, Felts

pytestmark = pytest.mark.slow
SHARE = settings(max_examples=settings().max_examples // 2, suppress_health_check=list(HealthCheck))
"""Half of what a property usually gets: each example is some minutes of play."""

TestButtons = Buttons.TestCase
TestButtons.settings = SHARE
TestFelts = Felts.TestCase
TestFelts.settings = SHARE
