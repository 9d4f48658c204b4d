"""What is written down of inputs."""

from io import StringIO

from minigam.daemon.trace_writer import TraceWriter
from minigam.rules.actions import Begun, Committed, Named
from minigam.table.setup import Setup
from minigam.table.trace import Happened, Level, parse_trace


def test_who_plays_is_not_written_down() -> None:
    file = StringIO()
    recording = TraceWriter(file, "sim", lambda: 10.0)
    recording.action(Begun(Setup(names=("Ann", "Ben"), stake="1 EUR").terms()))
    recording.action(Named(("Ann", "Cleo")))
    recording.action(Committed("ab" * 32))
    assert parse_trace(file.getvalue().splitlines())[1] == (
        Happened(0.0, Begun(Setup(stake="1 EUR").terms())),
        Happened(0.0, Committed("ab" * 32)),
    )


def test_the_same_level_again_is_no_news_but_that_it_came_earlier_is() -> None:
    file = StringIO()
    recording = TraceWriter(file, "sim", lambda: 10.0)
    for pressed, at in ((True, 11.5), (True, 11.9), (True, 11.2), (True, 11.3), (False, 11.6)):
        recording.level("roll", pressed, at)
    assert parse_trace(file.getvalue().splitlines())[1] == (
        Level(1.5, "roll", True),
        Level(1.2, "roll", True),
        Level(1.6, "roll", False),
    )
