"""Every route of the kiosk, and who may ask."""

from __future__ import annotations

import asyncio
from html import escape
from importlib.resources import files
from typing import Any
from urllib.parse import quote

import pytest

from minigam.web import report
from tests.web.serving import ADDRESS, JSON_TYPE, WELL, FakeTouch, Reply, Site, at_site, error

STATIC = files("minigam.web") / "static"
KINDS = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml; charset=utf-8",
}
FILES = sorted(file.name for file in STATIC.iterdir() if file.name != "index.html")
POLICY = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
        "img-src 'self'; frame-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-cache",
}
OK = (200, {"ok": True})


def ask(
    method: str, target: str, headers: dict[str, str] | None = None, body: bytes = b""
) -> Reply:
    """One request to a simulated board's site."""
    return at_site(lambda site: site.ask(method, target, headers, body), FakeTouch())


def test_the_page_is_at_the_root() -> None:
    assert ask("GET", "/").page == (200, KINDS["html"], (STATIC / "index.html").read_text("utf-8"))


@pytest.mark.parametrize("name", FILES)
def test_the_pages_files_lie_beside_it(name: str) -> None:
    kind = KINDS[name.rpartition(".")[2]]
    assert ask("GET", f"/{name}").page == (200, kind, (STATIC / name).read_text("utf-8"))


@pytest.mark.parametrize(
    ("target", "shown"),
    [
        ("/api/board", {"name": "sim"}),
        ("/api/state", {"phase": "attract"}),
        ("/api/lights", {"point-1": {"meaning": "none", "colors": [[0, 0, 0]]}}),
        ("/api/health", WELL),
        ("/api/games", {"games": [], "before": None}),
        ("/api/games?before=7", {"games": [], "before": 7}),
        ("/api/games/7", {"game": 7}),
        ("/api/statistics", {"games": 0}),
        ("/api/rules", {"title": "Minigam", "sections": []}),
        ("/api/settings", {"settings": {"volume": 70}, "woken": 0}),
    ],
)
def test_what_the_view_shows_is_told_as_json(target: str, shown: object) -> None:
    reply = ask("GET", target)
    assert reply.answer == (200, shown)
    assert reply.headers["content-type"] == "application/json; charset=utf-8"


@pytest.mark.parametrize(
    ("target", "answer"),
    [
        ("/api/games/404", error(404, "unknown-name", "unknown game '404'; expected one of: 1")),
        ("/api/games/x", error(400, "bad-request", "game: expected a whole number, got 'x'")),
        ("/api/games?before=-1", error(400, "bad-request", "game: expected a whole number, got "
         "'-1'")),
    ],
)  # fmt: skip
def test_a_game_that_there_is_not(target: str, answer: object) -> None:
    assert ask("GET", target).answer == answer


def test_names_are_taken_on_any_board() -> None:
    async def visit(site: Site) -> list[Any]:
        long = {"white": "x" * 21, "black": ""}
        return [
            (await site.post("/api/names", {"white": "Ann", "black": ""})).answer,
            site.view.names,
            (await site.post("/api/names", long)).answer,
            (await site.post("/api/names", {"white": "Ann"})).status,
        ]

    text = f"expected a name of 1 to 20 letters, got {'x' * 21!r}"
    assert at_site(visit) == [
        (200, {"ok": True}), ("Ann", ""), error(400, "unreadable", text), 400
    ]  # fmt: skip


def test_a_game_is_kept_and_let_go_again() -> None:
    async def visit(site: Site) -> list[Any]:
        found: list[Any] = []
        for body in (
            {"game": 7, "starred": True},
            {"game": 7, "starred": False},
            {"game": 404, "starred": True},
            {"game": 7, "starred": 1},
            {"game": True, "starred": True},
        ):
            found += [(await site.post("/api/star", body)).answer, set(site.view.starred)]
        return found

    unknown = error(404, "unknown-name", "unknown game '404'; expected one of: 1")
    no_truth = error(400, "bad-request", "starred: expected true or false, got 1")
    no_number = error(400, "bad-request", "game: expected a whole number, got True")
    assert at_site(visit) == [
        *(OK, {7}), *(OK, set()), *(unknown, set()), *(no_truth, set()), *(no_number, set())
    ]  # fmt: skip


def test_touches_reach_the_board() -> None:
    touch = FakeTouch()

    async def visit(site: Site) -> list[Any]:
        return [
            (await site.post("/api/sim/tap", {"input": "point-1"})).answer,
            (await site.post("/api/sim/hold", {"inputs": ["undo"], "seconds": 1})).answer,
            (
                await site.post("/api/sim/hold", {"inputs": ["undo", "point-1"], "seconds": 6})
            ).answer,
        ]

    assert at_site(visit, touch) == [OK, OK, OK]
    assert touch.touches == [(["point-1"], 0.0), (["undo"], 1), (["undo", "point-1"], 6)]


def test_settings_are_changed_and_told() -> None:
    async def visit(site: Site) -> list[Any]:
        changed = await site.post("/api/settings", {"volume": 5, "tones": False})
        return [changed.answer, (await site.ask("GET", "/api/settings")).answer]

    told = {"settings": {"volume": 5, "tones": False}, "woken": 0}
    assert at_site(visit) == [(200, told), (200, told)]


@pytest.mark.parametrize(
    ("name", "refusal"),
    [
        ("night", error(400, "bad-settings", "night: expected one")),
        ("idle", error(403, "locked", "locked")),
        ("rest", error(429, "too-many-tries", "wait")),
    ],
)
def test_a_change_that_may_not_be_is_refused(name: str, refusal: tuple[int, Any]) -> None:
    body = f'{{"{name}": 1}}'.encode()
    assert ask("POST", "/api/settings", JSON_TYPE, body).answer == refusal


@pytest.mark.parametrize("body", [b"[]", b"null", b'"volume"'])
def test_settings_are_an_object(body: bytes) -> None:
    status, told = ask("POST", "/api/settings", JSON_TYPE, body).answer
    assert (status, told["error"]["code"]) == (400, "bad-request")
    assert told["error"]["message"].startswith("expected an object, got ")


def test_another_sites_page_changes_no_settings_and_wakes_nobody() -> None:
    async def visit(site: Site) -> list[Any]:
        foreign = {**JSON_TYPE, "Origin": "http://example.org"}
        refused = [
            (await site.ask("POST", "/api/settings", foreign, b'{"volume": 5}')).status,
            (await site.ask("POST", "/api/wake", foreign, b"{}")).status,
        ]
        return [*refused, (await site.ask("GET", "/api/settings")).answer]

    assert at_site(visit) == [403, 403, (200, {"settings": {"volume": 70}, "woken": 0})]


def test_a_board_is_woken_by_an_empty_object_alone() -> None:
    async def visit(site: Site) -> list[Any]:
        refused = await site.post("/api/wake", {"now": True})
        woken = await site.post("/api/wake", {})
        return [refused.status, woken.answer, (await site.ask("GET", "/api/settings")).answer]

    told = {"settings": {"volume": 70}, "woken": 1}
    assert at_site(visit) == [400, OK, (200, told)]


def test_a_head_request_gets_no_body() -> None:
    reply = ask("HEAD", "/api/state")
    assert (reply.status, reply.headers["content-length"], reply.body) == (200, "20", b"")


@pytest.mark.parametrize(
    ("method", "target", "allowed"),
    [
        ("POST", "/", "GET, HEAD"),
        ("PUT", "/app.js", "GET, HEAD"),
        ("DELETE", "/api/state", "GET, HEAD"),
        ("POST", "/api/events", "GET, HEAD"),
        ("GET", "/api/sim/tap", "POST"),
        ("OPTIONS", "/api/sim/hold", "POST"),
    ],
)
def test_a_wrong_method_is_told_the_right_ones(method: str, target: str, allowed: str) -> None:
    reply = ask(method, target)
    assert reply.answer == error(405, "wrong-method", f"expected {allowed}, got {method}")
    assert reply.headers["allow"] == allowed


@pytest.mark.parametrize(
    ("target", "heard"),
    [
        ("/nothing", "/nothing"),
        ("/index.html", "/index.html"),
        ("/nothing.js", "/nothing.js"),
        ("/api", "/api"),
        ("/api/state/", "/api/state/"),
        ("/../server.py", "/../server.py"),
        ("/../cards/minigam.json", "/../cards/minigam.json"),
        ("/%2e%2e/server.py", "/../server.py"),
        ("/..%2fserver.py", "/../server.py"),
        ("/%2fetc%2fpasswd", "//etc/passwd"),
        ("/static/app.js", "/static/app.js"),
        ("/app.js%00.svg", "/app.js\0.svg"),
        ("/APP.JS", "/APP.JS"),
    ],
)
def test_nothing_else_is_there(target: str, heard: str) -> None:
    assert ask("GET", target).answer == error(404, "not-found", f"there is nothing at {heard}")


@pytest.mark.parametrize(
    ("method", "target", "headers", "body", "status"),
    [
        ("GET", "/", {}, b"", 200),
        ("GET", "/style.css", {}, b"", 200),
        ("GET", "/api/state", {}, b"", 200),
        ("POST", "/api/sim/tap", JSON_TYPE, b'{"input":"undo"}', 200),
        ("POST", "/api/sim/tap", JSON_TYPE, b"{}", 400),
        ("GET", "/api/events", {}, b"", 400),
        ("GET", "/", {"Host": "example.org"}, b"", 403),
        ("GET", "/nothing", {}, b"", 404),
        ("POST", "/api/sim/tap", JSON_TYPE, b'{"input":"point-7"}', 404),
        ("DELETE", "/", {}, b"", 405),
        ("POST", "/api/sim/place", JSON_TYPE, b'{"zone":"point-1","count":1}', 200),
        ("POST", "/api/sim/lay", JSON_TYPE, b"{}", 200),
        ("POST", "/api/sim/tap", JSON_TYPE, b" " * 5000, 413),
    ],
)
def test_the_policy_is_on_every_answer(
    method: str, target: str, headers: dict[str, str], body: bytes, status: int
) -> None:
    reply = ask(method, target, headers, body)
    assert (reply.status, {name: reply.headers.get(name) for name in POLICY}) == (status, POLICY)


@pytest.mark.parametrize(("target", "number"), [("/report", None), ("/report?game=12", 12)])
def test_a_report_is_a_page_with_a_policy_of_its_own(target: str, number: int | None) -> None:
    reply = ask("GET", target)
    assert reply.page == (200, KINDS["html"], f"<p>Game {number}</p>")
    told = {name: reply.headers.get(name) for name in POLICY}
    assert told == POLICY | {"content-security-policy": report.POLICY}
    assert "script" not in report.POLICY


@pytest.mark.parametrize("text", ["", "-1", "1.5", "x", "9" * 40, "²"])
def test_a_report_of_no_number_is_refused(text: str) -> None:
    status, kind, told = ask("GET", f"/report?game={quote(text)}").page
    assert (status, kind) == (400, KINDS["html"])
    assert "<p>game: expected a whole number, got " in told


def test_a_report_of_no_game_is_refused() -> None:
    """In words that a person reads, for they stand in the place of the report."""
    reply = ask("GET", "/report?game=404")

    apology = report.apology("unknown game '404'; expected one of: 1")
    assert reply.page == (404, KINDS["html"], apology)
    assert escape("unknown game '404'") in reply.body.decode()
    assert reply.headers["content-security-policy"] == report.POLICY


def test_the_policy_is_on_a_websockets_handshake_too() -> None:
    async def visit(site: Site) -> Reply:
        reader, writer = await asyncio.open_connection(ADDRESS, site.port)
        writer.write(site.handshake())
        head = await reader.readuntil(b"\r\n\r\n")
        writer.close()
        return Reply.read(head)

    reply = at_site(visit)
    assert (reply.status, {name: reply.headers.get(name) for name in POLICY}) == (101, POLICY)


HERE = ("localhost", "127.0.0.1", "[::1]", "LOCALHOST")


@pytest.mark.parametrize("host", [*HERE, *(f"{host}:8080" for host in HERE)])
def test_this_machine_may_ask_by_each_of_its_names(host: str) -> None:
    for headers in ({"Host": host}, {"Host": host, "Origin": f"http://{host}"}):
        assert ask("GET", "/api/state", headers).answer == (200, {"phase": "attract"})


@pytest.mark.parametrize(
    ("host", "heard"),
    [
        ("example.org", "'example.org'"),
        ("example.org:8080", "'example.org'"),
        ("localhost.example.org", "'localhost.example.org'"),
        ("localhost@example.org", "None"),
        ("example.org@localhost", "None"),
        ("127.0.0.1#.example.org", "None"),
        ("127.0.0.1/example.org", "None"),
        ("localhost:port", "None"),
        ("127.0.0.1.nip.io", "'127.0.0.1.nip.io'"),
        ("127.0.0.2", "'127.0.0.2'"),
        ("192.168.1.7:8080", "'192.168.1.7'"),
        ("0.0.0.0", "'0.0.0.0'"),
        ("[::2]", "'::2'"),
        ("[::1", "None"),
        ("", "None"),
    ],
)
def test_a_foreign_host_is_refused(host: str, heard: str) -> None:
    refusal = error(403, "foreign-host", f"expected this machine as the host, got {heard}")
    assert ask("GET", "/", {"Host": host}).answer == refusal
    tap = ask("POST", "/api/sim/tap", {"Host": host, **JSON_TYPE}, b'{"input":"undo"}')
    assert tap.answer == refusal


def test_a_request_without_a_host_is_refused() -> None:
    reply = at_site(lambda site: site.send(b"GET / HTTP/1.0\r\n\r\n"))
    refusal = error(403, "foreign-host", "expected this machine as the host, got None")
    assert Reply.read(reply).answer == refusal


@pytest.mark.parametrize(
    "origin",
    [
        "http://example.org",
        "https://localhost:8080",
        "http://localhost",
        "http://localhost:8081",
        "http://127.0.0.1:8080",
        "http://localhost:8080.example.org",
        "http://localhost:8080/",
        "null",
        "",
    ],
)
def test_a_foreign_origin_is_refused(origin: str) -> None:
    headers = {"Host": "localhost:8080", "Origin": origin}
    refusal = error(403, "foreign-origin", f"expected this page's origin, got {origin!r}")
    assert ask("GET", "/api/state", headers).answer == refusal
    tap = ask("POST", "/api/sim/tap", {**headers, **JSON_TYPE}, b'{"input":"undo"}')
    assert tap.answer == refusal


LINK = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
@pytest.mark.parametrize("target", ["/", "/app.js", "/api/state", "/api/games/1", "/report"])
def test_another_page_cannot_even_look(target: str, site: str) -> None:
    """It could not read the answer, but have much work done."""
    headers = {"Sec-Fetch-Site": site, "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "empty"}
    told = f"expected a request of this page, got one of another: {site}"
    assert ask("GET", target, headers).answer == error(403, "foreign-origin", told)
    framed = {**LINK, "Sec-Fetch-Site": site, "Sec-Fetch-Dest": "iframe"}
    assert ask("GET", target, framed).status == 403


@pytest.mark.parametrize("site", ["same-origin", "none"])
def test_the_page_and_an_address_that_was_typed_are_served(site: str) -> None:
    assert ask("GET", "/api/state", {"Sec-Fetch-Site": site}).status == 200


def test_a_link_leads_to_the_page_and_to_nothing_else() -> None:
    assert ask("GET", "/", LINK).status == 200
    assert ask("GET", "/api/games/1", LINK).status == 403


def test_nobody_foreign_touches_the_board() -> None:
    touch = FakeTouch()

    async def visit(site: Site) -> None:
        for foreign in ({"Host": "example.org"}, {"Origin": "http://example.org"}):
            await site.ask("POST", "/api/sim/tap", {**JSON_TYPE, **foreign}, b'{"input":"undo"}')

    at_site(visit, touch)
    assert touch.touches == []


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("", "A PIN has 4 to 12 digits, and nothing else."),
        ("?lang=de", "Eine PIN hat 4 bis 12 Ziffern und sonst nichts."),
        ("?lang=xx", "A PIN has 4 to 12 digits, and nothing else."),
    ],
)
def test_a_refusal_made_of_words_is_in_the_language_asked_for(query: str, told: str) -> None:
    answer = ask("POST", f"/api/settings{query}", JSON_TYPE, b'{"new_pin": "1"}').answer
    assert answer == error(400, "bad-settings", told)
