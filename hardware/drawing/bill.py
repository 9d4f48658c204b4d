"""The list of parts of a board: what its sheets hold, and what lies on it."""

import csv
from collections import Counter
from dataclasses import dataclass
from io import StringIO

from hardware.drawing.boards import Board, sheets
from hardware.drawing.items import CHECKER, CONTACT, CRIMP_TOOL, MAGNET, SENSOR, Item
from hardware.drawing.screws import screws
from hardware.drawing.wiring import items_of, users_of
from minigam.rules.ruleset import RULE_SETS

HEAD = ("quantity", "part", "maker", "number", "euros each", "for")
MOST_NAMES = 3
"""Of more names of a kind than these, only the first and the last are listed."""


@dataclass(frozen=True)
class Line:
    """An item of the list."""

    quantity: int
    item: Item
    users: str

    @property
    def cells(self) -> tuple[str, ...]:
        """As `HEAD` names them."""
        item = self.item
        maker = item.maker or "any"
        return (
            str(self.quantity),
            item.name,
            maker,
            item.told_number,
            euros(item.cents),
            self.users,
        )


def bill(board: Board) -> list[Line]:
    """The list of a board; dearest first."""
    found = sheets(board)
    needed = items_of(found)
    lines = [
        Line(item.pieces(count), item, _joined(users_of(found, item)))
        for item, count in needed.items()
    ]
    lines += [Line(count, item, "play") for item, count in played_with(board).items()]
    lines += [Line(count, item, "case") for item, count in screws(board).items()]
    lines += [Line(1, CRIMP_TOOL, "tool")] if CONTACT in needed else []
    return sorted(lines, key=lambda line: line.item.cents, reverse=True)


def total_cents(board: Board) -> int:
    """What all that is on the list costs, tools too; about."""
    return sum(line.quantity * line.item.cents for line in bill(board))


def euros(cents: int) -> str:
    """A price as lists have it.

    >>> euros(5), euros(2200)
    ('0.05', '22.00')
    """
    return f"{cents / 100:.2f}"


def _joined(names: list[str]) -> str:
    """Names in groups of a kind.

    >>> _joined(["R1", "A1", "B1", "B2", "B3", "B4"])
    'R1, A1, B1 to B4'
    """
    kinds: dict[str, list[str]] = {}
    for name in names:
        kinds.setdefault(_kind(name), []).append(name)
    return ", ".join(map(_shortened, kinds.values()))


def _kind(name: str) -> str:
    """What it has in common with others: a part's letters; zones and their places have small ones.

    >>> _kind("LED R4"), _kind("off-black/12"), _kind("bar-white")
    ('LED R', 'place', 'zone')
    """
    if name[0].islower():
        return "place" if "/" in name else "zone"
    return name.rstrip("0123456789")


def _shortened(names: list[str]) -> str:
    return ", ".join(names) if len(names) <= MOST_NAMES else f"{names[0]} to {names[-1]}"


def played_with(board: Board) -> Counter[Item]:
    """The checkers of the game that has most of them on a board of these points."""
    needed = items_of(sheets(board))
    layouts = [rules.layout for rules in RULE_SETS.values()]
    points = board.profile.points
    count = 2 * max(layout.checkers for layout in layouts if layout.points == points)
    return Counter({CHECKER: count} | ({MAGNET: count} if SENSOR in needed else {}))


def as_csv(board: Board) -> str:
    """The list as a file for spreadsheets."""
    file = StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(HEAD)
    writer.writerows(line.cells for line in bill(board))
    return file.getvalue()
