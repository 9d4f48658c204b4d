"""Run KiCad 9: installed here, or in a Debian 13 below a folder (tests/kicad.sh)."""

from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from hardware.pcb.library import Library

SCRIPT = Path(__file__).parents[2] / "tests" / "kicad.sh"
ENTER = """
mount --bind "$2" "$1/mnt" && mount -t proc proc "$1/proc" && mount --bind /dev "$1/dev" || exit
root=$1; shift 2
exec chroot "$root" /usr/bin/env -i HOME=/root PATH=/usr/bin:/bin LC_ALL=C.UTF-8 \
    sh -c 'cd /mnt && exec "$@"' sh "$@"
"""
"""Arguments: the root, the project's folder, the command."""
FILL = """
import sys, pcbnew
board = pcbnew.LoadBoard(sys.argv[1])
if not pcbnew.ZONE_FILLER(board).Fill(board.Zones()):
    sys.exit("the planes could not be filled")
pcbnew.SaveBoard(sys.argv[1], board, True)
"""
"""Python inside KiCad's system; True keeps the project's file, which holds the rules."""


Entry: TypeAlias = dict[str, Any]
"""An entry of a report."""


class KiCadError(Exception):
    """KiCad could not do what it was asked for."""


@dataclass(frozen=True)
class Finding:
    """Something that a check of KiCad found."""

    kind: str
    text: str


@dataclass(frozen=True)
class KiCad:
    """KiCad in a system below that folder; `/` for this one."""

    root: Path

    @classmethod
    def find(cls) -> KiCad:
        """KiCad 9 of this system, or of a Debian 13 that is made now; `KiCadError` if none can."""
        done = subprocess.run([str(SCRIPT)], stdout=subprocess.PIPE, text=True, check=False)
        if done.returncode:
            raise KiCadError("KiCad 9 is not here: see hardware/README.md")
        return cls(Path(done.stdout.strip()))

    @property
    def library(self) -> Library:
        """Its symbols and footprints."""
        return Library(self.root)

    def run(self, folder: Path, *command: str, fails: bool = False) -> str:
        """Run a command in a project's folder; return what it printed.

        Raises `KiCadError` where it fails, unless that is asked for.
        """
        if self.root != Path("/"):
            within = ("unshare", "--mount", "sh", "-c", ENTER, "sh", str(self.root), str(folder))
            command = (*within, *command)
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode and not fails:
            raise KiCadError(f"{' '.join(command[-6:])}\n{done.stdout}{done.stderr}")
        return done.stdout

    def fill(self, board: Path) -> None:
        """Fill a board's planes."""
        self.run(board.parent, "python3", "-c", FILL, board.name)

    def check_schematic(self, sheet: Path) -> list[Finding]:
        """Every finding of the electrical rules check (ERC)."""
        report = self._report(sheet, ("sch", "erc"))
        return [_finding(v) for page in report["sheets"] for v in page["violations"]]

    def check_board(self, board: Path) -> list[Finding]:
        """Every finding of the design rules check (DRC), schematic parity included."""
        report = self._report(board, ("pcb", "drc"), "--schematic-parity")
        parts = ("violations", "unconnected_items", "schematic_parity")
        return [_finding(v) for part in parts for v in report[part]]

    def _report(self, file: Path, check: tuple[str, str], *more: str) -> dict[str, list[Entry]]:
        """The report is read, since an exit status is the same for findings and failures."""
        out = file.with_suffix(f".{check[1]}.json")
        out.unlink(missing_ok=True)
        flags = ("--severity-all", "--format", "json", *more, "-o", out.name)
        self.run(file.parent, "kicad-cli", *check, *flags, file.name)
        if not out.exists():
            raise KiCadError(f"expected a report of {file.name}")
        found: dict[str, list[Entry]] = json.loads(out.read_text("utf-8"))
        return found


def _finding(found: Entry) -> Finding:
    places = "; ".join(item["description"] for item in found["items"])
    return Finding(found["type"], f"{found['description']}: {places}")
