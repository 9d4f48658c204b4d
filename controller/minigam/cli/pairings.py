"""`minigam pairings`: the phones that may touch the board."""

import argparse
import json
import time
from contextlib import closing
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any, Self

from minigam.cli.common import add_data, add_port, data_of
from minigam.daemon.config import HERE
from minigam.errors import ProgramError, RequestError
from minigam.journal.data_folder import lock_data_folder
from minigam.pairing.phone_sessions import Sessions
from minigam.pairing.phones import PairingsFile, this_boot

MINUTE, HOUR = 60, 3600
ASK_SECONDS = 5.0
Listed = list[tuple[int, str, float]]
"""Each pairing's number, name and seconds left."""
OK = 200


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("--revoke", type=int, metavar="NUMBER", help="end this pairing at once")
    add_port(parser)
    add_data(parser)


def run(options: argparse.Namespace) -> int:
    """Ask the daemon where one answers at the port, else read its folder."""
    folder = data_of(options)
    pairings = RunningDaemon.at(options.port) or StoredPairing(folder)
    if options.revoke is not None:
        pairings.revoke(options.revoke)
        print(f"pairing {options.revoke} has ended")
        return 0
    listed = pairings.listed()
    for number, name, seconds in listed:
        print(f"{number:5}  {name:40}  {_left(seconds)}")
    if not listed:
        print("no phone is paired")
    return 0


def _left(seconds: float) -> str:
    """For how long more.

    >>> _left(41_000), _left(59)
    ('11 h 23 min left', '0 h 00 min left')
    """
    hours, rest = divmod(int(seconds), HOUR)
    return f"{hours} h {rest // MINUTE:02} min left"


class StoredPairing:
    """The pairings in a folder that no daemon uses."""

    def __init__(self, folder: Path) -> None:
        """Nothing is read yet."""
        self._folder = folder
        self._file = PairingsFile(folder, this_boot())

    def listed(self) -> Listed:
        """Those that have not ended."""
        now = time.monotonic()
        found = self._file.read().listed(now)
        return [(session.number, session.name, session.ends - now) for session in found]

    def revoke(self, number: int) -> None:
        """End one; raise `UnknownNameError` for none, `BusyError` beside a daemon."""
        self._without(number)  # no folder is made for the lock where there is nothing to end
        with lock_data_folder(self._folder):
            self._file.write(self._without(number))

    def _without(self, number: int) -> Sessions:
        """All but one; raise `UnknownNameError` where that is not among them."""
        sessions = self._file.read()
        sessions.listed(time.monotonic())
        sessions.revoke(number)
        return sessions


class RunningDaemon:
    """The pairings of the daemon at a port of this machine."""

    def __init__(self, port: int, found: dict[str, Any]) -> None:
        """`found`: what it has answered. Use `at`."""
        self._port = port
        self._found = found

    @classmethod
    def at(cls, port: int) -> Self | None:
        """Those of a daemon, if one answers."""
        try:
            status, found = _request(port, "GET", "/api/pairings")
        except (OSError, HTTPException, ValueError):
            return None
        return cls(port, found) if status == OK and "pairings" in found else None

    def listed(self) -> Listed:
        """Those that have not ended."""
        each = self._found["pairings"]
        return [(one["number"], one["name"], one["seconds"]) for one in each]

    def revoke(self, number: int) -> None:
        """End one at once."""
        try:
            path = "/api/pairings/revoke"
            status, found = _request(self._port, "POST", path, json.dumps({"number": number}))
        except (OSError, HTTPException, ValueError) as fault:
            raise ProgramError(f"the daemon gives no answer: {fault}") from None
        if status != OK:
            raise RequestError(found["error"]["message"])


def _request(port: int, method: str, path: str, body: str | None = None) -> tuple[int, Any]:
    with closing(HTTPConnection(HERE, port, timeout=ASK_SECONDS)) as connection:
        connection.request(method, path, body, {"Content-Type": "application/json"})
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read())
