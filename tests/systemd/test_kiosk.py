"""The kiosk's unit, started without a display: what it shows, and what it does not."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from minigam.drivers.display import PROGRAM, switch
from tests.e2e.browser import SCREEN, chromium, visiting
from tests.e2e.daemon import free_port, running
from tests.systemd.kiosk import GUESTS, colours, guests_url, picture_of_the_page, staged

pytestmark = [pytest.mark.cage, pytest.mark.browser, pytest.mark.slow]


def test_the_kiosk_shows_the_page_over_the_whole_screen(tmp_path: Path) -> None:
    """Each pixel of it, against a browser that is asked to draw the same page."""
    with (
        running(tmp_path / "data", "--listen", GUESTS) as daemon,
        chromium() as browser,
        visiting(browser, guests_url(daemon), SCREEN) as visitor,
    ):
        daemon.tap("roll", "roll")
        assert picture_of_the_page(tmp_path, daemon, visitor)


def test_its_display_is_switched_off_and_on_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with (
        running(tmp_path / "data") as daemon,
        chromium() as browser,
        staged(tmp_path, daemon.port) as stage,
    ):
        scales = browser.new_page()
        stage.picture_as(lambda picture: colours(scales, picture) > 1)
        randr = tmp_path / PROGRAM
        randr.write_text(stage.program(PROGRAM))
        randr.chmod(0o755)
        monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
        switch(lit=False)
        assert stage.picture() is None
        switch(lit=True)
        assert stage.picture_as(lambda picture: colours(scales, picture) > 1)


@contextmanager
def another_page(asked: list[str]) -> Iterator[str]:
    """The address of a page of this machine that is not the board's."""

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(200)
            self.end_headers()

    with ThreadingHTTPServer(("127.0.0.1", 0), Page) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.mark.parametrize("allowed", [False, True])
def test_the_kiosk_asks_for_no_other_page(tmp_path: Path, allowed: bool) -> None:
    """Unless it is the one that the policies name: so it is they that keep it back."""
    asked: list[str] = []
    with another_page(asked) as url, chromium() as browser:
        scales = browser.new_page()
        port = int(url.strip("/").rpartition(":")[2]) if allowed else free_port()
        with staged(tmp_path, port, url) as stage:
            if allowed:
                stage.picture_as(lambda _: bool(asked))
            else:  # Chromium says why it shows nothing
                stage.picture_as(lambda picture: colours(scales, picture) > 1)
    assert ("/" in asked) is allowed
