"""Both pages of an evening in a real browser: the director's by mouse and keys, the hall's live."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Browser, Dialog, Page, async_playwright, expect

from tests.e2e.browser import CHROMIUM, FLAGS
from tests.remote.club.evening_process import EveningProcess
from tests.remote.club.light_boards import AT_ONCE, LightBoard, connected
from tests.remote.mosquitto import Mosquitto

pytestmark = [pytest.mark.mosquitto, pytest.mark.browser]
HALL, DESK, PHONE = (1920, 1080), (1280, 800), (390, 664)
Size = tuple[int, int]
LEGEND = [
    "W won",
    "L lost",
    "Bh Buchholz: the wins of all opponents",
    "SB Sonneborn-Berger: the wins of beaten opponents",
    "+/\u2212 points won less points lost",
    "DE direct encounter: wins among those who are still tied",
]
PATIENCE_MS = 60_000
expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    with closing(Mosquitto(tmp_path / "broker")) as broker:
        yield broker


class Visits:
    """Pages of one evening, and what their consoles have said."""

    def __init__(self, browser: Browser, club: EveningProcess) -> None:
        self._browser, self._club = browser, club
        self.said: list[str] = []

    async def open(self, path: str, size: Size) -> Page:
        width, height = size
        context = await self._browser.new_context(viewport={"width": width, "height": height})
        context.set_default_timeout(PATIENCE_MS)
        page = await context.new_page()
        page.on("console", lambda message: self.said.append(message.text))
        page.on("pageerror", lambda fault: self.said.append(str(fault)))
        page.on("dialog", _accept)
        await page.goto(self._club.address + path)
        return page

    async def director(self, size: Size) -> Page:
        page = await self.open("/director", size)
        await page.get_by_label("PIN").fill(self._club.pin)
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("heading", name="Boards")).to_be_visible()
        return page


async def _accept(dialog: Dialog) -> None:
    await dialog.accept()


Visit = Callable[[EveningProcess, Visits], Coroutine[Any, Any, None]]


def visiting(folder: Path, broker: Mosquitto, visit: Visit, *boards: LightBoard) -> None:
    """An evening that somebody visits with a browser, whose console says nothing."""

    async def whole() -> None:
        club = EveningProcess(folder / "evening", broker.port)
        async with club, connected(*boards), async_playwright() as playwright:
            chromium = playwright.chromium
            browser = await chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
            visits = Visits(browser, club)
            await visit(club, visits)
            await browser.close()
            assert visits.said == []

    asyncio.run(whole())


async def texts(page: Page, selector: str) -> list[str]:
    return await page.locator(selector).all_inner_texts()


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_a_director_runs_an_evening(tmp_path: Path, broker: Mosquitto, size: Size) -> None:
    board = LightBoard("oak", broker.port, chance=Random(4))

    async def visit(club: EveningProcess, visits: Visits) -> None:
        page, hall = await visits.director(size), await visits.open("/", HALL)
        await expect(page.locator(".boards li")).to_have_text("oakonline, 24 points, free")
        await page.get_by_label("Title").fill("Friday")
        await page.get_by_label("Game").select_option("hypergammon")
        await page.get_by_label("Rounds").fill("2")
        points = page.get_by_label("Points to win")
        await expect(points).to_have_attribute(
            "title", "numbers with spaces between, such as 5 or 5 5 7"
        )
        await points.fill("1")
        await page.get_by_role("button", name="Open the evening").click()
        await expect(page.locator(".boards li")).to_have_text(
            "oakonline, 24 points, free, not admitted"
        )
        await page.get_by_role("button", name="Admit oak").click()
        await expect(page.locator(".boards li")).to_have_text("oakonline, 24 points, free")
        await expect(page.get_by_role("button", name="Admit")).to_be_hidden()
        for name in ("Ann", "Bob", "Cleo"):
            await page.get_by_role("textbox", name="Name").fill(name)
            await page.keyboard.press("Enter")
            await expect(page.locator("[data-part=entered] li .name").last).to_have_text(name)
        assert await texts(page, "[data-part=entered] li .number") == ["1", "2", "3"]
        await page.get_by_role("textbox", name="Name").fill("ANN")
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("alert")).to_have_text(
            "ANN has entered already: give each player another name"
        )
        visits.said = [text for text in visits.said if "status of 400" not in text]
        await expect(page.get_by_text("Matches (ZIP): no game has ended yet")).to_be_visible()
        await page.get_by_role("button", name="Begin round 1").click()
        await expect(page.locator("[data-part=round]")).to_have_text(
            "Hypergammon, Swiss, round 1 of 2 is over"
        )
        await expect(page.get_by_role("alert")).to_be_hidden()
        await expect(hall.locator(".table .status")).to_contain_text("has won")
        await expect(page.get_by_role("link", name="Matches (ZIP)")).to_be_visible()
        await expect(page.get_by_text("no game has ended yet")).to_be_hidden()
        before = (await club.view())["matches"][0]
        loser = next(name for name in before["names"] if name != before["winner"])
        await page.get_by_role("button", name="Correct").click()
        await page.get_by_label(loser, exact=True).first.check()
        scores = [page.locator(f"[name=score-{at}]") for at in (0, 1)]
        lost = before["names"].index(loser)
        assert [await field.input_value() for field in scores] == ["01"[lost == 0], "01"[lost == 1]]
        await scores[1 - lost].fill("9")
        await page.get_by_label("Reason").fill("the wrong names")
        await page.get_by_role("button", name="Save").click()
        await expect(page.get_by_role("alert")).to_contain_text(f"{loser} wins with 1 point,")
        visits.said = [text for text in visits.said if "status of 400" not in text]
        await expect(page.get_by_label("Reason")).to_have_value("the wrong names")
        await scores[1 - lost].fill("0")
        await page.get_by_role("button", name="Save").click()
        await expect(page.get_by_role("dialog")).to_be_hidden()
        await expect(page.locator(".match .winner")).to_have_text(loser)
        await expect(hall.locator(".table .winner .name")).to_have_text(loser)
        await page.get_by_role("button", name="Lift decision").click()
        await expect(page.locator(".match .winner")).to_have_text(before["winner"])
        await page.get_by_role("button", name="Finish the evening").click()
        await expect(hall.locator("[data-part=round]")).to_have_text(
            "Hypergammon, Swiss, round 1 of 2, finished"
        )
        assert (await page.evaluate("document.documentElement.scrollWidth")) == size[0]

    visiting(tmp_path, broker, visit, board)


def test_a_match_goes_to_another_board_only_if_the_director_is_sure(
    tmp_path: Path, broker: Mosquitto
) -> None:
    oak = LightBoard("oak", broker.port, chance=Random(4), pace=0.5)

    async def visit(club: EveningProcess, visits: Visits) -> None:
        page = await visits.director(DESK)
        fields = {"title": "Friday", "rules": "backgammon", "format": "knockout"}
        await club.act("open", **fields, lengths=[9])
        for name in ("Ann", "Bob"):
            await club.act("enter", name=name)
        await club.until(lambda view: view["boards"])
        await club.admit()
        await club.until(lambda view: view["free"] == ["oak"])
        await club.act("draw")
        await club.until(lambda view: view["tables"][0]["live"])
        async with connected(LightBoard("ash", broker.port)):
            await club.until(lambda view: len(view["boards"]) == 2)
            await club.admit()
            choice = page.get_by_label("Board of table 1")
            await expect(choice.locator("option")).to_have_count(2)
            asked = list[str]()

            async def dismiss(dialog: Dialog) -> None:
                asked.append(dialog.message)
                await dialog.dismiss()

            page.remove_listener("dialog", _accept)
            page.once("dialog", dismiss)
            await choice.select_option("ash")
            await expect(choice).to_have_value("oak")
            assert asked == [
                "Go on with this match on ash? A game that has begun on oak is thrown away, and "
                "begins anew. The score of the match stays."
            ]
            page.on("dialog", _accept)
            await choice.select_option("ash")
            await club.until(lambda view: view["tables"][0]["board"] == "ash")
            # Oak goes on with its game: nobody is at fault for that.
            later = len(oak.journal[0]) + 3 * AT_ONCE
            view = await club.until(lambda _view: len(oak.journal[0]) > later)
            assert view["refusals"] == []

    visiting(tmp_path, broker, visit, oak)


def test_the_hall_shows_every_table_live(tmp_path: Path, broker: Mosquitto) -> None:
    boards = [
        LightBoard(f"table-{n}", broker.port, chance=Random(n), pace=0.5) for n in range(1, 9)
    ]

    async def visit(club: EveningProcess, visits: Visits) -> None:
        hall = await visits.open("/", HALL)
        await expect(hall.locator("[data-part=round]")).to_have_text("not open yet")
        fields = {"title": "Friday", "rules": "backgammon", "format": "swiss", "rounds": 3}
        await club.act("open", **fields, lengths=[5], clock="usual")
        for number in range(1, 18):
            await club.act("enter", name=f"Player {number} of the Crown and Anchor")
        await club.until(lambda view: len([b for b in view["boards"] if b["online"]]) == 8)
        await club.admit()
        await club.act("draw")
        await expect(hall.locator(".table svg")).to_have_count(8)
        await expect(hall.locator(".table .pips")).to_have_count(8)
        assert await texts(hall, ".table h3") == [f"Table {n}" for n in range(1, 9)]
        assert len(await texts(hall, ".standings tbody tr")) == 17
        await expect(hall.locator("[data-part=byes]")).to_contain_text("Bye: Player ")
        assert await texts(hall, ".legend span") == LEGEND
        await expect(hall.locator(".table .tray")).to_have_count(2 * 8)
        to_roll = hall.locator(".table", has=hall.get_by_text("to roll", exact=True))
        await expect(to_roll.locator(".die")).to_have_count(0)
        bottom = "[...document.querySelectorAll('.table')].at(-1).getBoundingClientRect().bottom"
        assert await hall.evaluate(bottom) > 0.95 * HALL[1], "expected tables that fill the screen"
        height = await hall.evaluate("document.documentElement.scrollHeight")
        assert height <= HALL[1], "expected a hall page that nobody has to scroll"
        found = await Axe().run(hall)
        assert [each["id"] for each in found.response["violations"]] == []
        club.kill()
        await expect(hall.get_by_role("status")).to_contain_text("does not answer")
        await club.start()
        await expect(hall.get_by_role("status")).to_be_hidden()

    async def tolerant(club: EveningProcess, visits: Visits) -> None:
        await visit(club, visits)
        visits.said = [text for text in visits.said if "net::ERR" not in text]

    visiting(tmp_path, broker, tolerant, *boards)


def test_the_directors_page_is_accessible(tmp_path: Path, broker: Mosquitto) -> None:
    async def visit(club: EveningProcess, visits: Visits) -> None:
        page = await visits.open("/director", DESK)
        await expect(page.get_by_label("PIN")).to_be_focused()
        await page.get_by_label("PIN").fill("0")
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("alert")).to_have_text("This is not the PIN of this evening.")
        visits.said = [text for text in visits.said if "403" not in text]
        page = await visits.director(DESK)
        found = await Axe().run(page)
        assert [each["id"] for each in found.response["violations"]] == []
        fields = {"title": "Friday", "rules": "minigam", "format": "knockout"}
        await club.act("open", **fields, lengths=[3])
        for name in ("Ann", "Bob", "Cleo"):
            await club.act("enter", name=name)
        await club.act("draw")
        await expect(page.locator(".match")).to_have_count(1)
        found = await Axe().run(page)
        assert [each["id"] for each in found.response["violations"]] == []

    visiting(tmp_path, broker, visit)
