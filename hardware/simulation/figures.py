"""All figures, and those of designs that have to fail."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain as joined
from pathlib import Path

from hardware.simulation.chain_figures import (
    Edges,
    Simulate,
    crosstalk,
    edge_figures,
    edges,
    supply_figure,
)
from hardware.simulation.datasheets import CHAIN_FUSE_HOLD_A
from hardware.simulation.designs import (
    CORNERS,
    NOMINAL,
    PROFILES,
    Design,
    earlier_chain,
    felt_of,
    printed_chain,
    wired,
)
from hardware.simulation.limits import Figure, worst
from hardware.simulation.strip import strip_lines, without_shifter
from hardware.simulation.strip_figures import strip_figures
from hardware.simulation.supply import (
    BOARDS,
    COLD_HIGH,
    HOT_LOW,
    bright,
    earlier,
    metered,
    printed,
    supplied,
    undamped,
)
from hardware.simulation.supply_figures import (
    lit_figures,
    onward_figure,
    start_figures,
    supply_figures,
)
from hardware.simulation.timing_figures import delays, timing_figures

EARLIER_FAILS = (
    *("lit: X1", "lit: the Pi", "lit: the supply"),
    *("dead short: off", "dead short: the Pi", "short of 1 Ω: off", "short of 1 Ω: the Pi"),
    *("any short: heat that stays", "unplugged: from the Pi"),
)
"""What is wrong with the earlier supply."""
COMMITTED = Path(__file__).parent / "figures.json"
"""What `python -m hardware.simulation --write` found last."""


def figures(simulate: Simulate) -> list[Figure]:
    """Every figure of what the sheets show; each has to pass."""
    designs = (design(name) for design in (supplied, printed) for name in BOARDS)
    return [
        *line_figures(simulate),
        *joined.from_iterable(supply_figures(simulate, design) for design in designs),
        next(lit_figures(simulate, metered(BOARDS[0]), HOT_LOW)),
        next(lit_figures(simulate, bright(BOARDS[0]), HOT_LOW)),
    ]


def line_figures(simulate: Simulate) -> list[Figure]:
    """Those of the chain and of the strip's data line."""
    designs = [design(name) for design in (wired, printed_chain) for name in PROFILES]
    return [
        *joined.from_iterable(_chain(simulate, design) for design in designs),
        *(
            worst(crosstalk(simulate, design, corner, source) for corner in CORNERS[:2])
            for design in (wired(PROFILES[-1]), printed_chain(PROFILES[-1]))
            for source in ("DATA", "LOAD")
        ),
        *joined.from_iterable(strip_figures(simulate, line) for line in strip_lines()),
    ]


def _chain(simulate: Simulate, design: Design) -> Iterator[Figure]:
    """The worst of all corners, figure by figure."""
    name, found = design.name, delays(simulate, design)
    clocks: list[Edges] = [edges(simulate, design, corner) for corner in CORNERS]
    load = edges(simulate, design, NOMINAL, "LOAD")
    yield from (
        worst(each) for each in zip(*(edge_figures(name, clock) for clock in clocks), strict=True)
    )
    yield from edge_figures(name, load, "LOAD")
    yield worst(supply_figure(name, clock) for clock in clocks)
    if any(design.fuse_ohm):
        amperes = round(sum(design.loads_a) * 1e3, 1)
        yield Figure(name, "through F9", amperes, CHAIN_FUSE_HOLD_A * 1e3, "mA")
    yield from (
        worst(each)
        for each in zip(*(timing_figures(name, clock, found) for clock in clocks), strict=True)
    )


def failing(simulate: Simulate) -> list[Figure]:
    """Figures of designs that were given up; each has to fail."""
    supply = supply_figures(simulate, earlier())
    wrong = (figure for figure in supply if figure.name in EARLIER_FAILS)
    return [*failing_lines(simulate), *wrong, *undamped_figures(simulate)]


def failing_lines(simulate: Simulate) -> list[Figure]:
    """One figure of each chain and data line that was given up."""
    designs = [earlier_chain(felt_of(name).boards) for name in PROFILES]
    edge = [next(edge_figures(design.name, edges(simulate, design, NOMINAL))) for design in designs]
    talk = [crosstalk(simulate, designs[-1], NOMINAL, source) for source in ("DATA", "LOAD")]
    return [
        *edge,
        *talk,
        *_unfiltered(simulate),
        next(strip_figures(simulate, without_shifter())),
    ]


def undamped_figures(simulate: Simulate) -> list[Figure]:
    """What was wrong with the supply without C1."""
    design = undamped()
    *_, x1 = start_figures(simulate, design, COLD_HIGH)
    return [
        next(lit_figures(simulate, design, HOT_LOW)),
        x1,
        onward_figure(simulate, design, COLD_HIGH),
    ]


def _unfiltered(simulate: Simulate) -> list[Figure]:
    """The chain with nothing but a resistor at each output, with a fast pin."""
    design = wired(PROFILES[-1])
    bare = replace(design, filter_f=0.0, match_ohm=0.0, data_ohm=100.0, inner_ohm=0.0, delay_f=0.0)
    name = f"chain without filters, {design.boards} boards"
    clock = edges(simulate, bare, CORNERS[1])
    turned = next(edge_figures(name, clock))
    hold = list(timing_figures(name, clock, delays(simulate, bare)))[:2]
    return [turned, *hold]
