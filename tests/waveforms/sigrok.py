"""sigrok's own decoder of WS281x pixels, as a program."""

import subprocess
from pathlib import Path

from tests.waveforms.trace import Trace

DECODER = "rgb_led_ws281x"


def decoded(trace: Trace, folder: Path) -> list[str]:
    """The colours that it reads, such as `#ff8000`, of pixels that take green first.

    `RuntimeError` with the program's words where it fails.
    """
    path = folder / "trace.bin"
    path.write_bytes(trace.levels)
    command = [
        *("sigrok-cli", "-i", str(path), "-I", f"binary:numchannels=1:samplerate={trace.rate}"),
        *("-P", f"{DECODER}:din=0", "-A", f"{DECODER}=rgb"),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    if done.returncode or done.stderr:
        raise RuntimeError(f"sigrok-cli failed:\n{done.stderr}")
    return [line.split(": ")[1] for line in done.stdout.splitlines()]
