"""What the shell completes: asked as bash asks, and once in bash itself."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from minigam.rules.ruleset import RULE_SETS
from minigam.rules.terms import SEATS
from tests.cli.commands import Run, begin_game
from tests.e2e.daemon import MINIGAM, PATIENCE_SECONDS

SEPARATOR = "\v"


def completed(line: str, folder: Path) -> list[str]:
    """What is offered at the end of a command line that is typed in a folder."""
    answer = folder / "answer"
    asked = {
        "_ARGCOMPLETE": "1",
        "_ARGCOMPLETE_IFS": SEPARATOR,
        "_ARGCOMPLETE_STDOUT_FILENAME": str(answer),
        "_ARGCOMPLETE_SUPPRESS_SPACE": "1",
        "COMP_LINE": line,
        "COMP_POINT": str(len(line)),
        "COMP_TYPE": "9",
    }
    done = subprocess.run(
        MINIGAM, env={**os.environ, **asked}, cwd=folder, capture_output=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, b""), done.stderr
    text = answer.read_text("utf-8")
    return text.split(SEPARATOR) if text else []


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("minigam ver", ["verify"]),
        ("minigam run --wh", ["--white"]),
        ("minigam run --rules ", list(RULE_SETS)),
        ("minigam run --black ", list(SEATS)),
        ("minigam run --board quarter-h", ["quarter-hall", "quarter-hall-tap"]),
        ("minigam check --board dice", ["dice-16", "dice-16-hall"]),
        ("minigam run --clock u", ["usual"]),
        ("minigam run --lang ", ["en", "de"]),
        ("minigam run --port ", []),
        ("minigam run --po", ["--port"]),
        ("minigam run --hin", ["--hints"]),
        ("minigam games --", ["--help", "--json", "--data", "--verbose"]),
        ("minigam hil sim --a", ["--all"]),
        ("minigam hil sim --r", ["--report"]),
        ("minigam hil quarter-b", ["quarter-buttons"]),
        ("minigam hil quarter-buttons --case kil", ["killed"]),
        ("minigam settings ni", ["night=", "night_lights=", "night_screen="]),
        ("minigam firmware ", ["install", "files"]),
        ("minigam firmware install --board full-24", ["full-24", "full-24-hall"]),
        ("minigam completion ", ["bash", "zsh", "fish"]),
        ("minigam export 1 --format ", ["json", "mat", "sgf"]),
        (
            "minigam run --option second_die=",
            ["second_die=order", "second_die=must", "second_die=free"],
        ),
        ("minigam run --rules backgammon --option jac", ["jacoby=false", "jacoby=true"]),
        ("minigam run --board mi", ["mine.toml"]),
    ],
)
def test_names_are_completed(line: str, expected: list[str], tmp_path: Path) -> None:
    for name in ("mine.toml", "mine.txt"):
        (tmp_path / name).touch()
    assert completed(line, tmp_path) == expected


def test_games_are_those_of_the_folder_that_is_named(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    for _ in range(3):
        begin_game(tmp_path / "data")
    for command in ("show", "verify", "report", "export"):
        line = f"minigam {command} --data {tmp_path}/data "
        assert [each for each in completed(line, tmp_path) if each.isdigit()] == ["1", "2", "3"]
        none = f"minigam {command} --data {tmp_path}/none "
        assert [each for each in completed(none, tmp_path) if each.isdigit()] == []
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_is_told_how_to_ask(shell: str, run: Run) -> None:
    status, out, err = run("completion", shell)
    assert (status, err) == (0, "")
    assert "minigam" in out
    assert "_ARGCOMPLETE" in out


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not here")
def test_bash_completes_a_command(tmp_path: Path) -> None:
    """The command is the one beside this Python, by a script on the path."""
    script = tmp_path / "minigam"
    script.write_text(f'#!/bin/sh\nexec {" ".join(MINIGAM)} "$@"\n', "utf-8")
    script.chmod(0o755)
    asking = """
        eval "$(minigam completion bash)"
        COMP_WORDS=(minigam stat) COMP_CWORD=1 COMP_LINE='minigam stat' COMP_POINT=12 COMP_TYPE=9
        COMPREPLY=()
        _python_argcomplete minigam stat minigam 2>/dev/null
        printf '%s\\n' "${COMPREPLY[@]}"
    """
    done = subprocess.run(
        ["bash", "-c", asking],
        env={**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
        check=False,
    )
    assert done.stdout.strip() == "statistics", done.stderr
