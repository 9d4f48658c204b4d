"""A lane's registers, read out through its netlist as the Pico does it."""

from collections.abc import Mapping

from hardware.drawing.chain import LINES
from hardware.pcb.lane import GND, V3
from hardware.pcb.pins import SN74HCS165_D

SENT = "HGFEDCBA"
"""The order in which a 74HCS165 sends its inputs (its data sheet, function table)."""
Netlist = Mapping[tuple[str, str], str]


def read_out(nets: Netlist, low: set[str]) -> str:
    """The bits that come out at plug A, first bit first, where these sensors' lines are low."""
    net = nets["J1", next(pin for pin, line in LINES.items() if line == "DATA")]
    bits = ""
    while chip := _driver(nets, _behind(nets, net)):
        assert nets[chip, SN74HCS165_D.number("CLK INH")] == GND
        assert nets[chip, SN74HCS165_D.number("SH/LD")] == "LOAD"
        assert nets[chip, SN74HCS165_D.number("CLK")] == "CLOCK"
        bits += "".join(_level(nets[chip, SN74HCS165_D.number(name)], low) for name in SENT)
        net = nets[chip, SN74HCS165_D.number("SER")]
    return bits


def _behind(nets: Netlist, net: str) -> str:
    """The net at the other end of a resistor that leads to no supply; the same without one."""
    for (ref, pin), name in nets.items():
        other = nets.get((ref, "2" if pin == "1" else "1"), "")
        if name == net and ref.startswith("R") and other not in (V3, GND):
            return other
    return net


def _driver(nets: Netlist, net: str) -> str:
    """The register that drives a net, if one does."""
    out = SN74HCS165_D.number("QH")
    return next(
        (ref for ref, pin in nets if ref[0] == "U" and pin == out and nets[ref, pin] == net), ""
    )


def _level(net: str, low: set[str]) -> str:
    return "0" if net == GND or net in low else "1"


def is_pulled_up(nets: Netlist, net: str) -> bool:
    """Whether a resistor joins a net to 3.3 V."""
    ends = [ref for (ref, _), name in nets.items() if name == net and ref.startswith("R")]
    return any(V3 in (nets[ref, "1"], nets[ref, "2"]) for ref in ends)
