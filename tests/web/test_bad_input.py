"""Bodies that are out of their form, and boards that cannot serve a request."""

import gzip
from typing import Any

import pytest

from tests.web.serving import (
    ADDRESS,
    JSON_TYPE,
    OK,
    FakeTouch,
    Reply,
    at_site,
    error,
    refused,
    serving,
)

TAP, HOLD, PLACE = "/api/sim/tap", "/api/sim/hold", "/api/sim/place"
UNREADABLE = "expected a JSON body, got an unreadable one: "


def bad(message: str) -> tuple[int, Any]:
    return error(400, "bad-request", message)


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b"", "invalid JSON at line 1, column 1"),
        (b'{"input": "point-1"', "invalid JSON at line 1, column 20"),
        (b'{"input": "\xff"}', "no UTF-8 at byte 12"),
        (b"[" * 2000 + b"]" * 2000, "nested more than 100 levels deep"),
    ],
)
def test_what_is_no_json_is_refused(body: bytes, reason: str) -> None:
    assert refused(TAP, body) == bad(UNREADABLE + reason)


def test_a_packed_body_is_not_unpacked() -> None:
    packed = gzip.compress(b'{"input":"undo"}', mtime=0)
    answer = refused(TAP, packed, {**JSON_TYPE, "Content-Encoding": "gzip"})
    assert answer == bad(f"{UNREADABLE}no UTF-8 at byte 2")


@pytest.mark.parametrize(
    ("headers", "heard"),
    [
        ({}, "application/octet-stream"),
        ({"Content-Type": "text/plain"}, "text/plain"),
        (
            {"Content-Type": "application/x-www-form-urlencoded"},
            "application/x-www-form-urlencoded",
        ),
        ({"Content-Type": "multipart/form-data; boundary=x"}, "multipart/form-data"),
    ],
)
def test_a_form_that_any_site_may_send_is_refused(headers: dict[str, str], heard: str) -> None:
    answer = refused(TAP, b'{"input":"undo"}', headers)
    assert answer == bad(f"expected Content-Type application/json, got {heard}")


@pytest.mark.parametrize(
    ("kind", "length"), [("application/json; charset=klingon", 0), ("application/json", 4096)]
)
def test_an_unknown_charset_and_the_longest_body_are_no_trouble(kind: str, length: int) -> None:
    body = b'{"input":"undo"}'.ljust(length)
    headers = {"Content-Type": kind}
    reply = at_site(lambda site: site.ask("POST", TAP, headers, body), FakeTouch())
    assert reply.answer == OK


@pytest.mark.parametrize(
    ("target", "body", "message"),
    [
        (TAP, b"null", "expected an object with input, got None"),
        (TAP, b"[]", "expected an object with input, got []"),
        (TAP, b'"point-1"', "expected an object with input, got 'point-1'"),
        (TAP, b"{}", "expected an object with input, got {}"),
        (TAP, b'{"zone":"undo"}', "expected an object with input, got {'zone': 'undo'}"),
        (
            TAP,
            b'{"input":"undo","hard":true}',
            "expected an object with input, got {'input': 'undo', 'hard': True}",
        ),
        (TAP, b'{"input":null}', "input: expected a text, got None"),
        (TAP, b'{"input":3}', "input: expected a text, got 3"),
        (TAP, b'{"input":true}', "input: expected a text, got True"),
        (TAP, b'{"input":["undo"]}', "input: expected a text, got ['undo']"),
        (HOLD, b"{}", "expected an object with inputs, seconds, got {}"),
        (HOLD, b'{"inputs":"undo","seconds":1}', "inputs: expected a list, got 'undo'"),
        (HOLD, b'{"inputs":["undo"],"seconds":"1"}', "seconds: expected a number, got '1'"),
        (HOLD, b'{"inputs":["undo"],"seconds":true}', "seconds: expected a number, got True"),
        (HOLD, b'{"inputs":["undo"],"seconds":null}', "seconds: expected a number, got None"),
        (PLACE, b"{}", "expected an object with zone, count, got {}"),
        (PLACE, b'{"zone":1,"count":1}', "zone: expected a text, got 1"),
        (PLACE, b'{"zone":"point-1","count":1.5}', "count: expected a whole number, got 1.5"),
        (PLACE, b'{"zone":"point-1","count":true}', "count: expected a whole number, got True"),
    ],
)
def test_each_wrong_field_is_named(target: str, body: bytes, message: str) -> None:
    assert refused(target, body) == bad(message)


NAMES, SECONDS = "expected inputs as a list of names", "expected seconds above 0 and up to 6.0"


@pytest.mark.parametrize(
    ("inputs", "seconds", "message"),
    [
        ("[]", "1", f"{NAMES}, got []"),
        ('["undo", 4]', "1", f"{NAMES}, got ['undo', 4]"),
        ("[null]", "1", f"{NAMES}, got [None]"),
        ('["undo"]', "0", f"{SECONDS}, got 0"),
        ('["undo"]', "-1", f"{SECONDS}, got -1"),
        ('["undo"]', "6.1", f"{SECONDS}, got 6.1"),
        ('["undo"]', "NaN", f"{SECONDS}, got nan"),
        ('["undo"]', "1e999", f"{SECONDS}, got inf"),
    ],
)
def test_a_hold_names_its_inputs_and_has_an_end(inputs: str, seconds: str, message: str) -> None:
    body = f'{{"inputs": {inputs}, "seconds": {seconds}}}'
    assert refused(HOLD, body.encode()) == bad(message)


def test_what_is_said_back_is_short() -> None:
    status, answer = refused(TAP, b'{"input":[%s]}' % b",".join([b"1"] * 1000))
    message = answer["error"]["message"]
    assert (status, len(message)) == (400, 300)
    assert message.startswith("input: expected a text, got [1, 1, 1, ")


TOO_LARGE = error(413, "too-large", "expected at most 4096 bytes")


def test_a_longer_body_is_refused() -> None:
    assert refused(TAP, b'{"input":"undo"}'.ljust(4097)) == TOO_LARGE


def test_a_body_that_does_not_say_its_length_has_the_same_limit() -> None:
    head = (
        f"POST {TAP} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    chunks = b"400\r\n%s\r\n" % (b" " * 1024) * 5 + b"0\r\n\r\n"
    reply = Reply.read(at_site(lambda site: site.send(head.encode() + chunks), FakeTouch()))
    assert reply.answer == TOO_LARGE


@pytest.mark.parametrize(
    ("target", "body"),
    [
        (TAP, b'{"input":"point-7"}'),
        (HOLD, b'{"inputs":["undo","point-7"],"seconds":1}'),
        (PLACE, b'{"zone":"point-7","count":1}'),
    ],
)
def test_an_unknown_input_is_not_found(target: str, body: bytes) -> None:
    message = "unknown input 'point-7'; expected one of: point-1, undo"
    assert refused(target, body) == error(404, "unknown-name", message)


@pytest.mark.parametrize("target", [TAP, HOLD, PLACE])
def test_a_real_board_is_not_touched_from_the_page(target: str) -> None:
    reply = at_site(lambda site: site.post(target, {"input": "undo"}), touch=None)
    message = "this board is real: expected POST /api/tap or /api/hold"
    assert reply.answer == error(409, "wrong-board", message)


async def test_a_failure_of_ours_is_logged_and_told_without_details(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with serving() as site:
        del site.view.snapshot  # the view is broken from now on
        failed = "minigam has failed at this request; its log says more"
        assert (await site.ask("GET", "/api/state")).answer == error(500, "internal", failed)
        assert (await site.ask("GET", "/api/board")).answer == (200, {"name": "sim"})
    assert [record.getMessage() for record in caplog.records] == ["GET /api/state has failed"]


@pytest.mark.parametrize(
    "data",
    [
        b"\x00\x01garbage\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET /" + b"a" * 10_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 10_000 + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nno colon\r\n\r\n",
    ],
)
async def test_what_is_no_http_is_refused_and_the_next_request_served(
    data: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    async with serving() as site:
        assert Reply.read(await site.send(data)).status == 400
        assert (await site.ask("GET", "/api/state")).answer == (200, {"phase": "attract"})
    assert caplog.records == []


def test_a_plain_request_for_a_websocket_is_told_so() -> None:
    reply = at_site(lambda site: site.ask("GET", "/api/events"))
    assert reply.answer == bad("expected a WebSocket's handshake, got another request")


HEADERS = (
    "Sec-WebSocket-Version", "Sec-WebSocket-Key", "Sec-WebSocket-Protocol", "Expect",
    "Origin", "Cookie", "Accept-Language", "Content-Type", "User-Agent",
)  # fmt: skip


@pytest.mark.parametrize("path", ["/api/events", "/api/state", "/app.js", "/nothing"])
@pytest.mark.parametrize("name", HEADERS)
async def test_a_header_that_is_no_text_is_refused(
    name: str, path: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with serving() as site:
        torn = f"\r\nConnection: close\r\n{name}: ".encode() + b"\xff\r\nHost"
        reply = Reply.read(await site.send(site.handshake(path).replace(b"\r\nHost", torn)))
    assert reply.answer == bad(f"expected ASCII in every header, not so: {name}")
    assert "content-security-policy" in reply.headers
    assert caplog.records == []


@pytest.mark.parametrize(
    ("what", "answer"), [("100-Continue", "100 Continue"), ("a miracle", "200 OK")]
)
async def test_who_expects_is_answered(what: str, answer: str) -> None:
    async with serving() as site:
        ask = f"GET /api/state HTTP/1.1\r\nHost: {ADDRESS}:{site.port}\r\nConnection: close\r\n"
        found = await site.send(f"{ask}Expect: {what}\r\n\r\n".encode())
    assert found.partition(b"\r\n")[0] == f"HTTP/1.1 {answer}".encode()
