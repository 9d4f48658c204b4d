"""Runs inside GNU Backgammon, not here, as `gnubg --tty --python=FILE`: answers questions.

Standard input holds a question a line as JSON: commands to give first, an XGID with the mover's
checkers in upper case, what is wanted, and how many plies to look ahead for it. Each is answered by
one line on standard output: the mark, then the board that was understood and the answer, as JSON.
Lines without the mark are gnubg's own talk.
"""

import json
import os
import sys
from typing import Any

MARK = "minigam: "
ALL = 9999
JUDGE = {"cubeful": 1, "deterministic": 1, "prune": 1, "noise": 0.0}

DOUBLES = (0, 1, 5, 7, 8)
"""Of its `cubedecision` values: double/take, double/pass, double/beaver, redouble/take, and
redouble/pass."""


def plays(gnubg: Any, _plies: int) -> list[Any]:
    """Every legal play as (from, to) pairs, best first; none where nothing can be played."""
    return [gnubg.parsemove(play["move"]) for play in gnubg.hint(ALL)["hint"]]


def takes(gnubg: Any, plies: int) -> bool:
    """Whether the mover's double costs its opponent less to take than to drop."""
    take, drop = _judged(gnubg, plies)[2:4]
    return bool(take <= drop)


def doubles(gnubg: Any, plies: int) -> bool:
    """Whether the mover, about to roll, should double: not where it plays on for a gammon."""
    return _judged(gnubg, plies)[4] in DOUBLES


def _judged(gnubg: Any, plies: int) -> Any:
    return gnubg.cfevaluate(gnubg.board(), gnubg.cubeinfo(), {**JUDGE, "plies": plies})


def main() -> None:
    """Answer every question."""
    import gnubg

    wanted = {"plays": plays, "takes": takes, "doubles": doubles}
    for line in sys.stdin:
        question = json.loads(line)
        for command in (*question["commands"], f"set xgid XGID={question['xgid']}"):
            gnubg.command(command)
        answer = [gnubg.board(), wanted[question["want"]](gnubg, question["plies"])]
        print(f"\n{MARK}{json.dumps(answer)}", flush=True)
    os._exit(0)  # its own way out waits for its threads, once in a thousand times for ever


if __name__ == "__main__":
    main()
