"""All figures, and those of designs that have to fail."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain as joined
from pathlib import Path

from hardware.simulation.chain_figures import Edges, Simulate, crosstalk, edge_figures, edges
from hardware.simulation.designs import CORNERS, NOMINAL, OLD, PROFILES, Design, felt_of, wired
from hardware.simulation.limits import Figure, worst
from hardware.simulation.strip import strip_lines, without_shifter
from hardware.simulation.strip_figures import strip_figures
from hardware.simulation.supply import (
    BOARDS,
    COLD_HIGH,
    HOT_LOW,
    earlier,
    metered,
    on_base_board,
    printed,
    supplied,
    undamped,
)
from hardware.simulation.supply_figures import (
    lit_figures,
    onward_figure,
    plug_figures,
    start_figures,
    supply_figures,
)
from hardware.simulation.timing_figures import Delays, delays, timing_figures

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
    supplies = (supply_figures(simulate, supplied(name)) for name in BOARDS)
    plugs = (plug_figures(simulate, printed(name)) for name in BOARDS)
    return [
        *line_figures(simulate),
        *joined.from_iterable(supplies),
        *joined.from_iterable(plugs),
        *(
            next(lit_figures(simulate, design(BOARDS[0]), HOT_LOW))
            for design in (metered, on_base_board)
        ),
    ]


def line_figures(simulate: Simulate) -> list[Figure]:
    """Those of the chain and of the strip's data line."""
    design = wired()
    found = delays(simulate, design)
    longest = felt_of(PROFILES[-1]).boards
    return [
        *joined.from_iterable(
            _chain(simulate, design, felt_of(name).boards, found) for name in PROFILES
        ),
        *(
            worst(crosstalk(simulate, design, longest, corner, source) for corner in CORNERS[:2])
            for source in ("DATA", "LOAD")
        ),
        *joined.from_iterable(strip_figures(simulate, line) for line in strip_lines()),
    ]


def _chain(simulate: Simulate, design: Design, boards: int, found: Delays) -> Iterator[Figure]:
    """The worst of all corners, figure by figure."""
    clocks: list[Edges] = [edges(simulate, design, boards, corner) for corner in CORNERS]
    load = edges(simulate, design, boards, NOMINAL, "LOAD")
    name = f"{design.name}, {boards} boards"
    yield from (
        worst(each)
        for each in zip(*(edge_figures(name, design, clock) for clock in clocks), strict=True)
    )
    yield from edge_figures(name, design, load, "LOAD")
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
    boards = [felt_of(name).boards for name in PROFILES]
    edge = [
        next(edge_figures(f"{OLD.name}, {count} boards", OLD, edges(simulate, OLD, count, NOMINAL)))
        for count in boards
    ]
    talk = [crosstalk(simulate, OLD, boards[-1], NOMINAL, source) for source in ("DATA", "LOAD")]
    return [
        *edge,
        *talk,
        *_unfiltered(simulate, boards[-1]),
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


def _unfiltered(simulate: Simulate, boards: int) -> list[Figure]:
    """The chain with nothing but a resistor at each output, with a fast pin."""
    bare = replace(wired(), filter_f=0.0, match_ohm=0.0, data_ohm=100.0, inner_ohm=0.0, delay_f=0.0)
    name = f"chain without filters, {boards} boards"
    clock = edges(simulate, bare, boards, CORNERS[1])
    turned = next(edge_figures(name, bare, clock))
    hold = list(timing_figures(name, clock, delays(simulate, bare)))[:2]
    return [turned, *hold]
