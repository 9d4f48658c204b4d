"""About what printed boards and their parts cost a hobbyist, in euro cents of 2026: our estimates.

Nothing was ordered. Parts as one buys ten or more of them, boards as one orders ten of them, all
without shipping.
"""

from collections.abc import Iterable, Mapping

from hardware.pcb.boards import Board
from hardware.pcb.placing import Part

PRICES: Mapping[str, int] = {
    "DRV5032AJDBZR": 60,
    "WS2812B": 15,
    "SN74HCS165DR": 50,
    "TPS2553DBVR-1": 100,
    "SN74AHCT125DR": 40,
    "INA219AIDR": 200,
    "WSL25125L000FEA": 80,
    "T520B107M006ATE040": 70,
    "EEU-FR1A471": 40,
    "CL21B105KBFNNNE": 3,
    "C0603C105K4RACTU": 5,
    "C0603C104K3RACTU": 2,
    "C0603C122J5GACTU": 3,
    "C0603C471J5GACTU": 3,
    "B5B-XH-A": 15,
    "B4B-XH-A": 12,
    "B3B-XH-A": 10,
    "B2B-XH-A": 8,
    "B2P-VH": 20,
    "B3F-4055": 80,
    "SI7157DP-T1-GE3": 150,
    "SMBJ5.0A": 30,
    "MF-NSMF012-2": 25,
    "1715721": 120,
    "SSW-120-01-T-S": 200,
    "SSW-120-01-T-D": 350,
}
"""By the maker's number."""
RESISTOR = "RC0603FR-07"
RESISTOR_CENTS = 1
BARE_CENTS, CM2_CENTS = 100, 3
"""Of an empty board, and of each square centimetre of it."""
ORDER_CENTS, JOINT_CENTS = 3000, 2
"""What it costs to have one kind of board assembled, and each joint of it."""


def part_cents(number: str) -> int:
    """A part; `KeyError` for one without a price.

    >>> part_cents("RC0603FR-0710KL"), part_cents("WS2812B")
    (1, 15)
    """
    return RESISTOR_CENTS if number.startswith(RESISTOR) else PRICES[number]


def parts_cents(board: Board) -> int:
    """All parts of a board."""
    return sum(part_cents(part.kind.number) for part in board.design.parts)


def bare_cents(board: Board) -> int:
    """A board without parts."""
    width, height = board.design.size
    return BARE_CENTS + round(CM2_CENTS * width * height / 100)


def joints(board: Board, *, drilled: bool | None = None) -> int:
    """The joints of its parts; only those in holes, or only the others."""
    return sum(_joints(board.design.parts, drilled))


def _joints(parts: Iterable[Part], drilled: bool | None) -> Iterable[int]:
    for part in parts:
        pads = part.kind.footprint.pads.values()
        yield sum(drilled is None or bool(pad.drill) is drilled for pad in pads)


def assembling_cents(board: Board, count: int) -> int:
    """Have the parts of so many boards put on that lie on their surface."""
    return ORDER_CENTS + count * JOINT_CENTS * joints(board, drilled=False)
