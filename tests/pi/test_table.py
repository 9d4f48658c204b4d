"""The table of the Pi's architecture, from made-up figures."""

from pathlib import Path

from hardware.drawing.tables import table
from tests.pi.table import COLUMNS, architectures, keep

FIGURES = {
    "suite": "bookworm",
    "architecture": "arm64",
    "model": "4",
    "python": "3.11.2",
    "packages": 40,
    "built": ["rpi-ws281x"],
    "used": {"4": [], "3": ["lgpio"], "Zero 2 W": []},
    "turns": 33,
    "install_s": 199.6,
    "ready_s": 8.4,
    "game_s": 61.0,
    "mb": 150,
}


def test_a_system_is_a_line(tmp_path: Path) -> None:
    """A Pi on which a library could not be used is left out."""
    keep("bookworm-arm64", FIGURES, tmp_path)
    other = {
        "suite": "trixie",
        "built": [],
        "used": {"5": ["gpiod"]},
        "turns": 0,
        "python": "3.13.5",
    }
    keep("trixie-arm64", {**FIGURES, **other}, tmp_path)
    assert architectures(tmp_path) == table(
        COLUMNS,
        [
            ("Bookworm, arm64, Python 3.11.2", "Pi 4", "40", "rpi-ws281x", "Pi 4, Pi Zero 2 W",
             "33 turns", "200 s", "8 s", "61 s", "150 MB"),
            ("Trixie, arm64, Python 3.13.5", "Pi 4", "40", "none", "none",
             "not played", "200 s", "", "", "150 MB"),
        ],
    )  # fmt: skip


def test_where_no_pi_was_emulated_there_is_no_table(tmp_path: Path) -> None:
    assert architectures(tmp_path) == ""
