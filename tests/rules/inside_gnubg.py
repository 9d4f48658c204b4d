"""Runs inside GNU Backgammon, as `gnubg --tty --python=FILE`: lists the plays it finds legal.

Standard input holds a question a line, an XGID without its title. Each is answered by one line on
standard output: the mark, then the board that was understood and each play's moves, as JSON. The
lines without the mark are gnubg's own talk.
"""

from __future__ import annotations

import json
import sys

MARK = "plays: "
QUIET = (
    "set threads 1",
    "set display off",
    "set player 0 human",
    "set player 1 human",
    "set automatic game off",
    "set automatic roll off",
    "set evaluation chequerplay evaluation plies 0",
)
ALL = 9999


def main() -> None:
    """Answer every question."""
    import gnubg

    for command in QUIET:
        gnubg.command(command)
    for line in sys.stdin:
        gnubg.command(f"set xgid XGID={line.strip()}")
        found = gnubg.hint(ALL)["hint"]
        moves = [gnubg.parsemove(play["move"]) for play in found]
        print(f"\n{MARK}{json.dumps([gnubg.board(), moves])}", flush=True)


if __name__ == "__main__":
    main()
