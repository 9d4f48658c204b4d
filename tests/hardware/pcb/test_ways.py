"""What each way to build a board takes, against counts by hand."""

from dataclasses import replace

import pytest

from hardware.drawing.boards import Board, board_named, boards
from hardware.drawing.ends import ends_on_stripboard
from hardware.pcb.boards import BASE, BOARDS, BUTTON_BASE, BUTTON_LANE, FACE, LANE, LANE_5
from hardware.pcb.cables import cables_of
from hardware.pcb.prices import PRICES, RESISTOR, assembling_cents, bare_cents, joints, parts_cents
from hardware.pcb.ways import Effort, Way, boards_of, efforts

NAMES = [board.name for board in boards()]
PAIR = 2 * 2
"""The ends of two wires."""


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
        "full-24-hall": {BASE: 1, FACE: 4, LANE_5: 26 + 2 * 3},
        "dice-16-hall": {BASE: 1, FACE: 4, LANE: 16 + 4},
    }


def test_a_board_with_other_lanes_has_no_printed_ones() -> None:
    """A lane of five has no button."""
    board = board_named("quarter-buttons")
    strip = board.profile.strip
    segments = {
        name: replace(each, count=5) if each.count == 8 else each
        for name, each in strip.segments.items()
    }
    shorter = replace(board.profile, strip=replace(strip, segments=segments))
    with pytest.raises(ValueError, match=r"as long as printed ones on quarter-buttons, got \[5, 5"):
        boards_of(Board(shorter))


def ends(name: str) -> int:
    board = board_named(name)
    return cables_of(board, boards_of(board)).ends


def test_the_ends_of_a_quarter_boards_cables() -> None:
    """Each board of a branch of several has a pair from where the fuse's pair ends."""
    supply, three_lanes, last = PAIR, PAIR * (1 + 3), PAIR * (1 + 3)
    feeds = 3 * three_lanes + last  # the last one feeds a lane and two faces
    data, turn = PAIR * (10 + 2), 6 * 2
    felt = supply + feeds + data + turn + 10 * 10 + PAIR * 3 + 8
    assert ends("quarter-hall") == felt
    buttons = supply + feeds + data + turn + PAIR * 13
    assert ends("quarter-buttons") == buttons
    assert ends("quarter-hall-tap") == buttons + 2 * 10


def test_the_ends_of_a_larger_boards_cables() -> None:
    """Of 32 lanes of five, 28 have lights, which four or five branches of up to 24 pixels feed."""
    supply, buttons, meter, turn = PAIR, 3 * PAIR, 8, 6 * 2
    full = supply + buttons + meter + turn + PAIR * (28 + 4) + 10 * 32
    assert ends("full-24-hall") == full + PAIR * (7 + 28 + 4)
    dice = supply + buttons + meter + turn + PAIR * (20 + 4) + 10 * 20
    assert ends("dice-16-hall") == dice + PAIR * (8 + 20 + 4)


@pytest.mark.parametrize("name", NAMES)
def test_printed_lanes_leave_little_to_do_by_hand(name: str) -> None:
    found = by_way(name)
    strip = found[Way.STRIPBOARD]
    assert strip.ends == ends_on_stripboard(board_named(name))
    assert found[Way.ASSEMBLED].ends == found[Way.SOLDERED].ends < strip.ends / 3
    assert found[Way.ASSEMBLED].hours < found[Way.SOLDERED].hours
    assert found[Way.ASSEMBLED].cents > found[Way.SOLDERED].cents


def test_what_a_lane_costs() -> None:
    parts = 8 * 60 + 8 * 15 + 2 * 50 + 18 * 2 + 2 * 3 + 3 + 70  # with 14 resistors, and five plugs
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
