"""What a maker of boards needs, made by KiCad from a checked project.

Dates are taken out, so that two runs make the same bytes; the picture is drawn when the lane's data
has changed.
"""

import hashlib
import re
import zipfile
from pathlib import Path

from hardware.pcb import lane_board, project
from hardware.pcb.kicad import Finding, KiCad
from hardware.pcb.lane import NAME

OUT = Path(__file__).parent / "out"
PROJECT = OUT / "project"
"""KiCad's project, with extracts of its libraries: ignored by git."""
GERBERS, POSITIONS, BILL = f"{NAME}-gerbers.zip", f"{NAME}-positions.csv", f"{NAME}-bom.csv"
SHEET, PICTURE, RECORD = f"{NAME}-schematic.pdf", f"{NAME}-top.png", f"{NAME}.sha256"
SHIPPED = (GERBERS, POSITIONS, BILL, SHEET, PICTURE, RECORD)
"""What git keeps: all that an order needs, so that nobody needs KiCad to order."""
LAYERS = (
    *("F.Cu", "B.Cu", "F.Paste", "B.Paste", "F.SilkS", "B.SilkS", "F.Mask", "B.Mask"),
    "Edge.Cuts",
)
DATES = re.compile(
    rb"""(?m)^(%TF\.CreationDate,|; #@! TF\.CreationDate,|G04 Created by .*? date |"""
    rb"""; DRILL file .*? date |[ \t]*"CreationDate": ")[^*%"\r\n]*"""
)
PDF_DATE = re.compile(rb"(/(?:Creation|Mod)Date ?\(D:)(\d{14})")
EPOCH = (2000, 1, 1, 0, 0, 0)
VIEW = ("--side", "top", "--background", "opaque", "--quality", "basic")
SIZE = ("-w", "2400", "--height", "400", "--zoom", "5.7")


def digest() -> str:
    """A hash of the lane's data, by which a test finds files of an older lane."""
    return hashlib.sha256(repr(lane_board.design()).encode()).hexdigest() + "\n"


def check(kicad: KiCad, folder: Path = PROJECT) -> list[Finding]:
    """Write the project, fill its planes, and return all findings of ERC and DRC."""
    project.write(folder, kicad.library)
    found = kicad.check_schematic(folder / f"{NAME}.kicad_sch")
    board = folder / f"{NAME}.kicad_pcb"
    kicad.fill(board)
    return [*found, *kicad.check_board(board)]


def make(kicad: KiCad, folder: Path = PROJECT, out: Path = OUT) -> None:
    """Make every file of `SHIPPED` from a project that `check` has written."""
    _gerbers(kicad, folder, out / GERBERS)
    (out / POSITIONS).write_text(positions(kicad, folder), "utf-8")
    (out / BILL).write_text((folder / BILL).read_text("utf-8"), "utf-8")
    kicad.run(folder, "kicad-cli", "sch", "export", "pdf", "-o", SHEET, f"{NAME}.kicad_sch")
    (out / SHEET).write_bytes(without_dates((folder / SHEET).read_bytes()))
    record, now = out / RECORD, digest()
    if not record.exists() or record.read_text("utf-8") != now:
        _render(kicad, folder, out)
    record.write_text(now, "utf-8")


def _render(kicad: KiCad, folder: Path, out: Path) -> None:
    """Draw the front; KiCad's renderer draws the same board a little differently each time."""
    picture = ("kicad-cli", "pcb", "render", *VIEW, *SIZE, "-o", PICTURE, f"{NAME}.kicad_pcb")
    kicad.run(folder, *picture)
    (out / PICTURE).write_bytes((folder / PICTURE).read_bytes())


def netlist(kicad: KiCad, folder: Path) -> Path:
    """KiCad's own netlist of the schematic."""
    name = f"{NAME}.net"
    kicad.run(folder, "kicad-cli", "sch", "export", "netlist", "-o", name, f"{NAME}.kicad_sch")
    return folder / name


def positions(kicad: KiCad, folder: Path) -> str:
    """Where a machine places the parts, in mm from the board's lower left corner."""
    flags = ("--format", "csv", "--units", "mm", "--use-drill-file-origin", "--smd-only")
    command = ("kicad-cli", "pcb", "export", "pos", *flags, "-o", POSITIONS, f"{NAME}.kicad_pcb")
    kicad.run(folder, *command)
    return (folder / POSITIONS).read_text("utf-8")


def _gerbers(kicad: KiCad, folder: Path, out: Path) -> None:
    made = folder / "gerbers"
    made.mkdir(exist_ok=True)
    for old in made.iterdir():
        old.unlink()
    export, board = ("kicad-cli", "pcb", "export"), f"{NAME}.kicad_pcb"
    plot = ("-l", ",".join(LAYERS), "--subtract-soldermask", "-o", "gerbers/")
    kicad.run(folder, *export, "gerbers", *plot, board)
    drill = ("--excellon-separate-th", "--drill-origin", "absolute", "-o", "gerbers/")
    kicad.run(folder, *export, "drill", *drill, board)
    with zipfile.ZipFile(out, "w") as archive:
        for path in sorted(made.iterdir()):
            entry = zipfile.ZipInfo(path.name, EPOCH)
            data = without_dates(path.read_bytes())
            archive.writestr(entry, data, zipfile.ZIP_DEFLATED)


def without_dates(data: bytes) -> bytes:
    """A file of KiCad's without the date of its making.

    >>> without_dates(b"%TF.CreationDate,2026-01-02T03:04:05+00:00*%")
    b'%TF.CreationDate,none*%'
    """
    data = PDF_DATE.sub(rb"\g<1>20000101000000", data)
    return DATES.sub(rb"\g<1>none", data)
