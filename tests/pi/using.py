"""The second part of a run in a Pi's system: `python3 -m tests.pi.using FIGURES MODEL...`.

minigam is installed, there is no network, and whatever is asked below is answered by the Pi's own
Python and libraries. What came of it is written as JSON, by test.
"""

import json
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp
from time import monotonic
from typing import Any

from tests.drivers.shim.frames import GPIO_REGISTERS, frames_sent, function_of_pin, give_spi
from tests.drivers.shim.preload import REPOSITORY, Machine, build, write_tree
from tests.pi.installing import CURRENT
from tests.pi.models import MODELS

PYTHON = str(CURRENT / "bin/python")
COMMAND = "/usr/local/bin/minigam"
DATA = Path("/var/lib/minigam")
USER = "minigam"
LIBRARIES = ("numpy", "aiohttp", "lgpio", "gpiozero", "rpi_gpio", "gpiod", "blinka", "mpremote")
WRITERS = {"5": "pi5_writer"}
"""What feeds a strip; on the others rpi_ws281x, which crashes where it is asked on a Pi 5."""
TAPS = "1000"
"""More than any game has."""
QUESTIONS = Path(__file__).with_name("questions.jsonl")
SECONDS = 300.0


def main(figures: str, *models: str) -> None:
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    Path.home().chmod(0o755)  # the player in there is run by another user
    found = {
        "libraries": {model: dict(_libraries(model)) for model in models},
        "pins": {model: _pins(model) for model in models},
        "doctor": _minigam("doctor", "--data", str(DATA)),
        "engine": _engine(),
        **_game(),
    }
    Path(figures).write_text(json.dumps(found))


def _libraries(model: str) -> Iterator[tuple[str, Any]]:
    write_tree(Path("/"), MODELS[model])
    for name in (*LIBRARIES, WRITERS.get(model, "rpi_ws281x")):
        done = _run(PYTHON, "-m", "tests.pi.libraries", name)
        last = (done.stdout + done.stderr).strip().splitlines()[-1]
        yield name, json.loads(done.stdout) if done.returncode == 0 else {"failed": last}


def _pins(model: str) -> dict[str, Any]:
    """lgpio and rpi_ws281x over a library that looks like a kernel: tests/drivers/shim."""
    folder, pi = Path(mkdtemp()), MODELS[model]
    machine = Machine(build(folder), folder, pi)
    machine.environment["PYTHONPATH"] = str(REPOSITORY)
    found = {name: _case(machine, name) for name in ("opened", "guarded")}
    if pi in GPIO_REGISTERS:
        give_spi(machine.root, pi)
        found["lit"] = _case(machine, "lit")
        found["function"] = function_of_pin(machine.root, pi)
        found["sent"] = frames_sent(machine.root)
    return found


def _case(machine: Machine, name: str) -> Any:
    command = (PYTHON, "-m", "tests.drivers.shim.cases", name)
    done = _run(*command, cwd=machine.home, environment=machine.environment)
    return json.loads(done.stdout) if done.returncode == 0 else {"failed": done.stderr[-500:]}


def _engine() -> list[Any]:
    done = _run(COMMAND, "engine", questions=QUESTIONS.read_text("utf-8"))
    return [json.loads(line) for line in done.stdout.splitlines()]


def _game() -> dict[str, Any]:
    """A whole game by HTTP, and what other commands say of it afterwards."""
    shutil.chown(DATA, USER, USER) if DATA.exists() else _made(DATA)
    with _daemon() as ready:
        began = monotonic()
        player = ("python3", str(REPOSITORY / "tests/boot/player.py"), "play", TAPS)
        seen = json.loads(_run(*player, user=USER).stdout)
        seconds = monotonic() - began
    kept = _made(Path("/var/backups/minigam"))
    return {
        "ready": round(ready, 1),
        "game": {"seconds": round(seconds, 1), "result": seen["result"]},
        "verify": _minigam("verify", "1", "--data", str(DATA)),
        "backup": _minigam("backup", "--data", str(DATA), str(kept)),
    }


@contextmanager
def _daemon() -> Iterator[float]:
    """The daemon as its unit starts it, but on a simulated board; seconds until it was ready."""
    address = "/run/ready"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ready:
        ready.bind(address)
        ready.settimeout(SECONDS)
        shutil.chown(address, USER)
        began = monotonic()
        process = subprocess.Popen(
            [COMMAND, "run", "--board", "sim", "--data", str(DATA)],
            env={**os.environ, "NOTIFY_SOCKET": address},
            user=USER,
            group=USER,
            extra_groups=[],
        )
        try:
            while b"READY=1" not in ready.recv(4096):
                continue
            yield monotonic() - began
        finally:
            process.terminate()
            assert process.wait(SECONDS) == 0


def _minigam(*arguments: str) -> list[Any]:
    """A command's exit status and what it printed."""
    done = _run(COMMAND, *arguments, user=USER)
    return [done.returncode, done.stdout + done.stderr]


def _made(folder: Path) -> Path:
    folder.mkdir(mode=0o700, parents=True)
    shutil.chown(folder, USER, USER)
    return folder


def _run(
    *command: str,
    user: str | None = None,
    questions: str = "",
    cwd: Path = REPOSITORY,
    environment: dict[str, str] | None = None,
) -> subprocess.CompletedProcess[str]:
    whose: dict[str, Any] = {"user": user, "group": user, "extra_groups": []} if user else {}
    return subprocess.run(
        command,
        cwd=cwd if user is None else "/",
        env=environment,
        input=questions,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
        **whose,
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
