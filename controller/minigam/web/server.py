"""HTTP and WebSockets: snapshots, lights, touches, and phones that want to be paired."""

import asyncio
import gzip
import json
import logging
import secrets
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from functools import lru_cache
from importlib.resources import files
from typing import Any, TypeVar

from aiohttp import WSCloseCode, WSMsgType, web

from minigam.errors import MinigamError, RequestError
from minigam.http_runner import Runner
from minigam.pairing.phones import Phones
from minigam.validation import FLAG, TEXT, WHOLE
from minigam.web import review_page
from minigam.web.access import Principal
from minigam.web.broadcast import Broadcast
from minigam.web.connections import Connections, GuestConnection
from minigam.web.input_routes import InputRoutes
from minigam.web.interfaces import (
    InputInjector,
    Invitations,
    Name,
    PageSource,
    SettingsStore,
    Star,
    Touch,
    Updates,
)
from minigam.web.language import Languages
from minigam.web.middleware import AccessMiddleware, with_policy
from minigam.web.requests import (
    MOST_BYTES,
    READING,
    FullError,
    Handler,
    body_of,
    error_json,
    game_number,
    go_on,
    object_of,
    status_of,
)
from minigam.web.round_robin import Questions
from minigam.web.visitor_routes import VisitorRoutes
from minigam.words import ENGLISH, Language

log = logging.getLogger(__name__)
logging.getLogger("aiohttp.websocket").setLevel(logging.CRITICAL)

BEAT_SECONDS = 1.0
"""Between two heartbeats, which say to a page that the daemon works."""
PING_SECONDS = 15.0
"""Between two pings; who does not answer in half that time is gone."""
QUICK_PING_SECONDS = 6.0
"""The same where heartbeats are sent."""
CLOSING_SECONDS = 1.0
"""How long a page is waited for when the daemon stops."""
GOODBYE_SECONDS = 0.2
"""How long a socket that is closed is listened to for its answer."""
MOST_SOCKETS = 500
"""Of all that watch, and of all that are paired: two a page; the board's own are not counted."""
IDLE_SECONDS = 30.0
"""How long a connection is kept on which nothing is asked, or not to its end."""
Answer = TypeVar("Answer")
STATIC = {
    "html": "text/html",
    "css": "text/css",
    "js": "text/javascript",
    "svg": "image/svg+xml",
    "webmanifest": "application/manifest+json",
}


class Server:
    """The kiosk's routes over a view; `touch` only for simulated boards."""

    def __init__(
        self,
        view: PageSource,
        touch: Touch | None,
        name: Name,
        star: Star,
        store: SettingsStore,
        wake: Callable[[], None],
        finger: InputInjector | None = None,
        phones: Phones | None = None,
        names: Iterable[str] = (),
        *,
        connections: Connections | None = None,
        key: str | None = None,
        updates: Updates | None = None,
        invitations: Invitations | None = None,
    ) -> None:
        """Build the application; `runner` serves it.

        `finger` presses inputs without moving a pin; `names` and `key`: see `AccessMiddleware`;
        `updates`: None where nobody can ask for any; `invitations`: None where nobody can be
        invited.
        """
        self._names = name
        self._starred = star
        self.snapshots = Broadcast()
        self.frames = Broadcast()
        self.heartbeats = Broadcast()
        self._view = view
        self._languages = Languages()
        self._store = store
        self._updates = updates
        self._wake_up = wake
        self.connections = connections or Connections()
        key = key or secrets.token_urlsafe()
        self._guard = AccessMiddleware(names, phones, self.connections, key)
        self._visits = VisitorRoutes(self._guard, phones, key)
        self._touches = InputRoutes(self._guard, phones, finger, touch, invitations)
        self._questions = Questions()
        self._open: dict[web.WebSocketResponse, Principal] = {}
        self._app = web.Application(middlewares=[self._guard.admit], client_max_size=MOST_BYTES)
        self._app[READING] = view.reading
        self._app.on_response_prepare.append(with_policy)
        self._app.on_shutdown.append(self._close_sockets)
        self._app.cleanup_ctx.append(self._beating)
        self._app.add_routes(
            web.RouteDef(it.method, it.path, it.handler, {**it.kwargs, "expect_handler": go_on})
            for it in self._routes()
        )

    def runner(self) -> web.AppRunner:
        """What serves the application.

        Packed bodies stay packed, and are refused as unreadable. A touch ends when who asked for
        it is gone, so that nobody waits for one that nobody wants any more.
        """
        return Runner(
            self._app,
            shutdown_timeout=CLOSING_SECONDS,
            keepalive_timeout=IDLE_SECONDS,
            auto_decompress=False,
            handler_cancellation=True,
        )

    def _routes(self) -> list[web.RouteDef]:
        return [
            web.get("/api/board", self._answering(self._view.board)),
            web.get("/api/state", self._answering(self._view.state)),
            web.get("/api/lights", self._lights),
            web.get("/api/health", self._answering(self._view.health)),
            web.get("/api/rules", self._answering(self._view.card)),
            web.get("/api/setup", self._answering(self._view.setup)),
            web.get("/api/language", self._language),
            web.get("/api/games", self._games),
            web.get("/api/games/{number}", self._game),
            web.post("/api/star", self._star),
            web.get("/api/exercises", self._exercises),
            web.get("/api/statistics", self._statistics),
            web.get("/api/settings", self._answering(self._store.listed)),
            web.post("/api/settings", self._settings),
            web.get("/api/update", self._update),
            web.post("/api/update", self._ask_update),
            web.post("/api/wake", self._wake),
            web.get("/api/me", self._visits.me),
            web.get("/api/pairings", self._visits.listed),
            web.get("/api/address.svg", self._visits.code),
            web.get("/api/events", self._stream(self.snapshots, lambda _: self._view.state())),
            web.get("/api/lights/events", self._stream(self.frames, self._pixels)),
            web.post("/api/names", self._name),
            web.post("/api/pair", self._visits.ask),
            web.post("/api/pair/code", self._visits.type),
            web.post("/api/pair/press", self._visits.press),
            web.post("/api/pair/leave", self._visits.leave),
            web.post("/api/pairings/revoke", self._visits.revoke),
            web.post("/api/setup-network", self._visits.setup_network),
            *self._touches.routes(),
            web.get("/report", self._report),
            web.get("/", _page),
            web.get("/{file:[a-z]+\\.(?:js|css|svg|webmanifest)}", _page),
        ]

    async def _lights(self, request: web.Request) -> web.Response:
        return web.json_response(self._view.lights(self._guard.visitor(request) is Principal.HERE))

    def _pixels(self, visitor: Principal) -> dict[str, Any]:
        return {"pixels": self._view.pixels(visitor is Principal.HERE)}

    def _stream(self, feed: Broadcast, now: Callable[[Principal], dict[str, Any]]) -> Handler:
        async def stream(request: web.Request) -> web.StreamResponse:
            language, visitor = self._language_of(request), self._guard.visitor(request)
            wants_heartbeats = request.query.get("heartbeat") == "1"
            socket = web.WebSocketResponse(
                timeout=GOODBYE_SECONDS,
                heartbeat=QUICK_PING_SECONDS if wants_heartbeats else PING_SECONDS,
                max_msg_size=MOST_BYTES,
                compress=False,
            )
            if not socket.can_prepare(request):
                raise RequestError("expected a WebSocket's handshake, got another request")
            self._need_room_for(visitor)
            self._open[socket] = visitor
            try:
                await socket.prepare(request)
            except BaseException:
                del self._open[socket]
                raise
            self._only_listens(request)

            def text() -> str:
                kind = language.tag, visitor is Principal.HERE
                reading = self._view.reading(language)  # which may change meanwhile
                return feed.text(kind, lambda: json.dumps(reading.say(now(visitor))))

            turn = _at_once if visitor is Principal.HERE else self.connections.turns.wait
            works = [_send(socket, self.heartbeats, self._beat, turn)] if wants_heartbeats else []
            senders = [asyncio.create_task(it) for it in (*works, _send(socket, feed, text, turn))]
            try:
                await _refuse_messages(socket)
            finally:
                for sender in senders:
                    sender.cancel()
                del self._open[socket]
            return socket

        return stream

    def _beat(self) -> str:
        """A heartbeat: what the daemon's clock shows, in seconds."""
        now = asyncio.get_running_loop().time()
        return self.heartbeats.text("beat", lambda: json.dumps({"heartbeat": round(now, 3)}))

    async def _beating(self, _app: web.Application) -> AsyncIterator[None]:
        """Send heartbeats for as long as the application is served."""

        async def beat() -> None:
            while True:
                self.heartbeats.publish()
                await asyncio.sleep(BEAT_SECONDS)

        task = asyncio.create_task(beat())
        yield
        task.cancel()

    def _only_listens(self, request: web.Request) -> None:
        """Guests' sockets are read with care: see `GuestConnection`."""
        connection = request.transport and request.transport.get_protocol()
        if isinstance(connection, GuestConnection):
            connection.only_listens()

    def _answering(self, what: Callable[[], dict[str, Any]]) -> Handler:
        async def answer(request: web.Request) -> web.Response:
            return self._json(request, what())

        return answer

    def _language_of(self, request: web.Request) -> Language:
        """The language that a request asks for; English where it asks for none."""
        return self._view.reading(self._languages.named(request.query.get("lang")).language)

    def _json(self, request: web.Request, value: dict[str, Any]) -> web.Response:
        return web.json_response(self._language_of(request).say(value))

    async def _language(self, request: web.Request) -> web.Response:
        """The page's words: as asked for, as the board is set to, or as the browser prefers."""
        tag = request.query.get("lang") or self._view.language()
        header = request.headers.get("Accept-Language", "")
        found = self._languages.named(tag) if tag else self._languages.accepted(header)
        known = [{"lang": each.tag, "name": each.name} for each in self._languages]
        body = {"lang": found.language.tag, "words": dict(found.page), "plurals": found.plurals}
        return web.json_response({**body, "known": known})

    def _need_room_for(self, visitor: Principal) -> None:
        if visitor is not Principal.HERE and Counter(self._open.values())[visitor] >= MOST_SOCKETS:
            raise FullError("too many are watching: try again later")

    async def greet_anew(self) -> None:
        """Who may do what has changed: all others connect again, and ask who they are now."""
        others = [socket for socket, visitor in self._open.items() if visitor is not Principal.HERE]
        await asyncio.gather(*(socket.close(code=WSCloseCode.GOING_AWAY) for socket in others))

    async def _close_sockets(self, _app: web.Application) -> None:
        goodbyes = [
            asyncio.ensure_future(socket.close(code=WSCloseCode.GOING_AWAY, message=b"stopping"))
            for socket in self._open
        ]
        if goodbyes:
            await asyncio.wait(goodbyes, timeout=CLOSING_SECONDS)

    async def _games(self, request: web.Request) -> web.Response:
        before = game_number(request.query.get("before"))
        found = await self._in_turn(request, lambda: self._view.games(before))
        return self._json(request, found)

    async def _exercises(self, request: web.Request) -> web.Response:
        before = game_number(request.query.get("before"))
        found = await self._in_turn(request, lambda: self._view.exercises(before))
        return self._json(request, found)

    async def _statistics(self, request: web.Request) -> web.Response:
        found = await self._in_turn(request, self._view.statistics)
        return self._json(request, found)

    async def _game(self, request: web.Request) -> web.Response:
        number = game_number(request.match_info["number"])
        assert number is not None
        found = await self._in_turn(request, lambda: self._view.game(number))
        return self._json(request, found)

    async def _in_turn(
        self, request: web.Request, question: Callable[[], Awaitable[Answer]]
    ) -> Answer:
        """What is answered beside the game; the board's own page waits for no turn."""
        if self._guard.visitor(request) is Principal.HERE:
            return await question()
        return await self._questions.answer(question)

    async def _report(self, request: web.Request) -> web.Response:
        """A page, also where there is none to show: it stands in a frame, and people read it."""
        language = ENGLISH
        try:
            language = self._language_of(request)
            number = game_number(request.query.get("game"))
            text = await self._in_turn(request, lambda: self._view.report(number, language))
            status = 200
        except MinigamError as fault:
            status, text = status_of(fault), review_page.apology(str(fault), language)
        headers = {"Content-Security-Policy": review_page.POLICY}
        return web.Response(status=status, text=text, content_type="text/html", headers=headers)

    async def _name(self, request: web.Request) -> web.Response:
        body = await body_of(request, {"white": TEXT, "black": TEXT})
        self._names(body["white"], body["black"])
        return web.json_response({"ok": True})

    async def _star(self, request: web.Request) -> web.Response:
        body = await body_of(request, {"game": WHOLE, "starred": FLAG})
        self._starred(body["game"], body["starred"])
        return web.json_response({"ok": True})

    async def _settings(self, request: web.Request) -> web.Response:
        await self._store.change(await object_of(request))
        return web.json_response(self._store.listed())

    async def _update(self, request: web.Request) -> web.Response:
        found = self._updates.listed() if self._updates else {"available": False}
        return self._json(request, found)

    async def _ask_update(self, request: web.Request) -> web.Response:
        body = await object_of(request)
        if self._updates is None or {*body} - {"what", "pin"} or not TEXT.fits(body.get("what")):
            raise RequestError("expected an object with what, and pin where there is one")
        await self._updates.ask(body["what"], body.get("pin"))
        return web.json_response({"ok": True})

    async def _wake(self, request: web.Request) -> web.Response:
        await body_of(request, {})
        self._wake_up()
        return web.json_response({"ok": True})


async def _at_once() -> None:
    """The board's own page waits for no turn."""


async def _send(
    socket: web.WebSocketResponse,
    feed: Broadcast,
    text: Callable[[], str],
    turn: Callable[[], Awaitable[None]],
) -> None:
    """Send what is new, for as long as there is a listener; each time after its `turn`."""
    listener = feed.join()
    try:
        while True:
            await listener.wait()
            await turn()
            listener.clear()
            await socket.send_str(text())
    except ConnectionError:
        log.info("a listener is gone")
    except Exception:
        log.exception("there is nothing to send to a listener")
        await socket.close(code=WSCloseCode.INTERNAL_ERROR, message=b"minigam has failed")
    finally:
        feed.leave(listener)


async def _refuse_messages(socket: web.WebSocketResponse) -> None:
    """These sockets only speak: a message gets an error, and the socket is closed."""
    message = await socket.receive()
    if message.type in (WSMsgType.TEXT, WSMsgType.BINARY):
        text = f"expected no messages on this socket, got {str(message.data)[:80]!r}"
        await socket.send_json(error_json(RequestError.code, text))
        await socket.close(code=WSCloseCode.POLICY_VIOLATION, message=b"expected no messages")


async def _page(request: web.Request) -> web.Response:
    name = request.match_info.get("file", "index.html")
    packed = _packed(name)
    if packed is None:
        raise web.HTTPNotFound
    headers = {
        "Content-Type": f"{STATIC[name.rpartition('.')[2]]}; charset=utf-8",
        "Vary": "Accept-Encoding",
    }
    accepted = ",".join(request.headers.getall("Accept-Encoding", ())).split(",")
    if "gzip" not in [coding.strip().lower() for coding in accepted]:
        return web.Response(body=gzip.decompress(packed), headers=headers)
    return web.Response(body=packed, headers={**headers, "Content-Encoding": "gzip"})


@lru_cache(maxsize=64)  # anybody may ask for any name
def _packed(name: str) -> bytes | None:
    """A file of the page, gzipped; None where there is none of that name in the package."""
    file = files("minigam.web") / "static" / name
    return gzip.compress(file.read_bytes(), mtime=0) if file.is_file() else None
