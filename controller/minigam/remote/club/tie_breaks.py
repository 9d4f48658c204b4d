"""What separates players who have won as often.

Source: FIDE Handbook C.07, Tie-Break Regulations
(https://handbook.fide.com/chapter/TieBreakRegulations2023), articles 6 (direct encounter), 8
(Buchholz), 9 (Sonneborn-Berger) and 14 (cut and median). A match has no draw, so a score is a
number of wins. Two rules are simpler here: the unplayed rounds of an opponent count as they were
scored, and direct encounter counts only where all who are tied have met.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import combinations

from minigam.remote.club.contest import Format
from minigam.rules.match import Score


class TieBreak(Enum):
    """A number that separates players with as many wins: the higher, the better."""

    BUCHHOLZ = "buchholz"
    """The wins of all opponents."""
    MEDIAN_BUCHHOLZ = "median-buchholz"
    """The same without the best and the worst of them."""
    SONNEBORN_BERGER = "sonneborn-berger"
    """The wins of all opponents that the player has beaten."""
    DIFFERENCE = "difference"
    """Points won less points lost."""
    DIRECT_ENCOUNTER = "direct-encounter"
    """Wins against those who are still tied, where all of them have met."""


USUAL = (
    TieBreak.BUCHHOLZ,
    TieBreak.SONNEBORN_BERGER,
    TieBreak.DIFFERENCE,
    TieBreak.DIRECT_ENCOUNTER,
)


def usual_tie_breaks(form: Format) -> tuple[TieBreak, ...]:
    """What separates players where the director has chosen nothing else.

    In a knockout nothing does: who loses in the same round shares a place.

    >>> usual_tie_breaks(Format.SWISS)[0], usual_tie_breaks(Format.KNOCKOUT)
    (<TieBreak.BUCHHOLZ: 'buchholz'>, ())
    """
    return () if form is Format.KNOCKOUT else USUAL


@dataclass(frozen=True)
class Encounter:
    """A match that is over, as standings count it."""

    names: tuple[str, str]
    winner: str | None
    """None: both have lost."""
    score: Score
    played: bool = True
    """Whether the two have met; not where one forfeited before the first game."""

    def of(self, name: str) -> tuple[str, int]:
        """The opponent of one of the two, and the points by which that one was ahead."""
        (one, two), (ours, theirs) = self.names, self.score
        return (two, ours - theirs) if name == one else (one, theirs - ours)


@dataclass(frozen=True)
class Table:
    """All matches that are over, and the byes that count as a win, by name.

    >>> table = Table((Encounter(("Ann", "Bob"), "Ann", (5, 3)),), byes=("Cleo",))
    >>> table.wins("Ann"), table.buchholz("Bob"), table.difference("Bob")
    (1, 1, -2)
    """

    encounters: tuple[Encounter, ...]
    byes: tuple[str, ...] = ()

    def of(self, name: str) -> Iterator[Encounter]:
        """A player's matches."""
        return (encounter for encounter in self.encounters if name in encounter.names)

    def wins(self, name: str) -> int:
        """Matches won, byes included."""
        won = sum(encounter.winner == name for encounter in self.encounters)
        return won + self.byes.count(name)

    def losses(self, name: str) -> int:
        """Matches lost, by forfeit too."""
        return sum(encounter.winner != name for encounter in self.of(name))

    def _opposed(self, name: str, encounter: Encounter) -> int:
        """The wins of an opponent; of a match that was not played, the player's own.

        FIDE calls it a dummy opponent with the same score (C.07, 16.4).
        """
        return self.wins(encounter.of(name)[0] if encounter.played else name)

    def _all_opposed(self, name: str) -> list[int]:
        met = [self._opposed(name, encounter) for encounter in self.of(name)]
        return sorted(met + self.byes.count(name) * [self.wins(name)])

    def buchholz(self, name: str) -> int:
        """The wins of all opponents."""
        return sum(self._all_opposed(name))

    def median_buchholz(self, name: str) -> int:
        """The wins of all opponents but the best and the worst."""
        return sum(self._all_opposed(name)[1:-1])

    def sonneborn_berger(self, name: str) -> int:
        """The wins of the opponents that the player has beaten."""
        beaten = [encounter for encounter in self.of(name) if encounter.winner == name]
        own = self.byes.count(name) * self.wins(name)
        return own + sum(self._opposed(name, encounter) for encounter in beaten)

    def difference(self, name: str) -> int:
        """Points won less points lost, in the matches that were played."""
        return sum(encounter.of(name)[1] for encounter in self.of(name) if encounter.played)

    def direct(self, name: str, tied: Sequence[str]) -> int:
        """Wins against those who are tied; 0 where not all of them have met."""
        among = [
            encounter
            for encounter in self.encounters
            if encounter.played and {*encounter.names} <= {*tied}
        ]
        met = {frozenset(encounter.names) for encounter in among}
        if any(frozenset(pair) not in met for pair in combinations(tied, 2)):
            return 0
        return sum(encounter.winner == name for encounter in among)

    def value(self, tie_break: TieBreak, name: str, tied: Sequence[str]) -> int:
        """One of the numbers that separate players; `tied`: all who are not separated yet."""
        if tie_break is TieBreak.DIRECT_ENCOUNTER:
            return self.direct(name, tied)
        values: dict[TieBreak, Callable[[str], int]] = {
            TieBreak.BUCHHOLZ: self.buchholz,
            TieBreak.MEDIAN_BUCHHOLZ: self.median_buchholz,
            TieBreak.SONNEBORN_BERGER: self.sonneborn_berger,
            TieBreak.DIFFERENCE: self.difference,
        }
        return values[tie_break](name)
