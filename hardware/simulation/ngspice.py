"""Runs ngspice. Nothing else in this folder starts a program or opens a file."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from hardware.simulation.waves import Waves, parse_raw

PROGRAM = "ngspice"
TIMEOUT_S = 300


def is_installed() -> bool:
    """Whether ngspice (Debian: `ngspice`) can be run."""
    return shutil.which(PROGRAM) is not None


def simulate(deck: str) -> Waves:
    """Run a deck; `RuntimeError` with the program's own words where it fails."""
    with tempfile.TemporaryDirectory() as folder:
        path, raw = Path(folder) / "deck.cir", Path(folder) / "out.raw"
        path.write_text(deck, "utf-8")
        command = [PROGRAM, "-b", "-r", str(raw), str(path)]
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            check=False,
            timeout=TIMEOUT_S,
            cwd=folder,
            env={**os.environ, "OMP_NUM_THREADS": "1"},  # more of them wait for each other
        )
        if done.returncode or not raw.exists():
            raise RuntimeError(f"ngspice failed:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
        return parse_raw(raw.read_bytes())
