"""GNU Backgammon as an outside witness, where it is installed (Debian's package `gnubg`)."""

import os
import shutil
import subprocess
from pathlib import Path

SECONDS, TRIES = 150, 2
"""GNU Backgammon 1.08 once stood still for ever, in some hundreds of starts: it is asked again."""
_PATH = os.pathsep.join([os.environ.get("PATH", ""), "/usr/games"])
PROGRAM = shutil.which("gnubg", path=_PATH)
"""Debian keeps games outside the usual path."""

_BY_HAND = """\
import gnubg
tell = gnubg.command
tell("set threads 1")
tell("set seed 2026")
for what in ("automatic roll", "automatic game", "automatic move", "automatic bearoff",
             "confirm new", "confirm save"):
    tell("set " + what + " off")
tell("set player 0 human")
tell("set player 1 human")
"""


def asked(script: str, folder: Path) -> list[list[str]]:
    """What a script says inside gnubg: the words of its lines that begin with `SAYS`."""
    assert PROGRAM, "expected gnubg: sudo apt install gnubg, or leave it out with --skip-gnubg"
    (folder / "script.py").write_text(_BY_HAND + script)
    said = next(filter(None, (_said(folder) for _ in range(TRIES))), "")
    lines = said.splitlines()
    assert lines, f"gnubg has not answered within {TRIES} times {SECONDS} seconds"
    assert "Traceback (most recent call last):" not in lines, said[-2000:]
    return [line.split()[1:] for line in lines if line.startswith("SAYS")]


def _said(folder: Path) -> str:
    """All that it prints; nothing if it does not come to an end."""
    try:
        return subprocess.run(
            [str(PROGRAM), "-t", "-q", "-r", "-p", "script.py"],
            cwd=folder,
            env={"HOME": str(folder), "PATH": _PATH, "LC_ALL": "C.UTF-8"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=SECONDS,
            check=False,
            text=True,
        ).stdout
    except subprocess.TimeoutExpired:
        return ""
