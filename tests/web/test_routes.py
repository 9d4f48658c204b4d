"""Every route of the kiosk, and who may ask."""

import gzip
from html import escape
from importlib.resources import files
from typing import Any
from urllib.parse import quote, unquote

import pytest

from minigam.web import review_page
from tests.web.serving import (
    JSON_TYPE,
    OK,
    WELL,
    FakeInvitations,
    FakeTouch,
    FakeUpdates,
    Reply,
    at_site,
    error,
    refused,
    serving,
)

STATIC = files("minigam.web") / "static"
KINDS = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml; charset=utf-8",
    "webmanifest": "application/manifest+json; charset=utf-8",
}
NO_EXERCISES = {"exercises": [], "judged": 0, "before": None}
MOST_BYTES = 100_000
"""What the whole page may take to load."""
FILES = sorted(file.name for file in STATIC.iterdir() if file.name != "index.html")
POLICY = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
        "img-src 'self'; frame-src 'self'; manifest-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-cache",
}


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


def packed(name: str) -> Reply:
    return ask("GET", f"/{name}", {"Accept-Encoding": "gzip, deflate, br"})


def test_the_page_comes_packed_to_who_can_unpack_it_and_is_small() -> None:
    replies = {name: packed(name) for name in ["", *FILES]}
    assert {name: gzip.decompress(reply.body) for name, reply in replies.items()} == {
        name: (STATIC / (name or "index.html")).read_bytes() for name in replies
    }
    heads = {
        (reply.headers["content-encoding"], reply.headers["vary"]) for reply in replies.values()
    }
    assert heads == {("gzip", "Accept-Encoding")}
    assert sum(len(reply.body) for reply in replies.values()) <= MOST_BYTES


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
        ("/api/exercises", {**NO_EXERCISES, "text": "White"}),
        ("/api/exercises?before=7&lang=de", {**NO_EXERCISES, "before": 7, "text": "Weiß"}),
        ("/api/statistics", {"games": 0}),
        ("/api/rules", {"title": "Minigam", "sections": []}),
        ("/api/settings", {"settings": {"volume": 70}, "woken": 0}),
        ("/api/update", {"available": False}),
    ],
)
def test_what_the_view_shows_is_told_as_json(target: str, shown: object) -> None:
    reply = ask("GET", target)
    assert reply.answer == (200, shown)
    assert reply.headers["content-type"] == "application/json; charset=utf-8"


NOT_ASKED: list[object] = [{}, {"what": 7}, {"what": "look", "from": "https://example.org"}, []]


async def test_an_update_is_asked_for_by_name_and_pin() -> None:
    updates = FakeUpdates()
    async with serving(updates=updates) as site:
        locked = await site.post("/api/update", {"what": "install", "pin": "2581"})
        none = await site.post("/api/update", {"what": "install"})
        bad = [await site.post("/api/update", body) for body in NOT_ASKED]
        assert updates.asked == []
        assert (await site.post("/api/update", {"what": "look", "pin": "2580"})).answer == OK
        shown = await site.ask("GET", "/api/update")
    assert [locked.status, none.status, *(each.status for each in bad)] == [403, 403, *[400] * 4]
    assert updates.asked == ["look"]
    assert shown.answer == (200, {"available": True, "step": "looked"})


NO_INVITATION: list[object] = [
    {},
    [],
    {"do": 7},
    {"do": "invite", "code": [1, 2, 3, 4, 5, 6]},
    {"do": "join"},
    {"do": "join", "code": [1, 2, 3, 4, 5]},
    {"do": "join", "code": [1, 2, 3, 4, 5, 7]},
    {"do": "join", "code": [1, 2, 3, 4, 5, True]},
    {"do": "join", "code": "123456"},
    {"do": "invite", "at": 1},
]


async def test_a_friends_board_is_invited_or_joined() -> None:
    invitations = FakeInvitations()
    async with serving(invitations=invitations) as site:
        bad = [await site.post("/api/invitation", body) for body in NO_INVITATION]
        assert invitations.asked == []
        refused = await site.post("/api/invitation", {"do": "join", "code": [1] * 6})
        assert (await site.post("/api/invitation", {"do": "invite"})).answer == OK
        code = [3, 1, 6, 6, 2, 4]
        assert (await site.post("/api/invitation", {"do": "join", "code": code})).answer == OK
    assert [each.status for each in bad] == [400] * len(NO_INVITATION)
    error = {"code": "cannot-invite", "message": "Nobody invites."}
    assert refused.answer == (409, {"ok": False, "error": error})
    assert invitations.asked == [("invite", ()), ("join", (3, 1, 6, 6, 2, 4))]


def test_where_no_other_board_is_none_can_be_invited() -> None:
    assert refused("/api/invitation", b'{"do": "invite"}')[0] == 409


def test_where_no_updater_is_none_can_be_asked() -> None:
    assert refused("/api/update", b'{"what": "look"}')[0] == 400


NO_GAME = error(404, "unknown-name", "unknown game '404'; expected one of: 1")


@pytest.mark.parametrize(
    ("target", "answer"),
    [
        ("games/404", NO_GAME),
        ("games/x", error(400, "bad-request", "game: expected a whole number, got 'x'")),
        ("games?before=-1", error(400, "bad-request", "game: expected a whole number, got '-1'")),
        ("exercises?before=x", error(400, "bad-request", "game: expected a whole number, got 'x'")),
    ],
)
def test_a_game_that_there_is_not(target: str, answer: object) -> None:
    assert ask("GET", f"/api/{target}").answer == answer


async def test_names_are_taken_on_any_board() -> None:
    async with serving() as site:
        reply = await site.post("/api/names", {"white": "Ann", "black": ""})
        assert (reply.answer, site.view.names) == (OK, ("Ann", ""))
        reply = await site.post("/api/names", {"white": "x" * 21, "black": ""})
        text = f"expected a name of 1 to 20 letters, got {'x' * 21!r}"
        assert reply.answer == error(400, "unreadable", text)
        assert (await site.post("/api/names", {"white": "Ann"})).status == 400


@pytest.mark.parametrize(
    ("body", "answer", "starred"),
    [
        ({"game": 7, "starred": True}, OK, {5, 7}),
        ({"game": 5, "starred": False}, OK, set()),
        ({"game": 404, "starred": True}, NO_GAME, {5}),
        (
            {"game": 7, "starred": 1},
            error(400, "bad-request", "starred: expected true or false, got 1"),
            {5},
        ),
        (
            {"game": True, "starred": True},
            error(400, "bad-request", "game: expected a whole number, got True"),
            {5},
        ),
    ],
)
async def test_a_game_is_kept_and_let_go_again(
    body: dict[str, Any], answer: object, starred: set[int]
) -> None:
    async with serving() as site:
        site.view.starred = {5}
        assert (await site.post("/api/star", body)).answer == answer
        assert site.view.starred == starred


async def test_settings_are_changed_and_told() -> None:
    told = (200, {"settings": {"volume": 5, "tones": False}, "woken": 0})
    async with serving() as site:
        assert (await site.post("/api/settings", {"volume": 5, "tones": False})).answer == told
        assert (await site.ask("GET", "/api/settings")).answer == told


PIN = "A PIN has 4 to 12 digits, and nothing else."


@pytest.mark.parametrize(
    ("body", "query", "refusal"),
    [
        ('{"night": 1}', "", error(400, "bad-settings", "night: expected one")),
        ('{"idle": 1}', "", error(403, "locked", "locked")),
        ('{"rest": 1}', "", error(429, "too-many-tries", "wait")),
        ('{"new_pin": "1"}', "", error(400, "bad-settings", PIN)),
        ('{"new_pin": "1"}', "?lang=xx", error(400, "bad-settings", PIN)),
        (
            '{"new_pin": "1"}',
            "?lang=de",
            error(400, "bad-settings", "Eine PIN hat 4 bis 12 Ziffern und sonst nichts."),
        ),
        ("[]", "", error(400, "bad-request", "expected an object, got []")),
        ("null", "", error(400, "bad-request", "expected an object, got None")),
        ('"volume"', "", error(400, "bad-request", "expected an object, got 'volume'")),
    ],
)
def test_a_change_that_may_not_be_is_refused_in_the_language_asked_for(
    body: str, query: str, refusal: tuple[int, Any]
) -> None:
    answer = ask("POST", f"/api/settings{query}", JSON_TYPE, body.encode()).answer
    assert answer == refusal


async def test_another_sites_page_changes_no_settings_and_wakes_nobody() -> None:
    foreign = {**JSON_TYPE, "Origin": "http://example.org"}
    async with serving() as site:
        for path, body in (("/api/settings", b'{"volume": 5}'), ("/api/wake", b"{}")):
            assert (await site.ask("POST", path, foreign, body)).status == 403
        told = (await site.ask("GET", "/api/settings")).answer
    assert told == (200, {"settings": {"volume": 70}, "woken": 0})


async def test_a_board_is_woken_by_an_empty_object_alone() -> None:
    async with serving() as site:
        assert (await site.post("/api/wake", {"now": True})).status == 400
        assert (await site.post("/api/wake", {})).answer == OK
        told = (await site.ask("GET", "/api/settings")).answer
    assert told == (200, {"settings": {"volume": 70}, "woken": 1})


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
    "target",
    [
        *("/nothing", "/index.html", "/nothing.js", "/api", "/api/state/"),
        *("/../server.py", "/../cards/minigam.json", "/%2e%2e/server.py", "/..%2fserver.py"),
        *("/%2fetc%2fpasswd", "/static/app.js", "/app.js%00.svg", "/APP.JS"),
    ],
)
def test_nothing_else_is_there(target: str) -> None:
    told = f"there is nothing at {unquote(target)}"
    assert ask("GET", target).answer == error(404, "not-found", told)


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
    assert told == POLICY | {"content-security-policy": review_page.POLICY}
    assert "script" not in review_page.POLICY


@pytest.mark.parametrize("text", ["", "-1", "1.5", "x", "9" * 40, "²"])
def test_a_report_of_no_number_is_refused(text: str) -> None:
    status, kind, told = ask("GET", f"/report?game={quote(text)}").page
    assert (status, kind) == (400, KINDS["html"])
    assert "<p>game: expected a whole number, got " in told


def test_a_report_of_no_game_is_refused() -> None:
    """In words that a person reads, for they stand in the place of the report."""
    reply = ask("GET", "/report?game=404")
    apology = review_page.apology("unknown game '404'; expected one of: 1")
    assert reply.page == (404, KINDS["html"], apology)
    assert escape("unknown game '404'") in reply.body.decode()
    assert reply.headers["content-security-policy"] == review_page.POLICY


async def test_the_policy_is_on_a_websockets_handshake_too() -> None:
    async with serving() as site:
        head, _, writer = await site.raw_socket()
        writer.close()
    reply = Reply.read(head)
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
    assert refused("/api/sim/tap", b'{"input":"undo"}', {"Host": host, **JSON_TYPE}) == refusal


def test_a_request_without_a_host_is_refused() -> None:
    reply = at_site(lambda site: site.send(b"GET / HTTP/1.0\r\n\r\n"))
    refusal = error(403, "foreign-host", "expected this machine as the host, got None")
    assert Reply.read(reply).answer == refusal


@pytest.mark.parametrize("target", ["/api/state", "/api/me", "/api/events"])
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
def test_a_foreign_origin_is_refused(target: str, origin: str) -> None:
    headers = {"Host": "localhost:8080", "Origin": origin}
    refusal = error(403, "foreign-origin", f"expected this page's origin, got {origin!r}")
    assert ask("GET", target, headers).answer == refusal
    assert refused("/api/sim/tap", b'{"input":"undo"}', {**headers, **JSON_TYPE}) == refusal


LINK = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
@pytest.mark.parametrize("target", ["/", "/app.js", "/api/me", "/api/games/1", "/report"])
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


@pytest.mark.parametrize(
    ("target", "status"), [("/", 200), ("/api/games/1", 403), ("/api/me", 403)]
)
def test_a_link_leads_to_the_page_and_to_nothing_else(target: str, status: int) -> None:
    assert ask("GET", target, LINK).status == status
