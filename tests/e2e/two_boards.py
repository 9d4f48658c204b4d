"""Two real daemons with a board each, which play one game through a real Mosquitto."""

import asyncio
import json
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from minigam.journal.store import FILE_NAME
from tests.e2e.daemon import Daemon, minigam
from tests.remote.mosquitto import Mosquitto
from tests.remote.relay import Relay, relaying

NAMES = "board-7", "board-9"
PLAYERS = "Ann", "Ben"
PATIENCE_SECONDS = 90.0
"""More than both boards wait before they try a broker again that was killed again and again."""
APART_SECONDS = 0.02
CUT = 0.02
"""How many of the messages a bad network ends the connection with."""
ASKED = ("opening", "to-throw", "moving", "turn-over")
"""The phases in which a touch leads on."""


def until(found: Callable[[], Any], what: Callable[[], object] = lambda: "") -> Any:
    """Look again and again until there is something."""
    end = time.monotonic() + PATIENCE_SECONDS
    while not (value := found()):
        assert time.monotonic() < end, what()
        time.sleep(APART_SECONDS)
    return value


def has(board: Daemon, field: str, value: object) -> bool:
    """Whether the board's snapshot has that."""
    found: object = board.get("/api/state")[field]
    return found == value


class Pair:
    """Both boards; either may be killed and started again."""

    def __init__(self, folder: Path, port: int, chance: Random, *options: str) -> None:
        """`port`: of the broker, or of a relay before it."""
        folder.mkdir(exist_ok=True)
        self.chance = chance
        self._options = ("--broker", f"mqtt://127.0.0.1:{port}", *options)
        self.boards = [self._daemon(at, folder / str(at)) for at in (0, 1)]
        self.taps = 0
        for board, player in zip(self.boards, PLAYERS, strict=True):
            self.post(board, "/api/names", {"white": player, "black": ""})

    def _daemon(self, at: int, data: Path) -> Daemon:
        return Daemon(data, *self._options, "--board-name", NAMES[at])

    def kill(self, at: int) -> None:
        """SIGKILL, and another start with what is on disk."""
        self.boards[at].kill()
        self.boards[at] = self._daemon(at, self.boards[at].data)

    def close(self) -> None:
        for board in self.boards:
            board.kill()

    def post(self, board: Daemon, path: str, body: Any) -> None:
        board._post(path, body)

    def said(self) -> object:
        """What both show, for whoever waits in vain."""
        return [
            (
                state["phase"],
                state["message"],
                state["away"],
                state["invitation"],
                board.log[-2000:],
            )
            for board in self.boards
            for state in (board.get("/api/state"),)
        ]

    def agree(self, joiner: str = "Ben") -> None:
        """The first board invites, and the other one joins; `joiner` plays there."""
        self.ask(joiner)
        self.post(self.boards[0], "/api/invitation", {"do": "accept"})
        self.begins()

    def ask(self, joiner: str = "Ben") -> None:
        """The first board invites, and its player is asked whether the other one may join."""
        one, other = self.boards
        for board in self.boards:
            until(partial(has, board, "broker", "connected"), self.said)
        self.post(one, "/api/invitation", {"do": "invite"})
        code = one.get("/api/state")["invitation"]["code"]
        self.post(other, "/api/invitation", {"do": "join", "code": code})
        asked = until(lambda: self._invitation(one, "asked"), self.said)
        assert (asked["player"], asked["code"], asked["inviting"]) == (joiner, code, True)
        waiting = until(lambda: self._invitation(other, "waiting"), self.said)
        assert (waiting["player"], waiting["inviting"]) == ("Ann", False)

    def begins(self) -> None:
        """Both boards begin the game."""
        for board in self.boards:
            until(partial(has, board, "phase", "opening"), self.said)
            assert board.get("/api/state")["invitation"] is None

    def _invitation(self, board: Daemon, state: str) -> Any:
        found = board.get("/api/state")["invitation"]
        return found if found and found["state"] == state else None

    def touch(self) -> bool:
        """One touch, at the board whose player is asked; whether there was any."""
        for board in self.boards:
            state = board.get("/api/state")
            if not state["result"] and state["phase"] in ASKED and not state["away"]["awaited"]:
                zones = state["targets"] or state["sources"]
                board.tap(self.chance.choice(zones) if zones else "roll")
                self.taps += 1
                return True
        return False

    def is_over(self) -> bool:
        """Whether both have the end, its code, and the other one's signature of all of it."""
        states = [board.get("/api/state") for board in self.boards]
        return all(state["fairness"]["code"] for state in states) and self.is_settled()

    def is_settled(self) -> bool:
        """Whether each has the other one's signature of all that it has."""
        return all(signed(board.data) == len(actions(board.data)) for board in self.boards)

    def play(self, disturb: Callable[[int], None] = lambda _taps: None) -> None:
        """To the end; `disturb` gets the number of touches after each."""

        def goes_on() -> bool:
            return self.touch() or self.is_over()

        while not self.is_over():
            before = self.taps
            until(goes_on, self.said)
            if self.taps > before:
                disturb(self.taps)

    def check(self) -> None:
        """Both journals have the same game, whose dice and end are proven."""
        one, other = (actions(board.data) for board in self.boards)
        assert one == other
        states = [board.get("/api/state") for board in self.boards]
        for name in ("position", "result", "score", "fairness", "plays", "names"):
            assert states[0][name] == states[1][name]
        for board in self.boards:
            ended = minigam("verify", "1", "--data", board.data)
            assert (ended.status, ended.err) == (0, ""), ended
            first, *lines = ended.out.splitlines()
            assert first == "yes: the game was played as the journal says"
            count = len(one)
            assert f"  signed: the other board has signed {count} of the {count} actions" in lines


def rows(data: Path, query: str) -> list[Any]:
    with closing(sqlite3.connect(data / FILE_NAME, timeout=30)) as journal:
        return journal.execute(query).fetchall()


def actions(data: Path, game: int = 1) -> list[tuple[str, str]]:
    """Each action of a game with its link in the chain of hashes."""
    return rows(data, f"SELECT body, link FROM action WHERE game = {game} ORDER BY number")


def signed(data: Path, game: int = 1) -> int:
    """How many actions the other board has signed, as this one has kept it."""
    ((kept,),) = rows(data, f"SELECT kept FROM meeting WHERE game = {game}")
    claim = json.loads(kept)["claim"]
    return claim["seq"] if claim else 0


@contextmanager
def playing(folder: Path, broker: Mosquitto | Relay, seed: int) -> Iterator[Pair]:
    """Both boards, which have agreed on a game; with a relay, they have a bad network."""
    with closing(Pair(folder, broker.port, Random(seed))) as pair:
        pair.agree()
        yield pair


@contextmanager
def relayed(port: int) -> Iterator[Relay]:
    """A relay before a broker, in a thread of its own."""
    found: list[Relay] = []
    ready, loop = threading.Event(), asyncio.new_event_loop()
    over = asyncio.Event()

    async def serve() -> None:
        async with relaying(port, Random(3), CUT) as relay:
            found.append(relay)
            ready.set()
            await over.wait()

    thread = threading.Thread(target=lambda: loop.run_until_complete(serve()))
    thread.start()
    ready.wait()
    try:
        yield found[0]
    finally:
        loop.call_soon_threadsafe(over.set)
        thread.join()
        loop.close()
