"""Numbers of the printed parts, read from their programs."""

import re
from pathlib import Path

from hardware.drawing.files import PARAMETERS

WINDOW = PARAMETERS.parent / "dice-window.scad"


def parameter(name: str, path: Path = PARAMETERS) -> float:
    """A number that an OpenSCAD program sets, in mm."""
    found = re.search(rf"^{name} = ([\d.]+);", path.read_text("utf-8"), re.M)
    assert found
    return float(found[1])


def window_pixels() -> list[tuple[int, int]]:
    """Where the window has the pixels of a face: steps to the right and up, seen from the front."""
    found = re.search(r"^pixels = (\[.*\]);", WINDOW.read_text("utf-8"), re.M)
    assert found
    pairs = re.findall(r"\[(-?\d), (-?\d)\]", found[1])
    return [(int(across), int(up)) for across, up in pairs]
