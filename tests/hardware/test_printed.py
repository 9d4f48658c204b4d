"""The printed parts, measured: their STL files as triangles, and what OpenSCAD says of them."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from hardware.drawing.files import PRINTED
from minigam.board.lighting import FACE_PIXELS, PIPS
from tests.hardware.solids import box, part

OPENSCAD = shutil.which("openscad")
LEAST_WALL = 1.5
"""Of a checker around its magnet, in mm."""


def test_a_checker_closes_its_magnets_pocket_on_all_sides() -> None:
    outer, pocket = sorted(map(box, part("checker").shells))
    assert outer == [pytest.approx((-13.5, 13.5)), pytest.approx((-13.5, 13.5)), (0, 7)]
    across, along, up = pocket
    assert across == along == pytest.approx((-5.2, 5.2))
    assert up == pytest.approx((2.4, 4.6))
    for (inner, most), (low, high) in zip(pocket, outer, strict=True):
        assert inner - low > LEAST_WALL
        assert high - most > LEAST_WALL


def test_the_templates_sleeves_lie_on_the_grid_of_places() -> None:
    corners = part("template").corners
    top = max(z for _, _, z in corners)
    rings = clusters({(x, y) for x, y, z in corners if z == top})
    middles = [middle(ring) for ring in rings]
    left, near = min(middles)
    steps = sorted((round(x - left), round(y - near)) for x, y in middles)
    assert steps == [(across, along) for across in (0, 40) for along in (0, 33, 66, 99)]


def clusters(points: set[tuple[float, float]]) -> list[list[tuple[float, float]]]:
    """Points less than 10 mm apart from a cluster's first belong to it."""
    found: list[list[tuple[float, float]]] = []
    for x, y in sorted(points):
        near = [c for c in found if (c[0][0] - x) ** 2 + (c[0][1] - y) ** 2 < 100]
        if not near:
            near = [[]]
            found += near
        near[0].append((x, y))
    return found


def middle(ring: list[tuple[float, float]]) -> tuple[float, float]:
    """Of the box around it."""
    xs, ys = zip(*ring, strict=True)
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def said(name: str, tmp_path: Path) -> dict[str, str]:
    assert OPENSCAD
    out = tmp_path / "part.echo"
    command = [OPENSCAD, "-o", str(out), str(PRINTED / f"{name}.scad")]
    subprocess.run(command, check=True, capture_output=True)
    lines = [line.removeprefix("ECHO: ") for line in out.read_text("utf-8").splitlines()]
    return dict(line.split(" = ") for line in lines)


@pytest.mark.skipif(OPENSCAD is None, reason="OpenSCAD is not here")
def test_the_print_is_paused_where_the_pocket_ends(tmp_path: Path) -> None:
    assert said("checker", tmp_path) == {"pause_at": "4.6"}


@pytest.mark.skipif(OPENSCAD is None, reason="OpenSCAD is not here")
def test_the_windows_pixels_make_the_faces_of_a_die(tmp_path: Path) -> None:
    """Turned by half, every face of a die is itself again, and 2 and 3 lie on a diagonal."""
    at = [tuple(place) for place in json.loads(said("dice-window", tmp_path)["pixels"])]
    assert len(set(at)) == len(at) == FACE_PIXELS
    for pips in PIPS.values():
        places = {at[pixel] for pixel in pips}
        assert places == {(-across, -up) for across, up in places}
    assert [at[pixel] for pixel in sorted(PIPS[1])] == [(0, 0)]
    assert [at[pixel] for pixel in sorted(PIPS[2])] == [(-1, 1), (1, -1)]
    assert {at[pixel] for pixel in PIPS[6] - PIPS[4]} == {(-1, 0), (1, 0)}
