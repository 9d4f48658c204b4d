"""The pictures of the page in the docs: `python -m tests.e2e.pictures` plays and takes them."""

import shutil
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser

from tests.e2e.browser import PHONE, PI_SCREEN, SCREEN, Size, Visitor, chromium, visiting
from tests.e2e.daemon import running
from tests.e2e.png import small
from tests.solver import solved

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
POINTS = tuple(f"point-{number}" for number in range(1, 7))
ERROR_LIT = """() => [...document.querySelectorAll('[data-pixel]')]
    .some(({ dataset }) => /^(?!00)..0000$/.test(dataset.rgb))"""


def take(visitor: Visitor, name: str, size: Size = SCREEN) -> None:
    visitor.resize(size)
    visitor.page.mouse.move(0, 0)
    visitor.page.wait_for_timeout(300)  # lets the page settle: this is no test
    picture = small(visitor.page.screenshot())
    (FOLDER / f"{name}.png").write_bytes(picture)
    print(f"{name}.png  {size[0]}x{size[1]}  {len(picture) // 1000} kB")


def play_until(visitor: Visitor, found: Callable[[Visitor], bool]) -> None:
    """Play, and play again, until something worth a picture is found at the start of a turn."""
    while True:
        visitor.play_until(lambda: visitor.phase == "moving" and bool(visitor.zones("source")))
        if found(visitor):
            return
        visitor.touch(visitor.zones("source")[-1])
        visitor.touch(visitor.zones("target", "hit")[-1])


def shows_targets(visitor: Visitor) -> bool:
    """Pick a checker up that may go to two places and hit at one of them."""
    for source in visitor.zones("source"):
        visitor.touch(source)
        if len(visitor.zones("target", "hit")) > 1 and visitor.zones("hit"):
            return True
        visitor.touch(source)
    return False


def is_refused(visitor: Visitor) -> bool:
    """Tap a checker that cannot move because the other side holds a point."""
    sources = visitor.zones("source")
    for zone in ("bar-white", *POINTS):
        if zone not in sources and visitor.zone(zone).locator(".checker.white").count():
            visitor.touch(zone)
            if "holds it with" in visitor.part("reason").inner_text():
                visitor.page.wait_for_function(ERROR_LIT)
                return True
    return False


def play_a_game(browser: Browser, folder: Path) -> None:
    with (
        running(folder / "game", "--black", "easy") as daemon,
        visiting(browser, daemon.url, SCREEN) as visitor,
    ):
        take(visitor, "start-800x480", PI_SCREEN)
        take(visitor, "start")
        play_until(visitor, shows_targets)
        take(visitor, "targets")
        take(visitor, "phone", PHONE)
        play_until(visitor, is_refused)
        take(visitor, "refusal")
        visitor.play_until(lambda: visitor.phase == "game-over")
        take(visitor, "end")


def learn(browser: Browser, folder: Path) -> None:
    data = folder / "lesson"
    shutil.copytree(solved.data_folder() / "tables", data / "tables")
    with (
        running(data, "--teacher", "--hints", "--black", "easy") as daemon,
        visiting(browser, daemon.url, SCREEN) as visitor,
    ):
        wrong = visitor.page.locator('[data-code="was-not-best"]')
        visitor.play_until(lambda: visitor.phase == "to-throw" and wrong.count() > 0)
        take(visitor, "verdict")
        visitor.play_until(lambda: visitor.phase == "game-over")
        visitor.page.keyboard.press("t")
        visitor.page.frame_locator('[data-part="report-page"]').locator("h1").wait_for()
        take(visitor, "report")


def feel(browser: Browser, folder: Path) -> None:
    """A picture of a checker that lies wrong, on a board that feels it."""
    with (
        running(folder / "felt", "--board", "sim-hall") as daemon,
        visiting(browser, daemon.url, SCREEN) as visitor,
    ):
        while visitor.phase != "moving":
            visitor.touch("roll")
        source = visitor.zones("source")[0]
        visitor.touch(source)
        allowed = visitor.zones("target", "hit")
        visitor.touch(next(point for point in POINTS if point not in allowed))
        visitor.page.wait_for_selector("circle.wrong")
        visitor.page.wait_for_function(ERROR_LIT)
        take(visitor, "wrong")


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder, chromium() as browser:
        play_a_game(browser, Path(folder))
        learn(browser, Path(folder))
        feel(browser, Path(folder))


if __name__ == "__main__":
    main()
