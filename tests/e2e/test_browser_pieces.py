"""What stands on boards of two rows: stacks, the doubling cube, pawns with faces."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.browser import SCREEN, Size, Visitor
from tests.e2e.canned import choices, snapshot
from tests.e2e.pages import EACH_LANGUAGE, EACH_SCREEN, Pages
from tests.e2e.test_browser_boards import (
    BORNE_OFF,
    PAWNS,
    START,
    boxes,
    cube,
    settle,
    zones_drawn,
)

pytestmark = pytest.mark.browser


def test_tall_stacks_say_how_many_they_are(pages: Pages) -> None:
    site, visitor = pages.show("full-24", snapshot(BORNE_OFF))
    expect(visitor.zone("off-white").locator(".count")).to_have_text("15")
    expect(visitor.zone("off-black").locator(".count")).to_have_text("14")
    expect(visitor.zone("point-24").locator(".count")).to_have_count(0)
    assert visitor.checkers() == {
        **dict.fromkeys(zones_drawn(visitor), 0),
        **{"off-white": 15, "off-black": 14, "point-24": 1},
    }
    site.show(snapshot(START))
    expect(visitor.zone("point-13")).to_have_attribute("data-checkers", "5")
    expect(visitor.zone("point-13").locator(".count")).to_have_count(0)


@pytest.mark.parametrize(
    ("state", "text", "says", "beside"),
    [
        (cube(1), "1", "Doubling cube in the middle, 1", None),
        (cube(2, "white"), "2", "White.s doubling cube, 2", "bar-white"),
        (cube(64, "black"), "64", "Black.s doubling cube, 64", "bar-black"),
        (cube(2**16), "65536", "Doubling cube in the middle, 65536", None),
        (cube(2**20, "white"), "2²⁰", "White.s doubling cube, 1048576", "bar-white"),
        (cube(2, "black", "black"), "4", "Black doubles to 4", None),
    ],
)
def test_the_cube_is_where_its_owner_is(
    state: dict[str, Any], text: str, says: str, beside: str | None, pages: Pages
) -> None:
    site, visitor = pages.show("full-24", snapshot(START, cube=state), SCREEN)
    drawn = visitor.page.locator(".doubler")
    expect(drawn).to_have_text(text)
    expect(drawn).to_have_attribute("aria-label", re.compile(f"^{says}$"))
    ((_, top, _, bottom),) = boxes(visitor, ".doubler rect")
    bars = {
        zone: boxes(visitor, f'[data-zone="{zone}"] .ground')[0]
        for zone in ("bar-white", "bar-black")
    }
    inside = [zone for zone, bar in bars.items() if bar[1] < (top + bottom) / 2 < bar[3]]
    assert inside == ([beside] if beside else [])
    site.show(snapshot(START))
    expect(drawn).to_have_count(0)


def test_an_offered_cube_is_larger_than_ever(pages: Pages) -> None:
    site, visitor = pages.show("full-24", snapshot(START, cube=cube(2)))
    before = boxes(visitor, ".doubler rect")[0]
    site.show(snapshot(START, cube=cube(2, None, "white")))
    expect(visitor.page.locator('.doubler[data-offered="true"]')).to_have_text("4")
    after = boxes(visitor, ".doubler rect")[0]
    assert after[2] - after[0] > 1.2 * (before[2] - before[0])


@pytest.mark.parametrize("key", ["", "d", "Enter"])
def test_the_cube_doubles_before_a_throw_and_only_then(key: str, pages: Pages) -> None:
    to_roll = snapshot(START, phase="to-throw", dice=[], cube=cube(1), commands=["double"])
    site, visitor = pages.show("full-24", to_roll)
    expect(visitor.page.locator(".doubler")).to_have_attribute("role", "button")
    offer(visitor, key)
    settle(visitor, site, "double")
    site.show(snapshot(START, phase="moving", cube=cube(1)))
    expect(visitor.page.locator(".doubler")).to_have_attribute("role", "img")
    offer(visitor, key)
    visitor.press("r")
    settle(visitor, site, "double", "roll")


def offer(visitor: Visitor, key: str) -> None:
    """With its key, with a button's key while it has the focus, or by touch."""
    if key:
        visitor.page.locator(".doubler").focus()
        visitor.press(key)
    else:
        left, top, right, bottom = boxes(visitor, ".doubler rect")[0]
        visitor.page.mouse.click((left + right) / 2, (top + bottom) / 2)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"match": {"length": 5, "crawford": False}}, " · 5-point match"),
        ({"match": {"length": 5, "crawford": True}}, " · 5-point match · Crawford"),
        ({"match": {"length": 0, "crawford": False}, "cube": cube(1)}, ""),
        ({"match": {"length": 0, "crawford": False}}, ""),
        ({"match": None}, ""),
    ],
)
def test_the_match_is_among_the_facts(fields: dict[str, Any], said: str, pages: Pages) -> None:
    _, visitor = pages.show("full-24", snapshot(START, **fields))
    expect(visitor.part("facts")).to_have_text(f"Backgammon{said} · game 7 · hints")


def test_what_is_borne_off_stands_beside_the_player(pages: Pages) -> None:
    _, visitor = pages.show("dice-16", snapshot(PAWNS, totals={"white": 7, "black": -1}))
    expect(visitor.part("pips-white")).to_have_text("total 7")
    expect(visitor.part("strip-white")).to_have_accessible_name(
        "White, person, 3 points, borne off for 7, on turn"
    )
    expect(visitor.part("pips-black")).to_have_text("total -1")


@EACH_LANGUAGE
def test_after_a_round_both_strips_say_what_their_side_has_got(lang: str, pages: Pages) -> None:
    """On the smallest screen too: in one line."""
    over = snapshot(
        PAWNS, phase="game-over", dice=[], totals={"white": 12, "black": 1},
        score={"white": 1, "black": 1}, choices=choices("Next game", "New game"),
        result={"winner": "white", "points": 1, "kind": "single", "loser_points": 1},
    )  # fmt: skip
    _, visitor = pages.show("dice-16", over, (320, 480), lang=lang)
    won, lower = SAID[lang]
    for side, said in (("white", won), ("black", lower)):
        expect(visitor.part(f"pips-{side}")).to_have_text(said)
        strip = visitor.part(f"strip-{side}")
        expect(strip).to_have_accessible_name(re.compile(re.escape(said.partition(" · ")[0])))
        expect(strip).to_be_in_viewport(ratio=1)
        box = strip.bounding_box()
        assert box
        assert box["height"] < 40


SAID = {
    "en": ("wins 1 point · total 12", "1 point: lower total 1"),
    "de": ("gewinnt 1 Punkt · Summe 12", "1 Punkt: kleinere Summe 1"),
}


def test_pawns_show_their_faces_and_say_them(pages: Pages) -> None:
    scene = snapshot(PAWNS, selected="point-1", selected_face="regular0")
    site, visitor = pages.show("dice-16", scene)
    expect(visitor.zone("point-1")).to_have_attribute(
        "aria-label", "Point 1, 2 white checkers (regular, double plus), chosen, regular"
    )
    expect(visitor.zone("bar-white")).to_have_attribute(
        "aria-label", "White bar, 3 white checkers (regular minus, regular plus, half)"
    )
    drawn = visitor.zone("off-white").locator(".checker")
    faces = [pawn.get_attribute("data-face") for pawn in drawn.locator("xpath=.").all()][-5:]
    assert faces == ["double-", "double0", "half+", "switch+", "regular-"]
    glyphs = [glyph.inner_html() for glyph in drawn.locator(".kind").all()]
    assert glyphs == ["2\u00d7", "2\u00d7", "½", "⇄"]
    assert drawn.locator(".sign").count() == 4
    assert visitor.page.evaluate(RINGED) == "regular0"
    site.show({**scene, "selected_face": "double+"})
    visitor.page.wait_for_function(f"() => ({RINGED})() === 'double+'")


RINGED = """() => {
    const { top, bottom } = document.querySelector('.ring').getBoundingClientRect();
    const hit = [...document.querySelectorAll('[data-zone="point-1"] [data-face]')].find((pawn) => {
        const box = pawn.querySelector('.disc').getBoundingClientRect();
        return Math.abs(top + bottom - box.top - box.bottom) < 2;
    });
    return hit?.dataset.face;
}"""
"""The face of the pawn in the ring."""


# The points' numbers

NUMBERS = """() => [...document.querySelectorAll('.zone.point')].map((zone) => {
    const label = zone.querySelector('.label');
    return [zone.dataset.zone, label.textContent.trim(), label.getBBox().height > 5];
})"""
"""Each point, what is drawn at it, and whether that is there to be seen."""


@EACH_SCREEN
@pytest.mark.parametrize("board", ["full-24", "dice-16", "sim"])
def test_each_point_shows_the_number_printed_on_the_board(
    pages: Pages, board: str, size: Size
) -> None:
    own = {f"point-{number}": "7" for number in range(1, 25)}
    _, visitor = pages.show(board, snapshot({}, turn="black", numbers=own), size)
    drawn = visitor.page.evaluate(NUMBERS)
    assert drawn
    assert drawn == [[zone, zone.removeprefix("point-"), True] for zone, *_ in drawn]


@pytest.mark.parametrize(
    ("lang", "same", "other"),
    [
        ("en", "Point 8, empty", "Point 17, 8 on the board, empty"),
        ("de", "Feld 8, leer", "Feld 17, auf dem Brett 8, leer"),
    ],
)
def test_a_point_is_called_as_in_the_prompts(
    pages: Pages, lang: str, same: str, other: str
) -> None:
    site, visitor = pages.show("full-24", snapshot({}, numbers={"point-8": "8"}), lang=lang)
    expect(visitor.zone("point-8")).to_have_attribute("aria-label", same)
    site.show(snapshot({}, numbers={"point-8": "17"}))
    expect(visitor.zone("point-8")).to_have_attribute("aria-label", other)
