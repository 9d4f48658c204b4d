"""The real daemon as a process, and a finger on its HTTP port."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class DaemonProcess:
    """`minigam run` on the simulated board."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        """Start it, and return once it says that it is ready."""
        self.port = free_port()
        command = [sys.executable, "-m", "minigam", "run", "--board", "sim"]
        where = ["--port", str(self.port), "--data", str(folder)]
        self.process = subprocess.Popen(
            [*command, *where, *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        while "is ready" not in (line := self.process.stdout.readline()):
            assert line, self.process.communicate()[1]

    def get(self, path: str) -> dict[str, Any]:
        """A JSON answer."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}") as answer:
            found: dict[str, Any] = json.load(answer)
            return found

    def state(self) -> dict[str, Any]:
        """The present snapshot."""
        return self.get("/api/state")

    def tap(self, name: str) -> None:
        """Tap an input; return when it has been taken in."""
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/api/sim/tap",
            json.dumps({"input": name}).encode(),
            {"Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request) as answer:
            assert json.load(answer) == {"ok": True}

    def kill(self) -> None:
        """SIGKILL: as good as it gets without pulling the plug."""
        self.process.kill()
        self.process.communicate()

    def stop(self) -> tuple[int, str]:
        """SIGTERM; the exit status and what it said on standard error."""
        self.process.terminate()
        _, said = self.process.communicate(timeout=20)
        return self.process.returncode, said
