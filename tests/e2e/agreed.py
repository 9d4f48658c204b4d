"""What the page looks like in each game and phase, as was agreed: small pictures, a sheet a game.

`python -m tests.e2e.agreed [GAME...]` takes them anew, to be looked at: a row is a scene, a column
one of `SIZES`.
"""

import sys
from base64 import b64encode
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Browser, Page

from minigam.rules.ruleset import RULE_SETS
from minigam.table.state import Phase
from tests.e2e.browser import Size, chromium, visiting
from tests.e2e.canned import serving
from tests.e2e.png import grey, greys
from tests.table.play import Play, agreed, pawn_throws, throws

FOLDER = Path(__file__).parents[1] / "data" / "pictures"
BOARDS = {6: "sim", 16: "dice-16", 24: "full-24"}
SIZES: tuple[Size, ...] = (
    (800, 480), (1280, 800), (390, 664), (375, 553), (360, 640), (768, 1024), (1920, 1080),
)  # fmt: skip
CELL = 64
"""The side of the square that a picture is made to fit into, in pixels."""
MOST_GAMES = 20
RARE = {"hypergammon": Phase.PASSING}
"""What random games hardly ever come to, with three checkers a side."""
SHORT_LIVED = (Phase.THROWING, Phase.CLOSED)
"""Phases in which nothing can be done."""
BETWEEN_BOARDS = (Phase.COPYING, Phase.STOPPED)
"""Phases that a game at one board never has."""
SETTLED = """(prompt) => {
    if (document.querySelector('[data-part="prompt"]').textContent !== prompt) return false;
    const resting = document.querySelectorAll('[aria-disabled]');
    resting.forEach((button) => button.removeAttribute('aria-disabled'));
    return true;
}"""
SHRUNK = """async ([picture, cell]) => {
    const file = await fetch(`data:image/png;base64,${picture}`);
    const image = await createImageBitmap(await file.blob());
    const scale = cell / Math.max(image.width, image.height);
    const canvas = new OffscreenCanvas(cell, cell);
    const drawing = canvas.getContext('2d');
    drawing.imageSmoothingQuality = 'high';
    drawing.drawImage(image, 0, 0, image.width * scale, image.height * scale);
    const { data } = drawing.getImageData(0, 0, cell, cell);
    const grey = (at) => 17 * Math.round((data[at] + data[at + 1] + data[at + 2]) / 51);
    return Array.from({ length: cell * cell }, (_, index) => grey(4 * index));
}"""
Cell = list[int]
"""A picture's grey values, row by row."""


def scenes(rules_id: str) -> dict[str, dict[str, Any]]:
    """The first snapshot of each kind in random games, by what it shows: every phase that stays."""
    known = {option.name for option in RULE_SETS[rules_id].options}
    shown = known & {"cube", "random_faces"}  # what there is to see, from the beginning
    setup = agreed(rules_id, **dict.fromkeys(shown, "true"))
    missing = {*SHORT_LIVED, *BETWEEN_BOARDS, RARE.get(rules_id)}
    if "cube" not in shown:
        missing.add(Phase.DOUBLED)
    if RULE_SETS[rules_id].pawn_die:  # their pawns are rolled for the play that was made
        missing.add(Phase.SETTING_UP)
    wanted = {phase.value for phase in Phase if phase not in missing}
    found: dict[str, dict[str, Any]] = {}
    for seed in range(MOST_GAMES):
        dice, pawns = (Random(f"{rules_id} {seed}{what}") for what in ("", " pawns"))
        for name, scene in _seen_in(Play(setup, throws(dice), pawn_throws(pawns))):
            found.setdefault(name, scene)
        if wanted <= found.keys():
            return found
    raise AssertionError(f"expected {wanted}, got {list(found)}")


def _seen_in(play: Play) -> Iterator[tuple[str, dict[str, Any]]]:
    chance = Random(7)
    while True:
        yield from _here(play)
        if play.state.phase is Phase.GAME_OVER:
            return
        play.tap(_next(play.seen, chance), "wait")


def _next(seen: dict[str, Any], chance: Random) -> str:
    lit = seen["targets"] or seen["sources"]
    return chance.choice(lit) if lit else "roll"


def _here(play: Play) -> Iterator[tuple[str, dict[str, Any]]]:
    """What the state shows, and the menus that it opens."""
    seen, state = play.seen, play.state
    yield ("selected" if seen["selected"] else seen["phase"]), seen
    if state.phase is not Phase.TO_THROW:
        return
    for name, touches in (
        ("menu", ["hold undo"]),
        ("paused", ["hold undo", "Pause"]),
        ("resigning", ["hold undo", "Resign"]),
        ("setting-up", ["hold undo", "Set-up was wrong"]),
        ("doubled", ["wait", "hold roll"]),
    ):
        if _led_on(play, touches):
            yield name, play.seen
        play.state = state


def _led_on(play: Play, touches: list[str]) -> bool:
    """Whether touches, or choices by their names, lead away from a roll."""
    for touch in touches:
        if touch[0].isupper() and touch not in play.choices.values():
            return False
        play.tap(touch)
    return play.state.phase is not Phase.TO_THROW


def sheet(browser: Browser, rules_id: str) -> list[Cell]:
    """A picture of each scene at each size, scene by scene."""
    shown = scenes(rules_id)
    first, blank = next(iter(shown.values())), browser.new_page()
    columns = []
    with serving(BOARDS[RULE_SETS[rules_id].layout.points], first) as site:
        for size in SIZES:
            with visiting(browser, site.url, size) as visitor:
                visitor.page.emulate_media(reduced_motion="reduce")
                take = _taker(site.show, visitor.page, blank)
                columns.append([take(scene) for scene in shown.values()])
    blank.close()
    return [column[row] for row in range(len(shown)) for column in columns]


def _taker(
    show: Callable[[dict[str, Any]], None], page: Page, blank: Page
) -> Callable[[dict[str, Any]], Cell]:
    def take(scene: dict[str, Any]) -> Cell:
        show(scene)
        page.wait_for_function(
            SETTLED, arg=str(scene["prompt"].get("page", scene["prompt"]["text"]))
        )
        picture = b64encode(page.screenshot()).decode()
        found: Cell = blank.evaluate(SHRUNK, [picture, CELL])
        return found

    return take


def apart(one: Cell, other: Cell) -> float:
    """How far two pictures are apart: the share of pixels that differ clearly, from 0 to 1.

    >>> apart([0, 100, 200, 255], [9, 100, 100, 255])
    0.25
    """
    return sum(abs(a - b) > CLEARLY for a, b in zip(one, other, strict=True)) / len(one)


CLEARLY = 40


def written(cells: list[Cell]) -> bytes:
    """The sheet as a PNG."""
    across = len(SIZES)
    rows = [
        b"".join(bytes(cell[y * CELL : (y + 1) * CELL]) for cell in cells[at : at + across])
        for at in range(0, len(cells), across)
        for y in range(CELL)
    ]
    return grey(rows)


def read(picture: bytes) -> list[Cell]:
    """The cells of a sheet."""
    rows = list(greys(picture))
    return [
        [value for row in rows[top : top + CELL] for value in row[left : left + CELL]]
        for top in range(0, len(rows), CELL)
        for left in range(0, len(rows[0]), CELL)
    ]


def main(names: list[str]) -> None:
    """Take the sheets of these games anew, or of all."""
    if unknown := [name for name in names if name not in RULE_SETS]:
        sys.exit(f"minigam: expected games of {', '.join(RULE_SETS)}, got {', '.join(unknown)}")
    with chromium() as browser:
        for name in names or RULE_SETS:
            picture = written(sheet(browser, name))
            (FOLDER / f"{name}.png").write_bytes(picture)
            print(f"{name}.png  {', '.join(scenes(name))}  {len(picture) // 1000} kB")


if __name__ == "__main__":
    main(sys.argv[1:])
