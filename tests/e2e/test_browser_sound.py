"""What can be heard of the page: its voice and oscillators note what they are told."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browser import ON_LINE, PI_SCREEN, Visitor
from tests.e2e.canned import Site, snapshot
from tests.e2e.pages import Pages
from tests.e2e.test_browser import CUT_OFF
from tests.e2e.test_browser_boards import MINIGAM

pytestmark = pytest.mark.browser

EARS = """
window.heard = { pitches: [], said: [], cut: 0 };
window.AudioContext = class {
  state = 'running'; currentTime = 0; destination = {};
  createOscillator() {
    const frequency = { set value(pitch) { heard.pitches.push(pitch); } };
    return { frequency, connect: (next) => next, start() {}, stop() {} };
  }
  createGain() {
    const gain = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
    return { gain, connect: (next) => next };
  }
};
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
Object.defineProperty(window, 'speechSynthesis', { value: {
  cancel() { heard.cut += 1; },
  speak({ text, lang }) { heard.said.push([lang, text]); },
} });
"""


def news(number: int, tone: str | None, text: str, at_once: bool = False) -> dict[str, Any]:
    return {"number": number, "tone": tone, "text": text, "at_once": at_once}


def listen(page: Page, url: str) -> None:
    """Open the page anew, with ears."""
    page.add_init_script(EARS)
    page.goto(url)
    page.wait_for_selector(ON_LINE)


def heard(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate("heard")
    return found


def set_sound(visitor: Visitor, *names: str) -> None:
    """Turn these over in the dialog, by keyboard."""
    visitor.press("s")
    for name in names:
        visitor.page.locator(f'[data-sound="{name}"]').click()
    visitor.dialog("sound").locator("[data-close]").click()


def show(site: Site, *spoken: dict[str, Any]) -> None:
    site.show(snapshot(MINIGAM, spoken=list(spoken), title=f"Backgammon {len(spoken)}"))


FIRST = news(1, "throw", "White rolls 5 and 2.")
SECOND = news(2, "refused", "The 5 is too high.", at_once=True)


def test_tones_come_first_and_speech_is_asked_for(pages: Pages) -> None:
    site, visitor = pages.show("sim", snapshot(MINIGAM, spoken=[FIRST]))
    page, reader = visitor.page, visitor.part("spoken")
    listen(page, site.url)
    assert heard(page) == {"pitches": [], "said": [], "cut": 1}  # what was, is not said again
    show(site, FIRST, SECOND)
    expect(reader).to_have_text("The 5 is too high.")
    expect(reader).to_have_attribute("aria-live", "polite")
    assert heard(page)["pitches"] == [247, 185]
    assert heard(page)["said"] == []
    set_sound(visitor, "tones", "speech")
    expect(reader).to_have_attribute("aria-live", "off")
    show(site, SECOND, news(3, "turn", "Black to roll."), news(4, None, "More."))
    expect(reader).to_have_text("Black to roll. More.")
    assert heard(page)["pitches"] == [247, 185]
    assert heard(page)["said"] == [["en", "Black to roll. More."]]


def test_what_was_chosen_is_remembered(pages: Pages) -> None:
    site, visitor = pages.show("sim", snapshot(MINIGAM, spoken=[FIRST]))
    listen(visitor.page, site.url)
    set_sound(visitor, "speech")
    listen(visitor.page, site.url)
    show(site, FIRST, SECOND)
    expect(visitor.part("spoken")).to_have_text("The 5 is too high.")
    assert heard(visitor.page)["said"] == [["en", "The 5 is too high."]]


def test_the_page_in_german(pages: Pages) -> None:
    daemon, visitor = pages.play("--lang", "de", size=PI_SCREEN)
    expect(visitor.page.locator("html")).to_have_attribute("lang", "de")
    expect(visitor.part("name-white")).to_have_text("Weiß")
    expect(visitor.part("prompt")).to_have_text("Tippe an, was du ändern willst, oder beginne.")
    visitor.play_until(lambda: visitor.phase == "moving")
    expect(visitor.part("spoken")).to_contain_text("Ziehen können: Bar ")
    assert visitor.page.evaluate(CUT_OFF) == []
    visitor.touch("point-6")
    expect(visitor.part("reason")).to_contain_text("kein Stein von")
    assert visitor.page.evaluate(CUT_OFF) == []
    visitor.press("?")
    expect(visitor.part("rules-text")).to_contain_text("Trag deine acht Steine zuerst ab.")
    visitor.page.goto(f"{daemon.url}?lang=en")
    expect(visitor.page.locator("html")).to_have_attribute("lang", "en")
