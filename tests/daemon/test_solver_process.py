"""Who has a game solved: what is heard of it, and what becomes of it when anything goes wrong."""

import asyncio
import logging
import os
import shutil
import sys
from pathlib import Path

import pytest

from minigam.daemon import solver_process
from minigam.daemon.solver_process import SolverProcess, command, progress, solver_process_of
from minigam.rules.ruleset import BACKGAMMON, MINIGAM, rule_set
from minigam.table.solving import Solving

READY = Solving("Minigam")
SOLVED = Solving("Minigam", 1.0, 0)


def heard(monkeypatch: pytest.MonkeyPatch, *program: str) -> list[Solving | None]:
    """All that is said while a program is run, from the beginning."""
    monkeypatch.setattr(solver_process, "NEWS_SECONDS", 0.0)
    said: list[Solving | None] = []
    made = SolverProcess(MINIGAM, program, lambda: said.append(made.solving))
    said.append(made.solving)
    asyncio.run(made.run())
    return said


def python(text: str) -> tuple[str, ...]:
    return (sys.executable, "-c", text)


def test_it_says_how_the_work_goes_on_until_that_is_old(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = (
        '{"done": 0, "left": null}',
        '{"done": 0.5, "left": 9.5}',
        '{"done": 0.999, "left": 0}',
    )
    said = heard(monkeypatch, "printf", r"%s\n", *lines)
    steps = [Solving("Minigam", *step) for step in ((0, None), (0.5, 10), (0.99, 0))]
    assert said == [READY, *steps, SOLVED, None]


def test_what_is_no_progress_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    noise = "print('talk'); print('x' * 10**6); print(); print('[1]'); print(b'\\xff')"
    assert heard(monkeypatch, *python(noise)) == [READY, SOLVED, None]


@pytest.mark.parametrize(
    "line",
    [
        *("", "1", "null", "[]", "{}", '{"done": 0.5}', '{"done": "0.5", "left": 1}'),
        *('{"done": true, "left": 1}', '{"done": null, "left": null}', '{"done": NaN, "left": 1}'),
        *('{"done": -1, "left": 1}', '{"done": 0.5, "left": -1}', '{"done": 0, "left": Infinity}'),
    ],
)
def test_a_line_that_is_not_as_promised_is_no_progress(line: str) -> None:
    assert progress("Minigam", line) is None


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("import sys; sys.exit('minigam: the disk is full')", "the disk is full"),
        ("1 // 0", "ZeroDivisionError: integer division or modulo by zero"),
        ("raise SystemExit(3)", "its program ended with 3"),
        (
            "import os; os.kill(os.getpid(), 9)",
            "its program was ended (Killed); is there too little memory?",
        ),
        ("import os; os.kill(os.getpid(), 15)", "its program was ended (Terminated)"),
        (None, "[Errno 2] No such file or directory: '/no/such/program'"),
    ],
)
def test_a_failure_is_told_in_a_line(
    text: str | None, why: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        program = python(text) if text else ("/no/such/program",)
        assert heard(monkeypatch, *program) == [READY, Solving("Minigam", failure=why)]
    assert [record.message for record in caplog.records] == [f"Minigam was not solved: {why}"]


def test_a_failure_is_old_when_there_is_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver_process, "NEWS_SECONDS", 0.0)
    told: list[Solving | None] = []
    made = SolverProcess(MINIGAM, python("raise SystemExit(1)"), lambda: told.append(made.solving))
    asyncio.run(made.run())
    made.handle(["hypergammon"])
    assert made.solving == Solving("Minigam", failure="its program ended with 1")
    made.handle(["hypergammon", "minigam"])
    assert told[-1] is made.solving is None


async def test_who_gives_it_up_leaves_no_program_behind(tmp_path: Path) -> None:
    """Nor any that it has started itself: the pipe that all of them hold is closed."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    script = f'exec 3> {pipe}; sleep 600 & echo \'{{"done": 0.5, "left": 1}}\'; wait'
    end = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    begun = asyncio.Event()
    task = asyncio.create_task(SolverProcess(MINIGAM, ("sh", "-c", script), begun.set).run())
    await begun.wait()
    task.cancel()
    await asyncio.wait([task])
    assert os.read(end, 1) == b""
    os.close(end)


def test_the_command_names_game_options_and_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", {"nice": "/usr/bin/nice"}.get)
    rules = rule_set("minigam", {"second_die": "must"})
    assert command(rules, Path("games")) == [
        *("nice", "-n", "19"),
        *(sys.executable, "-P", "-m", "minigam", "solve", "--small", "--progress", "lines"),
        *("--rules", "minigam", "--option", "enter_on_own=true", "--option", "second_die=must"),
        *("--option", "length=0", "--data", "games"),
    ]


def test_a_game_that_has_no_table_is_told_what_can_be_done() -> None:
    def asked(rules_id: str, solve: bool, wanted: bool = False) -> list[str]:
        said: list[str] = []
        rules = rule_set(rules_id)
        made = solver_process_of(rules, Path("games"), solve, said.append, lambda: None, wanted)
        return [*said, "made" if made else "not made"]

    assert asked("minigam", solve=False) == ["not made"]
    assert asked("minigam", solve=False, wanted=True) == [
        "there is no table of Minigam for perfect play: "
        'run `make solve SOLVE="--rules minigam"`, or start with --solve',
        "not made",
    ]
    assert asked("minigam", solve=True) == [
        "Minigam is being solved, the page shows how far; "
        "until then expert plays in the place of perfect",
        "made",
    ]
    assert asked(BACKGAMMON.id, solve=False) == ["not made"]
    assert asked(BACKGAMMON.id, solve=True) == [
        "there is nothing to solve: Backgammon is too large to be solved: expected at most 8000 "
        "ways to place a side's checkers, got 40225345056; try minigam or hypergammon",
        "not made",
    ]
