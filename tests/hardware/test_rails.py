"""The voltage of each rail, against sums made by hand and against what would be too little."""

from dataclasses import replace

import pytest

from hardware.drawing import rails
from hardware.drawing.boards import boards
from minigam.board.profile import load_profile

NAMES = [drawn.name for drawn in boards()]
COPPER_60 = 1.72e-8 * (1 + 0.00393 * 40)
"""Ohm metres."""


@pytest.mark.parametrize("name", NAMES)
def test_every_rail_has_a_margin_at_every_load(name: str) -> None:
    found = rails.rails(load_profile(name))
    assert {rail.where: rail.margin for rail in found if rail.margin < 0.01} == {}
    assert len(found) == (7 if load_profile(name).feels else 6)


def test_the_rails_are_what_ohms_law_gives() -> None:
    """Of the quarter board: 3.5 A through socket and shunt, 24 pixels of 56 mA in three lanes."""
    found = rails.rails(load_profile("quarter-hall"))
    x1 = 4.75 - 3.5 * (2 * 0.02 + 2 * COPPER_60 * 0.3 / 1.5e-6 + 0.005)
    assert found[4].volts == pytest.approx(x1)
    feed = 0.135 + 2 * COPPER_60 * (0.3 / 0.75e-6 + 0.65 / 0.5e-6)
    lane = 2 * COPPER_60 * (8 * 0.033 + 0.1) / 0.5e-6
    pitch = 2 * 0.15 * 0.033
    lost = 24 * 0.056 * feed
    for pixel in range(24):
        lost += (24 - pixel) * 0.056 * (pitch if pixel % 8 else lane)
    assert found[5].volts == pytest.approx(x1 - lost)
    boards_ma = 8 * 0.33 + 1.0
    step = 2 * (2 * 0.02 + COPPER_60 * 0.25 / 0.14e-6)
    chain = 3.2 - step * boards_ma / 1000 * sum(range(1, 11))
    assert found[6].volts == pytest.approx(chain)


def test_with_the_whole_supply_the_shifter_would_have_too_little() -> None:
    profile = load_profile("quarter-hall")
    budget = replace(profile.strip.budget, total_ma=5000)
    greedy = replace(profile, strip=replace(profile.strip, budget=budget))
    short = [rail for rail in rails.rails(greedy) if rail.margin < 0]
    assert [rail.where for rail in short] == ["5 V at X1, for the level shifter"]


def test_thin_wires_take_a_pixels_voltage(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rails, "THIN", 0.05)
    short = {rail.where for rail in rails.rails(load_profile("quarter-hall")) if rail.margin < 0}
    assert short == {"5 V at the last pixel of branch 1"}
