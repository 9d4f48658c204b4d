"""`python -m hardware.pcb [NAME ...]`: write the projects of boards, check them, and make the files
for an order.

Needs KiCad 9, which tests/kicad.sh fetches where it is not installed (root). A board's files are
written only where no check of it finds anything.
"""

import sys

from hardware.pcb.boards import Board, named
from hardware.pcb.kicad import KiCad, KiCadError
from hardware.pcb.output import OUT, SHIPPED, check, make


def main(names: list[str]) -> int:
    """Return the exit status: 1 where a check finds something, or where KiCad is not here."""
    try:
        boards = named(names)
        kicad = KiCad.find()
        clean = [_one(kicad, board) for board in boards]
    except (KiCadError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0 if all(clean) else 1


def _one(kicad: KiCad, board: Board) -> bool:
    """Whether a board has no findings; print them, or its files."""
    findings = check(kicad, board)
    for finding in findings:
        print(f"{board.name}: {finding.kind}: {finding.text}", file=sys.stderr)
    if not findings:
        make(kicad, board)
        print("\n".join(str(OUT / board.file(ending)) for ending in SHIPPED))
    return not findings


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
