"""Position text: exact round trips, and a whole message for each way of being unreadable."""

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minigam.errors import UnreadableError
from minigam.rules.position import Layout, Position, Side, format_position, parse_position
from minigam.rules.ruleset import PLAKOTO, PORTES

SMALL = Layout(6, 8, rising=True)
LARGE = Layout(24, 15, rising=False)
XGID_START = "-b----E-C---eE---c-e----B-"

LAYOUTS = pytest.mark.parametrize("layout", [SMALL, LARGE], ids=["rising", "falling"])


def random_position(rng: random.Random, layout: Layout) -> Position:
    """Each side's checkers on its bar, off and on points that the other does not hold."""
    points = list(range(1, layout.points + 1))
    rng.shuffle(points)
    cut = rng.randint(0, layout.points)

    def track(places: list[int]) -> tuple[int, ...]:
        where = Counter(rng.choices([0, layout.off, *places], k=layout.checkers))
        return tuple(where[place] for place in range(layout.off + 1))

    return Position(track(points[:cut]), track([layout.mirror(point) for point in points[cut:]]))


@LAYOUTS
def test_text_of_a_position_reads_back_as_it(layout: Layout) -> None:
    rng = random.Random(1)
    for _ in range(2_000):
        position = random_position(rng, layout)
        assert parse_position(format_position(position, layout), layout) == position


@given(st.text("-ABHIabhi?", min_size=8, max_size=8))
@settings(deadline=None)
def test_any_text_is_refused_or_comes_back_letter_for_letter(text: str) -> None:
    try:
        position = parse_position(text, SMALL)
    except UnreadableError:
        return
    assert format_position(position, SMALL) == text


XGID_TRACK = (0, 2, *[0] * 10, 5, *[0] * 4, 3, 0, 5, *[0] * 6)


@pytest.mark.parametrize(
    ("layout", "text", "white", "black"),
    [
        (SMALL, "AB---c-d", (1, 2, 0, 0, 0, 0, 0, 5), (4, 0, 3, 0, 0, 0, 0, 1)),
        (LARGE, XGID_START, XGID_TRACK, XGID_TRACK),
        (LARGE, "aA" + "-" * 22 + "bC", (3, *[0] * 23, 1, 11), (1, *[0] * 23, 2, 12)),
        (SMALL, "-" * 8, (*[0] * 7, 8), (*[0] * 7, 8)),
        (LARGE, "-" * 26, (*[0] * 25, 15), (*[0] * 25, 15)),
    ],
    ids=["rising", "as in an XGID", "bars, falling", "all off", "all off, falling"],
)
def test_where_the_checkers_of_a_text_stand(
    layout: Layout, text: str, white: tuple[int, ...], black: tuple[int, ...]
) -> None:
    assert parse_position(text, layout) == Position(white, black)


def bad_letter(text: str, column: int) -> tuple[Layout, str, str]:
    where = f"column {column} of position {text!r}, got {text[column - 1]!r}"
    return SMALL if len(text) == 8 else LARGE, text, f"expected '-', A to O or a to o at {where}"


NO_TEXTS: tuple[object, ...] = ("", "H-----h", "H-------h", None, 12345678, list("H------h"))


@pytest.mark.parametrize(
    ("layout", "text", "message"),
    [
        *((SMALL, it, f"expected a position of 8 characters, got {it!r}") for it in NO_TEXTS),
        (LARGE, XGID_START[1:], f"expected a position of 26 characters, got {XGID_START[1:]!r}"),
        bad_letter("H--?---h", 4),
        bad_letter("P------h", 1),
        bad_letter("H------p", 8),
        bad_letter("H é----h", 2),
        bad_letter("H2-----h", 2),
        bad_letter("-x" + "-" * 24, 2),
        (SMALL, "a------g", "black cannot stand on the other side's bar in 'a------g'"),
        (SMALL, "G------A", "white cannot stand on the other side's bar in 'G------A'"),
        (SMALL, "I------h", "expected at most 8 white checkers in 'I------h', got 9"),
        (SMALL, "HA-----h", "expected at most 8 white checkers in 'HA-----h', got 9"),
        (SMALL, "H-----dh", "expected at most 8 black checkers in 'H-----dh', got 12"),
        (LARGE, "A" + "-" * 25, f"white cannot stand on the other side's bar in 'A{'-' * 25}'"),
        (LARGE, "-" * 25 + "a", f"black cannot stand on the other side's bar in '{'-' * 25}a'"),
        (
            LARGE,
            "-OA" + "-" * 23,
            f"expected at most 15 white checkers in '-OA{'-' * 23}', got 16",
        ),
    ],
)
def test_unreadable_text(layout: Layout, text: object, message: str) -> None:
    with pytest.raises(UnreadableError) as refused:
        parse_position(text, layout)
    assert str(refused.value) == message


@pytest.mark.parametrize(("text", "side"), [("white", Side.WHITE), ("black", Side.BLACK)])
def test_a_side_is_read_by_its_name(text: str, side: Side) -> None:
    assert Side.parse(text) is side
    assert side.other is not side
    assert side.other.other is side


@pytest.mark.parametrize("text", ["White", "", None, 0, True, [], {}])
def test_anything_else_is_no_side(text: object) -> None:
    with pytest.raises(UnreadableError) as refused:
        Side.parse(text)
    assert str(refused.value) == f"expected a side, white or black, got {text!r}"


@LAYOUTS
def test_a_point_has_one_name_for_white_whoever_looks(layout: Layout) -> None:
    places = range(1, layout.points + 1)
    rising = [layout.number(place) for place in places]
    assert rising == list(places if layout.rising else reversed(places))
    assert [layout.mirror(layout.mirror(place)) for place in places] == list(places)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("-o----------------------O- ", "expected points with pinned checkers, such as 5,12"),
        ("-o----------------------O- x", "expected points with pinned checkers, such as 5,12"),
        ("-n----------------------O- 24,24", "expected points with pinned checkers, such as 5,12"),
        ("-n----------------------O- 0", "expected checkers on point 0, where one lies pinned"),
        ("-n----------------------O- 25", "expected checkers on point 25, where one lies pinned"),
        ("-n----------------------O- 7", "expected checkers on point 7, where one lies pinned"),
        ("-o----------------------O- 24", "expected at most 15 black checkers"),
    ],
)
def test_unreadable_pins(text: str, message: str) -> None:
    with pytest.raises(UnreadableError, match=message):
        parse_position(text, PLAKOTO.layout)


def test_pins_are_read_in_any_order_and_only_where_there_are_some() -> None:
    text = "-A------b---------------L- 1,8"
    position = parse_position("-A------b---------------L- 8,1", PLAKOTO.layout)
    assert (position.pinned, format_position(position, PLAKOTO.layout)) == (((17,), (1,)), text)
    with pytest.raises(UnreadableError, match="expected a position of 26 characters"):
        parse_position(text, PORTES.layout)
