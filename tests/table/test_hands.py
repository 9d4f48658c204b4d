"""Simulated hands play 21,000 turns: each counts as the play that was made, or is asked about.

`make test-all` plays one run of each rule set, and `make long` the others.
"""

import pytest

from tests.table.felt_games import RUNS, Run, play
from tests.tiers import some

BY_SEED = sorted(RUNS, key=lambda run: run.seed)
"""The first one of each rule set comes first."""


@pytest.mark.parametrize(
    "run",
    some(BY_SEED, len({run.rules for run in RUNS})),
    ids=lambda run: f"{run.rules}-{run.seed}",
)
def test_every_turn_counts_as_what_was_played(run: Run) -> None:
    """That none counts as another play is asserted turn by turn."""
    assert play(run) == run.asked


def test_the_runs_are_as_many_turns_as_are_promised() -> None:
    assert sum(run.turns for run in RUNS) == 21_000
