"""The page in headless chromium, as a person uses it."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from playwright.sync_api import WebSocket, expect

from tests.e2e.browser import (
    FOCUSED,
    MOST_STOPS,
    PHONE,
    PI_SCREEN,
    SCREEN,
    Hand,
    Visitor,
    press,
    tap,
    walk,
)
from tests.e2e.daemon import Daemon, running
from tests.e2e.pages import Pages
from tests.e2e.staging import BY_HAND, LONGEST_REASON, resign, stage

pytestmark = [pytest.mark.browser, pytest.mark.sample]

POINTS = tuple(f"point-{number}" for number in range(1, 7))
ZONES = (*POINTS, "bar-white", "bar-black", "off-white", "off-black")
START = {**dict.fromkeys(ZONES, 0), "bar-white": 8, "bar-black": 8}
PAINTED = """() => [...document.querySelectorAll('[data-pixel]')]
    .sort((one, other) => one.dataset.pixel - other.dataset.pixel)
    .map(({ dataset }) => dataset.rgb).join('')"""
LIT = """() => [...document.querySelectorAll('[data-pixel]')]
    .filter((pixel) => getComputedStyle(pixel.querySelector('.lamp')).fill !== 'none')
    .map(({ dataset }) => dataset.rgb)"""
CUT_OFF = """() => [...document.querySelectorAll('html, body, main, main *')]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .filter((element) => !element.closest('.plays, .facts, .who, .unseen, svg *'))
    .filter((element) => {
        const { left, top, right, bottom } = element.getBoundingClientRect();
        const scrolls = document.body.dataset.layout === 'stacked';
        if (scrolls && element.matches('html, body, main')) return false;
        const outside = left < 0 || top < 0 || right > innerWidth
            || (bottom > innerHeight && !scrolls);
        const wide = element.scrollWidth > element.clientWidth + 1;
        const high = element.scrollHeight > element.clientHeight + 1;
        return outside || (element.clientWidth > 0 && (wide || high));
    })
    .map(({ outerHTML }) => outerHTML.slice(0, 100))"""
"""What cannot be brought onto the screen, or does not show all of its text."""
OUTSIDE = """(dialog) => [...dialog.querySelectorAll('*')]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .filter((element) => !element.closest('.scroll, svg *'))
    .filter((element) => {
        const { left, top, right, bottom } = element.getBoundingClientRect();
        return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
    })
    .map(({ outerHTML }) => outerHTML.slice(0, 100))"""
"""What of a dialog does not lie wholly on the screen, and cannot be scrolled to."""


def drawn(daemon: Daemon, zones: Iterable[str] = ZONES) -> dict[str, int]:
    checkers: dict[str, Any] = daemon.get("/api/state")["checkers"]
    return {zone: sum(group["count"] for group in checkers.get(zone, [])) for zone in zones}


@pytest.mark.slow
@pytest.mark.parametrize("hand", [tap, walk])
def test_a_whole_game_against_the_computer(hand: Hand, pages: Pages) -> None:
    """By fingers on a Pi's screen; by a keyboard's Tab and Enter."""
    daemon, visitor = pages.play("--black", "easy", hand=hand)
    assert (visitor.phase, visitor.checkers()) == ("attract", START)
    visitor.play_until(lambda: visitor.phase == "game-over")
    winner = daemon.get("/api/state")["result"]["winner"]
    assert visitor.checkers() == drawn(daemon)
    assert visitor.checkers()[f"off-{winner}"] == 8
    expect(visitor.part(f"pips-{winner}")).to_contain_text("wins")
    expect(visitor.part(f"score-{winner}")).to_have_text("1")
    expect(visitor.control("roll")).to_have_text("Rematch")


def test_the_first_turn_by_the_keys_of_zones(pages: Pages) -> None:
    daemon, visitor = pages.play(hand=press)
    visitor.play_until(lambda: visitor.phase == "to-throw")
    state = daemon.get("/api/state")
    assert (len(state["plays"]), visitor.checkers()) == (1, drawn(daemon))
    assert visitor.checkers() != START


def test_zones_and_buttons_can_be_reached_with_tab(pages: Pages) -> None:
    _, visitor = pages.play()
    reached = list(tabs(visitor))
    row = ("off-black", "bar-white", *POINTS, "bar-black", "off-white")
    tools = ("games", "rules", "settings", "sound")
    assert reached == [*row, *POINTS, "bar-white", "bar-black", "undo", "roll", *tools]
    visitor.zone("point-3").focus()
    visitor.press("Enter", "Space")
    choice = visitor.page.locator('[data-tap="point-3"]')
    expect(choice).to_contain_text("computer, medium")


MARKED = """() => {
    const focused = document.activeElement;
    const edge = focused.querySelector('.edge');
    if (!focused.matches(':focus-visible')) return false;
    return parseFloat(edge ? getComputedStyle(edge).strokeWidth
        : getComputedStyle(focused).outlineWidth) >= 3;
}"""
"""Whether a person sees what has the focus."""


def tabs(visitor: Visitor) -> Iterator[str]:
    """What is in focus after each press of Tab, until nothing is (or it never ends)."""
    for _ in range(MOST_STOPS):
        visitor.press("Tab")
        name = visitor.page.evaluate(FOCUSED)
        if name is None:
            return
        assert visitor.page.evaluate(MARKED), name
        yield name


def test_the_lights_drawn_are_the_bytes_sent(pages: Pages) -> None:
    daemon, visitor = pages.play()
    visitor.page.locator(".pixel.lit").first.wait_for()
    assert_painted(visitor)
    assert_alive(visitor)
    visitor.play_until(lambda: visitor.phase == "moving")
    assert_painted(visitor)
    assert_alive(visitor)
    visitor.play_until(lambda: visitor.phase == "to-throw")
    visitor.page.wait_for_function(f"(sent) => ({PAINTED})() === sent", arg=sent(daemon))
    assert_painted(visitor)


def sent(daemon: Daemon) -> str:
    segments, lights = daemon.get("/api/board")["segments"], daemon.get("/api/lights")
    zones = sorted(segments, key=lambda zone: int(segments[zone]["first"]))
    colors = [color for zone in zones for color in lights[zone]["colors"]]
    return bytes(channel for color in colors for channel in color).hex()


def assert_painted(visitor: Visitor) -> None:
    """The page shows a frame that it was sent; each lit pixel and no other has a colour."""
    painted, lit = visitor.page.evaluate(f"() => [({PAINTED})(), ({LIT})()]")
    pixels = [painted[at : at + 6] for at in range(0, len(painted), 6)]
    assert len(pixels) == 96
    assert painted in visitor.frames
    assert sorted(lit) == sorted(pixel for pixel in pixels if pixel != "000000") != []


def assert_alive(visitor: Visitor) -> None:
    """The lights go on changing while nobody does anything."""
    for _ in range(3):
        painted = visitor.page.evaluate(PAINTED)
        visitor.page.wait_for_function(f"(before) => ({PAINTED})() !== before", arg=painted)


def test_the_page_comes_back_when_the_daemon_does(pages: Pages) -> None:
    daemon, visitor = pages.play()
    visitor.tolerated = "ERR_CONNECTION_REFUSED"
    sockets: list[WebSocket] = []
    visitor.page.on("websocket", lambda socket: sockets.append(socket))
    visitor.page.reload()
    used = visitor.page.locator('.die[data-fate="used"]')
    visitor.play_until(lambda: visitor.phase == "moving" and used.count() == 1)
    played = len(daemon.get("/api/state")["plays"])
    body, before = visitor.page.locator("body"), situation(visitor)
    daemon.process.kill()
    expect(body).to_have_attribute("data-connection", "lost")
    expect(visitor.part("connection")).to_have_text("The board does not answer.")
    expect(visitor.part("connection")).to_be_visible()
    visitor.press("u")
    expect(visitor.control("undo")).not_to_have_class(re.compile("touched"))
    with running(daemon.data, port=daemon.port) as again:
        expect(body).to_have_attribute("data-connection", "live")
        expect(visitor.part("connection")).to_be_hidden()
        assert situation(visitor) == before
        visitor.play_until(lambda: visitor.phase == "to-throw")
        assert visitor.checkers() == drawn(again)
        assert len(again.get("/api/state")["plays"]) == played + 1
        visitor.page.wait_for_function(f"() => ({LIT})().length > 0")  # a connection of its own
        assert sum(not socket.is_closed() for socket in sockets) == 2


def situation(visitor: Visitor) -> list[Any]:
    names = ("facts", "strip-white", "strip-black", "prompt", "plays")
    dice = visitor.page.locator(".die").all()
    return [
        visitor.phase,
        visitor.checkers(),
        visitor.zones("source"),
        [(die.get_attribute("data-value"), die.get_attribute("data-fate")) for die in dice],
        [visitor.part(name).text_content() for name in names],
    ]


@pytest.mark.slow
def test_all_fits_on_every_screen_without_scrolling(pages: Pages) -> None:
    daemon, visitor = pages.play(*BY_HAND)
    assert_fits(visitor, "attract")
    stage(daemon)
    assert_fits(visitor, "moving")
    board = visitor.part("board").bounding_box()
    visitor.touch("bar-white")
    expect(visitor.part("reason")).to_have_text(LONGEST_REASON)
    assert visitor.part("board").bounding_box() == board
    assert_fits(visitor, "moving")
    daemon.hold(1.2, "undo")
    assert_fits(visitor, "menu")
    assert_proposal_fits(daemon, visitor, "point-3", "resigning")
    resign(daemon)
    assert_fits(visitor, "game-over")


@pytest.mark.slow
def test_what_needs_both_sides_fits_on_every_screen(pages: Pages) -> None:
    """The longest prompt that there is."""
    daemon, visitor = pages.play(*BY_HAND)
    daemon.tap("roll", "point-5", "point-2")
    daemon.hold(1.2, "undo")
    assert_proposal_fits(daemon, visitor, "point-4", "setting-up")


def assert_proposal_fits(daemon: Daemon, visitor: Visitor, choice: str, phase: str) -> None:
    """From the menu: before something is proposed, and while it waits for the other side."""
    daemon.tap(choice)
    assert_fits(visitor, phase)
    daemon.tap("roll")
    assert_fits(visitor, phase)
    daemon.tap("undo")


def assert_fits(visitor: Visitor, phase: str) -> None:
    """The page shows that phase, and all of it, on each screen."""
    expect(visitor.page.locator("body")).to_have_attribute("data-phase", phase)
    for size in (PHONE, SCREEN, PI_SCREEN):
        visitor.resize(size)
        assert visitor.page.evaluate(CUT_OFF) == []


LONG_CARD = [
    word
    for option in ("length=7", "second_die=must", "enter_on_own=false")
    for word in ("--option", option)
]
HIDDEN = "(text) => text.scrollHeight - text.clientHeight"
"""How many pixels of a text have to be scrolled to."""
GOES_ON = """(scroll) => getComputedStyle(scroll).getPropertyValue('--fade') !== '0px'"""
"""Whether a text fades out below, as more of it follows."""


@pytest.mark.parametrize(
    ("rules", "options", "lang"),
    [
        ("minigam", [], "en"),
        ("minigam", [], "de"),
        ("minigam", LONG_CARD, "en"),
        ("minigam-full-entry", [], "en"),
        ("minigam-full-entry", LONG_CARD, "en"),
    ],
    ids=["plain", "german", "long", "full entry", "full entry, long"],
)
def test_the_rules_can_be_read_without_scrolling(
    rules: str, options: list[str], lang: str, pages: Pages
) -> None:
    _, visitor = pages.play("--rules", rules, *options, lang=lang)
    text = visitor.part("rules-text")
    visitor.press("?")
    expect(text).to_be_visible()
    expect(text.get_by_text("The match goes to 7")).to_have_count(1 if options else 0)
    for size in (PI_SCREEN, SCREEN):
        visitor.resize(size)
        assert (text.evaluate(HIDDEN) <= 0, text.evaluate(GOES_ON)) == (True, False)
    visitor.press("Escape")
    expect(text).to_be_hidden()


def test_the_page_can_be_installed(pages: Pages) -> None:
    """As far as the browser reads the manifest; a page of another computer needs HTTPS, too."""
    daemon, visitor = pages.play()
    session = visitor.page.context.new_cdp_session(visitor.page)
    found = session.send("Page.getAppManifest")
    assert (found["url"], found["errors"]) == (f"{daemon.url}/manifest.webmanifest", [])
