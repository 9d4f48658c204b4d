"""What a report was made with: the versions and the commit of the programs, and the machine."""

from __future__ import annotations

import platform
import subprocess
from datetime import UTC, datetime
from pathlib import Path

from minigam import __version__
from minigam.drivers.pi import Pi, installed_version

PACKAGE = Path(__file__).parents[1]
COMMIT_FILE = "commit.txt"
"""In an installed package, the commit it was built from: `controller/hatch_build.py` writes it."""
LIBRARIES = ("gpiozero", "adafruit-circuitpython-neopixel", "pyserial", "aiohttp", "lgpio")
GIT_SECONDS = 10.0
UNKNOWN = "unknown"


def provenance() -> dict[str, str]:
    """Versions, commit, machine and time, by name; a library that is not installed is left out."""
    return {
        "minigam": __version__,
        "commit": commit_of(PACKAGE) or UNKNOWN,
        "Python": platform.python_version(),
        **{name: found for name in LIBRARIES if (found := installed_version(name))},
        "machine": Pi().model or platform.machine(),
        "OS": _system(),
        "kernel": platform.release(),
        "when": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
    }


def commit_of(package: Path) -> str | None:
    """The git commit of a package, as 40 digits; `-dirty` follows where files were changed since.

    None where the package is neither in a checkout nor knows what it was built from.
    """
    if _git(package, "ls-files", "--error-unmatch", "__init__.py"):
        return _git(package, "describe", "--always", "--dirty", "--abbrev=40", "--exclude=*")
    try:
        return (package / COMMIT_FILE).read_text("ascii").strip() or None
    except (OSError, ValueError):
        return None


def _git(folder: Path, *words: str) -> str | None:
    """What git prints; None where it fails, or is not installed."""
    try:
        done = subprocess.run(
            ["git", "-C", str(folder), *words], capture_output=True, text=True, timeout=GIT_SECONDS
        )
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def _system() -> str:
    try:
        return platform.freedesktop_os_release()["PRETTY_NAME"]
    except (OSError, KeyError):
        return platform.system()
