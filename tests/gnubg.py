"""GNU Backgammon as an outside witness, where it is installed (Debian's package `gnubg`)."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

SECONDS = 300
_PATH = os.pathsep.join([os.environ.get("PATH", ""), "/usr/games"])
PROGRAM = shutil.which("gnubg", path=_PATH)
"""Debian keeps games outside the usual path."""

_BY_HAND = """\
import gnubg
tell = gnubg.command
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
    done = subprocess.run(
        [PROGRAM, "-t", "-q", "-r", "-p", "script.py"],
        cwd=folder,
        env={"HOME": str(folder), "PATH": _PATH, "LC_ALL": "C.UTF-8"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=SECONDS,
        check=False,
        text=True,
    )
    lines = done.stdout.splitlines()
    assert "Traceback (most recent call last):" not in lines, done.stdout[-2000:]
    return [line.split()[1:] for line in lines if line.startswith("SAYS")]
