"""HTTP and WebSockets on this machine: snapshots, lights, and taps for simulated boards.

Other sites' pages are kept out: a request must name this host, and come from this origin if it
names one (https://owasp.org/www-community/attacks/DNS_Rebinding).
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Mapping
from importlib.resources import files
from typing import Any, Protocol
from urllib.parse import urlsplit

from aiohttp import WSCloseCode, WSMsgType, web

from minigam.errors import MinigamError, RequestError, UnknownNameError, shortened
from minigam.kiosk import report

log = logging.getLogger(__name__)
library_log = logging.getLogger(f"{__name__}.library")
"""aiohttp's own words on torn requests: who sent them has been told, and our log needs none."""
library_log.setLevel(logging.CRITICAL)

HOSTS = frozenset({"localhost", "127.0.0.1", "::1"})
POLICY = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
        "img-src 'self'; frame-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}
MOST_BYTES = 4096
"""A request's largest body."""
LONGEST_HOLD = 6.0
LONGEST_NUMBER = 18
HEARTBEAT_SECONDS = 15.0
CLOSING_SECONDS = 1.0
"""How long a page is waited for when the daemon stops."""
STATIC = ("text/html", "text/css", "text/javascript", "image/svg+xml")


class View(Protocol):
    """What the server shows."""

    def board(self) -> dict[str, Any]:
        """The board's shape."""

    def state(self) -> dict[str, Any]:
        """The present snapshot."""

    def lights(self) -> dict[str, Any]:
        """What is lit."""

    def pixels(self) -> str:
        """Every pixel's colour, `rrggbb` each."""

    def health(self) -> dict[str, Any]:
        """Which inputs look ill, and whether the board works."""

    def card(self) -> dict[str, Any]:
        """The rules card of the present game."""

    async def report(self, number: int | None) -> str:
        """A game judged turn by turn, as a page; None for the present one."""


class Touch(Protocol):
    """A simulated board's hand."""

    async def tap(self, name: str) -> None:
        """Press and release an input, and return when the touch has been taken in."""

    async def hold(self, names: list[str], seconds: float) -> None:
        """Press inputs together for some seconds."""

    async def place(self, zone: str, count: int) -> None:
        """Put so many checkers on a zone, on a board that feels them."""

    async def lay(self) -> None:
        """Put all checkers where the game has them, on a board that feels them."""


class Feed:
    """Tells its listeners that something is new; who is slow misses what was overtaken."""

    def __init__(self) -> None:
        """Nobody listens yet."""
        self._listeners: set[asyncio.Event] = set()

    def tell(self) -> None:
        """Something is new."""
        for listener in self._listeners:
            listener.set()

    def join(self) -> asyncio.Event:
        """A new listener, due at once."""
        listener = asyncio.Event()
        listener.set()
        self._listeners.add(listener)
        return listener

    def leave(self, listener: asyncio.Event) -> None:
        """That listener is gone."""
        self._listeners.discard(listener)


Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Server:
    """The kiosk's routes over a view; `touch` only for simulated boards."""

    def __init__(self, view: View, touch: Touch | None) -> None:
        """Build the application; `runner` serves it."""
        self.snapshots = Feed()
        self.frames = Feed()
        self._view = view
        self._touch = touch
        self._open: set[web.WebSocketResponse] = set()
        self._app = web.Application(middlewares=[_guard], client_max_size=MOST_BYTES)
        self._app.on_response_prepare.append(_with_policy)
        self._app.on_shutdown.append(self._close_sockets)
        self._app.add_routes(self._routes())

    def runner(self) -> web.AppRunner:
        """What serves the application.

        Packed bodies stay packed, and are refused as unreadable. A touch ends when who asked for
        it is gone, so that nobody waits for one that nobody wants any more.
        """
        return web.AppRunner(
            self._app,
            access_log=None,
            logger=library_log,
            shutdown_timeout=CLOSING_SECONDS,
            auto_decompress=False,
            handler_cancellation=True,
        )

    def _routes(self) -> list[web.RouteDef]:
        return [
            web.get("/api/board", _answering(self._view.board)),
            web.get("/api/state", _answering(self._view.state)),
            web.get("/api/lights", _answering(self._view.lights)),
            web.get("/api/health", _answering(self._view.health)),
            web.get("/api/rules", _answering(self._view.card)),
            web.get("/api/events", self._stream(self.snapshots, self._view.state)),
            web.get("/api/lights/events", self._stream(self.frames, self._pixels)),
            web.post("/api/sim/tap", self._tap),
            web.post("/api/sim/hold", self._hold),
            web.post("/api/sim/place", self._place),
            web.post("/api/sim/lay", self._lay),
            web.get("/report", self._report),
            web.get("/", _page),
            web.get("/{file:[a-z]+\\.(?:js|css|svg)}", _page),
        ]

    def _pixels(self) -> dict[str, Any]:
        return {"pixels": self._view.pixels()}

    def _stream(self, feed: Feed, now: Callable[[], dict[str, Any]]) -> Handler:
        async def stream(request: web.Request) -> web.StreamResponse:
            socket = web.WebSocketResponse(
                heartbeat=HEARTBEAT_SECONDS, max_msg_size=MOST_BYTES, compress=False
            )
            if not socket.can_prepare(request):
                raise RequestError("expected a WebSocket's handshake, got a plain request")
            await socket.prepare(request)
            self._open.add(socket)
            listener = feed.join()
            sender = asyncio.create_task(_send(socket, listener, now))
            try:
                await _refuse_messages(socket)
            finally:
                sender.cancel()
                feed.leave(listener)
                self._open.discard(socket)
            return socket

        return stream

    async def _close_sockets(self, _app: web.Application) -> None:
        goodbyes = [
            asyncio.ensure_future(socket.close(code=WSCloseCode.GOING_AWAY, message=b"stopping"))
            for socket in self._open
        ]
        if goodbyes:
            await asyncio.wait(goodbyes, timeout=CLOSING_SECONDS)

    async def _report(self, request: web.Request) -> web.Response:
        """A page, also where there is none to show: it stands in a frame, and people read it."""
        try:
            number = _game_number(request.query.get("game"))
            status, text = 200, await self._view.report(number)
        except MinigamError as fault:
            status, text = _status(fault), report.apology(str(fault))
        headers = {"Content-Security-Policy": report.POLICY}
        return web.Response(status=status, text=text, content_type="text/html", headers=headers)

    async def _tap(self, request: web.Request) -> web.Response:
        touch, body = self._simulated(), await _body(request, {"input": str})
        await touch.tap(body["input"])
        return web.json_response({"ok": True})

    async def _hold(self, request: web.Request) -> web.Response:
        touch = self._simulated()
        body = await _body(request, {"inputs": list, "seconds": (int, float)})
        names, seconds = body["inputs"], body["seconds"]
        if not names or not all(isinstance(name, str) for name in names):
            raise RequestError(shortened(f"expected inputs as a list of names, got {names!r}"))
        if not 0 < seconds <= LONGEST_HOLD:
            raise RequestError(f"expected seconds above 0 and up to {LONGEST_HOLD}, got {seconds}")
        await touch.hold(names, seconds)
        return web.json_response({"ok": True})

    async def _place(self, request: web.Request) -> web.Response:
        touch, body = self._simulated(), await _body(request, {"zone": str, "count": int})
        await touch.place(body["zone"], body["count"])
        return web.json_response({"ok": True})

    async def _lay(self, request: web.Request) -> web.Response:
        touch = self._simulated()
        await _body(request, {})
        await touch.lay()
        return web.json_response({"ok": True})

    def _simulated(self) -> Touch:
        if self._touch is None:
            raise WrongBoardError("this board is real: touch it, the page only shows")
        return self._touch


class WrongBoardError(RequestError):
    """A request that this board cannot serve."""

    code = "wrong-board"


async def _send(
    socket: web.WebSocketResponse, listener: asyncio.Event, now: Callable[[], dict[str, Any]]
) -> None:
    try:
        while True:
            await listener.wait()
            listener.clear()
            await socket.send_json(now())
    except ConnectionError:
        log.info("a listener is gone")
    except Exception:
        log.exception("there is nothing to tell a listener")
        await socket.close(code=WSCloseCode.INTERNAL_ERROR, message=b"minigam has failed")


async def _refuse_messages(socket: web.WebSocketResponse) -> None:
    """These sockets only speak; a message gets an error and the socket goes on."""
    async for message in socket:
        if message.type in (WSMsgType.TEXT, WSMsgType.BINARY):
            text = f"expected no messages on this socket, got {str(message.data)[:80]!r}"
            await socket.send_json(_error(RequestError.code, text))


def _answering(what: Callable[[], dict[str, Any]]) -> Handler:
    async def answer(_request: web.Request) -> web.Response:
        return web.json_response(what())

    return answer


async def _page(request: web.Request) -> web.Response:
    name = request.match_info.get("file", "index.html")
    file = files("minigam.kiosk") / "static" / name
    if not file.is_file():
        raise web.HTTPNotFound
    kind = next(kind for kind in STATIC if _ENDINGS[kind] == name.rpartition(".")[2])
    return web.Response(text=file.read_text("utf-8"), content_type=kind)


_ENDINGS = dict(zip(STATIC, ("html", "css", "js", "svg"), strict=True))


async def _body(request: web.Request, form: Mapping[str, Any]) -> dict[str, Any]:
    """A JSON body of exactly these fields; raise `RequestError` for anything else."""
    if request.content_type != "application/json":
        kind = request.content_type
        raise RequestError(f"expected Content-Type application/json, got {kind}")
    try:
        body = json.loads(await request.read())
    except (ValueError, RecursionError) as fault:
        raise RequestError(f"expected a JSON body, got an unreadable one: {fault}") from None
    if not isinstance(body, dict) or body.keys() != form.keys():
        raise RequestError(shortened(f"expected an object with {', '.join(form)}, got {body!r}"))
    for name, kind in form.items():
        if not isinstance(body[name], kind) or isinstance(body[name], bool):
            told = f"{name}: expected {_kind_words(kind)}, got {body[name]!r}"
            raise RequestError(shortened(told))
    return body


def _game_number(text: str | None) -> int | None:
    """The game that was asked for; None for the present one."""
    if text is None:
        return None
    if text.isascii() and text.isdecimal() and len(text) < LONGEST_NUMBER:
        return int(text)
    raise RequestError(shortened(f"game: expected a whole number, got {text!r}"))


def _kind_words(kind: Any) -> str:
    names = {str: "a text", list: "a list", int: "a whole number"}
    return names.get(kind, "a number")


def _error(code: str, message: str) -> dict[str, Any]:
    return {"ok": False, "error": {"code": code, "message": message}}


def _refusal(status: int, code: str, message: str) -> web.Response:
    return web.json_response(_error(code, message), status=status)


@web.middleware
async def _guard(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Only this host's own pages; every error as JSON."""
    refusal = _foreign(request)
    return await _handled(request, handler) if refusal is None else refusal


async def _with_policy(_request: web.Request, response: web.StreamResponse) -> None:
    """The page's policy on every answer that has none of its own."""
    for name, value in POLICY.items():
        response.headers.setdefault(name, value)


def _foreign(request: web.Request) -> web.Response | None:
    host = _host_name(request.headers.get("Host", ""))
    if host not in HOSTS:
        return _refusal(403, "foreign-host", f"expected this machine as the host, got {host!r}")
    origin = request.headers.get("Origin")
    if origin is not None and origin != f"{request.scheme}://{request.headers['Host']}":
        return _refusal(403, "foreign-origin", f"expected this page's origin, got {origin!r}")
    return None


def _host_name(host: str) -> str | None:
    try:
        return urlsplit(f"//{host}").hostname
    except ValueError:
        return None


def _status(fault: MinigamError) -> int:
    match fault:
        case WrongBoardError():
            return 409
        case UnknownNameError():
            return 404
    return 400


async def _handled(request: web.Request, handler: Handler) -> web.StreamResponse:
    try:
        return await handler(request)
    except MinigamError as fault:
        return _refusal(_status(fault), fault.code, str(fault))
    except web.HTTPRequestEntityTooLarge:
        return _refusal(413, "too-large", f"expected at most {MOST_BYTES} bytes")
    except web.HTTPMethodNotAllowed as fault:
        allowed = ", ".join(sorted(fault.allowed_methods))
        refusal = _refusal(405, "wrong-method", f"expected {allowed}, got {request.method}")
        refusal.headers["Allow"] = allowed
        return refusal
    except web.HTTPNotFound:
        return _refusal(404, "not-found", f"there is nothing at {request.path}")
    except (web.HTTPException, ConnectionError):
        raise
    except Exception:
        log.exception("%s %s has failed", request.method, request.path)
        return _refusal(500, "internal", "minigam has failed at this request; its log says more")
