"""Touch to light with no MQTT broker, with one, and with one that never answers, in one run.

`python -m tests.bench.broker` prints the figures: they need Debian's mosquitto, which the machine
that measures all the rest may not have.
"""

import asyncio
import tempfile
from contextlib import suppress
from pathlib import Path
from statistics import median

from tests.bench.touch import measure
from tests.remote.mosquitto import Mosquitto

ROUNDS, TAPS, WARM_UP = 4, 25, 8
"""One kind after the other, so many times: a machine that gets slower does so for all."""
NONE, CONNECTED, HANGING = "no broker", "a broker", "a broker that never answers"


async def _hanging(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Take what comes, and say nothing."""
    with suppress(asyncio.CancelledError):
        await writer.wait_closed()


async def _round(folder: Path, broker: Mosquitto) -> dict[str, list[float]]:
    server = await asyncio.start_server(_hanging, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    found = {}
    for kind, address in {
        NONE: None,
        CONNECTED: broker.address,
        HANGING: f"mqtt://127.0.0.1:{port}",
    }.items():
        with tempfile.TemporaryDirectory(dir=folder) as data:
            found[kind] = await measure(Path(data), TAPS, WARM_UP, address)
    server.close()
    return found


def report() -> str:
    """The figures as Markdown."""
    times: dict[str, list[float]] = {NONE: [], CONNECTED: [], HANGING: []}
    with tempfile.TemporaryDirectory() as folder:
        broker = Mosquitto(Path(folder) / "broker")
        try:
            for _ in range(ROUNDS):
                for kind, found in asyncio.run(_round(Path(folder), broker)).items():
                    times[kind] += found
        finally:
            broker.close()
    usual = median(times[NONE])
    rows = [_row(kind, sorted(found), usual) for kind, found in times.items()]
    return "\n".join(
        (
            f"Touch to light, over {ROUNDS * TAPS} accepted taps each:",
            "",
            "| with | median, ms | 90th percentile, ms | times the median without |",
            "|---|---|---|---|",
            *rows,
        )
    )


def _row(kind: str, times: list[float], usual: float) -> str:
    middle, late = median(times), times[int(0.9 * len(times))]
    return f"| {kind} | {middle * 1e3:.2f} | {late * 1e3:.2f} | {middle / usual:.2f} |"


if __name__ == "__main__":
    print(report())
