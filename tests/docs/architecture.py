"""The picture and the tables of `docs/architecture.md`, made from the package itself."""

from collections.abc import Mapping
from importlib import import_module
from typing import NamedTuple, get_args

from hardware.drawing.tables import table
from minigam.rules.actions import Action
from tests.test_architecture import EVERYWHERE, MAY_IMPORT, PURE

_ORDER = sorted(MAY_IMPORT, key=lambda room: (len(MAY_IMPORT[room]), room))
"""From the lowest rooms to the highest."""

WIDTH, HEIGHT = 940, 386
BOX_WIDTH, BOX_HEIGHT, STEP, LEFT = 160, 84, 188, 14
TOP, BOTTOM, PAGE = 52, 172, 280
STYLE = (
    "text{font:13px sans-serif;fill:#222}.room{font-weight:bold}.small{font-size:12px;fill:#555}"
    "rect{fill:#e8f0fa;stroke:#1565c0}.outside{fill:#f3e9d8;stroke:#8a6d3b}"
    ".store{fill:#e6f4e6;stroke:#2e7d32}.daemon{fill:none;stroke:#888;stroke-dasharray:6 4}"
    "path{fill:none;stroke:#222;stroke-width:1.5;marker-end:url(#head)}marker path{fill:#222}"
)


class Box(NamedTuple):
    """A step from touch to light: which room does it, and what it does."""

    room: str
    does: tuple[str, ...]
    x: int
    y: int
    kind: str = ""


def _at(column: int) -> int:
    return LEFT + column * STEP


BOXES = (
    Box("", ("Button or", "hall sensor"), _at(0), TOP, "outside"),
    Box("drivers", ("read the level", "in a thread"), _at(1), TOP),
    Box("board", ("debounce,", "recognise the gesture"), _at(2), TOP),
    Box("table", ("selection and menu;", "decide the action"), _at(3), TOP),
    Box("rules", ("check the action,", "apply it to the game"), _at(4), TOP),
    Box("journal", ("commit the action", "to disk"), _at(4), BOTTOM, "store"),
    Box("table", ("snapshot and scene", "of the new state"), _at(3), BOTTOM),
    Box("board", ("draw the frame,", "limit the current"), _at(2), BOTTOM),
    Box("drivers", ("send the frame",), _at(1), BOTTOM),
    Box("", ("Light strip",), _at(0), BOTTOM, "outside"),
    Box("web", ("send the snapshot", "to the page"), _at(3), PAGE),
)


def touch_to_light() -> str:
    """The way from a touch to light, as SVG."""
    title = "How a touch becomes light"
    frame_x, frame_width = _at(1) - 12, WIDTH - _at(1) + 10
    body = [
        f'<rect width="{WIDTH}" height="{HEIGHT}" style="fill:#fff;stroke:none"/>',
        f'<rect class="daemon" x="{frame_x}" y="14" width="{frame_width}" '
        f'height="{HEIGHT - 22}" rx="8"/>',
        _text(frame_x + 12, 34, "daemon: connects these rooms in one event loop", "small"),
        *(line for box in BOXES for line in _drawn(box)),
        *(f'<path d="{arrow}"/>' for arrow in _arrows()),
    ]
    joined = "\n".join(body)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">\n'
        f"<title>{title}</title>\n<style>{STYLE}</style>\n"
        '<defs><marker id="head" markerWidth="8" markerHeight="8" refX="9" refY="4" '
        'orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs>\n'
        f"{joined}\n</svg>\n"
    )


def _drawn(box: Box) -> list[str]:
    kind = f' class="{box.kind}"' if box.kind else ""
    lines = [(box.room, "room")] if box.room else []
    lines += [(line, "") for line in box.does]
    first = box.y + BOX_HEIGHT / 2 + 5 - 9 * (len(lines) - 1)
    return [
        f'<rect{kind} x="{box.x}" y="{box.y}" width="{BOX_WIDTH}" height="{BOX_HEIGHT}" rx="6"/>',
        *(
            _text(box.x + BOX_WIDTH / 2, first + 18 * number, text, kind, middle=True)
            for number, (text, kind) in enumerate(lines)
        ),
    ]


def _text(x: float, y: float, text: str, kind: str, middle: bool = False) -> str:
    anchor = ' text-anchor="middle"' if middle else ""
    style = f' class="{kind}"' if kind else ""
    return f'<text x="{x:g}" y="{y:g}"{style}{anchor}>{text}</text>'


def _arrows() -> list[str]:
    """To the right above, down, to the left below, and down to the page."""
    upper, lower = TOP + BOX_HEIGHT // 2, BOTTOM + BOX_HEIGHT // 2
    down = [_at(column) + BOX_WIDTH // 2 for column in (3, 4)]
    return [
        *(f"M{_at(column) + BOX_WIDTH} {upper}L{_at(column + 1)} {upper}" for column in range(4)),
        f"M{down[1]} {TOP + BOX_HEIGHT}L{down[1]} {BOTTOM}",
        *(f"M{_at(column + 1)} {lower}L{_at(column) + BOX_WIDTH} {lower}" for column in range(4)),
        f"M{down[0]} {BOTTOM + BOX_HEIGHT}L{down[0]} {PAGE}",
    ]


def rooms() -> str:
    """Each room: what it holds, by its own first sentence, and what it may import."""
    own = [room for room in _ORDER if room not in EVERYWHERE]
    return table(
        ("room", "what it holds", "pure", "may import"),
        (
            (
                f"`{room}`",
                _first_line(import_module(f"minigam.{room}")).rstrip("."),
                "yes" if room in PURE else "no",
                ", ".join(f"`{other}`" for other in _ORDER if other in MAY_IMPORT[room]),
            )
            for room in own
        ),
    )


def _first_line(documented: object) -> str:
    return (documented.__doc__ or "").splitlines()[0]


def actions() -> str:
    """What a journal holds, by each class's own first sentence."""
    kinds: tuple[type, ...] = get_args(Action)
    return table(
        ("action", "meaning"),
        ((f"`{kind.__name__}`", _first_line(kind)) for kind in kinds),
    )


def pictures() -> Mapping[str, str]:
    return {"touch-to-light.svg": touch_to_light()}
