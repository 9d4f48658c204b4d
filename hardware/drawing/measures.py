"""The measures of everything that is printed or cut: `parameters.scad`, as programs read it."""

import re
from collections.abc import Mapping
from pathlib import Path

PARAMETERS = Path(__file__).parents[1] / "printed" / "parameters.scad"
_MEASURE = re.compile(r"^(\w+) = ([\d.]+);", re.MULTILINE)


def parse_measures(text: str) -> Mapping[str, float]:
    """Each measure that is a plain number, in mm.

    >>> parse_measures("pitch = 33;  // mm\\npicture = false;")
    {'pitch': 33.0}
    """
    return {name: float(value) for name, value in _MEASURE.findall(text)}


def load_measures() -> Mapping[str, float]:
    """Those of this project, in mm."""
    return parse_measures(PARAMETERS.read_text("utf-8"))
