"""Traces: what is written is read, and what cannot be read is told with its line."""

import pytest

from minigam.errors import UnreadableError
from minigam.rules.actions import Confirmed, Rolled
from minigam.rules.position import Side
from minigam.rules.ruleset import MINIGAM
from minigam.rules.terms import Start, Terms
from minigam.table.events import Command, Commanded, Moved, PlayedOn
from minigam.table.trace import (
    Arranged,
    Asked,
    Happened,
    Level,
    Line,
    first_line,
    format_line,
    parse_trace,
)

LINES: tuple[Line, ...] = (
    Level(0.0, "point-3/2", True),
    Level(1.25, "roll-white", False),
    Level(2.0, "off-black/8", None),
    Asked(3.25, Commanded(Command.NEW_GAME)),
    Asked(3.3, Moved("point-8", "point-3")),
    Asked(3.35, Moved("point-8", None)),
    Asked(3.37, PlayedOn(Terms("minigam", starter=Side.BLACK, start=Start(MINIGAM.start)))),
    Arranged(3.4, {"rules": "minigam", "length": 5, "enter_on_own": False}),
    Happened(3.5, Rolled((5, 2))),
    Happened(3.500001, Confirmed()),
)


def test_what_is_written_is_read() -> None:
    text = [first_line("mine"), *map(format_line, LINES)]
    assert parse_trace(text) == ("mine", LINES)


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ([], "line 1: expected 'minigam trace 2' and a board's name, got ''"),
        (["minigam trace 1 x"],
         "line 1: expected 'minigam trace 2' and a board's name, got 'minigam trace 1 x'"),
        ([first_line("x"), "1.0 point-1 2"],
         "line 2: expected seconds, an input and 0, 1 or ?, got '1.0 point-1 2'"),
        ([first_line("x"), "1.0 point-1 1", "soon point-1 0"],
         "line 3: could not convert string to float: 'soon'"),
        ([first_line("x"), '1.0 {"play-on": {"action": "confirm", "v": 1}}'],
         "line 2: expected a game's beginning, got Confirmed()"),
        ([first_line("x"), "1.0 {" + '"action":' + "[" * 100_000],
         "line 2: maximum recursion depth exceeded while decoding a JSON array from a unicode "
         "string"),
    ],
)  # fmt: skip
def test_a_bad_line_is_told(lines: list[str], why: str) -> None:
    with pytest.raises(UnreadableError) as caught:
        parse_trace(lines)
    assert str(caught.value) == why
