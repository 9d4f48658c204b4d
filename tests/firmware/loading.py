"""The firmware's own files, imported here: `PURE` ones need no MicroPython, others a fake."""

import importlib
import sys
from pathlib import Path
from types import ModuleType

FIRMWARE = Path(__file__).parents[2] / "firmware"
JIG = FIRMWARE / "jig"
PURE = ("clock", "codec", "debounce", "device", "frames", "ina219", "settings")
OTHERS = ("main", "pins")


def load(name: str, *folders: Path) -> ModuleType:
    """A module of the firmware; its name is free again afterwards."""
    before = list(sys.path)
    sys.path[:0] = [*map(str, folders), str(FIRMWARE)]
    try:
        return importlib.import_module(name)
    finally:
        sys.path[:] = before
        for each in (*PURE, *OTHERS):
            sys.modules.pop(each, None)


def load_of_the_jig(name: str) -> ModuleType:
    """As `load`, of the jig's firmware."""
    return load(name, JIG)
