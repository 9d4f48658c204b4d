"""A program that stands in for gnubg: it says what a test wants, right or wrong."""

import sys
from pathlib import Path

PRELUDE = f"""#!{sys.executable}
import json, os, signal, sys

question = json.loads(sys.stdin.readline())
text = question["xgid"].partition(":")[0]
own = [max(0, ord(cell) - 64) if cell.isupper() else 0 for cell in text[1:]]
theirs = [ord(cell) - 96 if cell.islower() else 0 for cell in text[24::-1]]
board = [theirs, own]


def say(*answer):
    print("talk\\nminigam: " + json.dumps([board, *answer]))


"""


def fake_gnubg(folder: Path, body: str) -> str:
    """Write it as `gnubg` in a folder; its path.

    `body` knows the `question` and its `board`, and may `say` an answer.
    """
    folder.mkdir(exist_ok=True)
    program = folder / "gnubg"
    program.write_text(PRELUDE + body)
    program.chmod(0o755)
    return str(program)
