"""The setup network's page on a phone: all the way through, with and without scripts."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from minigam.provisioning.choices import Choices, Security, Wifi
from minigam.provisioning.secret import Secret
from minigam.provisioning.setup_network import JoinFailure, SetupNetwork
from tests.e2e.browser import chromium, findings
from tests.provisioning.serving import FakeView, beside

pytestmark = pytest.mark.browser
PHONE = ViewportSize(width=390, height=664)
"""An iPhone's or a usual Android's window in which such a page opens."""
PASSWORD = "correct horse"
CHOSEN = Choices("en", "quarter-hall", "kitchen", Wifi(b"HOME", Secret(PASSWORD), Security.PSK))
CUT = """() => [...document.querySelectorAll('main *, header *')].filter((it) => {
    const { left, right } = it.getBoundingClientRect();
    return left < 0 || right > innerWidth || it.scrollWidth > Math.max(it.clientWidth, 1) + 1
        && getComputedStyle(it).display !== 'inline';
}).map((it) => it.outerHTML.slice(0, 80))"""
SMALL = """() => [...document.querySelectorAll('button, select, nav a, .rows label')].filter(
    (it) => it.getBoundingClientRect().height < 40).map((it) => it.outerHTML.slice(0, 80))"""


@pytest.fixture(name="browser", scope="module")
def _browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture(name="view")
def _view() -> FakeView:
    return FakeView()


@pytest.fixture(name="address")
def _address(view: FakeView, port: int) -> Iterator[str]:
    with beside(view, port) as address:
        yield address


def fill_in(page: Page) -> None:
    page.locator("label", has_text="HOME").tap()
    page.fill('[name="password"]', PASSWORD)
    page.locator("label", has_text="quarter-hall").last.tap()
    page.fill('[name="name"]', "Kitchen")
    page.locator("button").tap()


@pytest.mark.sample
@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "none"])
def test_a_phone_sets_the_board_up(
    scripts: bool, browser: Browser, view: FakeView, address: str
) -> None:
    with browser.new_context(
        viewport=PHONE, has_touch=True, java_script_enabled=scripts
    ) as context:
        page = context.new_page()
        complaints: list[str] = []
        page.on("console", lambda message: complaints.append(message.text))
        page.goto(f"{address}/generate_204")
        fill_in(page)
        page.get_by_text("http://kitchen.local:8080").wait_for()
        assert view.chosen == [CHOSEN]
        assert complaints == []


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("scene", ["form", "faults", "failed", "next", "closed"])
def test_it_fits_and_can_be_read(
    scene: str, lang: str, browser: Browser, view: FakeView, address: str
) -> None:
    with browser.new_context(viewport=PHONE, has_touch=True) as context:
        page = context.new_page()
        if scene == "failed":
            joining = view.state.chosen(CHOSEN, 0.0).ticked(99.0)
            view.state = joining.failed(JoinFailure.NO_ADDRESS, 99.0)
        elif scene == "closed":
            view.state = SetupNetwork()
        page.goto(f"{address}/?lang={lang}")
        if scene == "next":
            fill_in(page)
            page.get_by_text("http://kitchen.local:8080").wait_for()
        elif scene == "faults":
            page.locator('[value="other"]').check()
            page.fill('[name="name"]', "my board")
            page.locator("button").tap()
            page.locator("#fault-name").wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
        assert page.evaluate(CUT) == []
        assert page.evaluate(SMALL) == []
        assert findings(page) == []


@pytest.mark.slow
def test_only_what_is_needed_is_asked_and_the_password_can_be_seen(
    browser: Browser, address: str
) -> None:
    with browser.new_context(viewport=PHONE, has_touch=True) as context:
        page = context.new_page()
        page.goto(f"{address}/?lang=en")
        name, password = page.locator('[name="ssid"]'), page.locator('[name="password"]')
        for label, asked in (
            ("HOME", (False, True)),
            ("Café Central", (False, False)),
            ("Another Wi-Fi", (True, True)),
            ("None", (False, False)),
            ("HOME", (False, True)),
        ):
            page.locator("label", has_text=label).first.tap()
            assert (name.is_visible(), password.is_visible()) == asked
        assert password.get_attribute("type") == "password"
        page.get_by_label("Show the password").check()
        assert password.get_attribute("type") == "text"
