"""The pictures of the setup network's page in the docs: `python -m tests.provisioning.pictures`."""

from playwright.sync_api import Page, ViewportSize

from tests.e2e.browser import chromium
from tests.e2e.daemon import free_port
from tests.e2e.pictures import FOLDER
from tests.e2e.png import small
from tests.provisioning.serving import FOUND, FakeView, beside

PHONE = ViewportSize(width=390, height=664)
SHOWN = FOUND[:4]


def take(page: Page, name: str) -> None:
    picture = small(page.screenshot(full_page=True))
    (FOLDER / f"{name}.png").write_bytes(picture)
    print(f"{name}.png  {len(picture) // 1000} kB")


def main() -> None:
    with beside(FakeView(found=SHOWN), free_port()) as address, chromium() as browser:
        page = browser.new_page(viewport=PHONE)
        page.goto(f"{address}/?lang=en")
        page.locator("label", has_text="HOME").click()
        page.fill('[name="password"]', "correct horse")
        page.evaluate("document.activeElement.blur()")
        take(page, "first-minute-form")
        page.fill('[name="name"]', "kitchen")
        page.locator("button").click()
        page.get_by_text("http://kitchen.local:8080").wait_for()
        take(page, "first-minute-next")


if __name__ == "__main__":
    main()
