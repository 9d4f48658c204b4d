"""What a Pi's architecture has shown: the figures of the last run, as a table."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from hardware.drawing.tables import table
from tests.docs.pages import ROOT

FIGURES = ROOT / "build" / "pi"
COLUMNS = (
    "system", "pretends to be a", "packages", "of them built", "imported and used on a",
    "a whole game by HTTP", "installing", "until ready", "the game", "size",
)  # fmt: skip


def architectures(folder: Path = FIGURES) -> str:
    """The table of all systems that were tried; empty where none was."""
    found = [json.loads(file.read_text("utf-8")) for file in sorted(folder.glob("*.json"))]
    return table(COLUMNS, map(_row, found)) if found else ""


CARD = "card"
CARD_COLUMNS = (
    "Pi", "kernel", "the card", "from power to a shell", "starting minigam", "the same on the PC",
    "times as long",
)  # fmt: skip


def card(folder: Path = FIGURES / CARD) -> str:
    """The table of the emulated Pi that has started from a card; empty where none was."""
    file = folder / f"{CARD}.json"
    if not file.exists():
        return ""
    found = json.loads(file.read_text("utf-8"))
    row = (
        found["model"],
        found["kernel"],
        f"{found['card_mb']} MB",
        f"{found['boot_s']:.0f} s",
        f"{found['ready_s']:.1f} s",
        f"{found['here_s']:.2f} s",
        f"{found['ready_s'] / found['here_s']:.0f}",
    )
    return table(CARD_COLUMNS, [row])


def keep(name: str, figures: Mapping[str, Any], folder: Path = FIGURES) -> None:
    """Write the figures of one system down, for the table."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.json").write_text(json.dumps(figures, indent=1) + "\n", "utf-8")


def _row(figures: Mapping[str, Any]) -> Iterable[str]:
    used = [pi for pi, failed in figures["used"].items() if not failed]
    turns = figures["turns"]
    return (
        f"{figures['suite'].title()}, {figures['architecture']}, Python {figures['python']}",
        f"Pi {figures['model']}",
        f"{figures['packages']}",
        ", ".join(figures["built"]) or "none",
        ", ".join(f"Pi {pi}" for pi in used) or "none",
        f"{turns} turns" if turns else "not played",
        f"{figures['install_s']:.0f} s",
        f"{figures['ready_s']:.0f} s" if turns else "",
        f"{figures['game_s']:.0f} s" if turns else "",
        f"{figures['mb']} MB",
    )
