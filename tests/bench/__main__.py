"""`make bench`: the measured figures, printed and written to `docs/measured.md`."""

from __future__ import annotations

import platform
from pathlib import Path

from tests.bench import idle, plays, solve, start, touch

OUT = Path(__file__).parents[2] / "docs" / "measured.md"
HEAD = """\
# Measured

Written by `make bench`; do not edit. Every figure is of the simulated board (tier 1: gpiozero's
mock pins, Adafruit's NeoPixel class with its last write captured) on the machine named here.
None was taken on a Raspberry Pi. Absolute times are noisy: compare the ratios.
"""


def machine() -> str:
    """What this was measured on."""
    models = [
        line for line in Path("/proc/cpuinfo").read_text().splitlines() if "model name" in line
    ]
    model = models[0].partition(":")[2].strip() if models else platform.machine()
    return f"Machine: {model}, Linux {platform.release()}, Python {platform.python_version()}."


def main() -> None:
    """Measure everything, one after the other."""
    parts = [HEAD, machine()]
    for measure in (touch.report, start.report, idle.report, plays.report, solve.report):
        parts.append(measure())
        print(parts[-1], flush=True)
    OUT.write_text("\n\n".join(part.strip() for part in parts) + "\n")
    print(f"written to {OUT.relative_to(Path.cwd())}")


if __name__ == "__main__":
    main()
