"""Decks of the strip's supply: plugged in, lit, and then shorted or unplugged.

A voltage is against ground at the same place: a wire's resistance is that of both ways. States of
the electronic fuse are nodes too: see `_fuse`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from hardware.drawing.rails import LEAD_MM, SUPPLY_V
from hardware.simulation.datasheets import (
    BOARD_F,
    BULK_OHM,
    CORD_DAMPING_OHM,
    CORD_M,
    FUSE_IDLE_A,
    FUSE_ON_V,
    FUSE_RESET_V,
    FUSE_RESPONSE_S,
    FUSE_START_S,
    FUSE_SURGE_A,
    OVERLOAD_SHARE,
    PAIR_H_M,
    PI_A,
    PI_SUPPLY_SHARE,
    PI_SUPPLY_V,
    SUPPLY_F,
    SUPPLY_OHM,
)
from hardware.simulation.supply import Row, SupplyCorner, SupplyDesign

PLUG_S, LIT_S, EVENT_S, END_S = 10e-6, 10e-3, 15e-3, 35e-3
"""When the plug is in, the pixels are lit, something happens, and the simulation ends."""
IDLE_OHM = 5000.0
"""A dark pixel: 1 mA at 5 V."""
PIXEL_F = 100e-9
"""Beside each pixel of a strip."""
DARK_V, FULL_V = 2.0, 3.5
"""Below the first a pixel draws nothing, from the second on all of its current; an estimate."""
OPEN_OHM, CLOSED_OHM = 1e8, 1e-4
SOFT = 0.02
"""How wide a threshold is, of itself: a step does not converge."""
LONGEST_S = 50e-6
"""Of a step: longer ones do not converge when the fuses close."""
LATCH_S = 2 * LONGEST_S
"""How slowly a fuse's latch is set. In one step, a faster one may end off without any cause: then
both states solve the step's equations."""


@dataclass(frozen=True)
class Event:
    """What happens at `EVENT_S`."""

    short_ohm: float = 0.0
    """Across a pixel's supply; 0: none."""
    pixel: int = 0
    """Of the first row, from 1; 0: where the row is fed."""
    is_dark: bool = False
    """Whether the pixels stay dark."""
    is_unplugged: bool = False
    """From the wall: nothing feeds the supply's own capacitor any more."""
    is_overloaded_late: bool = False
    """Whether the supply limits its current only where the last of its kind does."""
    end_s: float = END_S


def supply_deck(design: SupplyDesign, corner: SupplyCorner, event: Event) -> str:
    """Nodes kept: see `taps`."""
    lines = [
        f"{design.name}, {corner.name}",
        *_source(design, corner, event),
        *_pi(design, corner, event),
    ]
    for number, row in enumerate(design.rows, 1):
        lines += _fuse(design, corner, number) if design.is_electronic else _no_fuse(number)
        watched = number == 1
        lines += _row(row, corner, number) if watched else _lump(row, corner, number)
    if not design.is_electronic:
        lines += _bulk("x1", design.bulk_f, corner)
    if event.short_ohm:
        node = pixel_node(1, event.pixel) if event.pixel else "out1"
        lines += [
            f"VSHORT short 0 PWL(0 0 {EVENT_S:g} 0 {EVENT_S + 1e-6:g} 1)",
            f"SSHORT {node} fault short 0 SWITCH",
            f"RSHORT fault 0 {event.short_ohm:g}",
        ]
    step = min(event.end_s / 2000, LONGEST_S)
    lines += [
        f".model SWITCH SW(RON={CLOSED_OHM:g} ROFF={OPEN_OHM:g} VT=0.5 VH=0)",
        ".options method=gear maxord=2 reltol=3e-3 abstol=1e-4 vntol=1e-3 chgtol=1e-9 itl4=200",
        f".save {' '.join(f'v({node})' for node in taps(design, event))}",
        f".tran {step:g} {event.end_s:g} 0 {step:g} uic",
        ".end",
    ]
    return "\n".join(lines) + "\n"


def pixel_node(row: int, pixel: int) -> str:
    """The supply of a pixel; both from 1."""
    return f"p{row}_{pixel}"


def taps(design: SupplyDesign, event: Event) -> list[str]:
    """What a deck keeps: the supply, X1, the Pi, each fuse's current and state, and the pixels."""
    rows = range(1, len(design.rows) + 1)
    first = [pixel_node(1, pixel) for pixel in range(1, design.rows[0].pixels + 1)]
    fuses = [f"{kind}{row}" for row in rows for kind in ("q", "tm")] if design.is_electronic else []
    faults = ["fault"] if event.short_ohm else []
    return ["isup", "x1", "pi", "ipi", *fuses, *first, *(f"e{row}" for row in rows[1:]), *faults]


def _source(design: SupplyDesign, corner: SupplyCorner, event: Event) -> Iterator[str]:
    """A voltage that limits its current, its capacitor, its cord, and the wires to X1."""
    volts = SUPPLY_V * corner.supply
    most = design.rated_a * OVERLOAD_SHARE[event.is_overloaded_late]
    lit = 0 if event.is_dark else 1
    current = f"{most:g}*tanh(V(set,sup)*{1000 / most:.6g})"
    gone = f" {EVENT_S:g} 1 {EVENT_S + 1e-6:g} 0" if event.is_unplugged else ""
    yield f"VSET source 0 {volts:g}"
    yield f"VWALL wall 0 PWL(0 1{gone})"
    yield "SWALL source set wall 0 SWITCH"
    yield f"BISUP isup 0 V = {current}"
    yield f"BSUP set sup I = {current}"
    yield f"CSUP sup supe {SUPPLY_F:g} IC={volts:g}"
    yield f"RSUP supe 0 {SUPPLY_OHM:g}"
    yield f"VPLUG plug 0 PWL(0 0 {PLUG_S:g} 0 {PLUG_S + 1e-6:g} 1)"
    yield "SPLUG sup jack plug 0 SWITCH"
    yield f"RENTRY jack lead {design.entry.at(corner.copper):.6g}"
    yield f"LENTRY lead x1 {PAIR_H_M * (CORD_M + LEAD_MM / 1000):.6g}"
    yield f"RCORD lead x1 {CORD_DAMPING_OHM:g}"
    yield f"VLIT lit 0 PWL(0 0 {LIT_S:g} 0 {LIT_S + 10e-6:g} {lit})"
    yield f"RX1 x1 0 {OPEN_OHM:g}"
    if design.entry_f:
        yield from _bulk("x1", design.entry_f, corner)
    if design.empty_ohm:
        yield f"REMPTY x1 0 {design.empty_ohm:g}"


def _pi(design: SupplyDesign, corner: SupplyCorner, event: Event) -> Iterator[str]:
    """The Pi; one that the strip's supply feeds gets its own when that is unplugged."""
    if design.pi_path is None:
        low = PI_SUPPLY_V * (1 - PI_SUPPLY_SHARE)
        yield f"VPI pisup 0 {low:g}"
        yield f"RPI pisup pi {0.05:g}"
        yield "BIPI ipi 0 V = 0"
    else:
        path = design.pi_path.at(corner.copper)
        yield f"RPI jack pi {path:.6g}"
        yield f"BIPI ipi 0 V = max(0, (V(pi)-V(jack))/{path:.6g})"
        yield f"VUSB usb 0 {PI_SUPPLY_V:g}"
        yield f"VOWN own 0 PWL(0 0 {EVENT_S:g} 0 {EVENT_S + 1e-6:g} {int(event.is_unplugged)})"
        yield "SUSB usb pi own 0 SWITCH"
    yield f"BPI pi 0 I = {PI_A:g}*min(1, max(0, V(pi)-2))"


def _fuse(design: SupplyDesign, corner: SupplyCorner, number: int) -> Iterator[str]:
    """A TPS2553-1 from X1 to `out`; n is its number.

    `en` rises to 1 while IN has enough, and lets the switch conduct from 0.5 on. The current `q`
    is that of a resistor, at most `lim`: beyond its limit that falls from a surge to the limit.
    `tm` counts the time at the limit in units of the deglitch time, and `off` keeps the latch.
    """
    n, limit, ohm = number, corner.trip_a, corner.switch_ohm
    drop, across = limit * ohm, f"V(x1,out{n})"
    over = f"max(0, min(1, 0.5+({across}-{drop:.6g})/{SOFT * drop:.6g}))"
    set_, reset = f"(1-V(off{n}))/{LATCH_S:g}", f"-V(off{n})/100u"
    yield f"CIN{n} x1 0 {design.input_f:g}"
    yield f"CEN{n} en{n} 0 1u IC=0"
    rise = f"(V(en{n}) < 1 ? {0.5 / FUSE_START_S:g} : 0)"
    fall = f"(V(x1) < {FUSE_RESET_V:g} ? -V(en{n})/100u : 0)"
    yield f"BEN{n} 0 en{n} I = 1u*(V(x1) > {FUSE_ON_V:g} ? {rise} : {fall})"
    yield f"RIDLE{n} x1 0 {SUPPLY_V / FUSE_IDLE_A:g}"
    yield f"BG{n} g{n} 0 V = (V(off{n}) < 0.5 ? 1 : 0)*max(0, min(1, (V(en{n})-0.5)*2))"
    yield f"CLIM{n} lim{n} 0 1n IC={FUSE_SURGE_A:g}"
    yield f"BOVER{n} over{n} 0 V = {over}"
    target = f"{FUSE_SURGE_A:g}-{FUSE_SURGE_A - limit:g}*V(over{n})"
    yield f"BLIM{n} 0 lim{n} I = 1n*({target}-V(lim{n}))/{FUSE_RESPONSE_S / 3:.3g}"
    yield f"BQ{n} q{n} 0 V = V(g{n})*min(V(lim{n}), {across}/{ohm:g})"
    yield f"BF{n} x1 out{n} I = V(q{n})"
    yield f"CTM{n} tm{n} 0 1u IC=0"
    counted = f"V(over{n})*V(g{n})"
    fall = f"(1-{counted})*V(tm{n})/10u"
    yield f"BTM{n} 0 tm{n} I = 1u*({counted}/{corner.trip_s:.6g}-{fall})"
    yield f"COFF{n} off{n} 0 1n IC=0"
    latch = f"(V(x1) > {FUSE_RESET_V:g} ? {set_} : {reset})"
    yield (
        f"BOFF{n} 0 off{n} I = 1n*((V(tm{n}) > 1) || (V(off{n}) > 0.5) ? {latch} : -V(off{n})/1u)"
    )
    yield from _bulk(f"out{n}", design.bulk_f, corner)


def _no_fuse(number: int) -> Iterator[str]:
    yield f"ROUT{number} x1 out{number} {CLOSED_OHM:g}"


def _bulk(node: str, farad: float, corner: SupplyCorner) -> Iterator[str]:
    yield f"CBULK{node} {node} {node}_esr {farad * corner.bulk:.6g} IC=0"
    yield f"RBULK{node} {node}_esr 0 {BULK_OHM:g}"


def _row(row: Row, corner: SupplyCorner, number: int) -> Iterator[str]:
    """Every pixel of a row, behind the node `fed` of its first feed."""
    ends = (f"fed{number}", pixel_node(number, row.pixels))
    for side, (feed, node) in enumerate(zip(row.feeds, ends, strict=False)):
        yield f"RFEED{number}_{side} out{number} {node} {feed.at(corner.copper):.6g}"
    for at, step in enumerate(row.steps_ohm):
        before = ends[0] if at in row.starts else pixel_node(number, at)
        node = pixel_node(number, at + 1)
        yield f"RSTEP{number}_{at + 1} {before} {node} {step * corner.copper:.6g}"
        yield from _load(node, 1, row.leds_ma[at])
    for start in row.starts[: row.boards]:
        yield from _bulk(pixel_node(number, start + 1), BOARD_F, corner)


def _lump(row: Row, corner: SupplyCorner, number: int) -> Iterator[str]:
    """All pixels of a row as one, behind what makes the drop at its last pixel the same."""
    groups = pairwise((*row.starts, row.pixels))
    along = max(_weighted(row.steps_ohm[start:end]) for start, end in groups) / row.pixels
    ohm = row.feeds[0].at(corner.copper) + along * corner.copper
    yield f"RROW{number} out{number} e{number} {ohm:.6g}"
    yield from _load(f"e{number}", row.pixels, sum(row.leds_ma))
    if row.boards:
        yield from _bulk(f"e{number}", row.boards * BOARD_F, corner)


def _weighted(steps_ohm: Sequence[float]) -> float:
    """Steps, each times the pixels behind it."""
    return sum(step * (len(steps_ohm) - at) for at, step in enumerate(steps_ohm))


def _load(node: str, pixels: int, leds_ma: float) -> Iterator[str]:
    share = f"min(1, max(0, (V({node})-{DARK_V:g})/{FULL_V - DARK_V:g}))"
    yield f"BLED{node} {node} 0 I = {leds_ma / 1000:.6g}*V(lit)*{share}"
    yield f"RLED{node} {node} 0 {IDLE_OHM / pixels:.6g}"
    yield f"CLED{node} {node} 0 {PIXEL_F * pixels:.6g} IC=0"
