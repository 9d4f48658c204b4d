"""The page with boards of two rows: what is drawn, lit and touched, on canned snapshots."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.browser import PHONE, Size, Visitor
from tests.e2e.canned import Checkers, Site, choice, choices, dice, groups, snapshot
from tests.e2e.pages import EACH_SCREEN, Pages
from tests.e2e.test_browser import CUT_OFF, LIT, PAINTED, drawn

pytestmark = pytest.mark.browser

BOARDS = ("full-24", "dice-16")
SMALLEST_TARGET = 24
"""CSS pixels, each way (WCAG 2.5.8)."""
STROKE = 3
"""A zone can be touched on its outline too."""
SMALLEST_TEXT = 7.5

START = groups(
    {"point-24": 2, "point-13": 5, "point-8": 3, "point-6": 5},
    {"point-1": 2, "point-12": 5, "point-17": 3, "point-19": 5},
)
MINIGAM = groups({"bar-white": 5, "point-3": 3}, {"bar-black": 4, "point-5": 4})
CROWDED = groups({"bar-white": 7, "point-6": 5, "off-white": 3}, {"bar-black": 2, "point-1": 13})
BORNE_OFF = groups({"off-white": 15}, {"off-black": 14, "point-24": 1})


def pawns(**zones: str) -> Checkers:
    """White's pawns by zone, as `point_1="double+ half-"`."""
    return {
        zone.replace("_", "-"): [
            {"side": "white", "count": len(faces.split()), "faces": faces.split()}
        ]
        for zone, faces in zones.items()
    }


MANY = choices(*["Auto doubles"] * 10, value="computer, medium", index=2, count=4)
FEW = choices(*["Black"] * 6, value="the board's", index=2, count=4)


def cube(value: int, owner: str | None = None, offered_by: str | None = None) -> dict[str, Any]:
    return {"value": value, "owner": owner, "offered_by": offered_by}


MATCH = {"length": 11, "crawford": True}
ANSWERS = [choice("bar-black", "Take"), choice("off-black", "Drop")]
PAWNS = pawns(
    point_1="regular0 double+", point_6="half- switch0", bar_white="regular- regular+ half0",
    off_white="double- double0 half+ switch+ regular-",
)  # fmt: skip
CHECKERS = {"full-24": START, "dice-16": PAWNS, "sim": MINIGAM}
Scene = tuple[str, dict[str, Any]]


def scene(board: str, checkers: Checkers | None = None, /, **fields: Any) -> Scene:
    """A board, and a snapshot on it: with the usual checkers unless others are given."""
    return board, snapshot(checkers or CHECKERS[board], **fields)


SCENES: dict[str, Scene] = {
    "the start": scene("full-24", sources=["point-24", "point-8"], match=MATCH),
    "a crowd": scene(
        "full-24", CROWDED, selected="bar-white", targets=["point-19", "point-1"],
        dice=dice(6, 6, 6, 6, used=1), cube=cube(64, "white"),
    ),
    "all off": scene("full-24", BORNE_OFF, cube=cube(2**19, "black"), match=MATCH),
    "doubled": scene(
        "full-24", CROWDED, phase="doubled", dice=[], choices=ANSWERS,
        cube=cube(2**20, "white", "white"),
    ),
    "setting up": scene("full-24", phase="attract", dice=[], choices=MANY),
    "pawns": scene("dice-16", selected="point-1", targets=["point-4", "point-6"]),
    "setting up pawns": scene("dice-16", phase="attract", dice=[], choices=FEW),
}  # fmt: skip

BOXES = """(name) => [...document.querySelectorAll(`.board ${name}`)].map((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return [left, top, right, bottom];
})"""
STRAY = """() => [...document.querySelectorAll('.zone')].flatMap((zone) => {
    const outer = zone.querySelector('.edge').getBoundingClientRect();
    return [...zone.querySelectorAll('.disc, .label, .kind, .plate rect, .plate text, .ring')]
        .filter((element) => {
            const { left, top, right, bottom, width } = element.getBoundingClientRect();
            return width > 0 && (left < outer.left - 2 || right > outer.right + 2
                || top < outer.top - 2 || bottom > outer.bottom + 2);
        })
        .map((element) => `${zone.dataset.zone}: ${element.outerHTML.slice(0, 100)}`);
})"""
"""What is drawn of a zone beside its own place."""
SPILT = """() => [...document.querySelectorAll('.plate text')].filter((text) => {
    const plate = text.parentElement.querySelector('rect').getBoundingClientRect();
    const { left, top, right, bottom } = text.getBoundingClientRect();
    return left < plate.left || right > plate.right || top < plate.top || bottom > plate.bottom;
}).map(({ outerHTML }) => outerHTML)"""
"""Words that do not fit their plate."""
SMALL = f"""() => [...document.querySelectorAll('.board text, main > :not(.space) *')]
    .filter((element) => element.checkVisibility() && element.textContent.trim())
    .filter((element) => parseFloat(getComputedStyle(element).fontSize) < {SMALLEST_TEXT})
    .map(({{ outerHTML }}) => outerHTML.slice(0, 100))"""

Box = list[float]


def boxes(visitor: Visitor, name: str) -> list[Box]:
    found: list[Box] = visitor.page.evaluate(BOXES, name)
    return found


def overlap(one: Box, other: Box) -> bool:
    """Whether two boxes share more than a line."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return across > 1 and down > 1


def sides(box: Box) -> tuple[float, float]:
    return box[2] - box[0], box[3] - box[1]


def overlapping(found: list[Box]) -> list[tuple[Box, Box]]:
    return [
        (one, other)
        for index, one in enumerate(found)
        for other in found[index + 1 :]
        if overlap(one, other)
    ]


@EACH_SCREEN
@pytest.mark.parametrize("name", SCENES)
def test_nothing_is_cut_off_or_in_the_way_of_another(name: str, size: Size, pages: Pages) -> None:
    _, visitor = pages.show(*SCENES[name])
    visitor.resize(size)
    assert visitor.found(CUT_OFF, STRAY, SPILT, SMALL) == []
    zones = boxes(visitor, ".edge")
    assert overlapping(zones + boxes(visitor, ".well")) == []
    assert overlapping(boxes(visitor, ".lamp")) == []
    assert min(side + STROKE for zone in zones for side in sides(zone)) >= SMALLEST_TARGET
    covered = boxes(visitor, ":is(.disc:not(.doubler *), .lamp, .label, .well, .plate text)")
    for doubler in boxes(visitor, ".doubler :is(rect, .owner)"):
        assert [other for other in covered if overlap(doubler, other)] == []


@EACH_SCREEN
@pytest.mark.parametrize("name", BOARDS)
def test_every_pixel_is_drawn_once_and_at_its_own_lane(name: str, size: Size, pages: Pages) -> None:
    site, visitor = pages.show(name, snapshot(START))
    visitor.resize(size)
    told = site.shown.told
    frame = "".join(f"{index + 1:06x}" for index in range(told["pixels"]))
    site.show(site.shown.snapshot, frame)
    visitor.page.wait_for_function(f"(sent) => ({PAINTED})() === sent", arg=frame)
    assert sorted(visitor.page.evaluate(LIT)) == sorted(
        f"{index + 1:06x}" for index in range(told["pixels"])
    )
    pixels = visitor.page.evaluate(
        "() => [...document.querySelectorAll('.pixel')].map(({ dataset }) => dataset.pixel)"
    )
    lamps = dict(zip(map(int, pixels), boxes(visitor, ".lamp"), strict=True))
    for zone, edge in zip(zones_drawn(visitor), boxes(visitor, ".edge"), strict=True):
        first, count = told["segments"][zone]["first"], told["segments"][zone]["count"]
        lane = [lamps[pixel] for pixel in range(first, first + count)]
        assert all(overlap(lamp, edge) for lamp in lane), zone
        assert is_lane(lane), zone


def is_lane(lane: list[Box]) -> bool:
    """Whether pixels go one after another along a line, down or across."""
    lefts, tops = ([round(place[at]) for place in lane] for at in (0, 1))
    across, along = sorted((lefts, tops), key=lambda places: len(set(places)))
    return len(set(across)) == 1 and along in (sorted(along), sorted(along, reverse=True))


def zones_drawn(visitor: Visitor) -> list[str]:
    shown = "() => [...document.querySelectorAll('.zone')].map(({ dataset }) => dataset.zone)"
    found: list[str] = visitor.page.evaluate(shown)
    return found


@pytest.mark.parametrize("name", BOARDS)
def test_dice_and_turn_lights_are_as_many_as_the_strip_has(name: str, pages: Pages) -> None:
    site, visitor = pages.show(name, snapshot(START))
    dark = site.shown.told["segments"]["dice"]["first"]
    frame = "000000" * dark + "ffaa50" * 28 + "2850ff" * 2
    site.show(site.shown.snapshot, frame)
    visitor.page.wait_for_function(f"(sent) => ({PAINTED})() === sent", arg=frame)
    lamps = boxes(visitor, ".lit .lamp")
    inside = [sum(overlap(lamp, well) for lamp in lamps) for well in boxes(visitor, ".well")]
    assert (len(lamps), inside) == (30, [7, 7, 7, 7])


@pytest.mark.parametrize("name", BOARDS)
def test_a_touch_reaches_the_zone_under_it(name: str, pages: Pages) -> None:
    """On the smallest screen, in the middle of each zone."""
    told = snapshot(START, cube=cube(2, "white"))
    site, visitor = pages.show(name, told, PHONE)
    zones = zones_drawn(visitor)
    for number, (left, top, right, bottom) in enumerate(boxes(visitor, ".edge"), start=1):
        visitor.page.mouse.click((left + right) / 2, (top + bottom) / 2)
        settle(visitor, site, *zones[:number])
    assert site.shown.touches == zones
    assert sorted(zones) == sorted(site.shown.told["inputs"][:-2])


def settle(visitor: Visitor, site: Site, *touches: str) -> None:
    """Wait until these touches are taken in and shown to be, and no others."""
    site.shown.assert_touched(*touches)
    visitor.page.wait_for_function("() => !document.querySelector('.touched')")
    site.shown.assert_touched(*touches)


@pytest.mark.parametrize(("name", "points"), [("full-24", 24), ("dice-16", 16)])
def test_every_point_can_be_typed(name: str, points: int, pages: Pages) -> None:
    """Two digits, one that no other may follow, or one and Enter."""
    site, visitor = pages.show(name, snapshot(START))
    for number in range(1, points + 1):
        for digit in str(number):
            visitor.press(digit)
        if number * 10 <= points:
            visitor.press("Enter")
        settle(visitor, site, *(f"point-{typed}" for typed in range(1, number + 1)))


@pytest.mark.parametrize(
    ("fields", "keys", "touched"),
    [
        ({}, "1", ["point-1"]),
        ({}, "29", ["point-2", "point-9"]),
        ({}, "1r", ["point-1", "roll"]),
        ({}, "03", ["point-3"]),
        ({}, "10", ["point-10"]),
        ({}, "2b", ["point-2", "bar-white"]),
        ({"phase": "opening", "dice_mode": "hand"}, "12", ["point-1", "point-2"]),
        ({"phase": "to-throw", "dice_mode": "hand"}, "28", ["point-2", "point-8"]),
        ({"phase": "to-throw"}, "12", ["point-12"]),
        ({"phase": "menu", "choices": FEW}, "12", ["point-1", "point-2"]),
        ({"phase": "game-over", "choices": FEW}, "12", ["point-1", "point-2"]),
        ({"phase": "attract", "choices": MANY}, "210", ["point-2", "point-10"]),
        ({"phase": "paused"}, "12", ["point-1", "point-2"]),
    ],
)
def test_a_digit_waits_for_a_second_one_only_where_that_means_something(
    fields: dict[str, Any], keys: str, touched: list[str], pages: Pages
) -> None:
    site, visitor = pages.show("full-24", snapshot(START, **fields))
    visitor.page.keyboard.type(keys)
    settle(visitor, site, *touched)


def test_arrows_walk_over_the_board(pages: Pages) -> None:
    site, visitor = pages.show("full-24", snapshot(START))
    far, near = site.shown.told["rows"]
    walked = [walk(visitor, "ArrowRight") for _ in near]
    assert walked == near
    assert walk(visitor, "ArrowRight") == near[-1]
    assert walk(visitor, "ArrowUp") == far[-1]
    assert [walk(visitor, "ArrowLeft") for _ in far] == [*far[-2::-1], far[0]]
    assert walk(visitor, "ArrowUp") == far[0]
    assert walk(visitor, "ArrowDown") == near[0]
    visitor.press("Enter")
    settle(visitor, site, near[0])


def walk(visitor: Visitor, key: str) -> Any:
    visitor.press(key)
    return visitor.page.evaluate("() => document.activeElement.dataset.zone")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("board", "rules"),
    [("full-24", "backgammon"), ("dice-16", "backgammon-dice-simple")],
)
def test_the_first_turns_on_a_real_daemon(board: str, rules: str, pages: Pages) -> None:
    daemon, visitor = pages.play("--board", board, "--rules", rules)
    visitor.play_until(lambda: len(daemon.get("/api/state")["plays"]) == 3)
    assert visitor.checkers() == drawn(daemon, zones_drawn(visitor))


# The sign that a sensor or button looks faulty, and the list behind it

SIGN = '[data-action="health"]'
TEXTS = [
    "point 3, place 2: flickers, 80 changes within 12 seconds; "
    "is the magnet weak or the sensor loose?",
    "white's off tray, place 1: cannot be read; are its cables plugged in?",
]
GAME = snapshot(groups({"point-3": 3}, {"point-5": 4}), title="Minigam")
WRONG = {**GAME, "wrong": [{"zone": "point-3", "side": "white", "put": 0, "take": 1}]}


def test_there_is_no_sign_while_all_is_well(pages: Pages) -> None:
    _, visitor = pages.show("sim", GAME)
    expect(visitor.page.locator(SIGN)).to_be_hidden()


@EACH_SCREEN
def test_the_sign_opens_the_list(size: Size, pages: Pages) -> None:
    _, visitor = pages.show("sim-hall", GAME, size, faulty=TEXTS)
    sign = visitor.page.locator(SIGN)
    expect(sign).to_have_text("⚠ 2")
    expect(sign).to_have_accessible_name("2 inputs look faulty")
    assert visitor.page.evaluate(CUT_OFF) == []
    sign.click()
    dialog = visitor.dialog("health")
    expect(dialog.locator("li")).to_have_text(TEXTS)
    expect(dialog.get_by_role("button")).to_be_focused()
    expect(dialog.get_by_role("button")).to_be_in_viewport(ratio=1)
    dialog.get_by_role("button").click()
    expect(dialog).to_be_hidden()


def test_a_long_list_can_be_scrolled(pages: Pages) -> None:
    _, visitor = pages.show(
        "sim-hall", GAME, faulty=[f"point 3, place {number}: flickers" for number in range(100)]
    )
    visitor.page.locator(SIGN).click()
    dialog = visitor.dialog("health")
    last = dialog.locator("li").last
    expect(last).not_to_be_in_viewport()
    last.scroll_into_view_if_needed()
    expect(last).to_be_in_viewport()
    expect(dialog.get_by_role("button")).to_be_in_viewport(ratio=1)


@EACH_SCREEN
def test_the_sign_has_room_beside_the_button_that_puts_things_right(
    size: Size, pages: Pages
) -> None:
    _, visitor = pages.show("sim-hall", WRONG, size, faulty=TEXTS)
    expect(visitor.page.locator('[data-action="lay"]')).to_be_visible()
    expect(visitor.page.locator(SIGN)).to_be_visible()
    assert visitor.page.evaluate(CUT_OFF) == []


ENDS = """() => [...document.querySelectorAll('.arrow g')].map((arrow) => {
    const middle = (name) => {
        const { left, top, right, bottom } = arrow.querySelector(name).getBoundingClientRect();
        return [(left + right) / 2, (top + bottom) / 2];
    };
    const zoneAt = ([x, y]) => document.elementFromPoint(x, y).closest('.zone')?.dataset.zone;
    return [arrow.getAttribute('class'), ...['.tail', '.head'].map(middle).map(zoneAt)];
})"""
"""Each arrow's kind, and the zones that it leads from and to."""
LAST = {
    "side": "black",
    "moves": [
        {"from": "point-19", "via": [], "to": "point-23"},
        {"from": "point-12", "via": [], "to": "point-17"},
    ],
}


@EACH_SCREEN
def test_arrows_show_the_last_play_and_what_is_advised(size: Size, pages: Pages) -> None:
    resting = snapshot(START, phase="to-throw", dice=[], last_play=LAST)
    site, visitor = pages.show("full-24", resting, size)
    assert visitor.page.evaluate(ENDS) == [
        ["past", "point-19", "point-23"], ["past", "point-12", "point-17"],
    ]  # fmt: skip
    advice = [{"from": "point-24", "via": [], "to": "point-18"}]
    site.show(snapshot(START, last_play=None, advice=advice))
    expect(visitor.page.locator(".arrow .past")).to_have_count(0)
    assert visitor.page.evaluate(ENDS) == [["now", "point-24", "point-18"]]
