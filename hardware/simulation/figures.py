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
from hardware.simulation.timing_figures import Delays, delays, timing_figures

COMMITTED = Path(__file__).parent / "figures.json"
"""What `python -m hardware.simulation --write` found last."""


def figures(simulate: Simulate) -> list[Figure]:
    """Every figure of what the sheets show; each has to pass."""
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
    """One figure of each design that was given up; each has to fail."""
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


def _unfiltered(simulate: Simulate, boards: int) -> list[Figure]:
    """The chain with nothing but a resistor at each output, with a fast pin."""
    bare = replace(wired(), filter_f=0.0, match_ohm=0.0, data_ohm=100.0, inner_ohm=0.0, delay_f=0.0)
    name = f"chain without filters, {boards} boards"
    clock = edges(simulate, bare, boards, CORNERS[1])
    turned = next(edge_figures(name, bare, clock))
    hold = list(timing_figures(name, clock, delays(simulate, bare)))[:2]
    return [turned, *hold]
