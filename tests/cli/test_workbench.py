"""The workbench of the command-line tools: how it waits for news."""

import pytest

from minigam.board.profile import load_profile
from minigam.cli.workbench import on_the_bench

A_NANOSECOND = 1e-9


@pytest.mark.timeout(60)
def test_a_wait_that_ends_before_it_has_begun_ends() -> None:
    """After news CPython 3.11's `SimpleQueue.get` waits for ever, once in some hundred such waits.

    No news comes twice, so after each edge there is one wait for nothing.
    """
    profile, said = load_profile("sim"), list[str]()
    with on_the_bench(profile, said.append) as bench:
        hand, edges, levels = bench.parts.hand, 0, 0
        assert hand
        for _ in range(2000):
            for move in (hand.press, hand.release):
                move("undo")
                edges += len(bench.edges(1.0))
                levels += len(bench.edges(A_NANOSECOND))
    assert (edges, levels, said) == (4000, 4000 * len(profile.input_names), [])
