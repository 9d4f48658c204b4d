"""Standings: by wins, then by the tie-breaks that were announced; who stays tied shares a place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from minigam.remote.club.tie_breaks import Table, TieBreak


@dataclass(frozen=True)
class Place:
    """One line of the standings."""

    rank: int
    """From 1 on; who is tied has the same, and the next one is as many places further."""
    tied: bool
    """Whether somebody else has the same."""
    name: str
    wins: int
    """Matches won; in Swiss and knockout a bye is one of them."""
    losses: int
    values: tuple[tuple[TieBreak, int], ...]
    """Each tie-break that was announced, in its order; direct encounter only where it was used:
    among those who were tied by all before it."""

    def value(self, tie_break: TieBreak) -> int | None:
        """One of its tie-breaks; None where it was not used."""
        return dict(self.values).get(tie_break)


def standings(
    names: Iterable[str], table: Table, tie_breaks: Sequence[TieBreak]
) -> tuple[Place, ...]:
    """The standings of these players; who is tied stands in the order of the names.

    >>> from minigam.remote.club.tie_breaks import USUAL, Encounter
    >>> table = Table((Encounter(("Ann", "Bob"), "Bob", (3, 5)),))
    >>> [(place.rank, place.name, place.wins) for place in standings(["Ann", "Bob"], table, USUAL)]
    [(1, 'Bob', 1), (2, 'Ann', 0)]
    """
    ranker = _Ranker(table, tuple(tie_breaks))
    found = list[Place]()
    everybody = {name: table.wins(name) for name in sorted(names)}
    for group in _best_first(everybody):
        for tied in ranker.split(group, 0):
            found += ranker.places(tied, len(found) + 1)
    return tuple(found)


def _best_first(values: dict[str, int]) -> Iterator[list[str]]:
    """Names in groups of the same value, the highest first."""
    ordered = sorted(values, key=lambda name: -values[name])
    for _, group in groupby(ordered, key=lambda name: values[name]):
        yield list(group)


class _Ranker:
    """Separates who is tied, one tie-break after the other."""

    def __init__(self, table: Table, tie_breaks: tuple[TieBreak, ...]) -> None:
        self._table, self._tie_breaks = table, tie_breaks
        self._direct = dict[str, int]()
        """Direct encounter, for those among whom it was counted."""

    def split(self, tied: list[str], depth: int) -> Iterator[list[str]]:
        """Those who are tied, in groups that nothing separates, the best first."""
        if len(tied) == 1 or depth == len(self._tie_breaks):
            yield tied
            return
        tie_break = self._tie_breaks[depth]
        values = {name: self._table.value(tie_break, name, tied) for name in tied}
        if tie_break is TieBreak.DIRECT_ENCOUNTER:
            self._direct |= values
        for group in _best_first(values):
            yield from self.split(group, depth + 1)

    def places(self, tied: list[str], rank: int) -> Iterator[Place]:
        """The lines of those whom nothing separates."""
        for name in tied:
            yield Place(
                rank=rank,
                tied=len(tied) > 1,
                name=name,
                wins=self._table.wins(name),
                losses=self._table.losses(name),
                values=tuple(self._values(name)),
            )

    def _values(self, name: str) -> Iterator[tuple[TieBreak, int]]:
        for tie_break in self._tie_breaks:
            if tie_break is not TieBreak.DIRECT_ENCOUNTER:
                yield tie_break, self._table.value(tie_break, name, [name])
            elif name in self._direct:
                yield tie_break, self._direct[name]
