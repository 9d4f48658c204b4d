"""The lines simulated again: the kept figures, and that each limit fails where it has to."""

from dataclasses import replace

import pytest

from hardware.simulation.chain_figures import crosstalk, edge_figures, edges, supply_figure
from hardware.simulation.datasheets import Pin
from hardware.simulation.designs import (
    CORNERS,
    NOMINAL,
    PROFILES,
    Corner,
    Design,
    earlier_chain,
    printed_chain,
    wired,
)
from hardware.simulation.figures import COMMITTED, failing_lines, line_figures
from hardware.simulation.limits import Figure, differ, from_json
from hardware.simulation.ngspice import simulate
from hardware.simulation.strip import StripLine, strip_lines, without_shifter
from hardware.simulation.strip_figures import strip_figures
from hardware.simulation.timing_figures import delays, timing_figures

pytestmark = [pytest.mark.spice, pytest.mark.slow]
SHARE = 0.02
LINES = ("chain", "strip", "earlier chain", "no shifter")
"""How the designs of lines begin; those of supplies are in `test_supply.py`."""
SHORT = wired(PROFILES[0])
GOOD = replace(
    SHORT,
    cables_m=SHORT.cables_m[:7],
    steps_ohm=SHORT.steps_ohm[:7],
    loads_a=SHORT.loads_a[:7],
)
BARE = replace(GOOD, filter_f=0.0, match_ohm=0.0)
HARD = Corner("hard pin", Pin(1.0, 0.5e-9))


def named(found: list[Figure], name: str) -> Figure:
    (figure,) = [figure for figure in found if figure.name == name]
    return figure


@pytest.mark.long
def test_the_kept_figures_are_found_again() -> None:
    every = from_json(COMMITTED.read_text("utf-8"))
    kept = [figure for figure in every if figure.design.startswith(LINES)]
    found = [*line_figures(simulate), *failing_lines(simulate)]
    assert [(figure.design, figure.name) for figure in found] == [
        (figure.design, figure.name) for figure in kept
    ]
    pairs = zip(found, kept, strict=True)
    assert [(one, other) for one, other in pairs if differ(one, other, SHARE)] == []


@pytest.mark.parametrize(
    ("name", "design", "corner"),
    [
        ("CLOCK: turn-back", BARE, CORNERS[1]),
        ("CLOCK: clamp current", replace(BARE, series_ohm=0.0), HARD),
        ("CLOCK: high level", replace(GOOD, down_ohm=2e3), NOMINAL),
        ("CLOCK: low level", replace(GOOD, filter_f=10e-9), NOMINAL),
    ],
)
def test_a_line_with_wrong_parts_fails(name: str, design: Design, corner: Corner) -> None:
    found = list(edge_figures("wrong", edges(simulate, design, corner)))
    assert not named(found, name).passes


@pytest.mark.parametrize(
    ("name", "design"),
    [
        ("hold, U2 to U1", replace(GOOD, inner_ohm=10.0)),
        ("hold, board to board", replace(GOOD, data_ohm=10.0)),
        ("setup at a register", replace(GOOD, delay_f=10e-9)),
        ("before the Pico reads", replace(GOOD, data_ohm=100e3)),
    ],
)
def test_data_with_wrong_parts_fails(name: str, design: Design) -> None:
    clock = edges(simulate, design, NOMINAL)
    pulled = replace(design, up_ohm=0.0)  # else a large resistor gives no low level at all
    found = list(timing_figures("wrong", clock, delays(simulate, pulled)))
    assert not named(found, name).passes


def test_registers_get_what_ohms_law_gives_behind_a_worn_fuse() -> None:
    """ngspice against the sum of all drops, beside what CLOCK's edges take for a moment.

    With ten times the fuse it would be too little.
    """
    design, worn = printed_chain(PROFILES[-1]), CORNERS[2]
    found = edges(simulate, design, worn)
    resting = min(design.supplies(worn)) - 0.1
    assert resting - 0.08 < found.supply_v < resting + 0.005
    assert supply_figure("", found).passes
    ten = replace(design, fuse_ohm=(15.0, 60.0), loads_a=tuple(load / 3 for load in design.loads_a))
    assert not supply_figure("", edges(simulate, ten, worn)).passes


@pytest.mark.parametrize("source", ["DATA", "LOAD"])
def test_the_earlier_order_of_wires_fails(source: str) -> None:
    assert not crosstalk(simulate, earlier_chain(GOOD.boards), NOMINAL, source).passes
    assert crosstalk(simulate, GOOD, NOMINAL, source).passes


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("high level", without_shifter()),
        ("low level", replace(strip_lines()[0], input_f=1e-9, pixel_v=3.0)),
        ("rising edge, 30 to 70 %", replace(strip_lines()[0], input_f=200e-12)),
        ("change of a pulse's length", replace(strip_lines()[0], input_f=450e-12)),
    ],
)
def test_a_strip_with_wrong_parts_fails(name: str, line: StripLine) -> None:
    assert not named(list(strip_figures(simulate, line)), name).passes


def test_a_deck_that_is_wrong_is_an_error() -> None:
    with pytest.raises(RuntimeError, match="ngspice failed"):
        simulate("wrong\n.end\n")
