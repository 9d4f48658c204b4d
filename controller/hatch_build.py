"""Build hook of hatchling: an installed package knows the commit that it was built from."""

import subprocess
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

COMMIT = ("describe", "--always", "--dirty", "--abbrev=40", "--exclude=*")
PLACES = {"wheel": "minigam/commit.txt", "sdist": "controller/minigam/commit.txt"}
EDITABLE = "editable"
"""The version of a build that leaves the package in its checkout, where git can be asked."""


class CommitHook(BuildHookInterface[Any]):
    """Adds `commit.txt` to what is built in a checkout; elsewhere nothing."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """See the class."""
        if version == EDITABLE or self.target_name not in PLACES:
            return
        if self._git("ls-files", "--error-unmatch", "controller/hatch_build.py") is None:
            return
        if commit := self._git(*COMMIT):
            self._folder = tempfile.TemporaryDirectory()
            file = Path(self._folder.name) / "commit.txt"
            file.write_text(f"{commit}\n", "ascii")
            build_data["force_include"][str(file)] = PLACES[self.target_name]

    def _git(self, *words: str) -> str | None:
        """What git prints; None where it fails, or is not installed.

        As in `minigam.cli.hil`, which cannot be imported: the package is not built yet.
        """
        try:
            command = ["git", "-C", self.root, *words]
            done = subprocess.run(command, capture_output=True, text=True, timeout=10)
        except (OSError, subprocess.TimeoutExpired):
            return None
        return done.stdout.strip() if done.returncode == 0 else None
