"""The table of the Pi's architecture, from made-up figures."""

from pathlib import Path

from hardware.drawing.tables import table
from tests.pi.table import CARD, CARD_COLUMNS, COLUMNS, architectures, card, keep

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


def test_a_card_that_has_started_is_a_line(tmp_path: Path) -> None:
    figures = {
        "model": "Raspberry Pi 3 Model B",
        "kernel": "6.12.57",
        "card_mb": 1258,
        "boot_s": 95.4,
        "ready_s": 40.0,
        "here_s": 0.5,
    }
    keep(CARD, figures, tmp_path)
    row = ("Raspberry Pi 3 Model B", "6.12.57", "1258 MB", "95 s", "40.0 s", "0.50 s", "80")
    assert card(tmp_path) == table(CARD_COLUMNS, [row])


def test_where_no_pi_was_emulated_there_is_no_table(tmp_path: Path) -> None:
    assert architectures(tmp_path) == ""
    assert card(tmp_path) == ""
