"""`python -m hardware.pcb`: write the lane's project, check it, and make the files for an order.

Needs KiCad 9, which tests/kicad.sh fetches where it is not installed (root). Files of an order
are written only where no check finds anything.
"""

import sys

from hardware.pcb.kicad import KiCad, KiCadError
from hardware.pcb.output import OUT, SHIPPED, check, make


def main() -> int:
    """Return the exit status: 1 where a check finds something or KiCad is not here."""
    try:
        kicad = KiCad.find()
        findings = check(kicad)
        if not findings:
            make(kicad)
    except KiCadError as error:
        print(error, file=sys.stderr)
        return 1
    for finding in findings:
        print(f"{finding.kind}: {finding.text}", file=sys.stderr)
    if not findings:
        print("\n".join(str(OUT / name) for name in SHIPPED))
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
