"""The way of DATA from one register to the next: a resistor, a cable, a capacitor."""

from dataclasses import dataclass

from hardware.simulation.cable import Spread, ribbon
from hardware.simulation.datasheets import INPUT_F, OUTPUT_OHM, PICO_INPUT_F
from hardware.simulation.designs import Design

START_S, END_S = 20e-9, 6e-6
RESISTOR, CAPACITOR = 0.01, 0.10
"""Tolerances."""


@dataclass(frozen=True)
class Link:
    """From an output to an input."""

    name: str
    ohm: float
    cable_f: float
    """Of the cable: the resistor is far above its impedance, so that it counts as a capacitor."""
    input_f: float
    up_ohm: float = 0.0
    """From the input to 3.3 V; 0: none."""


@dataclass(frozen=True)
class Links:
    """All of a design."""

    inner: Link
    """Within a board."""
    pico: Link
    cables: tuple[Link, ...]
    """From the second board to the first, and so on."""


def links(design: Design) -> Links:
    """Within a board, to the Pico, and from board to board."""
    cable = ribbon(design.order, Spread())
    at = cable.lines.index("DATA")
    first_f, *cables_f = (cable.capacitance[at][at] * metres for metres in design.cables_m)
    serial = design.delay_f + INPUT_F
    return Links(
        Link("U2 to U1", design.inner_ohm, 0.0, serial),
        Link("to the Pico", design.data_ohm, first_f, PICO_INPUT_F),
        tuple(
            Link("board to board", design.data_ohm, cable_f, serial, design.up_ohm)
            for cable_f in cables_f
        ),
    )


def link_deck(link: Link, supply: float, rises: bool, slow: bool) -> str:
    """An edge of the output at `START_S`, with parts at the slow or fast end of tolerance."""
    sign = 1 if slow else -1
    ohm = link.ohm * (1 + sign * RESISTOR) + OUTPUT_OHM * (1.5 if slow else 0.5)
    farad = (link.cable_f + link.input_f) * (1 + sign * CAPACITOR)
    start, end = (0.0, supply) if rises else (supply, 0.0)
    up = [f"RUP in up {link.up_ohm:g}", f"VUP up 0 {supply:g}"] if link.up_ohm else []
    edge = f"{START_S:g} {start:g} {START_S + 1e-9:g} {end:g}"
    lines = [
        f"DATA {link.name}",
        f"VQ q 0 PWL(0 {start:g} {edge} {END_S:g} {end:g})",
        f"RQ q in {ohm:g}",
        f"CIN in 0 {farad:g}",
        *up,
        ".save v(in)",
        f".tran 2n {END_S:g} 0 2n",
        ".end",
    ]
    return "\n".join(lines) + "\n"
