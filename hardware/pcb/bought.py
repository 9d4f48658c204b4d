"""Which surface-mount kind a printed board has for an item of the wiring sheets.

So a value, such as the resistor of an electronic fuse, is written down once: on its sheet.
"""

from collections.abc import Mapping

from hardware.drawing import items
from hardware.drawing.items import Item
from hardware.drawing.wiring import Sheet
from hardware.pcb import kinds
from hardware.pcb.kinds import Kind

KINDS: Mapping[Item, Kind] = {
    items.R100: kinds.R100,
    items.R330: kinds.R330,
    items.R1K: kinds.R1K,
    items.R10K: kinds.R10K,
    items.R15K: kinds.R15K,
    items.C470P: kinds.C470P,
    items.C100N: kinds.C100N,
    items.C1U: kinds.C1U,
    items.C470U: kinds.C470U,
    items.FUSE: kinds.FUSE,
    items.SHIFTER: kinds.SHIFTER,
    items.METER: kinds.METER,
    items.SHUNT: kinds.SHUNT,
    items.PLUG: kinds.CHAIN_PLUG,
}


def kind_on(sheet: Sheet, name: str) -> Kind:
    """The kind for a part of a sheet; `KeyError` if there is none, or no such part.

    >>> from hardware.drawing.power import fuse
    >>> kind_on(fuse(), "fuse R1").value
    '15k'
    """
    for part in sheet.parts:
        if part.name == name:
            for item in part.holds:
                if item in KINDS:
                    return KINDS[item]
    raise KeyError(f"expected a part {name} of a known kind on the sheet {sheet.name}")
