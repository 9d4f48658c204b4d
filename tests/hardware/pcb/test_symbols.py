"""The pin tables agree with KiCad's own symbols, which somebody else drew from the data sheets."""

import re

import pytest

from hardware.pcb import kinds, pins
from hardware.pcb.box_symbol import box_symbol
from hardware.pcb.kicad import KiCad
from hardware.pcb.kinds import BoxSymbol, Symbol
from hardware.pcb.library import Drawn
from minigam.board.header import PI, PICO, Header

BOXES = (
    kinds.TRANSISTOR,
    kinds.FUSE,
    kinds.SHIFTER,
    kinds.PICO_1_TO_20,
    kinds.PICO_21_TO_40,
    kinds.PI_HEADER,
)


@pytest.fixture(scope="module")
def kicad() -> KiCad:
    return KiCad.find()


@pytest.mark.parametrize("kind", BOXES, ids=lambda kind: kind.pins.pins["1"])
def test_a_box_has_every_pin_of_its_table_once(kind: kinds.Kind) -> None:
    symbol = kind.symbol
    assert isinstance(symbol, BoxSymbol)
    drawn = Drawn(symbol.own_name, box_symbol(symbol))
    assert {number: pin.name for number, pin in drawn.pins.items()} == kind.pins.pins
    assert {number: pin.kind for number, pin in drawn.pins.items()} == symbol.types
    assert sorted(drawn.pins) == sorted({pad.partition("#")[0] for pad in kind.footprint.pads})
    places = [pin.at for pin in drawn.pins.values()]
    assert len(set(places)) == len(places)
    assert {pin.outward for pin in drawn.pins.values()} <= {0, 180}


@pytest.mark.kicad
@pytest.mark.slow
@pytest.mark.parametrize(
    ("header", "symbol"),
    [
        (PICO, Symbol("MCU_Module", "RaspberryPi_Pico")),
        (PI, Symbol("Connector", "Raspberry_Pi_4")),
    ],
    ids=["Pico", "Pi"],
)
def test_headers_are_those_of_kicad(kicad: KiCad, header: Header, symbol: Symbol) -> None:
    """KiCad's name has the number, such as `GPCLK0/GPIO04` for GPIO4."""
    for number, pin in kicad.library.symbol(symbol).pins.items():
        gpio = re.search(r"GPIO(\d+)", pin.name)
        expected = f"{header.prefix}{int(gpio[1])}" if gpio else pin.name
        assert header.label(int(number)) == expected


@pytest.mark.kicad
@pytest.mark.slow
def test_gates_of_the_level_shifter_are_those_of_kicad(kicad: KiCad) -> None:
    """Its names are empty: a unit has the pins of one gate, and its output has three states."""
    drawn = kicad.library.symbol(Symbol("74xx", "74AHCT125"))
    names, types = pins.SN74AHCT125_D.pins, kinds.SHIFTER.symbol.types
    for unit in drawn.tree.nodes("symbol"):
        gate = [pin.the("number").text() for pin in unit.nodes("pin")]
        assert {names[number][0] for number in gate} in ({"V", "G"}, *({n} for n in "1234"), set())
    assert {number: pin.kind for number, pin in drawn.pins.items()} == types
    inverted = [
        pin.the("number").text()
        for unit in drawn.tree.nodes("symbol")
        for pin in unit.nodes("pin")
        if pin.text(1) == "inverted"
    ]
    assert {names[number][1:] for number in inverted} == {"OE"}
    assert (names["14"], names["7"]) == (drawn.pins["14"].name, drawn.pins["7"].name)


@pytest.mark.kicad
@pytest.mark.slow
def test_the_meter_is_that_of_kicad(kicad: KiCad) -> None:
    drawn = kicad.library.symbol(kinds.METER.symbol)
    assert {number: pin.name for number, pin in drawn.pins.items()} == pins.INA219_D.pins
