"""Runs commands for the host of a virtual machine: JSON lines over a virtio port.

A line is `{"id": 1, "command": ["ls"], "seconds": 10.0}`, and its answer
`{"id": 1, "code": 0, "said": "..."}`, with standard output and errors together, and the code null
where the time was over. Each runs in a thread of its own. Needs nothing but Python's own library.
"""

import json
import subprocess
import threading
from io import FileIO
from pathlib import Path
from typing import Any

NAME = "minigam.agent"
PORTS = Path("/sys/class/virtio-ports")


def port() -> Path:
    """The device of the port that the host listens at."""
    (found,) = (each for each in PORTS.iterdir() if (each / "name").read_text().strip() == NAME)
    return Path("/dev") / found.name


def answer(asked: dict[str, Any]) -> dict[str, Any]:
    """What came of one command."""
    code: int | None
    try:
        done = subprocess.run(
            asked["command"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=asked["seconds"],
            check=False,
        )
        code, said = done.returncode, done.stdout
    except subprocess.TimeoutExpired as late:
        code, said = None, late.output or b""
    except OSError as fault:
        code, said = 127, str(fault).encode()
    return {"id": asked["id"], "code": code, "said": said.decode(errors="replace")}


def main() -> None:
    wire: FileIO
    lock = threading.Lock()

    def serve(asked: dict[str, Any]) -> None:
        rest = json.dumps(answer(asked)).encode() + b"\n"
        with lock:
            while rest:  # the port takes some ten thousand bytes at once
                rest = rest[wire.write(rest) :]

    with FileIO(port(), "r+") as wire:
        wire.write(b'{"id": 0, "code": 0, "said": "up"}\n')
        for line in wire:
            threading.Thread(target=serve, args=(json.loads(line),), daemon=True).start()


if __name__ == "__main__":
    main()
