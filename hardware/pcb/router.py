"""Route a board of two layers on a grid: A*, and rip-up where nets are in each other's way.

Every net takes the cheapest path from pad to pad. A path may cross the tracks of another net at a
price; that net is then ripped up and routed anew, and the place grows dearer for all. So nets agree
after a few rounds (L. McMurchie and C. Ebeling, "PathFinder", FPGA 1995). Pads, holes and the edge
are never crossed. The same input gives the same output.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from hardware.pcb.copper import Copper
from hardware.pcb.geometry import Box, Point
from hardware.pcb.grid import LAYERS, ROUND, SLACK, STEP, Area, Cells, Grid, apart
from hardware.pcb.placing import Pads

VIA_COST, BACK_COST, CROSSING, AGAIN = 12.0, 1.15, 8.0, 6.0
"""In steps: of a via; of a step on the back, which is ground; of a step across another net; and
what that costs in addition for each time it has happened there."""
TRIES = 12
"""How often a net is routed at most, on average, before the board counts as impossible."""
INSIDE = 0.2
"""From a track's end to the edge of its pad, in mm."""
Name = tuple[str, str]


class RoutingError(ValueError):
    """A net that has no path."""


@dataclass(frozen=True)
class Net:
    """Pads to join by tracks of one width in mm; one pad alone is joined to a via beside it."""

    name: str
    width: float
    pads: tuple[Name, ...]


def route(nets: Iterable[Net], pads: Pads, area: Area) -> Copper:
    """Tracks and vias that join each net; `RoutingError` names one that has no path."""
    wanted = sorted(nets, key=lambda net: (_extent(net, pads), net.name, net.pads))
    grid = Grid.of({net.width for net in wanted}, pads, area)
    router = _Router(grid, pads, area, np.zeros(2 * grid.cells, np.int64))
    waiting, left = list(wanted), TRIES * len(wanted)
    while waiting:
        net = waiting.pop(0)
        if not left:
            raise RoutingError(f"expected a path for {net.name}: others always take it")
        left -= 1
        waiting += router.lay(net)
    found = Copper()
    for net in wanted:
        found.tracks += router.laid[net].copper.tracks
        found.vias += router.laid[net].copper.vias
    return found


def _extent(net: Net, pads: Pads) -> float:
    xs, ys = zip(*(pads.at(*name) for name in net.pads), strict=True)
    return float(max(xs) - min(xs) + max(ys) - min(ys))


@dataclass
class _Laid:
    """The copper of a net, the cells of its path, and those that it takes from others, by class."""

    copper: Copper = field(default_factory=Copper)
    path: dict[float, set[int]] = field(default_factory=dict)
    takes: dict[float, Cells] = field(default_factory=dict)


@dataclass
class _Router:
    grid: Grid
    pads: Pads
    area: Area
    history: Cells
    """How often a cell was crossed."""
    laid: dict[Net, _Laid] = field(default_factory=dict)

    def lay(self, net: Net) -> list[Net]:
        """Route a net; return those that were ripped up for it."""
        search, new = self._search(net), _Laid()
        first, *rest = net.pads
        if not rest:
            self._draw(net, new, search.path(self._inside(first), set(), None))
        tree, joined = self._inside(first), [first]
        while rest:
            near = min(rest, key=lambda name: (self._away(name, joined), name))
            rest.remove(near)
            path = search.path(tree, self._inside(near), self.pads.at(*near))
            self._draw(net, new, path)
            tree |= {*path, *self._inside(near)}
            joined.append(near)
        return self._take(net, new)

    def _away(self, name: Name, others: Iterable[Name]) -> float:
        return min(math.dist(self.pads.at(*name), self.pads.at(*other)) for other in others)

    def _draw(self, net: Net, new: _Laid, path: list[int]) -> None:
        """Turn a path into tracks and vias."""
        points = [(self.grid.point(cell), cell // self.grid.cells) for cell in path]
        stubs = {cell: self.pads.at(*name) for name in net.pads for cell in self._inside(name)}
        for cell, (at, layer) in ((path[0], points[0]), (path[-1], points[-1])):
            if cell in stubs:
                new.copper.track(net.name, LAYERS[layer], net.width, stubs[cell], at)
        for layer, line in _lines(points):
            new.copper.track(net.name, LAYERS[layer], net.width, *line)
        holes = [cell for cell, other in pairwise(path) if (cell - other) % self.grid.cells == 0]
        holes += path[-1:] if len(net.pads) == 1 else []
        new.copper.via(net.name, *map(self.grid.point, holes))
        new.path.setdefault(net.width, set()).update(path)
        both = {cell % self.grid.cells + at for cell in holes for at in (0, self.grid.cells)}
        new.path.setdefault(ROUND, set()).update(both)

    def _inside(self, name: Name) -> set[int]:
        """The cells well inside a pad, on its layers."""
        pad = self.pads.by_name[name]
        core = Box(pad.at, max(pad.box.width - 2 * INSIDE, 0), max(pad.box.height - 2 * INSIDE, 0))
        found = self.grid.near_box(core, 2 * SLACK)
        flat = found if len(found) else self.grid.near_box(pad.box, 2 * SLACK)
        return set(self.grid.on(flat, pad.layers).tolist())

    def _search(self, net: Net) -> _Search:
        grid = self.grid
        own = [(pad.box, pad.layers) for pad in self.pads.by_name.values() if pad.net == net.name]
        own += [(kept.box, kept.layers) for kept in self.area.kept if net.name in kept.nets]
        stops = {}
        for kind in (net.width, ROUND):
            counts = grid.fixed[kind].copy()
            for box, layers in own:
                counts[grid.on(grid.near_box(box, apart(kind, 0)), layers)] -= 1
            stops[kind] = counts > 0
        tracks = grid.laid[net.width].copy()
        for other, laid in self.laid.items():
            if other.name == net.name:
                tracks[laid.takes[net.width]] -= 1
        price = CROSSING + AGAIN * self.history
        dear, drilled = price * (tracks > 0), price * (grid.laid[ROUND] > 0)
        half = grid.cells
        no_via = stops[ROUND][:half] | stops[ROUND][half:] | grid.no_via
        return _Search(
            *(net, grid, stops[net.width].tolist(), no_via.tolist()),
            *(dear.tolist(), (drilled[:half] + drilled[half:]).tolist()),
        )

    def _take(self, net: Net, new: _Laid) -> list[Net]:
        """Put a net's copper on the board, and rip up what it crosses."""
        ripped = []
        paths = {kind: np.array(sorted(cells), np.int64) for kind, cells in new.path.items()}
        for other, laid in list(self.laid.items()):
            crossed = [np.intersect1d(path, laid.takes[kind]) for kind, path in paths.items()]
            if other.name != net.name and any(map(len, crossed)):
                for cells in crossed:
                    self.history[cells] += 1
                self._count(self.laid.pop(other), -1)
                ripped.append(other)
        new.takes = {kind: self.grid.reach(new.copper, kind) for kind in self.grid.laid}
        self.laid[net] = new
        self._count(new, 1)
        return ripped

    def _count(self, laid: _Laid, by: int) -> None:
        for kind, cells in laid.takes.items():
            self.grid.laid[kind][cells] += by


def _lines(points: Sequence[tuple[Point, int]]) -> Iterable[tuple[int, list[Point]]]:
    """A path's corners, layer by layer."""
    line: list[Point] = []
    layer = points[0][1]
    for at, on in points:
        if on != layer:
            yield layer, line
            line, layer = [], on
        if len(line) > 1 and _straight(line[-2], line[-1], at):
            line.pop()
        line.append(at)
    yield layer, line


def _straight(one: Point, two: Point, three: Point) -> bool:
    (dx, dy), (ex, ey) = ((b[0] - a[0], b[1] - a[1]) for a, b in ((one, two), (one, three)))
    return abs(dx * ey - dy * ex) < 1e-3


@dataclass(frozen=True)
class _Search:
    """A* for one net. Cells of the back follow those of the front."""

    net: Net
    grid: Grid
    stops: list[bool]
    no_via: list[bool]
    dear: list[float]
    """What a step to a cell costs in addition."""
    drilled: list[float]

    def path(self, tree: set[int], goal: set[int], to: Point | None) -> list[int]:
        """The cheapest path from a tree to a goal; without a goal to where a via fits."""
        cost = dict.fromkeys(tree, 0.0)
        came: dict[int, int] = {}
        queue = [(self._rest(cell, to), cell) for cell in sorted(tree)]
        heapq.heapify(queue)
        done: set[int] = set()
        while queue:
            _, cell = heapq.heappop(queue)
            if cell in done:
                continue
            done.add(cell)
            if cell in goal or (to is None and self._drillable(cell)):
                return _back(cell, came)
            spent = cost[cell]
            for there, price in self._next(cell):
                if spent + price < cost.get(there, math.inf):
                    cost[there], came[there] = spent + price, cell
                    heapq.heappush(queue, (spent + price + self._rest(there, to), there))
        raise RoutingError(f"expected a path for {self.net.name} between {self.net.pads}")

    def _drillable(self, cell: int) -> bool:
        flat = cell % self.grid.cells
        return not self.no_via[flat] and not self.drilled[flat]

    def _rest(self, cell: int, to: Point | None) -> float:
        """The length of the way to a pad's middle, if nothing stands in it."""
        if to is None:
            return 0
        x, y = (
            cell % self.grid.cells % self.grid.columns,
            cell % self.grid.cells // self.grid.columns,
        )
        dx, dy = abs(x - to[0] / STEP), abs(y - to[1] / STEP)
        return max(dx, dy) + 0.4142 * min(dx, dy)

    def _next(self, cell: int) -> Iterable[tuple[int, float]]:
        """The free cells beside a cell, and what a step to each costs."""
        cells, columns, stops, dear = self.grid.cells, self.grid.columns, self.stops, self.dear
        factor = BACK_COST if cell >= cells else 1.0
        for step in (-1, 1, -columns, columns):
            if not stops[cell + step]:
                yield cell + step, factor + dear[cell + step]
        for step in (-columns - 1, 1 - columns, columns - 1, columns + 1):
            if not stops[cell + step]:
                yield cell + step, 1.4142 * factor + dear[cell + step]
        flat, other = cell % cells, (cell + cells) % (2 * cells)
        if not self.no_via[flat] and not stops[other]:
            yield other, VIA_COST + self.drilled[flat]


def _back(cell: int, came: Mapping[int, int]) -> list[int]:
    path = [cell]
    while path[-1] in came:
        path.append(came[path[-1]])
    return path[::-1]
