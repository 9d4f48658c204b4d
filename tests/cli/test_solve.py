"""`minigam solve`: what it says, and what it refuses."""

import subprocess
import sys
from collections.abc import Callable
from itertools import chain, repeat
from pathlib import Path

import pytest

from minigam.cli.solve import Lines
from minigam.journal.lock import data_locked
from minigam.solver.prepared import PreparedGame
from minigam.solver.solve import solver_of
from minigam.solver.tablewriter import write
from tests.cli.commands import Run
from tests.solver import solved
from tests.solver.games import small_board


@pytest.mark.slow
def test_a_table_that_is_there_is_checked_and_said(run: Run) -> None:
    folder = solved.data_folder()
    said = run("solve", "--data", folder)
    first, bound, start = said.lines
    assert said.status == 0
    assert first == f"Minigam: 3,910,437 positions, in {folder}/tables/minigam.table"
    assert bound.endswith("of the true one, and rounded by at most 3.0e-08")
    assert start == "about to roll at the start: win 53.6778 %, equity +0.073555"


@pytest.mark.slow
def test_lines_for_programs_end_with_all_done(run: Run) -> None:
    folder = solved.data_folder()
    said = run("solve", "--data", folder, "--progress", "lines")
    assert (said.status, said.out) == (0, '{"done": 1.0, "left": 0.0}\n')


def test_a_damaged_table_is_refused(run: Run, tmp_path: Path) -> None:
    (tmp_path / "tables").mkdir()
    path = tmp_path / "tables" / "minigam.table"
    path.write_bytes(b"minigam table 1\n")
    assert run("solve", "--data", tmp_path) == (
        3,
        "",
        f"minigam: {path} is cut off: remove it, "
        f'then run `make solve SOLVE="--rules minigam --data {tmp_path}"`\n',
    )


def test_a_table_of_other_rules_under_the_right_name_is_refused(run: Run, tmp_path: Path) -> None:
    path, rules = tmp_path / "tables" / "minigam.table", small_board(3, 2)
    solver = solver_of(PreparedGame.of(rules))
    list(solver.run())
    write(path, rules, solver)
    assert run("solve", "--data", tmp_path) == (
        3,
        "",
        f"minigam: {path} was made for other rules, those of minigam: "
        f'remove it, then run `make solve SOLVE="--rules minigam --data {tmp_path}"`\n',
    )


def test_two_at_once_do_not_make_one_table(run: Run, tmp_path: Path) -> None:
    tables = tmp_path / "tables"
    with data_locked(tables, "minigam.lock", "busy"):
        said = run("solve", "--data", tmp_path)
    assert said == (
        3,
        "",
        f"minigam: expected to be alone in making {tables}/minigam.table, got another "
        "`minigam solve` that makes it: wait until it is done, or stop it\n",
    )
    assert [path.name for path in tables.iterdir()] == ["minigam.lock"]


@pytest.mark.slow
def test_a_full_disk_is_told_in_one_line_before_the_work_begins(tmp_path: Path) -> None:
    """Written into a hole of a file, it would end the program by a signal."""
    command = [sys.executable, "-m", "minigam", "solve", "--data", str(tmp_path)]
    limited = subprocess.run(
        ["sh", "-c", 'ulimit -f 40000; exec "$@"', "sh", *command],  # 20 MB a file; values take 31
        capture_output=True,
        text=True,
        check=False,
    )
    first, said = limited.stderr.splitlines()
    assert (limited.returncode, limited.stdout) == (3, "")
    assert first.startswith("getting ready")
    assert said == f"minigam: File too large: {tmp_path}/tables/minigam.part/values"


def test_without_numba_it_says_how_to_get_it(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    assert run("solve", "--data", tmp_path) == (
        3,
        "",
        "minigam: numba is not installed: solve with `make solve` in a clone, or after pip install "
        "'minigam[solver]', or copy the table from a machine that has solved the game\n",
    )


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
