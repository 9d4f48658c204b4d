"""The picture of a case: a plan from above without the wood, and a section seen from the left."""

from collections.abc import Iterable, Iterator

from hardware.drawing.case import Case, Kind, Thing

MARGIN, RIGHT, GAP, LINE = 45.0, 15.0, 34.0, 9.0
"""Left of the drawing, right of it, between its parts, and between the legend's lines, in mm."""
TEXT, SMALL = 6.5, 3.6
NAMED = (Kind.BASE, Kind.PI, Kind.WINDOW, Kind.JACK, Kind.BUTTON)
"""What has its name written into the plan."""
BEHIND = (Kind.LANE, Kind.WINDOW)
"""What would hide the rest of the plan: it is drawn first."""
ORDER = (
    *(*BEHIND, Kind.SCREW, Kind.WALL, Kind.BUTTON, Kind.JACK, Kind.LEVERS),
    *(Kind.PI, Kind.USB, Kind.BASE, Kind.ON_BASE, Kind.PLUG),
)


def case_svg(case: Case) -> str:
    """The picture, a pixel of its view being a millimetre."""
    width, plan = case.field.width, case.field.depth
    things = sorted(case.things(), key=lambda thing: ORDER.index(thing.kind))
    wood = case.measures["field_thickness"]
    section = case.depth + wood + case.measures["case_floor"]
    kinds = [kind for kind in Kind if any(thing.kind is kind for thing in things)]
    legend = (len(kinds) + 1) // 2 * LINE
    total = (MARGIN + max(width, plan) + RIGHT, MARGIN + plan + section + 2 * GAP + legend)
    side_top = MARGIN + plan + GAP
    legend_top = side_top + section + GAP
    body = "".join(
        (
            _text(MARGIN, MARGIN - 20, f"{case.board.profile.title}: the case, from above", TEXT),
            _text(MARGIN, MARGIN - 10, "Without the wood of the field. The player sits below.", 5),
            *_plan(case, things, (MARGIN, MARGIN + plan)),
            _across(MARGIN, MARGIN + plan + 8, width, f"{width:g} mm"),
            _text(MARGIN, side_top - 14, "From the left; the player sits at the left end.", 5),
            *_section(case, things, (MARGIN, side_top + wood + case.depth)),
            *_legend(kinds, legend_top),
        )
    )
    size = f'width="{total[0]:g}mm" height="{total[1]:g}mm" viewBox="0 0 {total[0]:g} {total[1]:g}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif">\n'
        f"<title>{case.board.profile.title}: the case</title>\n"
        f'<rect width="{total[0]:g}" height="{total[1]:g}" fill="#fff"/>\n{body}</svg>\n'
    )


def _plan(case: Case, things: Iterable[Thing], at: tuple[float, float]) -> Iterator[str]:
    """Everything from above; `at`: the lower left corner of the field."""
    left, low = at
    every = list(things)
    for thing in every:
        size = (thing.right - thing.left, thing.high - thing.low)
        yield _rect((left + thing.left, low - thing.high), size, thing.kind)
    for thing in every:
        x, y = left + (thing.left + thing.right) / 2, low - (thing.low + thing.high) / 2
        if thing.kind in (Kind.ON_BASE, Kind.USB):
            color = "#fff" if thing.kind is Kind.USB else "#000"
            yield _text(x, y + 1.2, thing.name, SMALL, "middle", color)
        elif thing.kind is Kind.LEVERS:
            yield _text(x, y - 8, thing.name.removeprefix("levers of "), 5, "middle")
        elif thing.kind in NAMED and thing.name:
            yield _text(x, y + 1.5, thing.name, 5, "middle")
    yield from _of_first_lane(every, at)
    base, pi = _of(every, Kind.BASE)[0], _of(every, Kind.PI)[0]
    for thing in (base,) if pi.is_above(base) else (base, pi):
        yield from _places(thing, case, at)


def _places(thing: Thing, case: Case, at: tuple[float, float]) -> Iterator[str]:
    """How far a board on the floor is from the nearer side wall and from the wall in front."""
    (left, low), wide = at, case.measures["frame_width"]
    across, along = low - thing.high + 8, left + thing.left + 35
    if thing.left + thing.right < case.field.width:
        start, away = left + wide, thing.left - wide
    else:
        start, away = left + thing.right, case.field.width - wide - thing.right
    yield _across(start, across, away, f"{away:g}")
    yield _upright(along, low - wide, low - thing.low, f"{thing.low - wide:g}")


def _of_first_lane(things: list[Thing], at: tuple[float, float]) -> Iterator[str]:
    """The names of the plugs of one lane, which all lanes have at the same places."""
    first = next(thing.name for thing in things if thing.kind is Kind.LANE)
    for thing in things:
        if thing.kind is Kind.PLUG and thing.name.startswith(f"{first} "):
            x, y = (thing.left + thing.right) / 2, (thing.low + thing.high) / 2
            yield _text(at[0] + x, at[1] - y + 1.2, thing.name.split()[-1], SMALL, "middle")


def _section(case: Case, things: Iterable[Thing], at: tuple[float, float]) -> Iterator[str]:
    """Everything from the side; `at`: the floor's left end, inside."""
    left, floor = at
    wood, thick = case.measures["field_thickness"], case.measures["case_floor"]
    length, top = case.field.depth, floor - case.depth
    every = list(things)
    for thing in (each for each in every if each.kind is not Kind.WALL):
        size = (thing.high - thing.low, thing.top - thing.bottom)
        yield _rect((left + thing.low, floor - thing.top), size, thing.kind)
    wide = case.measures["frame_width"]
    for x in (0.0, length - wide):
        yield _rect((left + x, top), (wide, case.depth), Kind.WALL)
    yield _rect((left, top - wood), (length, wood), Kind.WALL)
    yield _rect((left, floor), (length, thick), Kind.WALL)
    yield _upright(left - 12, floor, top, f"{case.depth:g} inside", "end")
    for x, start, end in _measured(case, every):
        text = f"{abs(end - start):g}"
        yield _upright(left + x, floor - start, floor - end, text)


def _measured(case: Case, things: list[Thing]) -> Iterator[tuple[float, float, float]]:
    """What the section measures: where along it, from which height and to which one."""
    near = [each for each in things if each.high < case.field.depth / 2]
    lowest = min(_of(near, Kind.PLUG), key=lambda thing: thing.bottom)
    yield max(each.high for each in _of(near, Kind.PLUG)) + 4, case.depth, lowest.bottom
    x = max(each.high for each in _of(things, Kind.JACK))
    top = max(each.top for each in _of(things, Kind.ON_BASE))
    yield x + 6, 0, top
    yield x + 6, case.depth, min(each.bottom for each in _of(near, Kind.SCREW))
    button = _of(things, Kind.BUTTON)[0]
    yield button.high + 4, case.depth, button.bottom


def _of(things: list[Thing], kind: Kind) -> list[Thing]:
    return [thing for thing in things if thing.kind is kind]


def _legend(kinds: list[Kind], top: float) -> Iterator[str]:
    for number, kind in enumerate(kinds):
        column, row = divmod(number, (len(kinds) + 1) // 2)
        x, y = MARGIN + column * 210, top + row * LINE
        yield _rect((x, y - 5), (9, 6), kind)
        yield _text(x + 13, y, kind.title, 5.5)


def _rect(at: tuple[float, float], size: tuple[float, float], kind: Kind) -> str:
    (x, y), (width, height) = at, size
    opacity = 0.45 if kind in BEHIND else 0.9
    return (
        f'<rect x="{x:.4g}" y="{y:.4g}" width="{width:.4g}" height="{height:.4g}" '
        f'fill="{kind.color}" fill-opacity="{opacity:g}" stroke="#404040" stroke-width="0.3"/>\n'
    )


def _text(
    x: float, y: float, words: str, size: float, anchor: str = "start", color: str = "#000"
) -> str:
    where = f'x="{x:.4g}" y="{y:.4g}" font-size="{size:g}" fill="{color}"'
    return f'<text {where} text-anchor="{anchor}">{words}</text>\n'


def _across(x: float, y: float, length: float, words: str) -> str:
    path = f"M{x:.4g} {y:.4g}v-2v4v-2h{length:.4g}v-2v4"
    return _path(path) + _readable(_text(x + length / 2, y + 8, words, 5, "middle"))


def _upright(x: float, start: float, end: float, words: str, anchor: str = "start") -> str:
    """A measure along a line from below to above, or the other way."""
    away = 2.5 if anchor == "start" else -2.5
    path = f"M{x:.4g} {start:.4g}h-2h4h-2V{end:.4g}h-2h4"
    return _path(path) + _readable(_text(x + away, (start + end) / 2 + 1.6, words, 5, anchor))


def _readable(text: str) -> str:
    """With a white edge, where something may lie behind it."""
    return text.replace("<text", '<text stroke="#fff" stroke-width="1.5" paint-order="stroke"')


def _path(path: str) -> str:
    return f'<path d="{path}" fill="none" stroke="#000" stroke-width="0.4"/>\n'
