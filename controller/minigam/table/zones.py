"""Zone names for the places of a position: `point-3`, `bar-white`, `off-black`."""

from functools import cache

from minigam.rules.game import Game
from minigam.rules.plays import Turn
from minigam.rules.position import Layout, Side
from minigam.rules.steps import BAR
from minigam.words import Words


def zone_of(layout: Layout, side: Side, place: int) -> str:
    """The zone of a side's track index; points carry white's own numbers.

    >>> zone_of(Layout(6, 8, rising=True), Side.BLACK, 1)
    'point-6'
    """
    if place == BAR:
        return f"bar-{side.value}"
    if place == layout.off:
        return f"off-{side.value}"
    return f"point-{layout.point_number(side, place)}"


def zone_in(turn: Turn, place: int) -> str:
    """The zone of a track index of the side on turn."""
    return zone_of(turn.rules.layout, turn.side, place)


def place_of(layout: Layout, side: Side, zone: str) -> int | None:
    """A side's track index of a zone, or None where that side can never stand.

    >>> layout = Layout(6, 8, rising=True)
    >>> place_of(layout, Side.BLACK, "point-6"), place_of(layout, Side.BLACK, "point-7")
    (1, None)
    """
    kind, _, which = zone.partition("-")
    if kind == "point":
        white = layout.number(int(which))
        if not BAR < white < layout.off:
            return None
        return white if side is Side.WHITE else layout.mirror(white)
    if which != side.value:
        return None
    return BAR if kind == "bar" else layout.off


def zone_words(zone: str, layout: Layout | None = None, side: Side = Side.WHITE) -> Words:
    """A zone as people say it; with a layout, a point has the number of `side` beside the board's.

    >>> zone_words("bar-white"), zone_words("point-3")
    ("white's bar", 'point 3')
    """
    kind, _, which = zone.partition("-")
    if kind == "point":
        place = place_of(layout, side, zone) if layout else None
        number = layout.point_number(side, place) if layout and place else which
        return Words("point {number}", number=number)
    owner = Side(which).word
    return Words("{side}'s bar" if kind == "bar" else "{side}'s off tray", side=owner)


def zone_words_in(game: Game, zone: str) -> Words:
    """A zone as people say it, by the numbers of the side on turn beside the board's."""
    return zone_words(zone, game.rules.layout, game.side or Side.WHITE)


def place_words(turn: Turn, place: int) -> Words:
    """A track index of the side on turn as people say it."""
    return zone_words(zone_in(turn, place), turn.rules.layout, turn.side)


@cache
def all_zones(layout: Layout) -> tuple[str, ...]:
    """Every zone of a board, in the order points, bars, off trays.

    >>> all_zones(Layout(2, 1, rising=True))
    ('point-1', 'point-2', 'bar-white', 'bar-black', 'off-white', 'off-black')
    """
    points = tuple(f"point-{number}" for number in range(1, layout.points + 1))
    return (*points, "bar-white", "bar-black", "off-white", "off-black")
