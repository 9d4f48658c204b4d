"""The files of an order are those of the lane as it is now. Nothing here needs KiCad."""

import csv
import struct
from zipfile import ZipFile

import pytest

from hardware.pcb.lane import LENGTH, WIDTH, parts
from hardware.pcb.output import (
    BILL,
    GERBERS,
    LAYERS,
    OUT,
    PICTURE,
    POSITIONS,
    RECORD,
    SHIPPED,
    digest,
)
from hardware.pcb.project import bill

LARGEST = 350_000


def test_the_files_were_made_from_the_lane_as_it_is() -> None:
    """If this fails: `make pcb`."""
    assert (OUT / RECORD).read_text("utf-8") == digest()
    assert (OUT / BILL).read_text("utf-8") == bill(parts())


def test_every_part_is_in_the_bill_once() -> None:
    rows = list(csv.DictReader((OUT / BILL).read_text("utf-8").splitlines()))
    refs = [ref for row in rows for ref in row["parts"].split()]
    assert sorted(refs) == sorted(part.ref for part in parts())
    assert [int(row["quantity"]) for row in rows] == [len(row["parts"].split()) for row in rows]
    assert all(row["maker"] and row["number"] for row in rows)


def test_machines_place_every_part_of_the_front() -> None:
    """From the lower left corner, y up."""
    rows = csv.DictReader((OUT / POSITIONS).read_text("utf-8").splitlines())
    found = {
        row["Ref"]: (float(row["PosX"]), float(row["PosY"]), float(row["Rot"]) % 360, row["Side"])
        for row in rows
    }
    assert found.keys() == {part.ref for part in parts() if not part.back}
    for part in parts():
        if not part.back:
            x, y = part.at
            assert found[part.ref] == pytest.approx((x, WIDTH - y, part.turn, "top"))


def test_the_archive_has_every_layer_and_both_kinds_of_holes() -> None:
    with ZipFile(OUT / GERBERS) as archive:
        names = archive.namelist()
        assert not any(b"CreationDate,2" in archive.read(name) for name in names)
        edge = archive.read("lane-Edge_Cuts.gm1").decode()
    assert len([name for name in names if name.endswith(".drl")]) == 2
    assert len([name for name in names if ".g" in name and name != "lane-job.gbrjob"]) == len(
        LAYERS
    )
    xs, ys = _extent(edge)
    assert (xs, ys) == (LENGTH, WIDTH)


def _extent(gerber: str) -> tuple[float, float]:
    """How far apart the coordinates of a Gerber file are, in mm (six decimals)."""
    points = [line for line in gerber.splitlines() if line.startswith("X")]
    xs = [int(line[1:].split("Y")[0]) for line in points]
    ys = [int(line.split("Y")[1].split("D")[0].split("I")[0]) for line in points]
    return (max(xs) - min(xs)) / 1e6, (max(ys) - min(ys)) / 1e6


def test_files_are_few_and_small() -> None:
    assert {path.name for path in OUT.iterdir() if path.is_file()} == set(SHIPPED)
    assert all((OUT / name).stat().st_size < LARGEST for name in SHIPPED)
    width, height = struct.unpack(">II", (OUT / PICTURE).read_bytes()[16:24])
    assert width > 5 * height
