"""The parts of the pages that are drawn from code and board profiles."""

import json
from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from textwrap import fill
from typing import Any

from hardware.drawing.boards import board_named, boards
from hardware.drawing.rails import rails as all_rails
from hardware.drawing.stripboard import FUSE
from hardware.drawing.tables import (
    RAIL_HEAD,
    currents,
    measurements,
    other_measurements,
    parts,
    prices,
    printed,
    printed_for_all,
    rail_cells,
    rails,
    sensors,
    table,
)
from hardware.pcb.ways import Way, efforts, ways_table
from hardware.simulation.figures import COMMITTED
from hardware.simulation.limits import HEAD, from_json
from hardware.simulation.wires import printed_wires
from minigam.board import health
from minigam.board.header import PI, PICO, Header, header_of, uses
from minigam.board.light_meanings import VOCABULARY, Hue
from minigam.board.lighting import KIND_SHAPES, PIPS
from minigam.board.occupancy import FLICKER
from minigam.board.profile import load_profile
from minigam.board.profile_checks import RESERVED
from minigam.board.screen_color import on_screen
from minigam.daemon.page_data import board_fields, no_others
from minigam.daemon.settings import AS_USUAL
from minigam.daemon.sleep import Sleep
from minigam.hil.bench import Need, load_bench
from minigam.hil.cases import CASES
from minigam.rules.ruleset import RULE_SETS
from minigam.table.snapshot import snapshot
from minigam.table.zones import zone_words
from tests.docs.architecture import actions, rooms
from tests.docs.sample import unfinished
from tests.table.felt_games import RUNS
from tests.table.hands import NOISE

BOARD = "quarter-buttons"
FELT = "quarter-hall"
WORDS = {
    "undo": "the undo button",
    "strip": "through the level shifter to the first pixel",
    "load": "latches the sensor levels into the registers",
    "clock": "shifts them towards the Pico, bit by bit",
    "data": "serial data from the registers",
}
"""The purpose of each pin that belongs to neither a zone nor a roll button."""


def lights() -> str:
    """What every light says, from the vocabulary."""
    return table(
        (
            "name",
            "what it says",
            "in a sentence",
            "on the strip",
            "on the page",
            "red, green, blue",
        ),
        (
            (
                ", ".join(f"`{meaning.value}`" for meaning in light.meanings),
                light.word,
                light.says,
                light.looks,
                light.shape.value,
                ", ".join(map(str, light.color)),
            )
            for light in VOCABULARY
        ),
    )


def hues() -> str:
    """The idea that each colour stands for, and where it may be seen."""
    said = {
        hue: dict.fromkeys(light.word for light in VOCABULARY if light.hue is hue) for hue in Hue
    }
    return table(
        ("colour", "idea", "lights", "on a screen"),
        (
            (hue.word, hue.idea, ", ".join(words), "#" + bytes(on_screen(hue.value)).hex())
            for hue, words in said.items()
        ),
    )


def pawns() -> str:
    """The lights of a pawn's kinds, from `lighting.KIND_SHAPES`."""
    return table(
        ("kind", "its three lights"),
        ((kind, " ".join("●" if lit else "·" for lit in s)) for kind, s in KIND_SHAPES.items()),
    )


def faces() -> str:
    """The six faces of a die, from `lighting.PIPS`: three pixels beside one and three."""
    rows: list[list[int | None]] = [[0, None, 4], [1, 3, 5], [2, None, 6]]
    return "```text\n" + "\n".join(map(_face_line, rows)) + "\n```\n"


def _face_line(row: Sequence[int | None]) -> str:
    """One line of pixels across all six faces."""
    return "    ".join(
        " ".join(" " if pixel is None else "·●"[pixel in PIPS[value]] for pixel in row)
        for value in sorted(PIPS)
    )


def pins(name: str) -> str:
    """Which GPIO, and which pin of the header, everything on a board has."""
    profile = load_profile(name)
    header = header_of(profile)
    strip, *others = uses(profile).items()
    lines = [*others, strip]  # which is soldered last
    return table(
        ("part", "purpose", "GPIO", "header pin"),
        ((f"`{use}`", _words(use), header.label(pin), str(pin)) for pin, use in lines),
    )


def _words(use: str) -> str:
    kind, _, which = use.partition("-")
    if kind in ("point", "bar", "off"):
        return zone_words(use)
    if kind == "roll":
        return f"{which}'s roll button"
    return WORDS[use]


def pixels() -> str:
    """Which pixels of the strip each zone has on the reference board."""
    segments = load_profile(BOARD).strip.segments
    return table(
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
    return table(
        ("GPIO", "kept for"),
        ((", ".join(map(str, gpios)), purpose) for purpose, gpios in kept.items()),
    )


def state() -> str:
    """A snapshot of the sample's unfinished game."""
    game = unfinished().state
    awake = Sleep(AS_USUAL, lambda: None, 0.0)
    found = snapshot(game, 3) | board_fields(awake, AS_USUAL, game.phase)
    found |= no_others()
    lines = ",\n".join(f'  "{name}": {json.dumps(found[name])}' for name in found)
    return f"```json\n{{\n{lines}\n}}\n```\n"


def felt() -> str:
    """How turns were recognised: what `tests/table/test_hands.py` holds every run to."""
    lines = []
    for rules in dict.fromkeys(run.rules for run in RUNS):
        turns = sum(run.turns for run in RUNS if run.rules == rules)
        asked = sum(run.asked for run in RUNS if run.rules == rules)
        lines.append(
            (RULE_SETS[rules].title, f"{turns:,}", f"{asked}", f"{asked / turns:.2%}", "0")
        )
    return table(("game", "turns", "asked", "share asked", "false takes"), lines)


def noise() -> str:
    """How often the simulated hands do what."""
    shares = [(name.replace("_", " "), f"{share:.0%}") for name, share in vars(NOISE).items()]
    return table(("what", "how often"), shares)


def faulty() -> str:
    """What counts as a faulty input, from `board.health`."""
    gap = f"a checker that has lain for {health.REST_SECONDS:g} s is not felt for"
    quiet = f"it has not changed for {health.QUIET_SECONDS / 60:g} minutes"
    busy = f"those beside it have {health.NEIGHBOUR_CHANGES} times"
    bounce, gaps = health.BOUNCING, health.SHORT_GAPS
    flicker = f"{FLICKER.many} changes, {FLICKER.apart:g} s apart, within {FLICKER.seconds:g} s"
    return table(
        ("kind", "of what", "when"),
        (
            ("`unknown`", "any", f"its level has been unknown for {health.UNKNOWN_SECONDS:g} s"),
            ("`flickering`", "a place", flicker),
            (
                "`flickering`",
                "a button",
                f"{bounce.many} changes within {bounce.seconds:g} s: it bounces",
            ),
            ("`stuck`", "a button", f"pressed for {health.STUCK_SECONDS:g} s"),
            ("`stuck`", "a place", f"{quiet}, and {busy}; only a hint"),
            (
                "`weak`",
                "a place",
                f"{gap} up to {health.GAP_SECONDS:g} s, "
                f"{gaps.many} times within {gaps.seconds / 60:g} minutes",
            ),
        ),
    )


def builders() -> str:
    """What a quarter board costs and takes, in a paragraph for the first page."""
    buttons, sensors = (_costs(name) for name in (BOARD, FELT))
    text = (
        f"**Build a board:** a quarter board [with buttons](docs/building.md) takes {buttons}; one"
        f" that [feels its checkers](docs/building-felt.md) takes {sensors}. Its parts, drawings"
        " and printed boards are in [hardware/](hardware/README.md). All prices and hours are"
        " estimates: nobody has built a board yet."
    )
    return fill(text, 120, break_on_hyphens=False) + "\n"


def _costs(name: str) -> str:
    of = {effort.way: effort for effort in efforts(board_named(name))}
    by_hand, ordered = of[Way.STRIPBOARD], of[Way.ASSEMBLED]
    return (
        f"{by_hand.cents / 100:.0f} euros and {by_hand.hours} hours on stripboard, or"
        f" {ordered.cents / 100:.0f} euros and {ordered.hours} hours with printed boards"
    )


def jig_pins() -> str:
    wired = load_bench(BOARD).wires.inputs
    profile = load_profile(BOARD)
    rows = (
        (f"`{name}`", *_at(PI, profile.inputs[name]), *_at(PICO, pin))
        for name, pin in wired.items()
    )
    head = ("input of the board", "on the Pi", "header pin", "on the jig", "pin")
    return table(head, rows)


def _at(header: Header, number: int) -> tuple[str, str]:
    """A pin as a program has it, and as it is counted along the header."""
    pin = header.pin(number)
    return header.label(pin), str(pin)


def cases() -> str:
    rows = (
        (f"`{case.name}`", case.title, "; ".join(need.value for need in Need if need in case.needs))
        for case in CASES
    )
    return table(("case", "what it checks", "what it needs"), rows)


def report() -> str:
    """The keys of a bench's JSON report, from its schema."""
    schema = json.loads((files("minigam") / "hil" / "report.schema.json").read_text("utf-8"))
    parts = (
        ("", schema),
        ("facts.", schema["properties"]["facts"]),
        ("findings[].", schema["$defs"]["finding"]),
        ("findings[].figures[].", schema["$defs"]["figure"]),
    )
    rows = (
        (f"`{head}{name}`", _meaning(key))
        for head, part in parts
        for name, key in part["properties"].items()
    )
    return table(("key", "meaning"), rows)


def _meaning(key: Mapping[str, Any]) -> str:
    words = ", ".join(f"`{word}`" for word in key.get("enum", [key.get("const")]) if word)
    return " ".join(filter(None, (words, key.get("description"))))


def printed_rails() -> str:
    """The rails of every board that is made of printed boards."""
    lines = (
        (f"`{board.name}`", *rail_cells(rail))
        for board in boards()
        for rail in all_rails(board.profile, printed_wires(board))
    )
    return table(("board", *RAIL_HEAD), lines)


def simulated() -> str:
    """The figures that `python -m hardware.simulation --write` found last."""
    found = from_json(COMMITTED.read_text("utf-8"))
    return table(HEAD, (figure.cells for figure in found))


PARTS: dict[tuple[str, str], Callable[[], str]] = {
    ("README.md", "builders"): builders,
    ("docs/lights.md", "hues"): hues,
    ("docs/lights.md", "lights"): lights,
    ("docs/lights.md", "pawns"): pawns,
    ("docs/lights.md", "faces"): faces,
    ("docs/building.md", "parts"): lambda: parts(board_named(BOARD)),
    ("docs/building.md", "prices"): prices,
    ("docs/building.md", "printed"): lambda: printed(board_named(BOARD)),
    ("docs/building.md", "pins"): lambda: pins(BOARD),
    ("docs/building.md", "pixels"): pixels,
    ("docs/building.md", "currents"): lambda: currents(load_profile(BOARD)),
    ("docs/building.md", "ways"): lambda: ways_table((BOARD, "quarter-hall-tap")),
    ("docs/building-felt.md", "ways"): lambda: ways_table((FELT, "full-24-hall", "dice-16-hall")),
    ("docs/building.md", "measurements"): lambda: measurements(load_profile(BOARD)),
    ("docs/building-felt.md", "measurements"): lambda: measurements(load_profile(FELT)),
    ("docs/building-felt.md", "others"): lambda: other_measurements(
        load_profile(FELT), [load_profile(name) for name in ("full-24-hall", "dice-16-hall")]
    ),
    ("docs/building.md", "fuse"): lambda: f"```text\n{FUSE.picture()}```\n",
    ("docs/building.md", "rails"): lambda: rails(load_profile(BOARD)),
    ("docs/building-felt.md", "parts"): lambda: parts(board_named(FELT)),
    ("docs/building-felt.md", "printed"): lambda: printed(board_named(FELT)),
    ("docs/building-felt.md", "pins"): lambda: pins(FELT),
    ("docs/building-felt.md", "sensors"): lambda: sensors(load_profile(FELT)),
    ("docs/building-felt.md", "currents"): lambda: currents(load_profile(FELT)),
    ("docs/building-felt.md", "rails"): lambda: rails(load_profile(FELT)),
    ("hardware/README.md", "printed"): printed_for_all,
    ("docs/architecture.md", "rooms"): rooms,
    ("docs/architecture.md", "actions"): actions,
    ("docs/profiles.md", "reserved"): reserved,
    ("docs/bench.md", "pins"): jig_pins,
    ("docs/bench.md", "cases"): cases,
    ("docs/bench.md", "report"): report,
    ("docs/api.md", "state"): state,
    ("docs/felt.md", "felt"): felt,
    ("docs/simulated.md", "figures"): simulated,
    ("docs/simulated.md", "rails"): printed_rails,
    ("docs/felt.md", "noise"): noise,
    ("docs/felt.md", "faulty"): faulty,
}
