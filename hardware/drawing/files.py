"""Every file that is made from the profiles or the lights, and the record of their sources."""

from hashlib import sha256
from pathlib import Path

from hardware.drawing.bill import as_csv
from hardware.drawing.boards import boards, is_drawn, sheets, spare_sheets
from hardware.drawing.card import card
from hardware.drawing.harness import harness
from hardware.drawing.wiring import Sheet
from minigam.web.language import Languages

HARDWARE = Path(__file__).parents[1]
WIRING, BILLS, PRINTED = HARDWARE / "wiring", HARDWARE / "bom", HARDWARE / "printed"
CARDS = HARDWARE / "cards"
COMMON = "common"
"""The folder of the sheets that are the same for every board."""
RECORD = HARDWARE / "drawn.sha256"
"""The hashes of the pictures' sources."""
ENDINGS = {".yml": (".svg", ".png"), ".scad": (".stl", ".png"), ".html": (".pdf",)}
PARAMETERS = PRINTED / "parameters.scad"


def texts() -> dict[Path, str]:
    """Every generated file that is text, and what has to be in it."""
    found = {_path(sheet): harness(sheet, "") for sheet in spare_sheets()}
    for board in boards():
        found[BILLS / f"{board.name}.csv"] = as_csv(board)
        for sheet in filter(is_drawn, sheets(board)):
            name = "" if sheet.inside_of else board.name
            path, text = _path(sheet, name), harness(sheet, name)
            if found.setdefault(path, text) != text:
                raise ValueError(f"expected {path.name} to be the same for every board")
    return found | {CARDS / f"lights-{each.tag}.html": card(each) for each in Languages()}


def _path(sheet: Sheet, board: str = "") -> Path:
    return WIRING / (board or COMMON) / f"{sheet.name}.yml"


def models() -> list[Path]:
    """The printed parts."""
    return sorted(set(PRINTED.glob("*.scad")) - {PARAMETERS})


def pictures_of(source: Path) -> list[Path]:
    """What is drawn from a sheet, a printed part or a card."""
    return [source.with_suffix(ending) for ending in ENDINGS[source.suffix]]


def sources() -> dict[Path, str]:
    """Every picture's source and its hash; a printed part's is of its parameters too."""
    drawn = {path: text for path, text in texts().items() if path.suffix in ENDINGS}
    found = {path: _hash(text) for path, text in drawn.items()}
    shared = PARAMETERS.read_text("utf-8")
    return found | {path: _hash(path.read_text("utf-8") + shared) for path in models()}


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
