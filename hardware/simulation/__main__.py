"""`python -m hardware.simulation`: print all figures as a table; `--write` keeps them.

Needs ngspice (Debian: `ngspice`).
"""

import sys

from hardware.drawing.tables import table
from hardware.simulation.figures import COMMITTED, failing, figures
from hardware.simulation.limits import HEAD, as_json
from hardware.simulation.ngspice import simulate


def main(arguments: list[str]) -> None:
    """Simulate; the exit status is 1 where a limit is not met."""
    found, wrong_ones = figures(simulate), failing(simulate)
    every = [*found, *wrong_ones]
    print(table(HEAD, (figure.cells for figure in every)), end="")
    if "--write" in arguments:
        COMMITTED.write_text(as_json(every), "utf-8")
    wrong = [figure for figure in found if not figure.passes]
    wrong += [figure for figure in wrong_ones if figure.passes]
    for figure in wrong:
        print(f"not as expected: {' | '.join(figure.cells)}", file=sys.stderr)
    raise SystemExit(bool(wrong))


if __name__ == "__main__":
    main(sys.argv[1:])
