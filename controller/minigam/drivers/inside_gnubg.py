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


def plays(gnubg: Any, _question: Any) -> list[Any]:
    """Every legal play as (from, to) pairs, best first; none where nothing can be played."""
    return [gnubg.parsemove(play["move"]) for play in gnubg.hint(ALL)["hint"]]


def takes(gnubg: Any, question: Any) -> bool:
    """Whether the mover's double costs its opponent less to take than to drop."""
    _, take, drop = cube(gnubg, question)
    return bool(take <= drop)


def doubles(gnubg: Any, question: Any) -> bool:
    """Whether the mover, about to roll, should double: not where it plays on for a gammon."""
    return _judged(gnubg, question)[4] in DOUBLES


def cube(gnubg: Any, question: Any) -> list[float]:
    """What it is worth to the mover to roll, to be taken and to be dropped, at stake 1."""
    return list(_judged(gnubg, question)[1:4])


def chances(gnubg: Any, question: Any) -> list[Any]:
    """Of each of the question's boards, for its mover, without a cube: the chances to win, to win
    a gammon and a backgammon, and to lose these."""
    judge = {**JUDGE, "cubeful": 0, "plies": question["plies"]}
    boards = [tuple(map(tuple, board)) for board in question["boards"]]
    return [gnubg.evaluate(board, gnubg.cubeinfo(), judge)[:5] for board in boards]


def _judged(gnubg: Any, question: Any) -> Any:
    judge = {**JUDGE, "plies": question["plies"]}
    return gnubg.cfevaluate(gnubg.board(), gnubg.cubeinfo(), judge)


def main() -> None:
    """Answer every question."""
    import gnubg

    known = (plays, takes, doubles, cube, chances)
    wanted = {answer.__name__: answer for answer in known}
    for line in sys.stdin:
        question = json.loads(line)
        for command in (*question["commands"], f"set xgid XGID={question['xgid']}"):
            gnubg.command(command)
        answer = [gnubg.board(), wanted[question["want"]](gnubg, question)]
        print(f"\n{MARK}{json.dumps(answer)}", flush=True)
    os._exit(0)  # its own way out waits for its threads, once in a thousand times for ever


if __name__ == "__main__":
    main()
