"""What is written down of inputs."""

from __future__ import annotations

from io import StringIO

from minigam.daemon.recording import Recording
from minigam.game.trace import Level, parse_trace


def test_the_same_level_again_is_no_news_but_that_it_came_earlier_is() -> None:
    file = StringIO()
    recording = Recording(file, "sim", lambda: 10.0)
    for pressed, at in ((True, 11.5), (True, 11.9), (True, 11.2), (True, 11.3), (False, 11.6)):
        recording.level("roll", pressed, at)
    assert parse_trace(file.getvalue().splitlines())[1] == (
        Level(1.5, "roll", True),
        Level(1.2, "roll", True),
        Level(1.6, "roll", False),
    )
