"""The two pages of an evening over HTTP, and what they are sent."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterable
from datetime import date
from importlib.resources import files
from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from aiohttp import web

from minigam.errors import ClubError, RequestError
from minigam.http_policy import whose
from minigam.http_runner import Runner
from minigam.json_text import parse_json
from minigam.remote.club.club_service import ClubService
from minigam.remote.club.csv_export import results_csv, standings_csv
from minigam.remote.club.evening import Evening
from minigam.remote.club.evidence import kept_games, records_of
from minigam.remote.club.match_export import match_files
from minigam.remote.club.transliteration import file_words
from minigam.remote.club.views import director_view, hall_view
from minigam.remote.club.web.director_pin import OF_ONE, DirectorPin
from minigam.remote.club.web.guard import Guard, refusal, with_policy
from minigam.rules.ruleset import RULE_SETS
from minigam.token_bucket import RateLimiter
from minigam.validation import TABLE

MOST_BYTES = 16 * 1024
"""Of a request."""
MOST_STREAMS, MOST_OF_ONE = 200, 20
"""Pages that are open, in all and from one address."""
APART_SECONDS = 0.25
"""Between two views that a page is sent."""
ALIVE_SECONDS = 15.0
"""After so long without news the page is sent an empty line, so that it notices a lost server."""
IDLE_SECONDS = 30.0
"""How long a connection is kept on which nothing is asked."""
DAY_SECONDS = 24 * 3600
STATIC = {
    "/": ("hall.html", "text/html"),
    "/director": ("director.html", "text/html"),
    "/static/icon.svg": ("icon.svg", "image/svg+xml"),
    "/static/club.css": ("club.css", "text/css"),
    "/static/page.js": ("page.js", "text/javascript"),
    "/static/hall.js": ("hall.js", "text/javascript"),
    "/static/director.js": ("director.js", "text/javascript"),
}
View = Callable[[], dict[str, Any]]


class ClubServer:
    """Serves one evening."""

    def __init__(self, service: ClubService, pin: DirectorPin, names: Iterable[str]) -> None:
        """`names`: what others may call this machine."""
        self._service, self._pin = service, pin
        self._guard = Guard(names)
        self._tries = RateLimiter()
        self._waiting = set[asyncio.Event]()
        self._streams = dict[str, int]()
        service.on_change = self._changed

    def runner(self) -> web.AppRunner:
        """What serves it, still without a port."""
        app = web.Application(middlewares=[self._guard.admit], client_max_size=MOST_BYTES)
        app.on_response_prepare.append(with_policy)
        for path in STATIC:
            app.router.add_get(path, _file)
        app.router.add_get("/api/evening", self._evening)
        app.router.add_get("/api/events", self._events)
        app.router.add_get("/api/me", self._me)
        app.router.add_post("/api/login", self._login)
        app.router.add_get("/api/director", self._director)
        app.router.add_get("/api/director/events", self._director_events)
        app.router.add_post("/api/director", self._act)
        app.router.add_get("/export/{name}", self._export)
        return Runner(app, shutdown_timeout=1.0, keepalive_timeout=IDLE_SECONDS)

    def _changed(self) -> None:
        for waiting in self._waiting:
            waiting.set()

    # ---- Who looks -------------------------------------------------------------------------------

    def _hall(self) -> dict[str, Any]:
        return hall_view(self._service.seen)

    def _whole(self) -> dict[str, Any]:
        return director_view(self._service.seen, self._service.refusals, [*RULE_SETS])

    async def _evening(self, _request: web.Request) -> web.StreamResponse:
        return web.json_response(self._hall())

    async def _events(self, request: web.Request) -> web.StreamResponse:
        return await self._stream(request, self._hall)

    async def _stream(self, request: web.Request, view: View) -> web.StreamResponse:
        """Views as server-sent events, each time there is another one."""
        address = whose(str(request.remote))
        if sum(self._streams.values()) >= MOST_STREAMS or self._of(address) >= MOST_OF_ONE:
            return refusal(503, "too-many", "too many pages are open: close some")
        answer = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        waiting = asyncio.Event()
        waiting.set()
        self._waiting.add(waiting)
        self._streams[address] = self._of(address) + 1
        try:
            await answer.prepare(request)
            await _send_changes(answer, waiting, view)
        except ConnectionError:
            pass  # the page was closed
        finally:
            self._waiting.discard(waiting)
            self._streams[address] -= 1
            self._streams = {whose: count for whose, count in self._streams.items() if count}
        return answer

    def _of(self, address: str) -> int:
        return self._streams.get(address, 0)

    # ---- The director ----------------------------------------------------------------------------

    def _is_director(self, request: web.Request) -> bool:
        return self._pin.is_token(request.cookies.get(_cookie(request), ""))

    async def _me(self, request: web.Request) -> web.StreamResponse:
        return web.json_response({"director": self._is_director(request)})

    async def _login(self, request: web.Request) -> web.StreamResponse:
        given, now = await _fields(request), asyncio.get_running_loop().time()
        if self._tries.wait(whose(str(request.remote)), OF_ONE, now):
            return refusal(429, "too-often", "The PIN was entered too often: wait half a minute.")
        if not self._pin.is_pin(given.get("pin")):
            return refusal(403, "wrong-pin", "This is not the PIN of this evening.")
        answer = web.json_response({"ok": True})
        answer.set_cookie(
            _cookie(request),
            self._pin.token,
            max_age=DAY_SECONDS,
            httponly=True,
            samesite="Strict",
            path="/",
        )
        return answer

    async def _director(self, request: web.Request) -> web.StreamResponse:
        return web.json_response(self._whole()) if self._is_director(request) else _closed()

    async def _director_events(self, request: web.Request) -> web.StreamResponse:
        if not self._is_director(request):
            return _closed()
        return await self._stream(request, self._whole)

    async def _act(self, request: web.Request) -> web.StreamResponse:
        if not self._is_director(request):
            return _closed()
        self._service.act(await _fields(request))
        return web.json_response({"ok": True})

    async def _export(self, request: web.Request) -> web.StreamResponse:
        if not self._is_director(request):
            return _closed()
        evening, name = self._service.evening, request.match_info["name"]
        if evening is None or name not in EXPORTS:
            raise web.HTTPNotFound
        kind, make = EXPORTS[name]
        body = make(evening, self._service)
        title = file_words(evening.opened.title)
        disposition = f'attachment; filename="{title}-{name}"'
        headers = {"Content-Type": kind, "Content-Disposition": disposition}
        return web.Response(body=body, headers=headers)


async def _send_changes(answer: web.StreamResponse, waiting: asyncio.Event, view: View) -> None:
    sent = ""
    while True:
        try:
            async with asyncio.timeout(ALIVE_SECONDS):
                await waiting.wait()
        except TimeoutError:
            await answer.write(b":\n\n")
            continue
        waiting.clear()
        text = json.dumps(view(), separators=(",", ":"))
        if text != sent:
            await answer.write(f"data: {text}\n\n".encode())
            sent = text
        await asyncio.sleep(APART_SECONDS)


def _closed() -> web.Response:
    return refusal(401, "no-pin", "This is for the director: enter the PIN.")


def _cookie(request: web.Request) -> str:
    """Browsers do not tell apart the ports of a machine."""
    own = request.transport.get_extra_info("sockname") if request.transport else None
    return f"minigam-club-{own[1] if own else 0}"


async def _fields(request: web.Request) -> dict[str, Any]:
    """A request's JSON; other sites' forms cannot send any."""
    if request.content_type != "application/json":
        raise RequestError("expected JSON (Content-Type: application/json)")
    try:
        found: dict[str, Any] = TABLE.read(parse_json(await request.read()))
    except ValueError as fault:
        raise RequestError(str(fault)) from None
    return found


async def _file(request: web.Request) -> web.Response:
    name, kind = STATIC[request.path]
    text = (files("minigam.remote.club.web") / "static" / name).read_text("utf-8")
    return web.Response(text=text, content_type=kind, charset="utf-8")


# ---- Exports -------------------------------------------------------------------------------------


def _matches_zip(evening: Evening, service: ClubService) -> bytes:
    records = records_of(kept_games(service.events()))
    found = match_files(evening, records)
    if not found:
        raise ClubError("no game has ended yet: there is no match to export")
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for name, text in found.items():
            archive.writestr(name, text)
    return packed.getvalue()


def _pdf(evening: Evening, _service: ClubService) -> bytes:
    from minigam.remote.club.pdf_report import evening_pdf  # here, as it takes long

    return bytes(evening_pdf(evening, on=date.today()))


def _csv_file(text: str) -> bytes:
    """With a mark at its beginning, without which Excel does not take it for UTF-8."""
    return text.encode("utf-8-sig")


EXPORTS: dict[str, tuple[str, Callable[[Evening, ClubService], bytes]]] = {
    "standings.csv": (
        "text/csv; charset=utf-8",
        lambda evening, _: _csv_file(standings_csv(evening)),
    ),
    "results.csv": (
        "text/csv; charset=utf-8",
        lambda evening, _: _csv_file(results_csv(evening)),
    ),
    "matches.zip": ("application/zip", _matches_zip),
    "evening.pdf": ("application/pdf", _pdf),
}
"""By name: the type, and what makes it."""
