"""What each way to build a board takes, against counts by hand."""

import pytest

from hardware.drawing.boards import board_named, boards
from hardware.drawing.ends import ends_on_stripboard
from hardware.pcb.boards import BASE, BOARDS, BUTTON_BASE, BUTTON_LANE, FACE, LANE
from hardware.pcb.prices import PRICES, RESISTOR, assembling_cents, bare_cents, joints, parts_cents
from hardware.pcb.ways import Effort, Way, boards_of, efforts, ends_with_printed

NAMES = [board.name for board in boards()]
SMALL = ("quarter-buttons", "quarter-hall-tap", "quarter-hall")


def by_way(name: str) -> dict[Way, Effort]:
    return {effort.way: effort for effort in efforts(board_named(name))}


def test_every_part_has_a_price_and_every_price_a_part() -> None:
    used = {part.kind.number for board in BOARDS for part in board.design.parts}
    assert {number for number in used if not number.startswith(RESISTOR)} == set(PRICES)


def test_which_printed_boards_a_board_needs() -> None:
    assert {name: boards_of(board_named(name)) for name in NAMES} == {
        "quarter-buttons": {BUTTON_BASE: 1, FACE: 2, BUTTON_LANE: 10},
        "quarter-hall-tap": {BUTTON_BASE: 1, FACE: 2, BUTTON_LANE: 10},
        "quarter-hall": {BASE: 1, FACE: 2, LANE: 10},
        "full-24-hall": {BASE: 1, FACE: 4},
        "dice-16-hall": {BASE: 1, FACE: 4},
    }


def test_the_ends_of_a_quarter_boards_cables() -> None:
    """Each board of a branch of several has a pair from where the fuse's pair ends."""
    supply, three_lanes, last = 4, 4 * (1 + 3), 4 * (1 + 3)
    feeds = 3 * three_lanes + last  # the last one feeds a lane and two faces
    data, turn = 4 * (10 + 2), 6 * 2
    felt = supply + feeds + data + turn + 10 * 10 + 4 * 3 + 8
    assert ends_with_printed(board_named("quarter-hall")) == felt
    buttons = supply + feeds + data + turn + 4 * 13
    assert ends_with_printed(board_named("quarter-buttons")) == buttons
    assert ends_with_printed(board_named("quarter-hall-tap")) == buttons + 2 * 10


@pytest.mark.parametrize("name", SMALL)
def test_printed_lanes_leave_little_to_do_by_hand(name: str) -> None:
    found = by_way(name)
    strip = found[Way.STRIPBOARD]
    assert strip.ends == ends_on_stripboard(board_named(name))
    assert found[Way.ASSEMBLED].ends == found[Way.SOLDERED].ends < strip.ends / 3
    assert found[Way.ASSEMBLED].hours < found[Way.SOLDERED].hours
    assert found[Way.ASSEMBLED].cents > found[Way.SOLDERED].cents


def test_what_a_lane_costs() -> None:
    parts = 8 * 60 + 8 * 15 + 2 * 50 + 18 * 2 + 2 * 3 + 5 + 70  # with 14 resistors, and five plugs
    parts += 14 * 1 + 2 * 15 + 2 * 8 + 20
    assert parts_cents(LANE) == parts
    assert bare_cents(LANE) == 100 + round(3 * 29 * 3.96)
    assert joints(LANE, drilled=True) == 2 * 5 + 3 * 2
    assert assembling_cents(LANE, 10) == 3000 + 10 * 2 * (176 - 16)


def test_what_is_paid_for_the_printed_boards_of_a_board() -> None:
    """The same parts and tools remain in both ways; only the assembling differs."""
    for name in NAMES:
        found, kit = by_way(name), boards_of(board_named(name))
        assembling = sum(assembling_cents(each, count) for each, count in kit.items())
        assert found[Way.ASSEMBLED].cents - found[Way.SOLDERED].cents == assembling
        assert found[Way.ASSEMBLED].joints == sum(
            count * joints(each, drilled=True) for each, count in kit.items()
        )
