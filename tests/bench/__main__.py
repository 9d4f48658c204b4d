"""`make bench`: measure the figures, print them and write them to `docs/measured.md`."""

import platform
from pathlib import Path

from tests.bench import idle, page, players, plays, solve, start, touch

OUT = Path(__file__).parents[2] / "docs" / "measured.md"
HEAD = """\
# Measured speed

This page shows how fast minigam answers a touch, shows its page, starts, finds legal plays and
solves games. To measure your own machine, run `make bench`, which rewrites this page. Do not edit
it.

All figures are from the simulated board ([tier 1](proven.md)) on the machine named here. None is
from a Raspberry Pi. Absolute times are noisy: compare the ratios.
"""


def machine() -> str:
    """Processor, kernel and Python version."""
    models = [
        line for line in Path("/proc/cpuinfo").read_text().splitlines() if "model name" in line
    ]
    model = models[0].partition(":")[2].strip() if models else platform.machine()
    return f"Machine: {model}, Linux {platform.release()}, Python {platform.python_version()}."


def main() -> None:
    parts = [HEAD, machine()]
    for measure in (
        touch.report,
        page.report,
        start.report,
        idle.report,
        players.report,
        plays.report,
        solve.report,
    ):
        parts.append(measure())
        print(parts[-1], flush=True)
    OUT.write_text("\n\n".join(part.strip() for part in parts) + "\n")
    print(f"written to {OUT.relative_to(Path.cwd())}")


if __name__ == "__main__":
    main()
