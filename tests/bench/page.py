"""The page on a slow computer: how much is sent, how soon it is painted, how smoothly it moves."""

from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from playwright.sync_api import Browser, CDPSession

from tests.e2e.browser import Visitor, chromium, visiting
from tests.e2e.canned import Site, serving, snapshot
from tests.e2e.test_browser_boards import START

SLOWER, VISITS, SLIDES = 6, 7, 20
"""So many times slower than this machine, and so often."""
SIZE = (800, 480)
PAINTED = """() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime"""
FRAMES = """() => new Promise((resolve) => {
    const times = [];
    const look = (now) => {
        times.push(now);
        if (document.querySelector('.sliding *') || times.length < 6) requestAnimationFrame(look);
        else resolve(times);
    };
    requestAnimationFrame(look);
})"""
"""When frames were drawn, from now until nothing slides any more."""
MOVED = {
    **START,
    "point-13": [{"side": "white", "count": 4}],
    "point-9": [{"side": "white", "count": 1}],
}


@dataclass(frozen=True)
class Visit:
    """What one visit took."""

    sent: int
    """Bytes, compressed as they came."""
    painted: float
    """Milliseconds from the first request to the first content."""


def _slowed(visitor: Visitor) -> CDPSession:
    session = visitor.page.context.new_cdp_session(visitor.page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    return session


def _visit(browser: Browser, site: Site) -> Visit:
    """A page that nothing was kept of, loaded again on a slowed computer."""
    with visiting(browser, site.url, SIZE) as visitor:
        session, sent = _slowed(visitor), list[int]()
        session.send("Network.enable")
        session.send("Network.setCacheDisabled", {"cacheDisabled": True})
        session.on("Network.loadingFinished", lambda done: sent.append(done["encodedDataLength"]))
        visitor.page.reload()
        visitor.page.wait_for_function(f"() => ({PAINTED})() > 0")
        visitor.page.wait_for_function("() => document.body.dataset.phase")
        return Visit(sum(sent), visitor.page.evaluate(PAINTED))


def _frames(browser: Browser, site: Site) -> list[float]:
    """Milliseconds from frame to frame while a checker slides to and fro."""
    gaps = []
    with visiting(browser, site.url, SIZE) as visitor:
        _slowed(visitor)
        for number in range(SLIDES):
            site.show(snapshot(START if number % 2 else MOVED))
            visitor.page.wait_for_selector(".sliding *", state="attached")
            times = visitor.page.evaluate(FRAMES)
            gaps += [later - earlier for earlier, later in pairwise(times)]
    return gaps


def report() -> str:
    """The figures as Markdown."""
    with chromium() as browser, serving("full-24", snapshot(START)) as site:
        visits = [_visit(browser, site) for _ in range(VISITS)]
        gaps = sorted(_frames(browser, site))
    painted = sorted(visit.painted for visit in visits)
    sent = max(visit.sent for visit in visits)
    rows = {
        "sent for the page, its scripts, styles and texts, kB": f"{sent / 1000:.0f}",
        "first paint, median of the visits, ms": f"{median(painted):.0f}",
        "first paint, slowest, ms": f"{painted[-1]:.0f}",
        "frames a second while a checker slides, median": f"{1000 / median(gaps):.0f}",
        "longest time between two frames, 99 of 100, ms": f"{gaps[int(len(gaps) * 0.99) - 1]:.0f}",
    }
    table = "\n".join(f"| {name} | {figure} |" for name, figure in rows.items())
    return f"""\
## The page on a slow computer

Backgammon at {SIZE[0]}x{SIZE[1]} in Chromium, whose processor is made {SLOWER} times slower, with
nothing kept from a visit before: {VISITS} visits, and {SLIDES} slides.

| figure | |
|---|---|
{table}
"""
