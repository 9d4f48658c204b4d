"""A player inside a booted system, with nothing but its python3.

`player.py state`, `board`, `play TAPS` or `watch TURNS`: of two computers, at the highest level.
`install 0` asks for an update, as the page does, and `update 0` prints what becomes of it.

Prints as JSON the game's state in the end, or the board, or null where nobody answers.
"""

import json
import sys
import time
from functools import cache
from typing import Any
from urllib.error import URLError
from urllib.request import Request, urlopen

URL = "http://127.0.0.1:8080/api/"
SECONDS = 60.0
"""An emulated Pi answers after seconds."""
MOVES_BY_ITSELF = ("passing", "opening")
"""A pass is confirmed and a tie is rolled again by a timer."""


def state() -> Any:
    return get("state")


def get(path: str) -> Any:
    with urlopen(f"{URL}{path}", timeout=SECONDS) as answer:
        return json.load(answer)


@cache
def tapped() -> str:
    """What takes a touch: a simulated board's pins, or else the daemon."""
    return "sim/tap" if get("board")["simulated"] else "tap"


def tap(name: str) -> None:
    send(tapped(), {"input": name})


def send(path: str, body: dict[str, str]) -> None:
    kind = {"Content-Type": "application/json"}
    request = Request(f"{URL}{path}", json.dumps(body).encode(), kind)
    with urlopen(request, timeout=SECONDS) as answer:
        answer.read()


def next_touch(seen: Any) -> str:
    """The first place that is lit; the one after a pass, a tie and a turn is the button's."""
    lit = seen["targets"] if seen["selected"] else seen["sources"]
    return lit[0] if lit else "roll"


def play(taps: int) -> Any:
    """So many taps, and on until nothing happens by itself and no checker is picked up.

    A checker that is picked up is forgotten by a restart.
    """
    seen = state()
    while not seen["result"] and (taps > 0 or seen["selected"] or seen["phase"] in MOVES_BY_ITSELF):
        tap(next_touch(seen))
        seen, taps = state(), taps - 1
    return seen


def watch(turns: int) -> Any:
    """Two computers, until so many turns were played."""
    send("setup", {"white": "expert", "black": "expert"})
    while len((seen := state())["plays"]) < turns:
        if seen["controls"]["roll"]["live"]:
            tap("roll")
        time.sleep(0.5)
    return seen


def install(_: int) -> Any:
    """Ask for the newest release that is offered."""
    send("update", {"what": "install"})
    return update(0)


def update(_: int) -> Any:
    with urlopen(f"{URL}update", timeout=SECONDS) as answer:
        return json.load(answer)


def main(command: str, *numbers: str) -> None:
    does = {"play": play, "watch": watch, "install": install, "update": update}
    try:
        found = does[command](int(numbers[0])) if command in does else get(command)
    except (URLError, OSError):
        found = None
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
