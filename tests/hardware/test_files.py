"""Everything in hardware/ that a program makes is as it would be made now: see `make drawings`."""

import json
import shutil
import struct
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from hardware.drawing.files import (
    BILLS,
    CARDS,
    CASES,
    EXPLODED,
    FIELDS,
    HARDWARE,
    PRINTED,
    RECORD,
    WIRING,
    models,
    pictures_of,
    reads,
    record,
    sources,
    texts,
)
from hardware.drawing.stl import in_order, volume_cm3
from tests.hardware.solids import load_solid

LARGEST = 300_000
PICTURES = sorted(picture for source in sources() for picture in pictures_of(source))
WIREVIZ = shutil.which("wireviz", path=str(Path(sys.executable).parent)) or shutil.which("wireviz")
OPENSCAD = shutil.which("openscad")


def name_of(path: Path) -> str:
    return path.relative_to(HARDWARE).as_posix()


def test_texts_are_current_and_no_old_ones_are_left() -> None:
    made = {name_of(path): text for path, text in texts().items()}
    there = [*WIRING.rglob("*.yml"), *BILLS.iterdir(), *CARDS.glob("*.html")]
    there += [*FIELDS.iterdir(), *CASES.iterdir()]
    assert {name_of(path): path.read_text("utf-8") for path in there} == made


def test_every_list_is_linked_from_the_table_of_boards() -> None:
    page = (HARDWARE / "README.md").read_text("utf-8")
    assert [path.name for path in BILLS.iterdir() if f"](bom/{path.name})" not in page] == []


def test_pictures_are_drawn_from_what_is_there_now() -> None:
    assert RECORD.read_text("utf-8") == record(sources())


def test_a_picture_is_drawn_again_when_anything_that_it_reads_changes() -> None:
    names = {name_of(path) for path in reads(EXPLODED)}
    assert names >= {"printed/board.scad", "printed/parameters.scad", "field/quarter-hall.dxf"}
    assert {name_of(path) for path in reads(PRINTED / "channel-5.scad")} == {
        "printed/channel-5.scad",
        "printed/channel.scad",
        "printed/parameters.scad",
    }


def test_there_is_no_picture_too_many_or_too_few() -> None:
    endings = {".svg", ".png", ".stl", ".pdf"}
    there = [*WIRING.rglob("*"), *PRINTED.iterdir(), *CARDS.iterdir()]
    assert sorted(path for path in there if path.suffix in endings) == PICTURES


@pytest.mark.parametrize("picture", PICTURES, ids=name_of)
def test_pictures_are_whole_and_small(picture: Path) -> None:
    data = picture.read_bytes()
    assert len(data) < LARGEST
    if picture.suffix == ".svg":
        assert ElementTree.fromstring(data).tag.endswith("svg")
    elif picture.suffix == ".png":
        assert data.startswith(b"\x89PNG\r\n")
        assert data.endswith(b"IEND\xaeB\x60\x82")
    elif picture.suffix == ".pdf":
        assert data.startswith(b"%PDF-")
        assert data.endswith(b"%%EOF\n")
    else:
        (triangles,) = struct.unpack_from("<I", data, 80)
        assert len(data) == 84 + 50 * triangles
        assert in_order(data) == data


@pytest.mark.parametrize("picture", [p for p in PICTURES if p.suffix == ".svg"], ids=name_of)
def test_a_drawing_shows_every_part_of_its_sheet(picture: Path) -> None:
    parts = json.loads(picture.with_suffix(".yml").read_text("utf-8"))["connectors"]
    shown = {element.text for element in ElementTree.parse(picture).iter()}
    assert parts.keys() <= shown


@pytest.mark.skipif(
    WIREVIZ is None or shutil.which("dot") is None, reason="WireViz or graphviz is not here"
)
def test_wireviz_can_draw_a_sheet(tmp_path: Path) -> None:
    assert WIREVIZ
    source = tmp_path / "strip.yml"
    source.write_text((WIRING / "quarter-hall" / "strip.yml").read_text("utf-8"), "utf-8")
    subprocess.run([WIREVIZ, "--format", "s", str(source)], check=True, capture_output=True)
    assert ElementTree.parse(tmp_path / "strip.svg").getroot().tag.endswith("svg")


@pytest.mark.slow
@pytest.mark.skipif(OPENSCAD is None, reason="OpenSCAD is not here")
@pytest.mark.parametrize("model", models(), ids=name_of)
def test_openscad_makes_the_same_part(model: Path, tmp_path: Path) -> None:
    """Other versions may divide its faces into other triangles."""
    assert OPENSCAD
    made, kept = tmp_path / "part.stl", model.with_suffix(".stl")
    command = [OPENSCAD, "--export-format", "binstl", "-o", str(made), str(model)]
    subprocess.run(command, check=True, capture_output=True)
    assert volume_cm3(made.read_bytes()) == pytest.approx(volume_cm3(kept.read_bytes()))
    assert load_solid(made).size == load_solid(kept).size
