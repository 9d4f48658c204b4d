"""The project's own server over a board and snapshots that a test has written itself."""

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from socket import create_server
from threading import Condition, Thread
from typing import Any

from aiohttp import web

from minigam.board.profile import load_profile
from minigam.daemon.settings import AS_USUAL, LEVELS
from minigam.table.statistics import statistics
from minigam.table.summary import Summary
from minigam.web import device_json
from minigam.web.interfaces import Sure, nothing_between
from minigam.web.requests import InvitationError, LockedError
from minigam.web.server import Server
from minigam.words import Language, Words
from tests.web.serving import ADDRESS, PATIENCE_SECONDS, FakeView

ACCEPTING_TURNS = 3
"""Of the loop, until the server knows a connection."""
Checkers = dict[str, list[dict[str, Any]]]


def groups(white: dict[str, int], black: dict[str, int]) -> Checkers:
    """Each zone's checkers as the snapshot tells them."""
    found: Checkers = {}
    for side, zones in (("white", white), ("black", black)):
        for zone, count in zones.items():
            found.setdefault(zone, []).append({"side": side, "count": count})
    return found


def dice(*values: int, used: int = 0, side: str = "white") -> list[dict[str, Any]]:
    return [
        {"value": value, "used": index < used, "lost": False, "side": side}
        for index, value in enumerate(values)
    ]


def choice(zone: str, name: str, value: str = "", index: int = 0, count: int = 1) -> dict[str, Any]:
    """What a zone sets or chooses."""
    told = {"name": Words(name), "value": Words(value) if value else ""}
    return {"zone": zone, **told, "index": index, "count": count}


def choices(*names: str, **fields: Any) -> list[dict[str, Any]]:
    """As many points to choose from."""
    return [choice(f"point-{number}", name, **fields) for number, name in enumerate(names, 1)]


COMMANDS = {
    "moving": ["menu", "new-game", "hint", "resign"],
    "turn-over": ["menu", "new-game", "resign"],
    "to-throw": ["menu", "new-game", "resign"],
    "menu": ["new-game", "resign"],
    "game-over": ["new-game"],
}
"""What does something in a phase."""


def _hits(
    checkers: Checkers,
    turn: str = "white",
    targets: Sequence[str] = (),
    far_targets: Sequence[str] = (),
    step: dict[str, Any] | None = None,
    **_: Any,
) -> list[str]:
    """Where the other side's checkers lie on top among the places to go to."""
    ends = dict.fromkeys((*targets, *far_targets, *([step["to"]] if step else [])))
    points = (zone for zone in ends if zone.startswith("point") and checkers.get(zone))
    return [zone for zone in points if checkers[zone][-1]["side"] != turn]


def _waits_for(
    phase: str = "moving",
    turn: str | None = "white",
    proposal: dict[str, Any] | None = None,
    cube: dict[str, Any] | None = None,
    **_: Any,
) -> str | None:
    """Who is to answer, or else on turn."""
    if phase in ("attract", "game-over"):
        return None
    if cube and cube["offered_by"]:
        return "black" if cube["offered_by"] == "white" else "white"
    return proposal["answers"] if proposal else turn


def snapshot(checkers: Checkers, **fields: Any) -> dict[str, Any]:
    """A turn of white's, with whatever a test wants to differ."""
    prompt = "White plays 6 and 5: tap a checker to move."
    return {
        "hits": _hits(checkers, **fields), "waits_for": _waits_for(**fields),
        "game": 7, "rules": "canned", "title": "Backgammon", "options": {},
        "phase": "moving", "turn": "white", "position": "", "checkers": checkers,
        "dice": dice(6, 5),
        "selected": None, "sources": [], "targets": [], "may_end": False, "step": None,
        "message": None, "prompt": {"code": "moving", "text": prompt},
        "score": {"white": 3, "black": 12}, "cube": None, "match": None, "result": None,
        "names": {"white": "", "black": ""},
        "seats": {"white": "human", "black": "hard"}, "hints": True, "dice_mode": "electronic",
        "choices": [],
        "plays": [{"side": "black", "roll": [3, 1], "play": "8/5 6/5", "text": "17/20 19/20"}] * 12,
        "commands": COMMANDS.get(fields.get("phase", "moving"), []),
        "controls": {
            "roll": {"live": False, "label": "Confirm"},
            "undo": {"live": True, "label": "Take back"},
        },
        "away": None, "broker": None, "invitation": None,
        "fairness": {"commitment": "8f4fa886" * 8, "secret": None, "white": 1, "black": 7},
        **fields,
    }  # fmt: skip


@dataclass
class Shown(FakeView):
    """A view of what it is told to show, and a hand that remembers its touches."""

    told: dict[str, Any] = field(default_factory=dict)
    faulty: list[str] = field(default_factory=list)
    """The texts of what looks faulty."""
    disk: dict[str, Any] = field(default_factory=lambda: device_json.disk("fine", 9_000_000_000))
    games_played: Sequence[tuple[int, Summary]] = ()
    """What the statistics count."""
    locked: bool = False
    """Whether the settings have a PIN."""
    refusal: Words | None = None
    """Why no board can be invited or joined, while none can."""
    touches: list[str] = field(default_factory=list)
    touched: Condition = field(default_factory=Condition)

    def board(self) -> dict[str, Any]:
        return self.told

    def health(self) -> dict[str, Any]:
        found = [{"input": "undo", "kind": "weak", "text": text} for text in self.faulty]
        return {"inputs": found, "board": {"trouble": None, "alive": True}, "disk": self.disk}

    async def statistics(self) -> dict[str, Any]:
        return statistics(self.games_played)

    def name(self, white: str, black: str) -> None:
        self.take(f"{white} and {black}")

    def star(self, game: int, starred: bool) -> None:
        self.take(f"{'keep' if starred else 'let go'} {game}")

    async def report(self, number: int | None, _language: Language) -> str:
        return f"<!doctype html><title>Game {number}</title>"

    def listed(self) -> dict[str, Any]:
        return {
            "settings": AS_USUAL.listed(),
            "locked": self.locked,
            "games": {"canned": "Canned"},
            "levels": list(LEVELS),
        }

    async def change(self, changes: Mapping[str, Any]) -> None:
        self.take(f"set {dict(changes)}")

    def wake(self) -> None:
        self.take("wake")

    async def tap(self, name: str, sure: Sure = nothing_between) -> None:
        sure()
        self.take(name)

    async def place(self, zone: str, count: int, sure: Sure = nothing_between) -> None:
        await self.tap(f"{count} on {zone}", sure)

    async def lay(self, sure: Sure = nothing_between) -> None:
        await self.tap("lay", sure)

    async def hold(self, names: list[str], seconds: float, sure: Sure = nothing_between) -> None:
        assert seconds > 0
        sure()
        self.take(f"hold {'+'.join(names)}")

    async def command(self, name: str, sure: Sure = nothing_between) -> None:
        sure()
        self.take(name)

    async def move(self, start: str, end: str | None, sure: Sure = nothing_between) -> None:
        sure()
        self.take(f"{start} to {end}" if end else f"lift {start}")

    async def play_on(self, game: int, at: int, sure: Sure = nothing_between) -> None:
        sure()
        self.take(f"play on {game} at {at}")

    async def set_up(self, values: Mapping[str, object], sure: Sure = nothing_between) -> None:
        sure()
        self.take(f"fill in {dict(values)}")

    def ask(self, what: str, code: tuple[int, ...]) -> None:
        if self.refusal:
            raise InvitationError(self.refusal)
        self.take(" ".join([what, *map(str, code)]))

    def take(self, touch: str) -> None:
        with self.touched:
            self.touches.append(touch)
            self.touched.notify_all()

    def assert_touched(self, *touches: str) -> None:
        """These are taken in, and no others."""
        with self.touched:
            self.touched.wait_for(lambda: len(self.touches) >= len(touches), PATIENCE_SECONDS)
        assert self.touches == list(touches)


@dataclass
class ShownUpdates:
    """Updates as a test has them; they are asked for by the PIN 2580, if `locked`."""

    take: Callable[[str], None]
    found: dict[str, Any] = field(default_factory=lambda: {"available": False})
    locked: bool = False

    def listed(self) -> dict[str, Any]:
        return self.found

    async def ask(self, what: str, pin: object) -> None:
        if self.locked and pin != "2580":
            raise LockedError(Words("The settings are locked: type the staff's PIN."))
        self.take(f"update {what}")


class Site:
    """A server in a thread of its own."""

    def __init__(self, shown: Shown) -> None:
        self.shown = shown
        self.updates = ShownUpdates(shown.take)
        parts = (shown, shown, shown.name, shown.star, shown, shown.wake)
        self._server = Server(*parts, updates=self.updates, invitations=shown)
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self.url = self._do(self._start())

    async def _start(self) -> str:
        self._runner = self._server.runner()
        self._door = create_server((ADDRESS, 0))
        await self._runner.setup()
        await web.SockSite(self._runner, self._door).start()
        return f"http://{ADDRESS}:{self._door.getsockname()[1]}"

    async def _end(self) -> None:
        """A browser may knock at any time: asyncio loses what it accepts while it closes."""
        self._loop.remove_reader(self._door)
        for _ in range(ACCEPTING_TURNS):
            await asyncio.sleep(0)
        await self._runner.cleanup()

    def show(self, snapshot: dict[str, Any], frame: str | None = None) -> None:
        """Tell all who listen."""
        self._do(self._show(snapshot, self.shown.frame if frame is None else frame))

    async def _show(self, snapshot: dict[str, Any], frame: str) -> None:
        self.shown.snapshot, self.shown.frame = snapshot, frame
        self._server.snapshots.publish()
        self._server.frames.publish()

    def _do(self, work: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE_SECONDS)

    def close(self) -> None:
        self._do(self._end())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


@contextmanager
def serving(name: str, first: dict[str, Any]) -> Iterator[Site]:
    site = Site(Shown(first, frame="", told=device_json.board(load_profile(name))))
    try:
        yield site
    finally:
        site.close()
