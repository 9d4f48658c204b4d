"""The page draws what lights say in the colours and shapes of the daemon's one table."""

import re

import pytest
from playwright.sync_api import expect

from minigam.board.light_meanings import LIGHTS, Meaning
from minigam.board.screen_color import on_screen
from tests.e2e.browser import SCREEN, Visitor
from tests.e2e.canned import snapshot
from tests.e2e.pages import Pages
from tests.e2e.test_browser_boards import START

pytestmark = pytest.mark.browser
PICKED = {"phase": "moving", "selected": "point-13", "targets": ["point-10", "point-12"]}
"""White holds a checker that may go to an empty point, or hit."""


def rgb(meaning: Meaning) -> str:
    return "rgb({}, {}, {})".format(*on_screen(LIGHTS[meaning].color))


def painted(visitor: Visitor, selector: str, name: str) -> str:
    """A colour of a mark, as the browser has come to it."""
    script = "(element, name) => getComputedStyle(element)[name]"
    return str(visitor.page.locator(selector).first.evaluate(script, name))


def test_every_meaning_is_a_colour_of_the_page(pages: Pages) -> None:
    _, visitor = pages.show("full-24", snapshot(START), SCREEN)
    script = "(name) => getComputedStyle(document.documentElement).getPropertyValue(name)"
    colours = {meaning: visitor.page.evaluate(script, f"--{meaning.value}") for meaning in LIGHTS}
    assert {meaning: re.findall(r"\d+", color) for meaning, color in colours.items()} == {
        meaning: re.findall(r"\d+", rgb(meaning)) for meaning in LIGHTS
    }


def test_marks_have_the_shapes_and_colours_of_what_they_say(pages: Pages) -> None:
    site, visitor = pages.show(
        "full-24", snapshot(START, phase="moving", sources=["point-6"]), SCREEN
    )
    expect(visitor.zone("point-6").locator(".chevron")).to_have_count(1)
    assert painted(visitor, ".chevron", "fill") == rgb(Meaning.SOURCE)
    site.show(snapshot(START, **PICKED))
    expect(visitor.zone("point-12").locator(".strike")).to_have_count(1)
    held, free, blot = (f'[data-zone="point-{number}"]' for number in (13, 10, 12))
    assert painted(visitor, f"{held} .ring", "stroke") == rgb(Meaning.SELECTED)
    assert painted(visitor, f"{free} .dot", "fill") == rgb(Meaning.TARGET)
    assert painted(visitor, f"{free} .ring", "stroke") == rgb(Meaning.TARGET)
    assert painted(visitor, f"{blot} .strike", "stroke") == rgb(Meaning.HIT)
    drawn = ".chevron, .ring, .dot, .strike"
    counts = [visitor.page.locator(f"{zone} :is({drawn})").count() for zone in (held, free, blot)]
    assert counts == [1, 2, 2]


def test_what_lies_wrong_is_in_the_colours_of_what_is_missing_or_not_here(pages: Pages) -> None:
    wrong = [
        {"zone": "point-9", "put": 1, "side": "white"},
        {"zone": "point-11", "put": 2, "side": "black"},
        {"zone": "point-14", "take": 2},
    ]
    _, visitor = pages.show("full-24", snapshot(START, phase="moving", wrong=wrong), SCREEN)
    expect(visitor.page.locator("circle.wrong")).to_have_count(3)
    assert [
        painted(visitor, f'[data-zone="{zone}"] circle.wrong', "stroke")
        for zone in ("point-9", "point-11", "point-14")
    ] == [rgb(each) for each in (Meaning.MISSING_WHITE, Meaning.MISSING_BLACK, Meaning.ERROR)]
