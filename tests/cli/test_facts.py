"""`minigam facts`: what it prints, and what it needs."""

from __future__ import annotations

from pathlib import Path

import pytest

from minigam.cli.main import main
from tests.solver import solved


@pytest.mark.slow
def test_the_facts_of_minigam(capsys: pytest.CaptureFixture[str]) -> None:
    solved.data_folder("minigam-full-entry")
    folder = solved.data_folder("minigam")
    capsys.readouterr()
    assert main(["facts", "--games", "20", "--data", str(folder)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:6] == [
        "Minigam: 3,910,437 positions, each value within 1.4e-11",
        "  the side about to throw at the start  wins 53.67777 %, equity +0.0735555",
        "  the winner of the opening throw       wins 53.14814 %, equity +0.0629629",
        "Minigam, full entry, beside it",
        "  the side about to throw at the start  wins 55.24454 %, equity +0.1048907",
        "  the winner of the opening throw       wins 53.98801 %, equity +0.0797602",
    ]
    assert lines[6:8] == [
        "Opening rolls, the best first",
        "  1-1   59.47 %  +0.1895  bar/1(2)",
    ]
    assert lines[28].startswith("20 games of perfect play (seed 1): ")
    assert len(lines) == 35


def test_without_a_table_it_says_how_to_make_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["facts", "--data", str(tmp_path)]) == 3
    assert capsys.readouterr() == (
        "",
        f"minigam: expected a table of exact values at {tmp_path}/tables/minigam.table, "
        "found none: run "
        f'`make solve SOLVE="--rules minigam --data {tmp_path}"`\n',
    )


@pytest.mark.parametrize("count", ["1", "-5", "x", "1000001"])
def test_too_few_or_too_many_games_are_refused(count: str) -> None:
    with pytest.raises(SystemExit):
        main(["facts", "--games", count])
