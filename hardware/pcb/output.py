"""What a maker of boards needs, made by KiCad from a checked project.

Dates are taken out, so that two runs make the same bytes; the picture is drawn when the board's
data has changed.
"""

import csv
import hashlib
import io
import re
import zipfile
from dataclasses import fields
from pathlib import Path

from hardware.pcb import project
from hardware.pcb.board import Design
from hardware.pcb.boards import Board
from hardware.pcb.kicad import Finding, KiCad
from hardware.pcb.project import BILL, LAYOUT, SHEET

OUT = Path(__file__).parent / "out"
PROJECTS = OUT / "project"
"""KiCad's projects, a folder each, with extracts of its libraries: ignored by git."""
GERBERS, POSITIONS, PDF = "-gerbers.zip", "-positions.csv", "-schematic.pdf"
PICTURE, BACK_PICTURE, RECORD, NETLIST = "-top.png", "-bottom.png", ".sha256", ".net"
SHIPPED = (GERBERS, POSITIONS, BILL, PDF, PICTURE, BACK_PICTURE, RECORD)
"""The endings of what git keeps: all that an order needs, so that nobody needs KiCad to order."""
LAYERS = (
    *("F.Cu", "B.Cu", "F.Paste", "B.Paste", "F.SilkS", "B.SilkS", "F.Mask", "B.Mask"),
    "Edge.Cuts",
)
FROM_THE_CORNER = "--use-drill-file-origin"
"""The board's lower left corner: `aux_axis_origin` of its file."""
POSITION_COLUMNS = ("Designator", "Mid X", "Mid Y", "Layer", "Rotation")
DATES = re.compile(
    rb"""(?m)^(%TF\.CreationDate,|; #@! TF\.CreationDate,|G04 Created by .*? date |"""
    rb"""; DRILL file .*? date |[ \t]*"CreationDate": ")[^*%"\r\n]*"""
)
PDF_DATE = re.compile(rb"(/(?:Creation|Mod)Date ?\(D:)(\d{14})")
EPOCH = (2000, 1, 1, 0, 0, 0)
NO_POPUPS = "--exclude-pdf-property-popups"
"""Of every symbol's fields, which are half of a PDF."""
VIEW = ("--background", "opaque", "--quality", "basic")


def digest(board: Board) -> str:
    """A hash of a board's data, by which a test finds files of an older board."""
    named = ("copper" if each.name == "route" else each.name for each in fields(Design))
    values = ", ".join(f"{name}={getattr(board.design, name)!r}" for name in named)
    return hashlib.sha256(f"Design({values})".encode()).hexdigest() + "\n"


def check(kicad: KiCad, board: Board, folder: Path | None = None) -> list[Finding]:
    """Write a board's project, fill its planes, and return all findings of ERC and DRC.

    Without a folder the project is written to that of the board below `PROJECTS`.
    """
    folder = folder or PROJECTS / board.name
    project.write(board, folder, kicad.library)
    found = kicad.check_schematic(folder / board.file(SHEET))
    layout = folder / board.file(LAYOUT)
    kicad.fill(layout)
    return [*found, *kicad.check_board(layout)]


def make(kicad: KiCad, board: Board, folder: Path | None = None, out: Path = OUT) -> None:
    """Make every file of `SHIPPED` from a project that `check` has written."""
    folder = folder or PROJECTS / board.name
    _gerbers(kicad, board, folder, out / board.file(GERBERS))
    (out / board.file(POSITIONS)).write_text(positions(kicad, board, folder), "utf-8")
    bill = board.file(BILL)
    (out / bill).write_text((folder / bill).read_text("utf-8"), "utf-8")
    pdf = board.file(PDF)
    kicad.run(folder, "kicad-cli", "sch", "export", "pdf", NO_POPUPS, "-o", pdf, board.file(SHEET))
    (out / pdf).write_bytes(without_dates((folder / pdf).read_bytes()))
    record, now = out / board.file(RECORD), digest(board)
    if not record.exists() or record.read_text("utf-8") != now:
        _render(kicad, board, folder, out)
    record.write_text(now, "utf-8")


def _render(kicad: KiCad, board: Board, folder: Path, out: Path) -> None:
    """Draw both sides; KiCad's renderer draws them a little differently each time."""
    view, render = board.view, ("kicad-cli", "pcb", "render", *VIEW)
    size = ("-w", str(view.width), "--height", str(view.height), "--zoom", str(view.zoom))
    for side, ending in (("top", PICTURE), ("bottom", BACK_PICTURE)):
        picture = board.file(ending)
        kicad.run(folder, *render, "--side", side, *size, "-o", picture, board.file(LAYOUT))
        (out / picture).write_bytes((folder / picture).read_bytes())


def netlist(kicad: KiCad, board: Board, folder: Path) -> Path:
    """KiCad's own netlist of the schematic."""
    name = board.file(NETLIST)
    kicad.run(folder, "kicad-cli", "sch", "export", "netlist", "-o", name, board.file(SHEET))
    return folder / name


def positions(kicad: KiCad, board: Board, folder: Path) -> str:
    """Where a machine places the parts, in mm from the board's lower left corner."""
    flags = ("--format", "csv", "--units", "mm", FROM_THE_CORNER, "--smd-only")
    name = board.file(POSITIONS)
    command = ("kicad-cli", "pcb", "export", "pos", *flags, "-o", name, board.file(LAYOUT))
    kicad.run(folder, *command)
    return as_makers_read((folder / name).read_text("utf-8"))


def as_makers_read(found: str) -> str:
    """KiCad's list of positions with the columns that makers expect.

    >>> as_makers_read("Ref,Val,PosX,PosY,Rot,Side\\nC2,100n,1.5,2,-90,top\\n").splitlines()
    ['Designator,Mid X,Mid Y,Layer,Rotation', 'C2,1.5000,2.0000,Top,270']
    """
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(POSITION_COLUMNS)
    for row in csv.DictReader(found.splitlines()):
        x, y, turn = (float(row[name]) for name in ("PosX", "PosY", "Rot"))
        rows.writerow([row["Ref"], f"{x:.4f}", f"{y:.4f}", row["Side"].title(), f"{turn % 360:g}"])
    return out.getvalue()


def _gerbers(kicad: KiCad, board: Board, folder: Path, out: Path) -> None:
    made = folder / "gerbers"
    made.mkdir(exist_ok=True)
    for old in made.iterdir():
        old.unlink()
    export, layout = ("kicad-cli", "pcb", "export"), board.file(LAYOUT)
    plot = ("-l", ",".join(LAYERS), "--subtract-soldermask", FROM_THE_CORNER, "-o", "gerbers/")
    kicad.run(folder, *export, "gerbers", *plot, layout)
    drill = ("--excellon-separate-th", "--drill-origin", "plot", "-o", "gerbers/")
    kicad.run(folder, *export, "drill", *drill, layout)
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
