"""The board first: how large it is on each screen, on canned snapshots."""

import re
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.agreed import SETTLED, scenes
from tests.e2e.browser import FITTED, Size, Visitor
from tests.e2e.canned import choice, choices, dice, snapshot
from tests.e2e.pages import Pages
from tests.e2e.test_browser_boards import CHECKERS, START, boxes, cube, overlap
from tests.e2e.test_browser_panel import clock

pytestmark = pytest.mark.browser

SIZES: tuple[Size, ...] = (
    (320, 480), (480, 320), (568, 320), (360, 640), (640, 360), (375, 553), (390, 664), (390, 844),
    (844, 390), (664, 390), (720, 400), (768, 1024), (1024, 768), (800, 480), (480, 800),
    (1280, 720), (1280, 800), (1920, 1080), (1080, 1920), (2560, 1080), (3840, 2160),
)  # fmt: skip
BOARDS = ("sim", "dice-16", "full-24")
FINGER, CHECKER, SHARE = 44.0, 16.0, 0.55
"""Pixels, pixels, and of the square that the screen's shorter side makes."""
ADORNED: dict[str, Any] = {
    "clock": clock("white", white=754_000),
    "names": {"white": "Maximiliane-Angelika", "black": "Konstantin-Alexander"},
    "match": {"length": 11, "crawford": True},
    "cube": cube(4, "white"),
    "pips": {"white": 167, "black": 154},
}
MEASURED = """() => {
    const shown = (name) => [...document.querySelectorAll(name)]
        .filter((element) => element.checkVisibility());
    const sizes = (name) => shown(name).map((element) => {
        const { width, height } = element.getBoundingClientRect();
        return Math.min(width, height);
    });
    const least = (name) => Math.min(...sizes(name));
    const { width, height } = document.querySelector('.board .wood').getBoundingClientRect();
    return {
        share: (width * height) / Math.min(innerWidth, innerHeight) ** 2,
        checker: least('.zone .disc:not(.owner *)'),
        target: least('.edge'),
        button: least('main button'),
        sideways: document.documentElement.scrollWidth - innerWidth,
        controls: shown('.controls button').every((element) => {
            const { left, top, width, height } = element.getBoundingClientRect();
            return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
        }),
    };
}"""


@dataclass(frozen=True)
class Measured:
    """What a page looks like."""

    share: float
    checker: float
    target: float
    button: float
    sideways: float
    controls: bool
    """Whether the large buttons are in sight: nothing covers their middle."""

    @property
    def serves(self) -> bool:
        """Whether eyes and fingers find what they need; the outline is drawn within its place."""
        large = self.share >= SHARE and self.checker >= CHECKER and round(self.target + 3) >= FINGER
        hit = self.button + 0.5 >= FINGER
        return large and hit and self.sideways <= 0 and self.controls


def measured(visitor: Visitor) -> Measured:
    return Measured(**visitor.page.evaluate(MEASURED))


@pytest.mark.parametrize("fields", [{}, ADORNED], ids=["plain", "adorned"])
@pytest.mark.parametrize("board", BOARDS)
def test_the_board_comes_first_at_every_size(
    board: str, fields: dict[str, Any], pages: Pages
) -> None:
    scene = snapshot(CHECKERS[board], dice=dice(3, 3, 3, 3, used=1), **fields)
    _, visitor = pages.show(board, scene)
    found = {}
    for size in SIZES:
        visitor.resize(size)
        found[size] = measured(visitor)
    assert {size: one for size, one in found.items() if not one.serves} == {}


def test_dice_lie_on_the_board_and_nowhere_else_in_the_menu_too(pages: Pages) -> None:
    site, visitor = pages.show("full-24", snapshot(START, dice=dice(6, 5, used=1)))
    drawn = visitor.part("board").locator(".dice")
    for fields in ({}, {"phase": "menu", "choices": choices("Pause")}):
        site.show(snapshot(START, dice=dice(6, 5, used=1), **fields))
        expect(visitor.page.locator(".choice")).to_have_count(1 if fields else 0)
        expect(visitor.page.locator(".die")).to_have_count(2)
        expect(drawn.locator(".die").first).to_be_visible()
        expect(drawn).to_have_accessible_name(re.compile("s 6, used; .*s 5$"))


BOX = """() => [document.querySelector('.reason').getBoundingClientRect()]
    .map(({ left, top, right, bottom }) => [left, top, right, bottom])"""
REASON = {"code": "no-checker", "text": "White has no checker on point 4."}


@pytest.mark.parametrize("size", [(800, 480), (390, 664)], ids=str)
def test_a_reason_stands_at_its_place_and_goes(size: Size, pages: Pages) -> None:
    site, visitor = pages.show("full-24", snapshot(START), size)
    prompt, reason = visitor.part("prompt"), visitor.part("reason")
    site.show(snapshot(START, message={**REASON, "zone": "point-4"}))
    expect(reason).to_have_text(REASON["text"])
    expect(prompt).to_be_visible()
    [place], [said] = boxes(visitor, '[data-zone="point-4"]'), visitor.page.evaluate(BOX)
    assert overlap(place, said)
    long = "Not finished yet: the 3 can still be played, for example from point 24."
    site.show(snapshot(START, message={"code": "not-finished", "text": long, "zone": None}))
    expect(prompt).to_be_hidden()
    expect(reason).to_be_visible()
    site.show(snapshot(START))
    expect(reason).to_be_hidden()
    expect(prompt).to_be_visible()


@pytest.mark.parametrize("size", [(800, 480), (390, 664), (375, 553)], ids=str)
def test_news_stand_above_the_prompt(size: Size, pages: Pages) -> None:
    news = {"code": "resigned", "text": "Black has resigned.", "zone": None}
    _, visitor = pages.show("full-24", snapshot(START, message=news), size)
    prompt, said = visitor.part("prompt"), visitor.part("reason")
    expect(said).to_have_text("Black has resigned.")
    expect(prompt).to_be_in_viewport(ratio=1)
    above, below = said.bounding_box(), prompt.bounding_box()
    assert above
    assert below
    assert above["y"] + above["height"] <= below["y"] + 1


@pytest.mark.parametrize("size", [(390, 664), (375, 553)], ids=str)
def test_news_above_answers_leave_the_prompt_whole(size: Size, pages: Pages) -> None:
    ended = {
        "phase": "game-over",
        "choices": choices("Rematch", "Swap sides", "New game"),
        "message": {"code": "resigned", "text": "White has resigned.", "zone": None},
        "prompt": {"text": "Black wins by resignation. Play again, or set up a new game."},
    }
    _, visitor = pages.show("full-24", snapshot(START, **ended), size)
    prompt = visitor.part("prompt")
    expect(visitor.part("reason")).to_have_text("White has resigned.")
    expect(prompt).to_contain_text("set up a new game.")
    visitor.page.wait_for_function(FITTED)
    assert prompt.evaluate("({ scrollHeight, clientHeight }) => scrollHeight - clientHeight") <= 0


@pytest.mark.parametrize("size", [(375, 667), (375, 553)], ids=str)
def test_where_the_board_fills_a_phone_commands_open_at_the_lower_edge(
    size: Size, pages: Pages
) -> None:
    site, visitor = pages.show("full-24", snapshot(START, commands=["double", "menu"]), size)
    further = visitor.page.locator(".further")
    double, menu = (visitor.page.locator(f"[data-command={name}]") for name in ("double", "menu"))
    double = double.and_(visitor.page.locator("button"))
    expect(double).to_be_in_viewport(ratio=1)  # the prompt names it
    expect(menu).to_be_hidden()
    further.click()
    for command in (double, menu):
        expect(command).to_be_in_viewport(ratio=1)
    assert measured(visitor).button + 0.5 >= FINGER
    visitor.page.evaluate(TO_THE_END)
    assert visitor.page.evaluate(COVERED) == []
    menu.click()
    expect(menu).to_be_hidden()
    double.click()
    site.shown.assert_touched("menu", "double")
    site.show(snapshot(START, commands=["double"]))
    rules = visitor.page.locator("[data-action=rules]")
    further.click()
    expect(rules).to_be_in_viewport(ratio=1)
    rules.click()
    expect(further).to_have_attribute("aria-expanded", "false")


def test_a_menu_comes_into_sight_and_the_board_does_again(pages: Pages) -> None:
    playing = snapshot(CHECKERS["sim"])
    site, visitor = pages.show("sim", playing, (375, 553))
    menu = choices("Show position", "Pause", "Resign", "Set-up was wrong")
    site.show({**playing, "phase": "menu", "dice": [], "choices": menu})
    expect(visitor.page.locator(".choice").last).to_be_in_viewport(ratio=1)
    site.show(playing)
    expect(visitor.part("strip-black")).to_be_in_viewport(ratio=1)
    ended = {**playing, "phase": "game-over", "dice": [], "choices": choices("Rematch")}
    site.show(ended)
    expect(visitor.page.locator(".answers button")).to_have_count(1)
    visitor.page.evaluate(TO_THE_END)
    site.show(playing)
    expect(visitor.part("strip-black")).to_be_in_viewport(ratio=1)


IN_PLAY = ".board .checker, .controls.within button"


def test_a_reason_covers_nothing_that_is_played_with_where_there_is_room(pages: Pages) -> None:
    site, visitor = pages.show("full-24", snapshot(START), (390, 664))
    covering = []
    for zone in ("point-2", "point-3", "point-6", "point-19", "point-22", "point-23"):
        text = f"There is no white checker on {zone}."
        site.show(snapshot(START, message={"code": "no-source", "text": text, "zone": zone}))
        expect(visitor.part("reason")).to_have_text(text)
        [reason] = visitor.page.evaluate(BOX)
        if any(overlap(box, reason) for box in boxes(visitor, IN_PLAY)):
            covering.append(zone)
    assert covering == []


def test_a_step_that_ends_where_it_began_is_shown_as_one(pages: Pages) -> None:
    """As a switch may, which changes places before it moves."""
    own = {"selected": "point-3", "selected_face": "switch0", "targets": ["point-3"]}
    _, visitor = pages.show("dice-16", snapshot(CHECKERS["dice-16"], **own))
    expect(visitor.zone("point-3")).to_have_attribute("data-state", "target")


COVERED = """() => {
    const edge = document.querySelector('.dock').getBoundingClientRect().top;
    return [...document.querySelectorAll('.board .zone')]
        .filter((zone) => zone.querySelector('.edge').getBoundingClientRect().bottom > edge + 1)
        .map(({ dataset }) => dataset.zone);
}"""
"""What of the board is hidden behind what stands at the lower edge."""
TO_THE_END = """() => {
    const { body, documentElement } = document;
    for (const page of [body, documentElement]) page.scrollTop = page.scrollHeight;
}"""


def test_where_the_page_scrolls_what_can_be_touched_next_comes_into_sight(pages: Pages) -> None:
    """A phone this low shows eleven of twelve rows of points."""
    site, visitor = pages.show("full-24", snapshot(START), (375, 553))
    for zones in (["point-24"], ["point-13"], ["point-1", "point-6"], ["point-12"]):
        site.show(snapshot(START, sources=zones))
        expect(visitor.zone(zones[0])).to_have_attribute("data-state", "source")
        seen = [boxes(visitor, f'[data-zone="{zone}"]')[0] for zone in zones]
        assert min(top for _, top, _, _ in seen) >= -1, zones
        assert not {*visitor.page.evaluate(COVERED)} & {*zones}


AT_ONCE = {"moving", "to-throw", "doubled", "game-over"}
"""What is seen whole without scrolling on a phone that has room for twelve fingers."""


@pytest.mark.parametrize("size", [(390, 664), (375, 553)], ids=str)
def test_no_point_is_covered_in_any_phase(size: Size, pages: Pages) -> None:
    """Where fingers, prompt and answers have no room above each other, the page scrolls."""
    shown = scenes("backgammon")
    shown["by hand"] = {**shown["to-throw"], "dice_mode": "hand"}
    site, visitor = pages.show("full-24", shown["attract"], size)
    covered, at_once = {}, set()
    for name, scene in shown.items():
        site.show(scene)
        prompt = scene["prompt"]
        visitor.page.wait_for_function(SETTLED, arg=str(prompt.get("page", prompt["text"])))
        visitor.page.wait_for_function(FITTED)
        if not visitor.page.evaluate(COVERED):
            at_once.add(name)
        visitor.page.evaluate(TO_THE_END)
        covered[name] = visitor.page.evaluate(COVERED)
    assert {name: zones for name, zones in covered.items() if zones} == {}
    assert size == (375, 553) or at_once >= AT_ONCE


@pytest.mark.parametrize("size", [(390, 664), (375, 553), (320, 480)], ids=str)
def test_a_question_on_a_phone_leaves_both_players_in_sight(size: Size, pages: Pages) -> None:
    """Who has won and who must answer, whatever the page was scrolled to."""
    shown = scenes("backgammon")
    site, visitor = pages.show("full-24", shown["moving"], size)
    for name in ("game-over", "doubled"):
        site.show(shown["moving"])
        expect(visitor.part("answers").get_by_role("button")).to_have_count(0)
        visitor.page.evaluate(TO_THE_END)
        site.show(shown[name])
        expect(visitor.part("answers").get_by_role("button")).to_have_count(3)
        visitor.page.wait_for_function(FITTED)
        dock = visitor.page.locator(".dock").bounding_box()
        assert dock
        for side in ("black", "white"):
            strip = visitor.part(f"strip-{side}")
            expect(strip).to_be_in_viewport(ratio=1)
            box = strip.bounding_box()
            assert box
            assert box["y"] + box["height"] <= dock["y"] + 1


TALL = """() => [...document.querySelectorAll('.answers button')].map((button) => {
    const range = document.createRange();
    range.selectNodeContents(button);
    return range.getBoundingClientRect().height / parseFloat(getComputedStyle(button).lineHeight);
})"""
"""How many lines each answer takes."""


@pytest.mark.parametrize("lang", ["en", "de"])
def test_what_may_follow_a_game_is_read_in_two_lines_at_most(lang: str, pages: Pages) -> None:
    _, visitor = pages.show("full-24", scenes("backgammon")["game-over"], lang=lang)
    expect(visitor.part("answers").get_by_role("button")).to_have_count(3)
    lines = {}
    for size in ((1280, 800), (800, 480), (768, 1024), (390, 664), (375, 553), (320, 480)):
        visitor.resize(size)
        lines[size] = round(max(visitor.page.evaluate(TALL)))
    assert {size: count for size, count in lines.items() if count > 2} == {}


def test_a_command_keeps_its_place(pages: Pages) -> None:
    """Whatever else is offered, on every screen."""
    commands = ["menu", "resign", "new-game", "double", "hint", "best-play"]
    offered = [[*commands[:3], one] for one in commands[3:]] + [commands[:3], commands[1:3]]
    for size in ((1280, 800), (800, 480), (390, 664), (768, 1024)):
        board = "sim" if size == (390, 664) else "full-24"  # there a full board hides them
        site, visitor = pages.show(board, snapshot(CHECKERS[board]), size)
        places: dict[str, set[str]] = {}
        for names in offered:
            site.show(snapshot(site.shown.snapshot["checkers"], commands=names))
            buttons = visitor.page.locator(".commands button:not([hidden])")
            expect(buttons).to_have_count(len(names))
            for button in buttons.all():
                name = button.get_attribute("data-command") or ""
                places.setdefault(name, set()).add(str(button.bounding_box()))
        assert {name: len(found) for name, found in places.items()} == dict.fromkeys(commands, 1)


@pytest.mark.parametrize("size", [(375, 667), (375, 553), (480, 320)], ids=str)
def test_where_the_board_fills_a_phone_a_menu_lies_over_it(size: Size, pages: Pages) -> None:
    names = ("Pause", "Resign", "Position", "Set-up was wrong", "Go on")
    scene = snapshot(START, phase="menu", choices=choices(*names))
    _, visitor = pages.show("full-24", scene, size)
    rows = visitor.page.locator(".choice")
    expect(rows).to_have_count(len(names))
    assert measured(visitor).button + 0.5 >= FINGER
    for row in rows.all():
        expect(row).to_be_in_viewport(ratio=1)
    expect(visitor.page.locator('[data-control="undo"]')).to_be_in_viewport(ratio=1)
    expect(visitor.part("prompt")).to_be_in_viewport(ratio=1)
    assert visitor.page.evaluate(PROMPT_COVERED) is False


PROMPT_COVERED = """() => {
    const { top, right } = document.querySelector('[data-part="prompt"]').getBoundingClientRect();
    return [...document.querySelectorAll('.choices, .controls')]
        .map((over) => over.getBoundingClientRect())
        .some(({ bottom, left }) => bottom > top + 1 && left < right - 1);
}"""
"""Whether the menu hides any of what is asked."""


ASKED: dict[str, Any] = {
    "phase": "doubled", "turn": "black", "dice": [], "cube": cube(2, None, "black"),
    "choices": [choice("bar-white", "Take"), choice("off-white", "Drop")],
    "controls": {
        "roll": {"live": False, "label": "Roll"}, "undo": {"live": False, "label": "Undo"},
    },
}  # fmt: skip


@pytest.mark.parametrize("size", [(1280, 800), (800, 480), (390, 664), (375, 553)], ids=str)
def test_a_question_is_answered_by_large_buttons_in_sight(size: Size, pages: Pages) -> None:
    site, visitor = pages.show("full-24", snapshot(START, **ASKED), size)
    answers = visitor.part("answers").get_by_role("button")
    expect(answers).to_have_text(["Take", "Drop"])
    for seen in (*answers.all(), visitor.part("prompt")):
        expect(seen).to_be_in_viewport(ratio=1)
    assert measured(visitor).button >= FINGER
    expect(visitor.part("strip-white")).to_have_class(re.compile(r"\bon\b"))
    for name in ("roll", "undo"):
        expect(visitor.control(name)).to_be_hidden()
    site.show(snapshot(START, **ASKED, offered="bar-white"))
    expect(answers).to_have_count(0)
    expect(visitor.page.locator(".choice[aria-current]")).to_have_text(re.compile("Take"))
    site.show(snapshot(START, **ASKED))
    answers.first.click()
    site.shown.assert_touched("bar-white")
    site.show(snapshot(START))
    expect(answers).to_have_count(0)
    expect(visitor.control("roll")).to_be_visible()


def test_a_second_press_is_no_answer_to_what_came_meanwhile(pages: Pages) -> None:
    site, visitor = pages.show("full-24", snapshot(START))
    site.show(snapshot(START, **ASKED))
    answers = visitor.part("answers").get_by_role("button")
    expect(answers.first).to_have_attribute("aria-disabled", "true")
    answers.last.dispatch_event("click")
    expect(answers.first).not_to_have_attribute("aria-disabled", "true")
    answers.first.click()
    site.shown.assert_touched("bar-white")


def test_the_numbers_of_a_die_rolled_by_hand_are_large_buttons(pages: Pages) -> None:
    site, visitor = pages.show("full-24", snapshot(START, phase="to-throw", dice_mode="hand"))
    numbers = visitor.part("answers").get_by_role("button")
    expect(numbers).to_have_text(["1", "2", "3", "4", "5", "6"])
    box = numbers.first.bounding_box()
    assert box
    assert box["height"] >= FINGER
    numbers.nth(2).click()
    site.shown.assert_touched("point-3")
    site.show(snapshot(START, dice_mode="hand"))
    expect(numbers).to_have_count(0)


def test_a_board_that_feels_its_checkers_has_no_such_buttons(pages: Pages) -> None:
    _, visitor = pages.show("sim-hall", snapshot(START, phase="to-throw", dice_mode="hand"))
    expect(visitor.part("answers").get_by_role("button")).to_have_count(0)


def test_a_second_press_of_confirm_does_not_roll(pages: Pages) -> None:
    site, visitor = pages.show("full-24", snapshot(START))
    label = {"live": True, "label": "Roll"}
    site.show(snapshot(START, phase="to-throw", controls={"roll": label}))
    roll = visitor.control("roll")
    expect(roll).to_have_attribute("aria-disabled", "true")
    roll.dispatch_event("click")
    expect(roll).not_to_have_attribute("aria-disabled", "true")
    roll.click()
    site.shown.assert_touched("roll")


def test_the_focus_passes_to_the_answers_and_back(pages: Pages) -> None:
    site, visitor = pages.show("full-24", snapshot(START))
    visitor.control("roll").focus()
    site.show(snapshot(START, **ASKED))
    answers = visitor.part("answers").get_by_role("button")
    expect(answers.first).to_be_focused()
    site.show(snapshot(START))
    expect(visitor.control("roll")).to_be_focused()


def test_the_strip_of_who_must_answer_glows_without_answers_here_too(pages: Pages) -> None:
    proposal = {"what": "resignation", "by": "white", "answers": "black", "points": 1}
    fields = {"phase": "resigning", "dice": [], "proposal": proposal, "offered": "accept"}
    _, visitor = pages.show("full-24", snapshot(START, **fields))
    expect(visitor.part("strip-black")).to_have_class(re.compile(r"\bon\b"))
    expect(visitor.part("strip-white")).not_to_have_class(re.compile(r"\bon\b"))
