"""The real daemon as a subprocess, and the commands beside it."""

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

MINIGAM = (sys.executable, "-m", "minigam")
PATIENCE_SECONDS = 60.0
"""When a process that hangs is given up."""


@dataclass(frozen=True)
class Ended:
    """What is left of a process."""

    status: int
    out: str
    err: str


def minigam(*arguments: str | Path, stdin: str = "") -> Ended:
    done = subprocess.run(
        [*MINIGAM, *map(str, arguments)],
        input=stdin,
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
        check=False,
    )
    return Ended(done.returncode, done.stdout, done.stderr)


def free_port() -> int:
    """A port that nobody uses now."""
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        port: int = server.getsockname()[1]
    return port


class Daemon:
    """`minigam run` on the simulated board, ready."""

    def __init__(
        self,
        data: Path,
        *options: str,
        port: int = 0,
        verbose: bool = False,
        prefix: Sequence[str] = (),
        program: Sequence[str] = MINIGAM,
    ) -> None:
        """Start it, by the command `prefix`, and wait until it says that it is ready.

        `program`: another one that takes the arguments of `minigam`.
        """
        self.data, self.port = data, port or free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._log = data.with_name(f"{data.name}.{self.port}.log")
        command = [
            *prefix,
            *("env", "--default-signal=HUP"),  # also where the tests run under nohup
            *(*program, *(("-v",) if verbose else ()), "run", "--board", "sim"),
            *("--port", str(self.port), "--data", str(data), *options),
        ]
        with self._log.open("w") as log:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
        self.said = list(self._until_ready())

    def _until_ready(self) -> Iterator[str]:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            yield line
            if line.startswith("minigam is ready"):
                return
        raise AssertionError(f"the daemon has ended: {self.log}")

    @property
    def log(self) -> str:
        """All that it has written to standard error."""
        return self._log.read_text("utf-8")

    @property
    def running(self) -> bool:
        """Whether it has not ended yet."""
        return self.process.poll() is None

    def stop(self, name: signal.Signals = signal.SIGINT) -> Ended:
        self.process.send_signal(name)
        out, _ = self.process.communicate(timeout=PATIENCE_SECONDS)
        return Ended(self.process.returncode, out, self.log)

    @contextmanager
    def hanging(self) -> Iterator[None]:
        """For a while it does nothing; its connections stay open, and what comes in waits."""
        self.process.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, self.process.pid, os.WSTOPPED)
        try:
            yield
        finally:
            self.process.send_signal(signal.SIGCONT)

    def kill(self) -> None:
        """SIGKILL: as good as it gets without pulling the plug."""
        self.process.kill()
        self.process.communicate()

    def get(self, path: str) -> Any:
        with urlopen(self.url + path, timeout=PATIENCE_SECONDS) as answer:
            return json.load(answer)

    def refused(self, path: str) -> tuple[int, str]:
        with pytest.raises(HTTPError) as refusal:
            urlopen(self.url + path, timeout=PATIENCE_SECONDS)
        with refusal.value as answer:
            return answer.code, answer.read().decode()

    def tap(self, *names: str) -> None:
        for name in names:
            self._post("/api/sim/tap", {"input": name})

    def hold(self, seconds: float, *names: str) -> None:
        self._post("/api/sim/hold", {"inputs": names, "seconds": seconds})

    def _post(self, path: str, body: Any) -> None:
        kind = {"Content-Type": "application/json"}
        request = Request(self.url + path, json.dumps(body).encode(), kind)
        with urlopen(request, timeout=PATIENCE_SECONDS) as answer:
            assert json.load(answer) == {"ok": True}


@contextmanager
def running(data: Path, *options: str, port: int = 0, verbose: bool = False) -> Iterator[Daemon]:
    """A daemon that, unless it was stopped on the way, must end cleanly and in silence."""
    daemon = Daemon(data, *options, port=port, verbose=verbose)
    try:
        yield daemon
        if daemon.running:
            ended = daemon.stop()
            assert (ended.status, ended.out, ended.err if not verbose else "") == (0, "", ""), ended
    finally:
        daemon.kill()
