"""`minigam facts`: what it prints, and what it needs."""

import pytest

from tests.cli.commands import Run
from tests.solver import solved


@pytest.mark.long
def test_the_facts_of_minigam(run: Run) -> None:
    solved.data_folder("minigam-full-entry")
    folder = solved.data_folder("minigam")
    said = run("facts", "--games", 20, "--data", folder)
    assert said.status == 0
    lines = said.lines
    assert lines[:6] == [
        "Minigam: 3,910,437 positions, each value within 1.4e-11",
        "  the side about to roll at the start  wins 53.67777 %, equity +0.0735555",
        "  the winner of the opening roll       wins 53.14814 %, equity +0.0629629",
        "Minigam, full entry, beside it",
        "  the side about to roll at the start  wins 55.24454 %, equity +0.1048907",
        "  the winner of the opening roll       wins 53.98801 %, equity +0.0797602",
    ]
    assert lines[6:8] == [
        "Opening rolls, the best first",
        "  1-1   59.47 %  +0.1895  bar/1(2)",
    ]
    assert lines[28].startswith("20 games of perfect play (seed 1): ")
    assert len(lines) == 35


@pytest.mark.parametrize("count", ["1", "-5", "x", "1000001"])
def test_too_few_or_too_many_games_are_refused(count: str, run: Run) -> None:
    assert run("facts", "--games", count).status == 2
