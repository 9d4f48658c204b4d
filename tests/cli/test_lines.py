"""Progress as lines: how far, how long still, and not too often."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain, repeat

from minigam.cli.solve import Lines


def clock(*times: float) -> Callable[[], float]:
    """The times that are read, one after the other."""
    return chain(times, repeat(times[-1])).__next__


def test_lines_say_how_far_the_work_is_and_how_long_it_will_take() -> None:
    said: list[str] = []
    with Lines(1000, 200, clock(10.0, 12.0, 12.1, 14.0), said.append) as lines:
        for _ in range(3):
            lines.update(200)
    assert said == [
        '{"done": 0.2, "left": null}',
        '{"done": 0.4, "left": 6.0}',
        '{"done": 0.8, "left": 1.3}',
    ]
    assert (lines.n, lines.total) == (800, 1000)


def test_nothing_done_is_no_speed() -> None:
    said: list[str] = []
    with Lines(10, 0, clock(0.0, 1.0), said.append) as lines:
        lines.update(0)
    assert said == ['{"done": 0.0, "left": null}'] * 2
