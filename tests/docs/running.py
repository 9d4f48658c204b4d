"""Runs what the pages show: commands after `$ ` (more lines after `> `), and Python."""

import os
import re
import subprocess
import sys
from pathlib import Path

SECONDS = 300


def transcript(text: str, folder: Path) -> str:
    """A `console` block as it comes out when its commands are run again in a folder."""
    return "".join(
        f"$ {command}\n" + _run(["sh", "-c", re.sub(r"\n> ?", "\n", command)], folder)
        for command in _commands(text)
    )


def python_output(text: str, folder: Path) -> str:
    return _run([sys.executable, "-c", text], folder)


def _commands(text: str) -> list[str]:
    """Each command as it is written, its `> ` lines included."""
    found: list[str] = []
    for line in text.splitlines():
        if line.startswith("$ "):
            found.append(line.removeprefix("$ "))
        elif found and line.startswith(">"):
            found[-1] += f"\n{line}"
    return found


def _run(command: list[str], folder: Path) -> str:
    """Both outputs of a command, with the project's own `minigam` and a fixed surrounding."""
    surrounding = {
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]),
        "PYTHONPATH": os.environ.get("PYTHONPATH", ""),
        "HOME": str(folder),
        "TZ": "UTC",
        "LC_ALL": "C.UTF-8",
        "COLUMNS": "80",
    }
    done = subprocess.run(
        command,
        cwd=folder,
        env=surrounding,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=SECONDS,
        check=False,
        text=True,
    )
    return done.stdout if done.stdout.endswith("\n") or not done.stdout else f"{done.stdout}\n"
