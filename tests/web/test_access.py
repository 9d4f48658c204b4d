"""Who asks, what they may do, and that nothing else gets through."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from typing import Any, TypeVar, cast

import pytest
from aiohttp import ClientSession, WSServerHandshakeError, web

from minigam.errors import UnknownNameError
from minigam.pairing.errors import PairingError, TooOftenError
from minigam.pairing.phones import Phones
from minigam.pairing.sessions import Session
from minigam.web import middleware
from minigam.web import server as kiosk_server
from minigam.web.access import ALLOWED, POSTS, PRIVATE, Permission, Principal, may
from minigam.web.connections import Connections
from minigam.web.rate_limits import READER, Rate
from minigam.web.round_robin import Questions
from minigam.web.server import MOST_SOCKETS, Server
from minigam.words import Words
from tests.web.serving import (
    ADDRESS,
    JSON_TYPE,
    FakeDesk,
    FakeTouch,
    FakeView,
    Reply,
    Site,
    error,
)

ELSEWHERE = "127.0.0.2"
STRANGER_USER = 65_533
"""No user of any machine."""
NAMES = ("board", "board.local")
TOKEN, KEY = "a-token", "a-key"
Found = TypeVar("Found")
WATCHING = error(
    403, "watching", "You are watching: pair this phone at the board before it may do that."
)
OK = (200, {"ok": True})


@dataclass
class FakePhones:
    """One phone is paired, and another may be."""

    listening: bool = True
    why_not: str | None = None
    waits_for_press: bool = False
    sessions: dict[str, Session] = field(
        default_factory=lambda: {
            TOKEN: Session(3, "Ann", "", 0.0),
            "other": Session(4, "Bo", "", 0.0),
        }
    )

    def ask(self, kind: str) -> dict[str, Any]:
        if kind == "iPhone":
            raise TooOftenError("wait", 4.2)
        return {"ticket": "t", "kind": kind}

    def type(self, ticket: str, code: str) -> dict[str, Any]:
        return {"typed": f"{ticket} {code}"}

    async def pressed(self, ticket: str, name: str) -> tuple[str, Session]:
        if ticket != "t":
            raise PairingError("no")
        return "fresh", Session(5, name, "", 0.0)

    def leave(self, ticket: str) -> None:
        assert ticket == "t"

    def session(self, token: str) -> Session | None:
        return self.sessions.get(token)

    def listed(self) -> list[tuple[Session, float]]:
        return [(session, 59.6) for session in self.sessions.values()]

    def revoke(self, number: int) -> None:
        if number not in [session.number for session in self.sessions.values()]:
            raise UnknownNameError("pairing", str(number))
        self.sessions = {t: s for t, s in self.sessions.items() if s.number != number}


class Network(Site):
    """The same site by another address; who asks there is not here."""

    def __init__(self, server: Server, runner: web.AppRunner, phones: FakePhones) -> None:
        super().__init__(server, FakeView(), runner)
        self.phones = phones
        self.touch = FakeTouch()
        self.origin = f"http://{ELSEWHERE}:{self.port}"

    def cookie(self, token: str = TOKEN) -> dict[str, str]:
        return {"Cookie": f"minigam-{self.port}={token}"}

    async def there(
        self, method: str, target: str, headers: Mapping[str, str] | None = None, body: Any = None
    ) -> Reply:
        """A request from elsewhere, with the origin that a browser sends."""
        data = b"" if body is None else json.dumps(body).encode()
        usual = {"Host": f"{ELSEWHERE}:{self.port}", "Connection": "close", **JSON_TYPE}
        fields = {
            **usual,
            "Origin": self.origin,
            "Content-Length": str(len(data)),
            **(headers or {}),
        }
        lines = [f"{method} {target} HTTP/1.1", *(f"{k}: {v}" for k, v in fields.items() if v)]
        reader, writer = await asyncio.open_connection(ELSEWHERE, self.port)
        writer.write("\r\n".join([*lines, "", ""]).encode() + data)
        answer = await reader.read()
        writer.close()
        return Reply.read(answer)


@asynccontextmanager
async def network(phones: FakePhones, user: int | None = None) -> Any:
    """`user`: who owns the other ends of all connections; None: as this machine says."""
    view, touch, desk = FakeView(), FakeTouch(), FakeDesk()
    connections = Connections() if user is None else Connections(lambda *_: user)
    server = Server(
        view,
        touch,
        view.name,
        view.star,
        desk,
        desk.wake,
        touch,
        cast(Phones, phones),
        NAMES,
        connections=connections,
        key=KEY,
    )
    runner = server.runner()
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        port = runner.addresses[0][1]
        await web.TCPSite(runner, ELSEWHERE, port).start()
        site = Network(server, runner, phones)
        site.view, site.touch = view, touch
        yield site
    finally:
        await runner.cleanup()


def at(
    visit: Callable[[Network], Coroutine[Any, Any, Found]],
    phones: FakePhones | None = None,
    user: int | None = None,
) -> Found:
    async def run() -> Found:
        async with asyncio.timeout(20), network(phones or FakePhones(), user) as site:
            return await visit(site)

    return asyncio.run(run())


def visitor(site: Network, **headers: str) -> Coroutine[Any, Any, Reply]:
    return site.there("GET", "/api/me", headers)


# The table


def test_the_table_is_as_the_docs_have_it() -> None:
    assert {
        Principal.HERE: {
            Permission.LOOK,
            Permission.PAIR,
            Permission.TOUCH,
            Permission.LIST,
            Permission.OWN,
        },
        Principal.PAIRED: {Permission.LOOK, Permission.PAIR, Permission.TOUCH, Permission.LIST},
        Principal.WATCHING: {Permission.LOOK, Permission.PAIR},
    } == ALLOWED


def test_every_route_that_does_something_is_in_the_table() -> None:
    async def visit(site: Network) -> list[tuple[str, str]]:
        routes = site.runner.app.router.routes()
        return sorted(
            (route.method, route.resource.canonical) for route in routes if route.resource
        )

    found = at(visit)
    assert {path for method, path in found if method == "POST"} == set(POSTS)
    assert {method for method, _ in found} == {"GET", "HEAD", "POST"}
    assert set(PRIVATE) <= {path for method, path in found if method == "GET"}


@pytest.mark.parametrize("path", [path for path, act in POSTS.items() if act is Permission.TOUCH])
def test_who_watches_touches_nothing(path: str) -> None:
    async def visit(site: Network) -> tuple[Any, Any]:
        reply = await site.there("POST", path, body={"input": "undo"})
        return reply.answer, site.touch.touches

    assert at(visit) == (WATCHING, [])


def test_who_watches_sees_no_pairings() -> None:
    assert at(lambda site: site.there("GET", "/api/pairings")).answer == WATCHING


def test_a_paired_phone_touches() -> None:
    async def visit(site: Network) -> list[Any]:
        paired = site.cookie()
        body = {"inputs": ["undo"], "seconds": 1.2}
        return [
            (await site.there("POST", "/api/tap", paired, {"input": "undo"})).answer,
            (await site.there("POST", "/api/hold", paired, body)).answer,
            (await site.there("POST", "/api/sim/tap", paired, {"input": "undo"})).answer,
            site.touch.touches,
        ]

    assert at(visit) == [OK, OK, OK, [(["undo"], 0.0), (["undo"], 1.2), (["undo"], 0.0)]]


def test_no_phone_touches_while_the_board_waits_for_a_press() -> None:
    async def visit(site: Network) -> list[Any]:
        paths = ("/api/tap", "/api/sim/tap")
        told = [
            (await site.there("POST", path, site.cookie(), {"input": "undo"})).answer
            for path in paths
        ]
        return [*told, (await site.post("/api/sim/tap", {"input": "undo"})).answer]

    refused = error(409, "pairing", "Another phone waits to be let in at the board: wait a moment.")
    assert at(visit, FakePhones(waits_for_press=True)) == [refused, refused, OK]


TAP = {"input": "undo"}


async def waiting(site: Network, path: str = "/api/tap", body: Any = TAP) -> asyncio.Task[Reply]:
    """A phone's touch that waits, because another hand is on the board."""
    site.touch.free.clear()
    asked = asyncio.ensure_future(site.there("POST", path, site.cookie(), body))
    await site.touch.waited.wait()
    site.touch.waited.clear()
    return asked


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/tap", TAP),
        ("/api/hold", {"inputs": ["undo"], "seconds": 2}),
        ("/api/sim/tap", TAP),
        ("/api/sim/hold", {"inputs": ["undo"], "seconds": 2}),
        ("/api/sim/place", {"zone": "point-1", "count": 2}),
        ("/api/sim/lay", {}),
    ],
)
def test_a_touch_that_waited_is_not_made_for_a_pairing_that_has_ended(path: str, body: Any) -> None:
    async def visit(site: Network) -> list[Any]:
        asked = await waiting(site, path, body)
        site.phones.sessions = {}
        site.touch.free.set()
        return [(await asked).answer, site.touch.touches]

    words = "You are watching: pair this phone at the board before it may do that."
    assert at(visit) == [error(403, "watching", words), []]


def test_a_touch_that_waited_lets_no_phone_in() -> None:
    async def visit(site: Network) -> list[Any]:
        asked = await waiting(site)
        site.phones.waits_for_press = True
        site.touch.free.set()
        return [(await asked).answer, site.touch.touches]

    refused = error(409, "pairing", "Another phone waits to be let in at the board: wait a moment.")
    assert at(visit) == [refused, []]


def test_a_phone_waits_with_two_touches_at_most() -> None:
    async def visit(site: Network) -> list[Any]:
        first = await waiting(site)
        others = {
            asyncio.ensure_future(site.there("POST", "/api/tap", site.cookie(), TAP))
            for _ in range(2)
        }
        (refused,), (second,) = await asyncio.wait(others, return_when=asyncio.FIRST_COMPLETED)
        site.touch.free.set()
        made = [(await each).answer for each in (first, second)]
        last = await site.there("POST", "/api/tap", site.cookie(), TAP)
        return [refused.result().answer, made, last.answer]

    words = "This phone's last touches are still being made: wait a moment."
    assert at(visit) == [error(429, "too-often", words), [OK, OK], OK]


def test_phones_wait_for_one_another_and_the_boards_own_page_for_one_of_them() -> None:
    async def visit(site: Network) -> list[Any]:
        first = await waiting(site)
        others = {
            asyncio.ensure_future(site.there("POST", "/api/tap", site.cookie("other"), TAP))
            for _ in range(3)
        }
        _, waits = await asyncio.wait(others, return_when=asyncio.FIRST_COMPLETED)  # one too many
        here = asyncio.ensure_future(site.post("/api/tap", TAP))
        await site.touch.waited.wait()
        begun = site.touch.begun
        site.touch.free.set()
        return [begun, [(await each).answer for each in (first, here, *waits)]]

    assert at(visit) == [2, [OK, OK, OK, OK]]


# Who asks


def told(who: str, phone: dict[str, Any] | None = None) -> tuple[int, Any]:
    return 200, {
        "visitor": who,
        "key": KEY if who == "here" else None,
        "touch": who != "watching",
        "listening": True,
        "cannot_pair": None,
        "phone": phone,
    }


def test_who_asks_is_told_who_they_are() -> None:
    async def visit(site: Network) -> list[Any]:
        return [
            (await site.ask("GET", "/api/me")).answer,
            (await visitor(site)).answer,
            (await visitor(site, **site.cookie())).answer,
            (await visitor(site, **site.cookie("wrong"))).answer,
            (await visitor(site, Cookie=f"minigam-1={TOKEN}")).answer,
        ]

    assert at(visit) == [
        told("here"),
        told("watching"),
        told("paired", {"number": 3, "name": "Ann"}),
        told("watching"),
        told("watching"),
    ]


@pytest.mark.parametrize(
    "headers",
    [
        {"X-Forwarded-For": "192.168.1.9"},
        {"X-Forwarded-For": "127.0.0.1"},
        {"Forwarded": "for=192.168.1.9"},
        {"X-Forwarded-Host": "board.local"},
        {"X-Real-IP": "192.168.1.9"},
        {"Via": "1.1 proxy"},
        {"Host": "board.local:8080"},
    ],
    ids=lambda headers: next(iter(headers)),
)
def test_what_is_passed_on_is_not_here(headers: dict[str, str]) -> None:
    assert at(lambda site: site.ask("GET", "/api/me", headers)).answer == told("watching")


def test_what_is_asked_as_of_old_is_not_here() -> None:
    async def visit(site: Network) -> Any:
        head = b"GET /api/me HTTP/1.0\r\nHost: localhost\r\n\r\n"
        return Reply.read(await site.send(head)).answer

    assert at(visit) == told("watching")


def test_another_address_of_this_machine_is_not_here_whatever_it_is_called() -> None:
    assert at(lambda site: visitor(site, Host="localhost", Origin="")).answer == told("watching")


@pytest.mark.parametrize("headers", [{}, {"Origin": "same"}])
def test_a_program_of_another_user_is_not_here(headers: dict[str, str]) -> None:
    """Such as a proxy that says nothing of itself, and talks as a browser does."""

    async def visit(site: Network) -> list[Any]:
        here = f"http://{ADDRESS}:{site.port}"
        sent = {**JSON_TYPE, **dict.fromkeys(headers, here)}
        tap = await site.ask("POST", "/api/sim/tap", sent, b'{"input": "undo"}')
        return [(await site.ask("GET", "/api/me")).answer, tap.status, site.touch.touches]

    assert at(visit, user=STRANGER_USER) == [told("watching"), 403, []]


FOREIGN = error(
    403, "foreign-page", "This page was loaded from elsewhere, or is out of date: load it again."
)


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ({}, OK),
        ({"Origin": "here"}, FOREIGN),
        ({"Sec-Fetch-Site": "same-origin"}, FOREIGN),
        ({"Origin": "here", "X-Minigam-Key": "other"}, FOREIGN),
        ({"Origin": "here", "X-Minigam-Key": KEY}, OK),
        ({"Sec-Fetch-Site": "none", "X-Minigam-Key": KEY}, OK),
    ],
    ids=str,
)
def test_a_browser_here_acts_by_the_boards_own_page_only(
    headers: dict[str, str], expected: Any
) -> None:
    async def visit(site: Network) -> Any:
        here = f"http://{ADDRESS}:{site.port}"
        sent = {**JSON_TYPE, **headers, **({"Origin": here} if "Origin" in headers else {})}
        found = await site.ask("POST", "/api/sim/tap", sent, b'{"input": "undo"}')
        looked = await site.ask("GET", "/api/state", sent)
        private = await site.ask("GET", "/api/pairings", sent)
        assert (looked.status, private.status) == (200, 200 if expected == OK else 403)
        return found.answer

    assert at(visit) == expected


def test_no_other_pages_script_is_given_the_key() -> None:
    async def visit(site: Network) -> list[int]:
        pages = [
            {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": mode, "Sec-Fetch-Dest": goal}
            for mode, goal in (("no-cors", "script"), ("cors", "empty"), ("navigate", "document"))
        ]
        pages += [{"Sec-Fetch-Site": "same-site"}, {"Origin": "http://127.0.0.1:1"}]
        return [(await site.ask("GET", "/api/me", headers)).status for headers in pages]

    assert at(visit) == [403] * 5


def test_settings_are_for_the_boards_own_page() -> None:
    async def visit(site: Network) -> Any:
        return (await site.there("POST", "/api/settings", site.cookie(), {"idle": 5})).answer

    words = "That is for the board's own page, or for its owner at the command line."
    assert at(visit) == error(403, "watching", words)


def test_a_session_that_ends_while_a_request_trickles_in_has_ended() -> None:
    async def visit(site: Network) -> Any:
        data = b'{"input": "undo"}'
        fields = {
            **site.cookie(),
            **JSON_TYPE,
            "Host": f"{ELSEWHERE}:{site.port}",
            "Origin": site.origin,
            "Content-Length": str(len(data)),
            "Connection": "close",
        }
        lines = ["POST /api/tap HTTP/1.1", *(f"{name}: {value}" for name, value in fields.items())]
        reader, writer = await asyncio.open_connection(ELSEWHERE, site.port)
        writer.write("\r\n".join([*lines, "", ""]).encode() + data[:1])
        await writer.drain()
        assert (await site.there("GET", "/api/me", site.cookie())).status == 200  # it was read
        site.phones.sessions = {}
        writer.write(data[1:])
        answer = Reply.read(await reader.read()).answer
        writer.close()
        return answer, site.touch.touches

    words = "You are watching: pair this phone at the board before it may do that."
    assert at(visit) == (error(403, "watching", words), [])


# Hosts and origins


@pytest.mark.parametrize("host", ["board", "BOARD.local", "board.local:8080", ELSEWHERE])
def test_others_may_call_it_by_its_names_and_its_address(host: str) -> None:
    headers = {"Host": host, "Origin": f"http://{host}"}
    assert at(lambda site: site.there("GET", "/api/state", headers)).status == 200


@pytest.mark.parametrize(
    "host",
    ["evil.example", "127.0.0.3", "192.168.1.7", "board.local.evil.example", "2130706434", "[::1"],
)
def test_a_name_that_is_made_to_point_here_is_refused(host: str) -> None:
    headers = {"Host": host, "Origin": f"http://{host}"}
    status, answer = at(lambda site: site.there("GET", "/api/state", headers)).answer
    assert (status, answer["error"]["code"]) == (403, "foreign-host")


@pytest.mark.parametrize("origin", ["", "null", "http://evil.example", f"https://{ELSEWHERE}"])
@pytest.mark.parametrize(
    "path", [path for path, act in POSTS.items() if may(Principal.PAIRED, act)]
)
def test_a_post_from_elsewhere_comes_from_this_page(path: str, origin: str) -> None:
    async def visit(site: Network) -> Any:
        headers = {**site.cookie(), "Origin": origin}
        return (await site.there("POST", path, headers, {"input": "undo"})).answer

    got = f"expected this page's origin, got {origin!r}"
    none = "expected the header Origin, got none"
    assert at(visit) == error(403, "foreign-origin", got if origin else none)


def test_what_ends_tls_before_it_says_https() -> None:
    async def visit(site: Network) -> Reply:
        headers = {
            "Host": "board.local",
            "Origin": "https://board.local",
            "X-Forwarded-For": "192.168.1.9",
        }
        return await site.there("POST", "/api/pair/press", headers, {"ticket": "t", "name": ""})

    reply = at(visit)
    assert reply.status == 200
    assert "Secure" in reply.headers["set-cookie"]


# Pairing


def test_a_phone_is_paired_step_by_step() -> None:
    async def visit(site: Network) -> list[Any]:
        agent = {"User-Agent": "Mozilla/5.0 (Linux; Android 14)"}
        asked = await site.there("POST", "/api/pair", agent, {})
        typed = await site.there("POST", "/api/pair/code", {}, {"ticket": "t", "code": "1"})
        late = await site.there("POST", "/api/pair/press", {}, {"ticket": "x", "name": ""})
        body = {"ticket": "t", "name": " Ann\u202e's \x07phone "}
        paired = await site.there("POST", "/api/pair/press", agent, body)
        left = await site.there("POST", "/api/pair/leave", {}, {"ticket": "t"})
        cookie = SimpleCookie(paired.headers["set-cookie"])[f"minigam-{site.port}"]
        flags = {name: value for name, value in cookie.items() if value}
        told = [reply.answer for reply in (asked, typed, late, paired, left)]
        return [*told, cookie.value, flags]

    assert at(visit) == [
        (200, {"ok": True, "ticket": "t", "kind": "Android"}),
        (200, {"ok": True, "typed": "t 1"}),
        error(409, "pairing", "no"),
        (200, {"ok": True, "number": 5, "name": "Ann's phone"}),
        OK,
        "fresh",
        {"path": "/", "httponly": True, "samesite": "Strict"},
    ]


def test_who_must_wait_is_told_for_how_long() -> None:
    reply = at(lambda site: site.there("POST", "/api/pair", {"User-Agent": "iPhone"}, {}))
    assert (reply.status, reply.headers["retry-after"]) == (429, "5")


def test_a_phone_sees_and_ends_its_own_pairing_only() -> None:
    async def visit(site: Network) -> list[Any]:
        paired, path = site.cookie(), "/api/pairings/revoke"
        return [
            (await site.there("GET", "/api/pairings", paired)).answer,
            (await site.there("POST", path, paired, {"number": 4})).status,
            (await site.there("POST", path, paired, {"number": 3})).answer,
            (await site.there("POST", "/api/tap", paired, {"input": "undo"})).answer,
            (await site.ask("GET", "/api/pairings")).answer,
            (await site.post(path, {"number": 4})).answer,
            (await site.post(path, {"number": 4})).status,
        ]

    ann, bo = ({"number": n, "name": name, "seconds": 60} for n, name in ((3, "Ann"), (4, "Bo")))
    assert at(visit) == [
        (200, {"pairings": [ann]}),
        403,
        OK,
        WATCHING,
        (200, {"pairings": [bo]}),
        OK,
        404,
    ]


# Lights, sockets, and how often


def test_only_who_is_here_is_told_all_of_the_lights() -> None:
    async def visit(site: Network) -> list[Any]:
        found = []
        for ask in (
            site.ask("GET", "/api/lights"),
            site.there("GET", "/api/lights", site.cookie()),
        ):
            found.append((await ask).answer[1]["point-1"]["meaning"])
        for origin in ("http://127.0.0.1", f"http://{ELSEWHERE}"):
            async with (
                ClientSession() as client,
                client.ws_connect(f"{origin}:{site.port}/api/lights/events") as socket,
            ):
                found.append((await socket.receive_json())["pixels"])
        return found

    assert at(visit) == ["none", "told", "000000", "ffffff"]


def test_many_may_watch_and_the_board_always_gets_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kiosk_server, "MOST_SOCKETS", 2)

    async def visit(site: Network) -> list[int]:
        found, url = [], f"http://{ELSEWHERE}:{site.port}/api/events"
        async with AsyncExitStack() as stack:
            client = await stack.enter_async_context(ClientSession())
            for headers in ({}, {}, {}, site.cookie()):
                try:
                    await stack.enter_async_context(client.ws_connect(url, headers=headers))
                    found.append(101)
                except WSServerHandshakeError as refused:
                    found.append(refused.status)
            await stack.enter_async_context(site.listening())
        async with ClientSession() as client, client.ws_connect(url) as socket:
            await socket.receive()  # there is room again
        return found

    assert MOST_SOCKETS == 500
    assert at(visit) == [101, 101, 503, 101]


def test_others_are_greeted_anew_when_a_pairing_ends() -> None:
    async def visit(site: Network) -> list[bool]:
        url = f"http://{ELSEWHERE}:{site.port}/api/events"
        async with (
            ClientSession() as client,
            client.ws_connect(url) as socket,
            site.listening() as here,
        ):
            await socket.receive()
            await here.receive()
            closing = asyncio.create_task(site.server.greet_anew())
            await socket.receive()
            await closing
            site.show(phase="opening")
            return [socket.closed, (await here.receive_json()) == {"phase": "opening"}]

    assert at(visit) == [True, True]


def test_who_asks_too_often_waits() -> None:
    async def visit(site: Network) -> list[Any]:
        body = {"ticket": "t"}
        replies = [await site.there("POST", "/api/pair/leave", {}, body) for _ in range(45)]
        paired = await site.there("POST", "/api/tap", site.cookie(), {"input": "undo"})
        return [
            replies[0].status,
            replies[-1].status,
            replies[-1].headers["retry-after"],
            paired.status,
        ]

    assert at(visit) == [200, 429, "1", 200]


def test_refusals_are_in_the_language_of_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(middleware, "STRANGER", Rate(3.0, 0.5))
    phones = FakePhones(why_not=Words("No phone can be paired here."))

    async def visit(site: Network) -> list[Any]:
        me = await site.there("GET", "/api/me?lang=de")
        settings = await site.there("POST", "/api/settings?lang=de", site.cookie(), {"idle": 5})
        taps = [await site.there("POST", "/api/pair?lang=de", {}, {}) for _ in range(4)]
        refused = await site.there("POST", "/api/tap?lang=de", {}, {"input": "undo"})
        told = [reply.answer[1]["error"]["message"] for reply in (settings, taps[-1], refused)]
        return [me.answer[1]["cannot_pair"], *told]

    assert at(visit, phones) == [
        "Hier kann kein Telefon gekoppelt werden.",
        "Das geht nur auf der Seite am Brett selbst, oder für den Besitzer auf der Kommandozeile.",
        "Das ist zu oft: Warte einen Augenblick.",
        "Du schaust nur zu: Kopple zuerst dieses Telefon am Brett.",
    ]


def test_who_reads_too_often_waits_and_the_boards_own_page_does_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(middleware, "READER", Rate(3.0, 0.5))

    async def visit(site: Network) -> list[int]:
        read = [(await site.there("GET", "/api/state")).status for _ in range(5)]
        here = [(await site.ask("GET", "/api/state")).status for _ in range(5)]
        return [*read, *here]

    assert at(visit) == [200, 200, 200, 429, 429, *[200] * 5]
    assert Rate(400.0, 20.0) == READER


@pytest.mark.parametrize(
    "path", ["/api/games", "/api/games/1", "/api/statistics", "/report?game=1"]
)
def test_guests_wait_for_their_turns_and_the_boards_own_page_does_not(
    path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With all that makes the daemon read the journal and compute beside the game."""
    turns: list[str] = []

    class Noted(Questions):
        async def answer(self, question: Callable[[], Awaitable[Any]]) -> Any:
            turns.append(path)
            return await super().answer(question)

    monkeypatch.setattr(kiosk_server, "Questions", Noted)

    async def visit(site: Network) -> list[int]:
        here = (await site.ask("GET", path)).status
        assert turns == []
        return [here, (await site.there("GET", path)).status]

    here, there = at(visit)
    assert here == there
    assert turns == [path]
