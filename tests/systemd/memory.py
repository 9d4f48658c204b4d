"""What the daemon takes at most: `python -m tests.systemd.memory`, for the limits in the units.

Each case is a daemon that is touched 600 times, or to the end of a game, while spectators watch.
What is printed is the sum of the peaks of resident memory (VmHWM) of the daemon and the programs
that it started, and the most threads of them all at once. Needs numba, which `make solve` sets up.
"""

import asyncio
import subprocess
import sys
from contextlib import AsyncExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from aiohttp import ClientConnectionError, ClientSession, TCPConnector

from tests.flood.attack import HOST, SOURCES, SPECTATORS
from tests.limited import descendants

TAPS = 600
PORT = 8095
CASES = {
    "24 points that feel checkers": ("--board", "sim-full-24-hall", "--rules", "backgammon"),
    "6 points, --solve": ("--board", "sim", "--solve"),
    "6 points, with that table": ("--board", "sim", "--white", "perfect"),
}


class Peaks:
    """The peaks of a process and all that it started, while somebody looks now and then."""

    def __init__(self, process: int) -> None:
        self._process = process
        self._kilobytes: dict[int, int] = {}
        self.threads = 0
        """The most at once, of all processes."""

    @property
    def megabytes(self) -> float:
        """The peaks of all processes added, whether they were at the same time or not."""
        return sum(self._kilobytes.values()) / 1024

    def look(self) -> None:
        threads = 0
        for process in (self._process, *(pid for pid, _ in descendants(self._process))):
            try:
                lines = Path(f"/proc/{process}/status").read_text().splitlines()
            except OSError:
                continue  # ended meanwhile
            found = dict(line.split(":", 1) for line in lines if ":" in line)
            if "VmHWM" in found:
                self._kilobytes[process] = int(found["VmHWM"].split()[0])
                threads += int(found["Threads"])
        self.threads = max(self.threads, threads)


async def _watch(session: ClientSession) -> None:
    """A spectator who takes in every snapshot."""
    async with session.ws_connect(f"http://{HOST}:{PORT}/api/events") as socket:
        async for _ in socket:
            pass


async def _play(session: ClientSession, peaks: Peaks) -> int:
    """Tap until the game is over; how many taps that were."""
    for taps in range(TAPS):
        peaks.look()
        async with session.get("/api/state") as answer:
            seen = await answer.json()
        if seen["result"]:
            return taps
        lit = seen["targets"] if seen["selected"] else seen["sources"]
        touch = {"input": lit[0] if lit else "roll"}
        async with session.post("/api/sim/tap", json=touch) as answer:
            await answer.read()
    return TAPS


async def _until_ready(session: ClientSession, daemon: subprocess.Popen[bytes]) -> None:
    while daemon.poll() is None:
        try:
            async with session.get("/api/state") as answer:
                await answer.read()
                return
        except ClientConnectionError:
            await asyncio.sleep(0.1)


async def measure(options: tuple[str, ...], data: str) -> tuple[Peaks, int]:
    """One daemon; its peaks, and how many taps were played."""
    program = str(Path(sys.executable).with_name("minigam"))
    command = [program, "run", *options, "--port", str(PORT), "--data", data, "--listen", "0.0.0.0"]
    daemon = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        peaks = Peaks(daemon.pid)
        async with AsyncExitStack() as stack:
            local = ClientSession(f"http://127.0.0.1:{PORT}")
            session = await stack.enter_async_context(local)
            await _until_ready(session, daemon)
            others = [
                await stack.enter_async_context(
                    ClientSession(connector=TCPConnector(limit=0, local_addr=(source, 0)))
                )
                for source in SOURCES
            ]
            spectators = [
                asyncio.create_task(_watch(others[number % len(others)]))
                for number in range(SPECTATORS)
            ]
            taps = await _play(session, peaks)
            while any(descendants(daemon.pid)):  # it solves
                peaks.look()
                await asyncio.sleep(0.1)
            lost = sum(each.done() for each in spectators)
            if lost:
                print(f"minigam: {lost} of {SPECTATORS} spectators were turned away")
            for each in spectators:
                each.cancel()
            await asyncio.gather(*spectators, return_exceptions=True)
        return peaks, taps
    finally:
        daemon.terminate()
        daemon.wait()


def main() -> None:
    with TemporaryDirectory() as data:
        for name, options in CASES.items():
            peaks, taps = asyncio.run(measure(options, data))
            print(
                f"{name}: {peaks.megabytes:.0f} MB, {peaks.threads} threads, {taps} taps",
                flush=True,
            )


if __name__ == "__main__":
    main()
