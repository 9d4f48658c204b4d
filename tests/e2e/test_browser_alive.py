"""A board that hangs: the page says so, and nothing that is touched meanwhile is done later."""

import socket
import time
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Request, Route, WebSocket, WebSocketRoute, expect

from tests.e2e.browser import ON_LINE, Visitor
from tests.e2e.daemon import Daemon
from tests.e2e.pages import EACH_LANGUAGE, Pages
from tests.e2e.test_browser import CUT_OFF
from tests.e2e.test_browser_languages import PLAYING
from tests.e2e.test_browser_panel import UNREAD, clock

pytestmark = pytest.mark.browser

SILENCE = 3_000
PATIENCE = 4_000
FILTER = "it => getComputedStyle(it).filter"
NOT_DONE = {
    "en": "The board does not answer: this was not done.",
    "de": "Das Brett antwortet nicht: Das wurde nicht getan.",
}
MOST_STEPS = 10_000
GIVEN_UP = "WebSocket is closed before the connection is established"
NO_ANSWER = "The board did not answer in time: look at the board whether it was done."


def freeze(visitor: Visitor) -> None:
    """From now on the page's time stands until it is moved on, whatever the daemon's does."""
    visitor.page.clock.install(time=0)
    visitor.page.clock.pause_at(1)
    visitor.page.reload()
    visitor.page.wait_for_selector(ON_LINE)


def posts(visitor: Visitor) -> list[Request]:
    """All that the page asks to have done from now on."""
    found: list[Request] = []
    visitor.page.on("request", lambda it: found.append(it) if it.method == "POST" else None)
    return found


def connection(visitor: Visitor) -> str | None:
    return visitor.page.locator("body").get_attribute("data-connection")


def run_until(visitor: Visitor, reached: Callable[[], bool]) -> None:
    for _ in range(MOST_STEPS):
        if reached():
            return
        visitor.page.clock.run_for(100)
    raise AssertionError("it never comes to that")


@EACH_LANGUAGE
def test_the_page_says_so_after_three_seconds_of_silence_and_sends_no_touch(
    lang: str, pages: Pages
) -> None:
    site, visitor = pages.show("sim", {**PLAYING, "clock": clock("white")}, lang=lang)
    silent = False

    def relay(page: WebSocketRoute) -> None:
        board = page.connect_to_server()
        board.on_message(lambda message: None if silent else page.send(message))

    visitor.page.route_web_socket("**/api/events*", relay)
    freeze(visitor)
    silent, sent, left = True, posts(visitor), visitor.part("clock-white").inner_text()
    visitor.page.clock.run_for(SILENCE - 1)
    assert connection(visitor) == "live"
    visitor.page.clock.run_for(1)
    assert connection(visitor) == "lost"
    said = {"en": "The board does not answer.", "de": "Das Brett antwortet nicht."}[lang]
    expect(visitor.part("connection")).to_have_text(said)
    expect(visitor.part("connection")).to_be_visible()
    assert visitor.part("board").evaluate(FILTER) != "none"
    visitor.press("1", "u")
    expect(visitor.part("reason")).to_have_text(NOT_DONE[lang])
    expect(visitor.part("reason")).to_be_visible()
    expect(visitor.part("connection")).to_have_css("clip-path", "inset(50%)")  # still heard
    assert visitor.found(UNREAD, CUT_OFF) == []
    silent = False
    run_until(visitor, lambda: connection(visitor) == "live")
    assert visitor.part("board").evaluate(FILTER) == "none"
    expect(visitor.part("reason")).to_have_text(NOT_DONE[lang])  # until there is something new
    assert (sent, site.shown.touches) == ([], [])
    assert visitor.part("clock-white").inner_text() == left


def test_a_touch_that_a_hanging_board_has_not_taken_is_not_done_when_it_works_again(
    pages: Pages,
) -> None:
    daemon, visitor = pages.play()
    visitor.tolerated = GIVEN_UP
    freeze(visitor)
    assert visitor.phase == "attract"
    sent = posts(visitor)
    with daemon.hanging():
        visitor.press("r")
        run_until(visitor, lambda: bool(sent))
        visitor.page.clock.run_for(PATIENCE)
        expect(visitor.part("reason")).to_have_text(NO_ANSWER)
        expect(visitor.part("reason")).to_be_visible()
        assert connection(visitor) == "lost"
        visitor.press("r")
        expect(visitor.part("reason")).to_have_text(NOT_DONE["en"])
        patient = asked_again(daemon, sent[0])
        until = float(sent[0].headers["x-minigam-until"])
        run_until(visitor, lambda: time.monotonic() > until)
    assert answer_to(patient).startswith(b"HTTP/1.1 412 ")
    run_until(visitor, lambda: connection(visitor) == "live")
    daemon.tap("undo")  # what was asked for before has had its turn
    assert (len(sent), daemon.get("/api/state")["phase"]) == (1, "attract")
    visitor.press("r")
    expect(visitor.page.locator("body")).not_to_have_attribute("data-phase", "attract")


def asked_again(daemon: Daemon, touch: Request) -> socket.socket:
    """The same as a page's touch, by somebody who never hangs up."""
    fields = {**touch.headers, "host": urlsplit(daemon.url).netloc, "connection": "close"}
    body = touch.post_data_buffer or b""
    fields["content-length"] = str(len(body))
    head = [f"POST {urlsplit(touch.url).path} HTTP/1.1", *map(": ".join, fields.items())]
    line = socket.create_connection(("127.0.0.1", daemon.port))
    line.sendall("\r\n".join([*head, "", ""]).encode() + body)
    return line


def answer_to(line: socket.socket) -> bytes:
    with line, line.makefile("rb") as answer:
        return answer.read()


def test_both_connections_are_made_anew_when_the_board_works_again(pages: Pages) -> None:
    daemon, visitor = pages.play()
    visitor.tolerated = GIVEN_UP
    sockets: list[WebSocket] = []
    visitor.page.on("websocket", lambda socket: sockets.append(socket))
    freeze(visitor)
    before = list(sockets)
    with daemon.hanging():
        run_until(visitor, lambda: connection(visitor) == "lost")
        run_until(visitor, lambda: len(sockets) >= 4)
    run_until(visitor, lambda: connection(visitor) == "live")
    run_until(visitor, lambda: all(socket.is_closed() for socket in before))
    run_until(visitor, lambda: still_open(sockets) == ["/api/events", "/api/lights/events"])


def still_open(sockets: list[WebSocket]) -> list[str]:
    return sorted(urlsplit(socket.url).path for socket in sockets if not socket.is_closed())


@pytest.mark.parametrize("path", ["language", "board", "me"])
def test_what_the_page_cannot_be_without_is_asked_for_until_it_comes(
    path: str, pages: Pages
) -> None:
    """A slow board may miss the first request; its connection stays, and nobody loads anew."""
    _, visitor = pages.show("sim", PLAYING, lang="de")
    visitor.tolerated = "ERR_FAILED"
    lost: list[Route] = []

    def lose_the_first(route: Route) -> None:
        lost.append(route)
        if len(lost) > 1:
            route.continue_()
        else:
            route.abort()

    visitor.page.route(f"**/api/{path}*", lose_the_first)
    visitor.page.reload()
    visitor.page.wait_for_selector(f'{ON_LINE}[data-visitor="here"]')
    expect(visitor.page.locator("html")).to_have_attribute("lang", "de")
    expect(visitor.part("reason")).to_have_text("")
    assert len(lost) == 2
