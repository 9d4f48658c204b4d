"""The parts of the pages that are drawn from code and board profiles."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from functools import cache

from gpiozero.pins.mock import MockFactory

from minigam.board.lighting import BLACK_SIDE, KIND_SHAPES, PIPS, STYLES, WHITE_SIDE, Meaning, Style
from minigam.board.profile import Profile, load_profile
from minigam.board.profile_checks import RESERVED
from minigam.game.snapshot import snapshot
from minigam.game.zones import zone_words
from minigam.rules.ruleset import RULE_SETS
from tests.docs.sample import unfinished
from tests.game.felt_games import RUNS
from tests.game.hands import NOISE

BOARD = "quarter-buttons"
FIRST_COLUMN = (0, 1, 2)
"""The pixels of a die's left column, from top to bottom; the middle one follows, then the right."""


def _table(head: Iterable[str], lines: Iterable[Iterable[str]]) -> str:
    columns = list(head)
    every = [columns, ["---"] * len(columns), *lines]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in every)


def lights() -> str:
    """What every light means, from `lighting.STYLES`."""
    return _table(
        ("name", "how it looks", "what it says", "red, green, blue"),
        (
            (f"`{meaning.value}`", style.looks, style.says, _colors(meaning, style))
            for meaning, style in STYLES.items()
            if meaning is not Meaning.NONE
        ),
    )


def _colors(meaning: Meaning, style: Style) -> str:
    """A turn pixel takes its side's colour."""
    colors = (WHITE_SIDE, BLACK_SIDE) if meaning is Meaning.TURN else (style.color,)
    return " or ".join(", ".join(map(str, color)) for color in colors)


def pawns() -> str:
    """The lights of a pawn's kinds, from `lighting.KIND_SHAPES`."""
    return _table(
        ("kind", "its three lights"),
        ((kind, " ".join("●" if lit else "·" for lit in s)) for kind, s in KIND_SHAPES.items()),
    )


def faces() -> str:
    """The six faces of a die, from `lighting.PIPS`."""
    return "```text\n" + "\n".join(_face_line(row) for row in range(3)) + "\n```\n"


def _face_line(row: int) -> str:
    """One line of pixels across all six faces; the middle one has a pixel at its centre only."""
    return "    ".join(_pixels(PIPS[value], row) for value in sorted(PIPS))


def _pixels(pips: frozenset[int], row: int) -> str:
    left, middle, right = row, 3 if row == 1 else None, row + 4
    return " ".join(_dot(pixel, pips) for pixel in (left, middle, right))


def _dot(pixel: int | None, pips: frozenset[int]) -> str:
    if pixel is None:
        return " "
    return "●" if pixel in pips else "·"


@cache
def _header() -> dict[str, int]:
    """The Pi's header pin of each GPIO, as gpiozero knows them."""
    pins = MockFactory().board_info.headers["J8"].pins
    return {pin.name: number for number, pin in pins.items() if pin.name.startswith("GPIO")}


def _board() -> Profile:
    return load_profile(BOARD)


def pins() -> str:
    """Which GPIO each input and the strip has on the reference board."""
    board = _board()
    users = {**board.inputs, "strip, data": board.strip.gpio}
    return _table(
        ("part", "what for", "GPIO (BCM)", "header pin"),
        (
            (f"`{name}`", _words(name), str(gpio), str(_header()[f"GPIO{gpio}"]))
            for name, gpio in users.items()
        ),
    )


def _words(name: str) -> str:
    kind, _, which = name.partition("-")
    if kind in ("point", "bar", "off"):
        return zone_words(name)
    if kind == "roll":
        return f"{which}'s roll button"
    return {"undo": "the undo button"}.get(name, "through the level shifter to the first pixel")


def pixels() -> str:
    """Which pixels of the strip each zone has on the reference board."""
    segments = _board().strip.segments
    return _table(
        ("segment", "first pixel", "last pixel", "pixels"),
        (
            (f"`{name}`", str(found.pixels[0]), str(found.pixels[-1]), str(found.count))
            for name, found in segments.items()
        ),
    )


def reserved() -> str:
    """Which GPIOs a profile keeps free, from `profile_checks.RESERVED`."""
    kept: dict[str, list[int]] = {}
    for gpio, purpose in RESERVED.items():
        kept.setdefault(purpose, []).append(gpio)
    return _table(
        ("GPIO", "kept for"),
        ((", ".join(map(str, gpios)), purpose) for purpose, gpios in kept.items()),
    )


def state() -> str:
    """A snapshot of the sample's unfinished game."""
    found = snapshot(unfinished().state, 3)
    lines = ",\n".join(f'  "{name}": {json.dumps(found[name])}' for name in found)
    return f"```json\n{{\n{lines}\n}}\n```\n"


def felt() -> str:
    """How turns were recognised: what `tests/game/test_hands.py` holds every run to."""
    lines = []
    for rules in dict.fromkeys(run.rules for run in RUNS):
        turns = sum(run.turns for run in RUNS if run.rules == rules)
        asked = sum(run.asked for run in RUNS if run.rules == rules)
        lines.append(
            (RULE_SETS[rules].title, f"{turns:,}", f"{asked}", f"{asked / turns:.2%}", "0")
        )
    return _table(("game", "turns", "asked", "share asked", "false takes"), lines)


def noise() -> str:
    """How often the simulated hands do what."""
    shares = [(name.replace("_", " "), f"{share:.0%}") for name, share in vars(NOISE).items()]
    return _table(("what", "how often"), shares)


PARTS: dict[tuple[str, str], Callable[[], str]] = {
    ("docs/lights.md", "lights"): lights,
    ("docs/lights.md", "pawns"): pawns,
    ("docs/lights.md", "faces"): faces,
    ("docs/building.md", "pins"): pins,
    ("docs/building.md", "pixels"): pixels,
    ("docs/profiles.md", "reserved"): reserved,
    ("docs/api.md", "state"): state,
    ("docs/felt.md", "felt"): felt,
    ("docs/felt.md", "noise"): noise,
}
"""By page and name."""
