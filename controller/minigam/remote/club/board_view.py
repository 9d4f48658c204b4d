"""What a club sees of the boards: who is there, with which key, and what each one shows.

All of it comes from the network: what cannot be read changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from minigam.errors import UnreadableError
from minigam.remote.board_name import is_board_name
from minigam.remote.club.evening_checks import MOST_BOARDS
from minigam.remote.payload_reading import read_payload
from minigam.remote.payloads import OFFLINE, ONLINE
from minigam.rules.meeting import KEY
from minigam.validation import FLAG, TEXT, TEXT_OR_NULL, whole

LONGEST_TITLE = 80
_POINTS = whole(1, 100)


@dataclass(frozen=True)
class BoardView:
    """A board, as its retained messages have it."""

    name: str
    online: bool = False
    key: str = ""
    """Its public key; empty while it has not presented itself."""
    title: str = ""
    """What its profile is called."""
    points: int = 0
    game: str = ""
    """What is played on it: the title of the rules."""
    phase: str = ""

    def with_info(self, payload: bytes) -> BoardView:
        """After its `info`; raise `UnreadableError` for anything else.

        An empty payload takes it back: the board has left this broker.
        """
        if not payload:
            return replace(self, key="", title="", points=0)

        def parse(given: dict[str, Any]) -> BoardView:
            FLAG.read(given.get("feels"), "feels")
            if given.get("name") != self.name:
                raise ValueError(f"expected the name of its topic, {self.name}")
            return replace(
                self,
                key=KEY.read(given.get("key"), "key"),
                title=TEXT.read(given.get("title"), "title")[:LONGEST_TITLE],
                points=_POINTS.read(given.get("points"), "points"),
            )

        return read_payload("info", payload, f"the info of {self.name}", parse)

    def with_snapshot(self, payload: bytes) -> BoardView:
        """After its `snapshot`; raise `UnreadableError` for anything else."""
        if not payload:
            return replace(self, game="", phase="")

        def parse(given: dict[str, Any]) -> BoardView:
            title = TEXT_OR_NULL.read(given.get("title"), "title") or ""
            phase = TEXT.read(given.get("phase"), "phase")
            return replace(self, game=title[:LONGEST_TITLE], phase=phase[:LONGEST_TITLE])

        return read_payload("snapshot", payload, f"the snapshot of {self.name}", parse)

    def with_availability(self, payload: bytes) -> BoardView:
        """After its `availability`; raise `UnreadableError` for anything else."""
        if payload in (b"", OFFLINE.encode()):
            return replace(self, online=False)
        if payload == ONLINE.encode():
            return replace(self, online=True)
        raise UnreadableError(f"expected {ONLINE} or {OFFLINE} as the availability of {self.name}")


READERS: Mapping[str, Callable[[BoardView, bytes], BoardView]] = {
    "availability": BoardView.with_availability,
    "info": BoardView.with_info,
    "snapshot": BoardView.with_snapshot,
}
"""The topics below a board's root that are read here."""


@dataclass(frozen=True)
class BoardViews:
    """All boards at the broker.

    >>> views = BoardViews().received("oak", "availability", b"online")
    >>> views.get("oak").online, views.get("ash").online
    (True, False)
    """

    by_name: Mapping[str, BoardView] = field(default_factory=dict)

    def get(self, name: str) -> BoardView:
        """A board, also one that nobody has seen yet."""
        return self.by_name.get(name, BoardView(name))

    def received(self, name: str, topic: str, payload: bytes) -> BoardViews:
        """After a message of a board; raise `UnreadableError` for what cannot be read.

        `topic`: one of `READERS`.
        """
        if not is_board_name(name):
            raise UnreadableError("expected a board's name of small letters, digits and dashes")
        if name not in self.by_name and len(self.by_name) >= MOST_BOARDS:
            raise UnreadableError(f"expected at most {MOST_BOARDS} boards, got one more")
        board = READERS[topic](self.get(name), payload)
        return BoardViews({**self.by_name, name: board})

    def offline(self) -> BoardViews:
        """After the connection to the broker is lost: nobody knows who is there."""
        gone = {name: replace(board, online=False) for name, board in self.by_name.items()}
        return BoardViews(gone)

    def fit_for(self, points: int) -> tuple[BoardView, ...]:
        """Boards that are there and have so many points, by their names."""
        return tuple(
            board
            for _, board in sorted(self.by_name.items())
            if board.online and board.key and board.points == points
        )
