"""A person in front of the page: Debian's chromium, driven by what the page itself says."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from shutil import which
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import (
    Browser,
    Locator,
    Page,
    ViewportSize,
    WebSocket,
    sync_playwright,
)

CHROMIUM = which("chromium-headless-shell") or "/usr/bin/chromium"
"""The one without windows, which start with each browser and take half its time, where it is."""
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip
Size = tuple[int, int]
PI_SCREEN = (800, 480)
SCREEN = (1280, 720)
PHONE = (390, 844)

KEYS = {
    **{f"point-{number}": str(number) for number in range(1, 7)},
    **{"bar-white": "b", "bar-black": "n", "off-white": "o", "off-black": "p"},
    **{"roll": "r", "undo": "u"},
}
"""The page's keys for zones and controls."""

SITUATION = """() => JSON.stringify([
    document.body.dataset.phase,
    document.querySelector('[data-part="reason"]').textContent,
    document.querySelector('[data-part="prompt"]').textContent,
    [...document.querySelectorAll('.die')].map(({ dataset }) => dataset.value + dataset.fate),
    [...document.querySelectorAll('[data-zone]')].map(
        ({ dataset }) => [dataset.state, dataset.checkers]),
    [...document.querySelectorAll('[data-control]')].map(({ dataset }) => dataset.live),
])"""
ANSWERED = f"""(before) => !document.querySelector('.touched') && (({SITUATION})() !== before
    || document.querySelector('[data-part="reason"]').dataset.code === 'too-soon')"""


RESTED = """(name) => !document.querySelector(`[data-control="${name}"][aria-disabled]`)"""

FOCUSED = """() => {
    const { zone, tap, control, command, action } = document.activeElement.dataset;
    return zone ?? tap ?? control ?? command ?? action ?? null;
}"""
MOST_STOPS = 120


FITTED = """() => new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(() => {
    const { clientWidth, clientHeight } = document.querySelector('[data-part="space"]');
    const { width, height } = document.querySelector('[data-part="board"]').viewBox.baseVal;
    done(width <= clientWidth && height <= clientHeight);
})); })"""
"""Whether the board has been drawn anew for the present screen."""
ON_LINE = 'body[data-connection="live"]:not([data-phase="none"])'
"""The page, once it has been told a snapshot."""

REFUSED = "the server responded with a status of 4"
"""What the browser's console says of a request that was refused."""

BEATING = """window.WebSocket = class extends WebSocket {
    constructor(url) {
        super(url);
        let last = null;
        this.addEventListener('message', (message) => {
            if (message.data.startsWith('{"heartbeat"')) last = message;
        });
        setInterval(() => { if (last) this.onmessage?.(last); }, 1000);
    }
};"""
"""For a page whose time is moved on: its board's heartbeats come by that time, too."""

Hand = Callable[[Page, str], None]
"""One way to touch a zone or control."""


ZONES = "(elements) => elements.map(({ dataset }) => dataset.zone)"


def click(page: Page, name: str) -> None:
    """With the mouse."""
    _place(page, name).click()


def tap(page: Page, name: str) -> None:
    """With a finger."""
    _place(page, name).tap()


def press(page: Page, name: str) -> None:
    """With its key."""
    page.keyboard.press(KEYS[name])


def walk(page: Page, name: str) -> None:
    """With Tab until it has the focus, and Enter."""
    focus(page, name)
    page.keyboard.press("Enter")


def focus(page: Page, what: object, script: str = FOCUSED) -> None:
    """Go on with Tab until a script says that of the element in focus."""
    for _ in range(MOST_STOPS):
        if page.evaluate(script) == what:
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{what} is not reached with Tab")


def findings(page: Page) -> list[str]:
    """What axe-core finds wrong, best practices included: the rule, the element, the reason.

    It is what a person who sees, hears or moves otherwise would miss.
    """
    return [
        f"{rule['id']}: {node['html'][:160]} {node['failureSummary']}"
        for rule in Axe().run(page).response["violations"]
        for node in rule["nodes"]
    ]


def _place(page: Page, name: str) -> Locator:
    return page.locator(f'[data-zone="{name}"], [data-control="{name}"]')


@contextmanager
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


@dataclass
class Visitor:
    """Follows the page's data attributes, and nothing else."""

    page: Page
    hand: Hand = click
    complaints: list[str] = field(default_factory=list)
    """Everything that the browser's console has said."""
    tolerated: str | None = None
    """What it may say all the same; of anything else the visit fails in the end."""
    frames: list[str] = field(default_factory=list)
    """Every frame of lights that the page has been sent, `rrggbb` a pixel."""

    def __post_init__(self) -> None:
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("websocket", self._hear)

    def _hear(self, socket: WebSocket) -> None:
        if socket.url.endswith("/api/lights/events"):
            socket.on("framereceived", lambda text: self.frames.append(json.loads(text)["pixels"]))

    def part(self, name: str) -> Locator:
        return self.page.locator(f'[data-part="{name}"]')

    def zone(self, name: str) -> Locator:
        return self.page.locator(f'[data-zone="{name}"]')

    def control(self, name: str) -> Locator:
        return self.page.locator(f'[data-control="{name}"]')

    def dialog(self, name: str) -> Locator:
        return self.page.locator(f'dialog[data-dialog="{name}"]')

    def dialogs(self) -> list[str]:
        found = self.page.locator("dialog[data-dialog]").all()
        return [dialog.get_attribute("data-dialog") or "" for dialog in found]

    def found(self, *scripts: str) -> list[Any]:
        """What some scripts list of the page, such as what is cut off there."""
        return [each for script in scripts for each in self.page.evaluate(script)]

    def press(self, *keys: str) -> None:
        """Keys of the keyboard, one after another."""
        for key in keys:
            self.page.keyboard.press(key)

    def resize(self, size: Size) -> None:
        """Another screen, and the board is drawn for it."""
        width, height = size
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.wait_for_function(FITTED)

    def become(self, me: dict[str, Any]) -> None:
        """Open the page anew as somebody else: what it is told when it asks who is there."""
        self.page.route("**/api/me*", lambda route: route.fulfill(json=me))
        self.page.reload()
        self.page.wait_for_selector(ON_LINE)
        self.page.wait_for_selector(f'body[data-visitor="{me["visitor"]}"]')

    @property
    def phase(self) -> str:
        return self.page.locator("body").get_attribute("data-phase") or ""

    def zones(self, *states: str) -> list[str]:
        wanted = ", ".join(f'[data-zone][data-state="{state}"]' for state in states)
        found: list[str] = self.page.locator(wanted).evaluate_all(ZONES)  # at one moment
        return found

    def checkers(self) -> dict[str, int]:
        zones = self.page.locator("[data-zone]").all()
        return {
            zone.get_attribute("data-zone") or "": zone.locator(".checker").count()
            for zone in zones
        }

    def touch(self, name: str) -> None:
        """Touch a zone or control once it takes touches, and wait until the page has answered."""
        self.page.wait_for_function(RESTED, arg=name)
        before = self.page.evaluate(SITUATION)
        self.hand(self.page, name)
        self.page.wait_for_function(ANSWERED, arg=before)

    def play_until(self, enough: Callable[[], bool]) -> None:
        """Touch whatever the page offers; the computer's steps make themselves."""
        while not enough():
            before = self.page.evaluate(SITUATION)
            if self.zones("from"):
                self.page.wait_for_function(f"(before) => ({SITUATION})() !== before", arg=before)
                continue
            offered = self.zones("target", "hit") or self.zones("source")
            if self.phase == "resigning":  # a computer does: play on
                offered = self.zones("choice")
            onward = "point-1" if self.phase == "game-over" else "roll"  # a rematch
            self.touch(offered[-1] if offered else onward)


@contextmanager
def visiting(
    browser: Browser,
    url: str,
    size: Size = PI_SCREEN,
    *,
    lang: str = "",
    hand: Hand = click,
    frozen: bool = False,
) -> Iterator[Visitor]:
    """Someone who has opened the page; frozen, its time stands until it is moved on.

    When the visit is over, the browser's console must have said nothing but what is tolerated.
    """
    width, height = size
    viewport = ViewportSize(width=width, height=height)
    with browser.new_context(viewport=viewport, has_touch=hand is tap) as context:
        visitor = Visitor(context.new_page(), hand)
        if frozen:
            visitor.page.add_init_script(BEATING)
            visitor.page.clock.install(time=0)
            visitor.page.clock.pause_at(1)
        visitor.page.goto(f"{url}/?lang={lang}" if lang else url)
        visitor.page.wait_for_selector(ON_LINE)
        yield visitor
        said, tolerated = visitor.complaints, visitor.tolerated
        assert all(tolerated and tolerated in text for text in said), said
