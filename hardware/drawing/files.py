"""Every file that is made from the profiles or the lights, and the record of their sources."""

import re
from hashlib import sha256
from pathlib import Path

from hardware.drawing.bill import as_csv
from hardware.drawing.boards import boards, is_drawn, sheets, spare_sheets
from hardware.drawing.card import card
from hardware.drawing.case import Case
from hardware.drawing.case_picture import case_svg
from hardware.drawing.field import Field
from hardware.drawing.harness import harness
from hardware.drawing.measures import PARAMETERS as PARAMETERS
from hardware.drawing.measures import load_measures
from hardware.drawing.shapes import as_dxf, as_svg
from hardware.drawing.wiring import Sheet
from hardware.pcb import cable_list, orders
from hardware.pcb.cables import cables_of
from hardware.pcb.ways import boards_of
from minigam.web.language import Languages

HARDWARE = Path(__file__).parents[1]
WIRING, BILLS, PRINTED = HARDWARE / "wiring", HARDWARE / "bom", HARDWARE / "printed"
CARDS, FIELDS, CASES = HARDWARE / "cards", HARDWARE / "field", HARDWARE / "case"
COMMON = "common"
"""The folder of the sheets that are the same for every board."""
RECORD = HARDWARE / "drawn.sha256"
"""The hashes of the pictures' sources."""
ENDINGS = {".yml": (".svg", ".png"), ".scad": (".stl", ".png"), ".html": (".pdf",)}
EXPLODED = PRINTED / "board.scad"
"""A picture of a whole board; nothing to print."""
_USED = re.compile(r'^(?:include|use) <(.+)>|"(.+\.dxf)"', re.MULTILINE)
"""The files that an OpenSCAD program reads."""


def texts() -> dict[Path, str]:
    """Every generated file that is text, and what has to be in it."""
    return _pictured() | fields() | cases() | lists()


def lists() -> dict[Path, str]:
    """What is ordered for each board, and the cables of its printed boards."""
    found = {BILLS / f"{board.name}.csv": as_csv(board) for board in boards()}
    for board in boards():
        kit = boards_of(board)
        found[BILLS / f"{board.name}-printed.csv"] = orders.as_csv(board, kit)
        found[BILLS / f"{board.name}-cables.csv"] = cable_list.as_csv(cables_of(board, kit))
    return found


def _pictured() -> dict[Path, str]:
    """The sheets and cards, of which pictures are made."""
    found = {_path(sheet): harness(sheet, "") for sheet in spare_sheets()}
    for board in boards():
        for sheet in filter(is_drawn, sheets(board)):
            name = "" if sheet.inside_of else board.name
            path, text = _path(sheet, name), harness(sheet, name)
            if found.setdefault(path, text) != text:
                raise ValueError(f"expected {path.name} to be the same for every board")
    return found | {CARDS / f"lights-{each.tag}.html": card(each) for each in Languages()}


def fields() -> dict[Path, str]:
    """The drawings of each board's field."""
    measures, found = load_measures(), {}
    for board in boards():
        drawing = Field(board, measures).drawing()
        found[FIELDS / f"{board.name}.dxf"] = as_dxf(drawing)
        found[FIELDS / f"{board.name}.svg"] = as_svg(drawing)
    return found


def cases() -> dict[Path, str]:
    """Where everything lies below the field where lanes are printed boards."""
    measures = load_measures()
    every = [Case(board, boards_of(board), measures) for board in boards()]
    return {CASES / f"{case.board.name}.svg": case_svg(case) for case in every}


def _path(sheet: Sheet, board: str = "") -> Path:
    return WIRING / (board or COMMON) / f"{sheet.name}.yml"


def models() -> list[Path]:
    """The printed parts."""
    return sorted(set(PRINTED.glob("*.scad")) - {PARAMETERS, EXPLODED})


def pictures_of(source: Path) -> list[Path]:
    """What is drawn from a sheet, a printed part or a card."""
    if source == EXPLODED:
        return [source.with_suffix(".png")]
    return [source.with_suffix(ending) for ending in ENDINGS[source.suffix]]


def sources() -> dict[Path, str]:
    """Every picture's source and its hash; a printed part's is of all that it reads too."""
    found = {path: _hash(text) for path, text in _pictured().items()}
    programs = [*models(), EXPLODED]
    return found | {
        path: _hash("".join(read.read_text("utf-8") for read in reads(path))) for path in programs
    }


def reads(program: Path) -> list[Path]:
    """An OpenSCAD program and every file that it reads, each once; the program is the first."""
    found = [program]
    for path in found:
        if path.suffix == ".scad":
            names = (a or b for a, b in _USED.findall(path.read_text("utf-8")))
            used = ((path.parent / name).resolve() for name in names)
            found += [each for each in dict.fromkeys(used) if each not in found]
    return found


def _hash(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def record(found: dict[Path, str]) -> str:
    """The record's text."""
    return "".join(f"{found[path]}  {_name(path)}\n" for path in sorted(found))


def recorded() -> dict[Path, str]:
    """What the record says the pictures were drawn from; nothing if there is none."""
    lines = RECORD.read_text("utf-8").splitlines() if RECORD.exists() else []
    pairs = (line.split("  ") for line in lines)
    return {HARDWARE / name: digest for digest, name in pairs}


def _name(path: Path) -> str:
    return path.relative_to(HARDWARE).as_posix()
