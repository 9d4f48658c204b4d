"""The firmware's own files, imported here: the pure ones need no MicroPython."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from types import ModuleType

FIRMWARE = Path(__file__).parents[2] / "firmware"
PURE = ("codec", "debounce", "device", "settings")


def load(name: str) -> ModuleType:
    """A pure module of the firmware; its name is free again afterwards."""
    sys.path.insert(0, str(FIRMWARE))
    try:
        return importlib.import_module(name)
    finally:
        sys.path.remove(str(FIRMWARE))
        for each in PURE:
            sys.modules.pop(each, None)
