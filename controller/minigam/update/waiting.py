"""Waits until nobody plays, so that an update does not stop a game."""

import json
from collections.abc import Callable
from http.client import HTTPConnection, HTTPException
from typing import Any

from minigam.errors import UpdateUnavailableError

ANSWER_SECONDS = 5.0
POLL_SECONDS = 5.0
AT_REST = ("attract", "game-over", "closed")
"""Phases of `GET /api/state` in which no game is going on."""
LONGEST_STATE = 2**20


def is_idle(state: Any) -> bool:
    """Whether nobody plays, by the snapshot of `GET /api/state`: no game goes on, or all sleeps.

    A daemon that gives no answer plays no game either.

    >>> is_idle({"phase": "moving", "asleep": False}), is_idle({"phase": "moving", "asleep": True})
    (False, True)
    >>> is_idle({"phase": "game-over"}), is_idle(None)
    (True, True)
    """
    if not isinstance(state, dict):
        return True
    return state.get("phase") in AT_REST or state.get("asleep") is True


def state_at(port: int) -> Any:
    """What the daemon at a port of this machine says of its game; None where nobody answers."""
    connection = HTTPConnection("127.0.0.1", port, timeout=ANSWER_SECONDS)
    try:
        connection.request("GET", "/api/state")
        return json.loads(connection.getresponse().read(LONGEST_STATE))
    except (OSError, HTTPException, ValueError, RecursionError):
        return None
    finally:
        connection.close()


def await_end(
    ask: Callable[[], Any],
    clock: Callable[[], float],
    sleep: Callable[[float], None],
    seconds: float,
    say: Callable[[str], None],
) -> None:
    """Return when nobody plays; raise `UpdateUnavailableError` after so many seconds of play.

    `ask`: the snapshot; `clock`: seconds; `say`: is given one line, if there is a wait at all.
    """
    began, waits = clock(), False
    while not is_idle(ask()):
        if clock() - began >= seconds:
            raise UpdateUnavailableError(
                f"a game has gone on for {seconds / 3600:g} hours: update later, or with --now"
            )
        if not waits:
            say(WAITING)
        waits = True
        sleep(POLL_SECONDS)


WAITING = "waiting for the end of the game"
"""What is printed then, and recognised in the installer's output."""
