"""Simulated hands play 21,000 turns: each counts as the play that was made, or is asked about."""

import pytest

from tests.table.felt_games import RUNS, Run, play


@pytest.mark.slow
@pytest.mark.parametrize("run", RUNS, ids=lambda run: f"{run.rules}-{run.seed}")
def test_every_turn_counts_as_what_was_played(run: Run) -> None:
    """That none counts as another play is asserted turn by turn."""
    assert play(run) == run.asked


def test_the_runs_are_as_many_turns_as_are_promised() -> None:
    assert sum(run.turns for run in RUNS) == 21_000
