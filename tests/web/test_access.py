"""Who asks, what they may do, and that nothing else gets through."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from typing import Any, cast

import pytest
from aiohttp import ClientSession, WSServerHandshakeError

from minigam.errors import UnknownNameError
from minigam.pairing.ceremony import PairingError, TooOftenError
from minigam.pairing.phone_sessions import PhoneSession
from minigam.pairing.phones import Phones
from minigam.token_bucket import TokenBucket
from minigam.web import middleware
from minigam.web import server as kiosk_server
from minigam.web.access import ALLOWED, POSTS, PRIVATE, Permission, Principal, is_allowed
from minigam.web.connections import Connections
from minigam.web.rate_limits import READER
from minigam.web.requests import UNTIL_HEADER
from minigam.web.round_robin import Questions
from minigam.web.server import MOST_SOCKETS, Server
from minigam.words import Words
from tests.web.serving import (
    ADDRESS,
    JSON_TYPE,
    OK,
    FakeDesk,
    FakeTouch,
    FakeView,
    Reply,
    Site,
    error,
    running,
)

ELSEWHERE = "127.0.0.2"
STRANGER_USER = 65_533
"""No user of any machine."""
NAMES = ("board", "board.local")
TOKEN, KEY = "a-token", "a-key"
WATCHING = error(
    403, "watching", "You are watching: pair this phone at the board before it may do that."
)
TOO_LATE = error(409, "pairing", "Another phone waits to be let in at the board: wait a moment.")
TAP = {"input": "undo"}
PAGE = "http://minigam.local:8080/"


@dataclass
class FakePhones:
    """One phone is paired, and another may be."""

    address: str | None = PAGE
    why_not: str | None = None
    waits_for_press: bool = False
    sessions: dict[str, PhoneSession] = field(
        default_factory=lambda: {
            TOKEN: PhoneSession(3, "Ann", "", 0.0),
            "other": PhoneSession(4, "Bo", "", 0.0),
        }
    )

    def ask(self, kind: str) -> dict[str, Any]:
        if kind == "iPhone":
            raise TooOftenError("wait", 4.2)
        return {"ticket": "t", "kind": kind}

    def type(self, ticket: str, code: str) -> dict[str, Any]:
        return {"typed": f"{ticket} {code}"}

    async def pressed(self, ticket: str, name: str) -> tuple[str, PhoneSession]:
        if ticket != "t":
            raise PairingError("no")
        return "fresh", PhoneSession(5, name, "", 0.0)

    def leave(self, ticket: str) -> None:
        assert ticket == "t"

    def session(self, token: str) -> PhoneSession | None:
        return self.sessions.get(token)

    def listed(self) -> list[tuple[PhoneSession, float]]:
        return [(session, 59.6) for session in self.sessions.values()]

    def revoke(self, number: int) -> None:
        if number not in [session.number for session in self.sessions.values()]:
            raise UnknownNameError("pairing", str(number))
        self.sessions = {t: s for t, s in self.sessions.items() if s.number != number}


class Network(Site):
    """The same site by another address; who asks there is not here."""

    phones: FakePhones
    touch: FakeTouch

    @property
    def here(self) -> str:
        """The origin of the board's own page."""
        return f"http://{ADDRESS}:{self.port}"

    @property
    def origin(self) -> str:
        return f"http://{ELSEWHERE}:{self.port}"

    def cookie(self, token: str = TOKEN) -> dict[str, str]:
        return {"Cookie": f"minigam-{self.port}={token}"}

    async def there(
        self, method: str, target: str, headers: Mapping[str, str] | None = None, body: Any = None
    ) -> Reply:
        data = b"" if body is None else json.dumps(body).encode()
        fields = {**JSON_TYPE, "Origin": self.origin, **(headers or {})}
        sent = {name: value for name, value in fields.items() if value}
        return await self.ask(method, target, sent, data, ELSEWHERE)

    async def tap(self, path: str = "/api/tap", token: str = TOKEN) -> tuple[int, Any]:
        """How a paired phone's touch is answered."""
        return (await self.there("POST", path, self.cookie(token), TAP)).answer

    async def visitor(self, **headers: str) -> tuple[int, Any]:
        """Who somebody elsewhere is told to be."""
        return (await self.there("GET", "/api/me", headers)).answer


@asynccontextmanager
async def network(
    phones: FakePhones | None = None, user: int | None = None
) -> AsyncIterator[Network]:
    """`user`: who owns the other ends of all connections; None: as this machine says."""
    view, touch, desk = FakeView(), FakeTouch(), FakeDesk()
    phones = phones or FakePhones()
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
        connections=Connections() if user is None else Connections(lambda *_: user),
        key=KEY,
    )
    async with running(server, ELSEWHERE) as runner:
        site = Network(server, view, runner)
        site.phones, site.touch = phones, touch
        yield site


# The table


def test_the_table_is_as_the_docs_have_it() -> None:
    watching = {Permission.LOOK, Permission.PAIR}
    paired = {*watching, Permission.TOUCH, Permission.LIST}
    assert {
        Principal.HERE: {*paired, Permission.OWN},
        Principal.PAIRED: paired,
        Principal.WATCHING: watching,
    } == ALLOWED


async def test_every_route_that_does_something_is_in_the_table() -> None:
    async with network() as site:
        routes = [
            (route.method, route.resource.canonical)
            for route in site.runner.app.router.routes()
            if route.resource
        ]
    assert {path for method, path in routes if method == "POST"} == set(POSTS)
    assert {method for method, _ in routes} == {"GET", "HEAD", "POST"}
    assert set(PRIVATE) <= {path for method, path in routes if method == "GET"}


@pytest.mark.parametrize("path", [path for path, act in POSTS.items() if act is Permission.TOUCH])
async def test_who_watches_touches_nothing(path: str) -> None:
    async with network() as site:
        assert (await site.there("POST", path, body=TAP)).answer == WATCHING
        assert site.touch.touches == []


async def test_who_watches_sees_no_pairings() -> None:
    async with network() as site:
        assert (await site.there("GET", "/api/pairings")).answer == WATCHING


async def test_a_paired_phone_touches() -> None:
    async with network() as site:
        held = {"inputs": ["undo", "point-1"], "seconds": 6}
        assert [await site.tap(path) for path in ("/api/tap", "/api/sim/tap")] == [OK] * 2
        for path in ("/api/hold", "/api/sim/hold"):
            assert (await site.there("POST", path, site.cookie(), held)).answer == OK
        tapped, both_held = (["undo"], 0.0), (["undo", "point-1"], 6)
        assert site.touch.touches == [tapped, tapped, both_held, both_held]


async def test_a_paired_phone_commands_and_a_watcher_does_not() -> None:
    body = {"command": "double"}
    async with network() as site:
        answers = [
            (await site.there("POST", "/api/command", headers, body)).answer
            for headers in (site.cookie(), {})
        ]
        assert (answers, site.touch.commands) == ([OK, WATCHING], ["double"])


async def test_no_phone_touches_while_the_board_waits_for_a_press() -> None:
    async with network(FakePhones(waits_for_press=True)) as site:
        assert [await site.tap(path) for path in ("/api/tap", "/api/sim/tap")] == [TOO_LATE] * 2
        assert (await site.post("/api/sim/tap", TAP)).answer == OK


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
        ("/api/command", {"command": "double"}),
        ("/api/move", {"from": "point-1", "to": None}),
        ("/api/play-on", {"game": 7, "at": 0}),
        ("/api/sim/tap", TAP),
        ("/api/sim/hold", {"inputs": ["undo"], "seconds": 2}),
        ("/api/sim/place", {"zone": "point-1", "count": 2}),
        ("/api/sim/lay", {}),
    ],
)
async def test_a_touch_that_waited_is_not_made_for_a_pairing_that_has_ended(
    path: str, body: Any
) -> None:
    async with network() as site:
        asked = await waiting(site, path, body)
        site.phones.sessions = {}
        site.touch.free.set()
        made = [*site.touch.touches, *site.touch.commands]
        assert ((await asked).answer, made) == (WATCHING, [])


async def test_a_touch_that_waited_lets_no_phone_in() -> None:
    async with network() as site:
        asked = await waiting(site)
        site.phones.waits_for_press = True
        site.touch.free.set()
        assert ((await asked).answer, site.touch.touches) == (TOO_LATE, [])


async def test_a_phone_waits_with_two_touches_at_most() -> None:
    async with network() as site:
        first = await waiting(site)
        others = {asyncio.ensure_future(site.tap()) for _ in range(2)}
        (refused,), (second,) = await asyncio.wait(others, return_when=asyncio.FIRST_COMPLETED)
        words = "This phone's last touches are still being made: wait a moment."
        assert refused.result() == error(429, "too-often", words)
        site.touch.free.set()
        assert [(await first).answer, await second, await site.tap()] == [OK, OK, OK]


async def test_phones_wait_for_one_another_and_the_boards_own_page_for_one_of_them() -> None:
    async with network() as site:
        first = await waiting(site)
        others = {asyncio.ensure_future(site.tap(token="other")) for _ in range(3)}
        _, waits = await asyncio.wait(others, return_when=asyncio.FIRST_COMPLETED)  # one too many
        here = asyncio.ensure_future(site.post("/api/tap", TAP))
        await site.touch.waited.wait()
        assert site.touch.begun == 2
        site.touch.free.set()
        assert [(await each).answer for each in (first, here)] == [OK, OK]
        assert [await each for each in waits] == [OK, OK]


# Requests that nobody waits for any more

LATE = error(412, "too-late", "That came too late and did nothing: look at the board first.")


def until(seconds: object) -> dict[str, str]:
    return {**JSON_TYPE, UNTIL_HEADER: str(seconds)}


@pytest.mark.parametrize("path", ["/api/tap", "/api/sim/tap"])
async def test_what_comes_too_late_is_not_done(path: str) -> None:
    body, now = json.dumps(TAP).encode(), asyncio.get_running_loop().time()
    async with network() as site:
        late = await site.ask("POST", path, until(now - 0.001), body)
        assert (late.answer, site.touch.begun) == (LATE, 0)
        early = await site.ask("POST", path, until(now + 1000), body)
        assert (early.answer, site.touch.touches) == (OK, [(["undo"], 0.0)])


async def test_everything_that_is_to_be_done_may_come_too_late() -> None:
    async with network() as site:
        here = [await site.ask("POST", path, until(0)) for path in POSTS]
        there = await site.there("POST", "/api/tap", {**site.cookie(), **until(0)}, TAP)
    assert [reply.answer for reply in (*here, there)] == [LATE] * (len(POSTS) + 1)


@pytest.mark.parametrize("elsewhere", [False, True], ids=["here", "a-phone"])
async def test_a_touch_whose_turn_comes_too_late_is_not_made(
    elsewhere: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    loop = asyncio.get_running_loop()
    clock, passed = loop.time, 0.0
    monkeypatch.setattr(loop, "time", lambda: clock() + passed)
    headers = until(clock() + 2)
    async with network() as site:
        site.touch.free.clear()
        if elsewhere:
            asked = site.there("POST", "/api/tap", {**site.cookie(), **headers}, TAP)
        else:
            asked = site.ask("POST", "/api/tap", headers, json.dumps(TAP).encode())
        reply = asyncio.ensure_future(asked)
        await site.touch.waited.wait()
        passed = 3.0
        site.touch.free.set()
        assert ((await reply).answer, site.touch.touches) == (LATE, [])


@pytest.mark.parametrize("text", ["soon", "", "nan", "inf", "-inf", "1e999"])
async def test_a_time_that_is_none_is_refused(text: str) -> None:
    async with network() as site:
        reply = await site.ask("POST", "/api/tap", until(text), json.dumps(TAP).encode())
        message = f"X-Minigam-Until: expected seconds, got {text!r}"
        assert (reply.answer, site.touch.begun) == (error(400, "bad-request", message), 0)


# Who asks


def told(who: str, phone: dict[str, Any] | None = None) -> tuple[int, Any]:
    return 200, {
        "visitor": who,
        "key": KEY if who == "here" else None,
        "touch": who != "watching",
        "listening": True,
        "address": PAGE if who == "here" else None,
        "cannot_pair": None,
        "phone": phone,
    }


async def test_the_address_is_drawn_as_a_code() -> None:
    """Of 25 dots a side, with four empty ones around: version 2 holds up to 26 letters."""
    async with network() as site:
        reply = await site.ask("GET", "/api/address.svg")
        assert (reply.status, reply.headers["content-type"]) == (
            200,
            "image/svg+xml",
        )
        assert b'viewBox="0 0 33 33"' in reply.body
        site.phones.address = None
        answer = error(404, "unknown-name", "unknown address '/api/address.svg'")
        assert (await site.ask("GET", "/api/address.svg")).answer == answer


async def test_who_asks_is_told_who_they_are() -> None:
    async with network() as site:
        assert (await site.ask("GET", "/api/me")).answer == told("here")
        ann = told("paired", {"number": 3, "name": "Ann"})
        assert await site.visitor(**site.cookie()) == ann
        for cookie in ({}, site.cookie("wrong"), {"Cookie": f"minigam-1={TOKEN}"}):
            assert await site.visitor(**cookie) == told("watching")


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
async def test_what_is_passed_on_is_not_here(headers: dict[str, str]) -> None:
    async with network() as site:
        assert (await site.ask("GET", "/api/me", headers)).answer == told("watching")


async def test_what_is_asked_as_of_old_or_of_another_address_is_not_here() -> None:
    """Whatever that address is called."""
    async with network() as site:
        reply = await site.send(b"GET /api/me HTTP/1.0\r\nHost: localhost\r\n\r\n")
        assert await site.visitor(Host="localhost", Origin="") == told("watching")
    assert Reply.read(reply).answer == told("watching")


@pytest.mark.parametrize("as_a_browser", [False, True])
async def test_a_program_of_another_user_is_not_here(as_a_browser: bool) -> None:
    """Such as a proxy that says nothing of itself, and talks as a browser does."""
    async with network(user=STRANGER_USER) as site:
        sent = {**JSON_TYPE, **({"Origin": site.here} if as_a_browser else {})}
        tap = await site.ask("POST", "/api/sim/tap", sent, b'{"input": "undo"}')
        assert (await site.ask("GET", "/api/me")).answer == told("watching")
        assert (tap.status, site.touch.touches) == (403, [])


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
async def test_a_browser_here_acts_by_the_boards_own_page_only(
    headers: dict[str, str], expected: Any
) -> None:
    async with network() as site:
        sent = {**JSON_TYPE, **headers, **({"Origin": site.here} if "Origin" in headers else {})}
        tap = await site.ask("POST", "/api/sim/tap", sent, b'{"input": "undo"}')
        assert tap.answer == expected
        assert (await site.ask("GET", "/api/state", sent)).status == 200
        assert (await site.ask("GET", "/api/pairings", sent)).status == expected[0]


async def test_a_session_that_ends_while_a_request_trickles_in_has_ended() -> None:
    async with network() as site:
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
        assert Reply.read(await reader.read()).answer == WATCHING
        writer.close()
        assert site.touch.touches == []


# Hosts and origins


OURS = ("board", "BOARD.local", "board.local:8080", ELSEWHERE)
POINTING_HERE = ("evil.example", "127.0.0.3", "192.168.1.7", "board.local.evil.example")


@pytest.mark.parametrize("host", [*OURS, *POINTING_HERE, "2130706434", "[::1"])
async def test_others_may_call_it_by_its_names_and_its_address_only(host: str) -> None:
    async with network() as site:
        headers = {"Host": host, "Origin": f"http://{host}"}
        status, answer = (await site.there("GET", "/api/state", headers)).answer
    code = answer.get("error", {}).get("code")
    assert (status, code) == ((200, None) if host in OURS else (403, "foreign-host"))


@pytest.mark.parametrize("origin", ["", "null", "http://evil.example", f"https://{ELSEWHERE}"])
@pytest.mark.parametrize(
    "path", [path for path, act in POSTS.items() if is_allowed(Principal.PAIRED, act)]
)
async def test_a_post_from_elsewhere_comes_from_this_page(path: str, origin: str) -> None:
    async with network() as site:
        reply = await site.there("POST", path, {**site.cookie(), "Origin": origin}, TAP)
    got = f"expected this page's origin, got {origin!r}"
    none = "expected the header Origin, got none"
    assert reply.answer == error(403, "foreign-origin", got if origin else none)


async def test_what_ends_tls_before_it_says_https() -> None:
    headers = {
        "Host": "board.local",
        "Origin": "https://board.local",
        "X-Forwarded-For": "192.168.1.9",
    }
    async with network() as site:
        body = {"ticket": "t", "name": ""}
        reply = await site.there("POST", "/api/pair/press", headers, body)
    assert reply.status == 200
    assert "Secure" in reply.headers["set-cookie"]


# Pairing


async def test_a_phone_is_paired_step_by_step() -> None:
    async with network() as site:

        async def pair(step: str, body: Any) -> Reply:
            agent = {"User-Agent": "Mozilla/5.0 (Linux; Android 14)"}
            return await site.there("POST", f"/api/pair{step}", agent, body)

        asked = await pair("", {})
        assert asked.answer == (200, {"ok": True, "ticket": "t", "kind": "Android"})
        typed = await pair("/code", {"ticket": "t", "code": "1"})
        assert typed.answer == (200, {"ok": True, "typed": "t 1"})
        late = await pair("/press", {"ticket": "x", "name": ""})
        assert late.answer == error(409, "pairing", "no")
        paired = await pair("/press", {"ticket": "t", "name": " Ann\u202e's \x07phone "})
        assert paired.answer == (200, {"ok": True, "number": 5, "name": "Ann's phone"})
        assert (await pair("/leave", {"ticket": "t"})).answer == OK
        cookie = SimpleCookie(paired.headers["set-cookie"])[f"minigam-{site.port}"]
        assert cookie.value == "fresh"
        flags = {name: value for name, value in cookie.items() if value}
        assert flags == {"path": "/", "httponly": True, "samesite": "Strict"}


async def test_who_must_wait_is_told_for_how_long() -> None:
    async with network() as site:
        reply = await site.there("POST", "/api/pair", {"User-Agent": "iPhone"}, {})
    assert (reply.status, reply.headers["retry-after"]) == (429, "5")


async def test_a_phone_sees_and_ends_its_own_pairing_only() -> None:
    ann, bo = ({"number": n, "name": name, "seconds": 60} for n, name in ((3, "Ann"), (4, "Bo")))
    async with network() as site:
        paired, path = site.cookie(), "/api/pairings/revoke"
        seen = await site.there("GET", "/api/pairings", paired)
        assert seen.answer == (200, {"pairings": [ann]})
        assert (await site.there("POST", path, paired, {"number": 4})).status == 403
        assert (await site.there("POST", path, paired, {"number": 3})).answer == OK
        assert await site.tap() == WATCHING
        assert (await site.ask("GET", "/api/pairings")).answer == (200, {"pairings": [bo]})
        assert (await site.post(path, {"number": 4})).answer == OK
        assert (await site.post(path, {"number": 4})).status == 404


# Lights, sockets, and how often


async def test_only_who_is_here_is_told_all_of_the_lights() -> None:
    async with network() as site, ClientSession() as client:
        here = await site.ask("GET", "/api/lights")
        there = await site.there("GET", "/api/lights", site.cookie())
        meanings = [reply.answer[1]["point-1"]["meaning"] for reply in (here, there)]
        assert meanings == ["none", "told"]
        for origin, pixels in ((site.here, "000000"), (site.origin, "ffffff")):
            async with client.ws_connect(f"{origin}/api/lights/events") as socket:
                assert (await socket.receive_json())["pixels"] == pixels


async def test_many_may_watch_and_the_board_always_gets_in(monkeypatch: pytest.MonkeyPatch) -> None:
    assert MOST_SOCKETS == 500
    monkeypatch.setattr(kiosk_server, "MOST_SOCKETS", 2)
    async with network() as site, ClientSession() as client:
        found, url = [], f"{site.origin}/api/events"
        async with AsyncExitStack() as stack:
            for headers in ({}, {}, {}, site.cookie()):
                try:
                    await stack.enter_async_context(client.ws_connect(url, headers=headers))
                    found.append(101)
                except WSServerHandshakeError as refused:
                    found.append(refused.status)
            await stack.enter_async_context(site.listening())
        assert found == [101, 101, 503, 101]
        async with client.ws_connect(url) as socket:
            await socket.receive()  # there is room again


async def test_others_are_greeted_anew_when_a_pairing_ends() -> None:
    async with (
        network() as site,
        ClientSession() as client,
        client.ws_connect(f"{site.origin}/api/events") as socket,
        site.listening() as here,
    ):
        await socket.receive()
        await here.receive()
        closing = asyncio.create_task(site.server.greet_anew())
        await socket.receive()
        await closing
        site.show(phase="opening")
        assert socket.closed
        assert (await here.receive_json()) == {"phase": "opening"}


async def test_who_asks_too_often_waits() -> None:
    async with network() as site:
        leave = {"ticket": "t"}
        replies = [await site.there("POST", "/api/pair/leave", {}, leave) for _ in range(45)]
        assert [reply.status for reply in (replies[0], replies[-1])] == [200, 429]
        assert replies[-1].headers["retry-after"] == "1"
        assert await site.tap() == OK


async def test_refusals_are_in_the_language_of_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(middleware, "STRANGER", TokenBucket(3.0, 0.5))
    phones = FakePhones(why_not=Words("No phone can be paired here."))
    async with network(phones) as site:
        me = await site.there("GET", "/api/me?lang=de")
        settings = await site.there("POST", "/api/settings?lang=de", site.cookie(), {"idle": 5})
        taps = [await site.there("POST", "/api/pair?lang=de", {}, {}) for _ in range(4)]
        refused = await site.there("POST", "/api/tap?lang=de", {}, TAP)
    assert me.answer[1]["cannot_pair"] == "Hier kann kein Telefon gekoppelt werden."
    own = "Das geht nur auf der Seite am Brett selbst, oder für den Besitzer auf der Kommandozeile."
    assert [reply.answer for reply in (settings, taps[-1], refused)] == [
        error(403, "watching", own),
        error(429, "too-often", "Das ist zu oft: Warte einen Augenblick."),
        error(403, "watching", "Du schaust nur zu: Kopple zuerst dieses Telefon am Brett."),
    ]


async def test_who_reads_too_often_waits_and_the_boards_own_page_does_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert TokenBucket(400.0, 20.0) == READER
    monkeypatch.setattr(middleware, "READER", TokenBucket(3.0, 0.5))
    async with network() as site:
        read = [(await site.there("GET", "/api/state")).status for _ in range(5)]
        here = [(await site.ask("GET", "/api/state")).status for _ in range(5)]
    assert (read, here) == ([200, 200, 200, 429, 429], [200] * 5)


@pytest.mark.parametrize(
    "path",
    ["/api/games", "/api/games/1", "/api/exercises", "/api/statistics", "/report?game=1"],
)
async def test_guests_wait_for_their_turns_and_the_boards_own_page_does_not(
    path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With all that makes the daemon read the journal and compute beside the game."""
    turns: list[str] = []

    class Noted(Questions):
        async def answer(self, question: Callable[[], Awaitable[Any]]) -> Any:
            turns.append(path)
            return await super().answer(question)

    monkeypatch.setattr(kiosk_server, "Questions", Noted)
    async with network() as site:
        here = await site.ask("GET", path)
        assert turns == []
        assert (await site.there("GET", path)).status == here.status
        assert turns == [path]
