"""The kiosk without a display; `python -m tests.systemd.kiosk` takes the docs' picture of it."""

import os
import subprocess
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

from playwright.sync_api import Page

from tests.e2e.browser import SCREEN, Visitor, chromium, visiting
from tests.e2e.daemon import Daemon, running
from tests.e2e.png import small
from tests.systemd.units import KIOSK, POLICY, command, settings

CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
ROOT = CACHE / "minigam" / "kiosk"
"""Made by `tests/cage.sh`."""
SCRIPT = Path(__file__).with_name("kiosk.sh")
DOCS = Path(__file__).parents[2] / "docs" / "pictures" / "kiosk.png"
PAGE = "127.0.0.1:8080"
PATIENCE_SECONDS = 180.0
ENOUGH = 0.98
"""Of the pixels: what still moves on the page is small."""

PIXELS = """async function pixels(data) {
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes]));
    const paper = new OffscreenCanvas(image.width, image.height).getContext('2d');
    paper.drawImage(image, 0, 0);
    return paper.getImageData(0, 0, image.width, image.height);
}"""
ALIKE = f"""async ([one, other]) => {{
    {PIXELS}
    const [a, b] = [await pixels(one), await pixels(other)];
    if (a.width !== b.width || a.height !== b.height) return 0;
    let alike = 0;
    for (let at = 0; at < a.data.length; at += 4)
        alike += [0, 1, 2].every((c) => Math.abs(a.data[at + c] - b.data[at + c]) <= 24);
    return alike / (a.width * a.height);
}}"""
COLOURS = f"""async (picture) => {{
    {PIXELS}
    return new Set(new Uint32Array((await pixels(picture)).data.buffer)).size;
}}"""


GUESTS = "127.0.0.2"
"""Where the browser to compare with comes in: the kiosk here is nobody, so it is a guest too."""


def guests_url(daemon: Daemon) -> str:
    return f"http://{GUESTS}:{daemon.port}"


@dataclass(frozen=True)
class Stage:
    folder: Path
    process: subprocess.Popen[str]

    def picture(self) -> bytes | None:
        """What it shows now, with its cursor if it has one; None while it shows nothing."""
        assert self.process.stdin
        assert self.process.stdout
        print("now.png", file=self.process.stdin, flush=True)
        answer = self.process.stdout.readline().strip()
        assert answer, f"the kiosk has ended:\n{self.log}"
        return (self.folder / "now.png").read_bytes() if answer == "yes" else None

    def program(self, name: str) -> str:
        """A script that runs a program of the kiosk's Debian in its session."""
        pid = self.process.pid
        (inside,) = Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()
        session = "XDG_RUNTIME_DIR=/run WAYLAND_DISPLAY=wayland-0"
        command = f"nsenter --mount --target {inside} env {session} /usr/bin/{name}"
        return f'#!/bin/sh\nexec {command} "$@"\n'

    @property
    def log(self) -> str:
        """What cage and Chromium have said."""
        log = self.folder / "kiosk.log"
        return log.read_text("utf-8", errors="replace") if log.exists() else "(nothing)"

    def picture_as(self, wanted: Callable[[bytes], bool]) -> bytes:
        """The first picture as it is wanted."""
        end = monotonic() + PATIENCE_SECONDS
        while monotonic() < end:
            if (picture := self.picture()) and wanted(picture):
                return picture
        raise AssertionError(f"the kiosk has not shown what was expected:\n{self.log}")


@contextmanager
def staged(folder: Path, port: int, url: str | None = None) -> Iterator[Stage]:
    """The unit's command for a page at this port; `url`: to be shown in its place."""
    here = PAGE.replace("8080", str(port))
    words = [word.replace("${RUNTIME_DIRECTORY}", "/run") for word in command(KIOSK)]
    words[-1] = url or words[-1].replace(PAGE, here)
    (folder / "policy.json").write_text(POLICY.read_text("utf-8").replace(PAGE, here))
    place = settings(KIOSK)["BindReadOnlyPaths"][0].rpartition(":")[2]
    alone = ("unshare", "--mount", "--pid", "--fork", "--kill-child")
    with subprocess.Popen(
        [*alone, SCRIPT, ROOT, folder, place, *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield Stage(folder, process)
        finally:
            process.kill()


def alike(page: Page, one: bytes, other: bytes) -> float:
    """How many of their pixels are about the same; none of pictures of two sizes."""
    share: float = page.evaluate(ALIKE, [b64encode(picture).decode() for picture in (one, other)])
    return share


def colours(page: Page, picture: bytes) -> int:
    count: int = page.evaluate(COLOURS, b64encode(picture).decode())
    return count


def picture_of_the_page(folder: Path, daemon: Daemon, visitor: Visitor) -> bytes:
    """What the kiosk shows, once that is what a visitor with a screen of its size sees."""
    assert visitor.page.context.browser
    scales = visitor.page.context.browser.new_page()
    with staged(folder, daemon.port) as stage:
        return stage.picture_as(
            lambda picture: alike(scales, picture, visitor.page.screenshot()) >= ENOUGH
        )


def main() -> None:
    with (
        TemporaryDirectory() as folder,
        running(Path(folder) / "data", "--listen", GUESTS) as daemon,
        chromium() as browser,
        visiting(browser, guests_url(daemon), SCREEN) as visitor,
    ):
        daemon.tap("roll", "roll")
        picture = picture_of_the_page(Path(folder), daemon, visitor)
    DOCS.write_bytes(small(picture))
    print(f"{DOCS.name}  {SCREEN[0]}x{SCREEN[1]}")


if __name__ == "__main__":
    main()
