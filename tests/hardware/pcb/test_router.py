"""The router on small boards: what it lays joins its pads and keeps its distance."""

import math
from itertools import combinations

import pytest

from hardware.pcb.copper import BOTH, Copper, pieces, too_near
from hardware.pcb.geometry import Box, Point, line_to_box
from hardware.pcb.grid import STEP, Area, Kept
from hardware.pcb.placing import BACK, FRONT, Pads, PlacedPad
from hardware.pcb.router import Net, RoutingError, route

ON_FRONT = frozenset({FRONT})
EMPTY = Area((20, 20), 0.5)


def pad(ref: str, net: str, at: Point, size: float = 1.0) -> PlacedPad:
    return PlacedPad(ref, "1", net, Box(at, size, size), ON_FRONT)


def board(*placed: PlacedPad) -> Pads:
    return Pads({(p.ref, p.number): p for p in placed})


def nets(pads: Pads, width: float = 0.25) -> list[Net]:
    """Every net of some pads."""
    names = sorted({p.net for p in pads.by_name.values()})
    return [
        Net(name, width, tuple(key for key, p in pads.by_name.items() if p.net == name))
        for name in names
    ]


def length(copper: Copper) -> float:
    return sum(math.dist(track.start, track.end) for track in copper.tracks)


def layers(copper: Copper) -> set[str]:
    return {track.layer for track in copper.tracks}


def check(copper: Copper, pads: Pads) -> None:
    assert too_near(copper, pads) == []
    assert set(pieces(copper, pads).values()) == {1}


def test_two_pads_are_joined_by_a_straight_track() -> None:
    pads = board(pad("A", "N", (3, 10)), pad("B", "N", (17, 10)))
    copper = route(nets(pads), pads, EMPTY)
    check(copper, pads)
    assert layers(copper) == {FRONT}
    assert copper.vias == []
    assert length(copper) < 14.7


def test_a_track_goes_around_an_obstacle_on_both_layers() -> None:
    pads = board(pad("A", "N", (3, 10)), pad("B", "N", (17, 10)))
    wall = Box((10, 12), 1, 14)
    copper = route(nets(pads), pads, Area((20, 20), 0.5, (Kept(wall),)))
    check(copper, pads)
    assert copper.vias == []
    assert length(copper) > 17
    for track in copper.tracks:
        for end in (track.start, track.end):
            assert not wall.grown(0.32).contains(end)


def test_a_wall_on_the_front_is_passed_on_the_back() -> None:
    pads = board(pad("A", "N", (3, 10)), pad("B", "N", (17, 10)))
    wall = Kept(Box((10, 10), 1, 20), ON_FRONT)
    copper = route(nets(pads), pads, Area((20, 20), 0.5, (wall,)))
    check(copper, pads)
    assert len(copper.vias) == 2
    assert all(abs(via.at[0] - 10) >= 1.0 for via in copper.vias)


def test_a_net_may_cross_its_own_area() -> None:
    pads = board(pad("A", "N", (3, 10)), pad("B", "N", (17, 10)))
    copper = route(
        nets(pads), pads, Area((20, 20), 0.5, (Kept(Box((10, 10), 1, 20), BOTH, frozenset("N")),))
    )
    check(copper, pads)
    assert copper.vias == []


@pytest.mark.parametrize("reverse", [False, True])
def test_crossing_nets_change_layers(*, reverse: bool) -> None:
    placed = [
        *(pad("A", "N", (3, 10)), pad("B", "N", (17, 10))),
        *(pad("C", "M", (10, 3)), pad("D", "M", (10, 17))),
    ]
    pads = board(*placed)
    found = nets(pads)
    middles = ((0.5, 10), (19.5, 10), (10, 0.5), (10, 19.5))
    walls = tuple(Kept(Box(at, 1, 1)) for at in middles)
    area = Area((20, 20), 0.5, walls)  # so that none may go around the other's end
    copper = route(found[::-1] if reverse else found, pads, area)
    check(copper, pads)
    assert len(copper.vias) == 2
    assert copper == route(found, pads, area)


def test_a_short_net_gives_way_to_one_that_has_no_other_way() -> None:
    """The short one is laid first, through the only gap; then it has to go around."""
    placed = [pad("A", "S", (10, 8)), pad("B", "S", (10, 12))]
    placed += [pad("C", "L", (8.5, 2)), pad("D", "L", (8.5, 18))]
    pads = board(*placed)
    walls = [Kept(Box((4, 10), 8, 1)), Kept(Box((10.5, 10), 2.2, 1)), Kept(Box((13, 10), 3, 1))]
    walls += [Kept(Box((16, 10), 8, 1), ON_FRONT)]
    copper = route(nets(pads), pads, Area((20, 20), 0.5, tuple(walls)))
    check(copper, pads)


def test_a_row_of_pads_is_joined_as_one_piece() -> None:
    pads = board(*(pad(f"P{n}", "N", (2 + 2.54 * n, 5 + 7 * (n % 2))) for n in range(6)))
    copper = route(nets(pads, 0.8), pads, EMPTY)
    check(copper, pads)
    assert {track.width for track in copper.tracks} == {0.8}


def test_a_pad_alone_gets_a_via_beside_it() -> None:
    placed = [pad("A", "GND", (5, 5)), pad("B", "GND", (6.5, 5)), pad("C", "N", (5, 6.5))]
    pads = board(*placed)
    drops = [Net("GND", 0.4, (("A", "1"),)), Net("GND", 0.4, (("B", "1"),))]
    copper = route(drops, pads, EMPTY)
    assert too_near(copper, pads) == []
    one, other = (via.at for via in copper.vias)
    assert math.dist(one, other) >= 0.8
    for via in copper.vias:
        assert min(line_to_box((via.at, via.at), p.box) for p in placed) > 0.39
    assert pieces(copper, pads)["GND"] == 2


def test_a_net_without_a_way_is_named() -> None:
    pads = board(pad("A", "CLOCK", (3, 10)), pad("B", "CLOCK", (17, 10)))
    wall = Kept(Box((10, 10), 1, 20))
    with pytest.raises(RoutingError, match="expected a path for CLOCK"):
        route(nets(pads), pads, Area((20, 20), 0.5, (wall,)))


def test_a_net_whose_way_is_always_taken_is_named() -> None:
    """One track fits through the gap, and nothing passes on the back."""
    placed = [pad(f"{net}{x}", net, (x, y)) for net, y in (("N", 8), ("M", 12)) for x in (3, 17)]
    pads = board(*placed)
    gap = [Kept(Box((10, y), 1, 9.6), ON_FRONT) for y in (4.8, 15.5)]
    area = Area((20, 20), 0.5, (*gap, Kept(Box((10, 10), 1, 20), frozenset({BACK}))))
    one = [net for net in nets(pads, 0.5) if net.name == "N"]
    assert route(one, pads, area).vias == []
    with pytest.raises(RoutingError, match=r"expected a path for [NM]: others always take it"):
        route(nets(pads, 0.5), pads, area)


def test_pads_and_tracks_keep_their_distance_where_it_is_narrow() -> None:
    placed = [
        pad(f"{net}{x}", net, (x, 4 + at * 1.27), 0.6)
        for at, net in enumerate("ABCDEFGH")
        for x in (4, 16)
    ]
    pads = board(*placed)
    copper = route(nets(pads), pads, EMPTY)
    check(copper, pads)
    assert copper.vias == []
    assert not [1 for one, other in combinations(copper.tracks, 2) if one == other]


def test_a_gap_that_is_too_narrow_is_not_used() -> None:
    """0.64 mm between two pads, where a track of 0.25 mm needs 0.65 mm."""
    middle = 32 * STEP
    placed = [pad("A", "N", (3, middle)), pad("B", "N", (17, middle))]
    placed += [pad(f"P{side}", f"P{side}", (10, middle + side * 0.82)) for side in (-1, 1)]
    pads = board(*placed)
    (net,) = [net for net in nets(pads) if net.name == "N"]
    copper = route([net], pads, EMPTY)
    check(copper, pads)
    assert length(copper) > 14.5


def test_nets_in_the_opposite_order_keep_their_distance() -> None:
    """Crowded: each of eight nets crosses all others between two columns of pads."""
    rows = [4 + at * 1.27 for at in range(8)]
    placed = [pad(f"L{at}", f"N{at}", (6, y), 0.6) for at, y in enumerate(rows)]
    placed += [pad(f"R{at}", f"N{at}", (14, y), 0.6) for at, y in enumerate(reversed(rows))]
    pads = board(*placed)
    copper = route(nets(pads), pads, Area((20, 17), 0.5))
    check(copper, pads)
    assert copper.vias
