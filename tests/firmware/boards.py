"""What the firmware is tried on: what stands in `board.json`, and the chip that is emulated."""

import os
from typing import Any

import pytest

UF2 = os.environ.get("MINIGAM_UF2", "")
NEEDS_UF2 = pytest.mark.skipif(not UF2, reason="MINIGAM_UF2 names no MicroPython for the Pico")
EMULATED = [pytest.mark.emulator, pytest.mark.slow, NEEDS_UF2]
HASH = "0123456789abcdef"


def chain(sensors: int) -> dict[str, Any]:
    """Register boards, for `board_json`."""
    wired = {"load": 2, "clock": 3, "data": 4}
    return {"kind": "74hc165", **wired, "sensors": sensors}


def board_json(
    buttons: int, pixels: int, scan: dict[str, Any] | None = None, name: str = "quarter-hall"
) -> dict[str, Any]:
    return {
        "name": name,
        "hash": HASH,
        "buttons": list(range(10, 10 + buttons)),
        "scan": scan,
        "strip": {"gpio": 16, "pixels": pixels},
    }
