"""The results of an evening as lines of text, for every export: one line a match or bye."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from minigam.remote.club.contest import ClubMatch, ClubRound
from minigam.remote.club.evening import Evening
from minigam.rules.record import TIME


class DecidedBy(Enum):
    """What a result comes from."""

    PLAY = "play"
    TIME = "time"
    """A player's time was over."""
    DIRECTOR = "director"
    FORFEIT = "forfeit"
    BYE = "bye"
    NOTHING = ""
    """There is no result yet."""


@dataclass(frozen=True)
class ResultLine:
    """A match or a bye."""

    round: int
    table: int | None
    """None for a bye."""
    names: tuple[str, str]
    """The second is empty for a bye."""
    match: ClubMatch | None
    """None for a bye."""
    winner: str
    """Empty while nobody has won."""
    decided_by: DecidedBy

    @property
    def score(self) -> str:
        """Such as `5 - 3`; empty for a bye, or before the first game.

        >>> ResultLine(1, None, ("Ann", ""), None, "Ann", DecidedBy.BYE).score
        ''
        """
        if self.match is None or not (self.match.games or self.match.ruling):
            return ""
        white, black = self.match.score
        return f"{white} - {black}"


def result_lines(evening: Evening) -> Iterator[ResultLine]:
    """All matches and byes, round by round and table by table, the byes last."""
    for each in evening.rounds:
        yield from lines_of(evening, each)


def lines_of(evening: Evening, each: ClubRound) -> Iterator[ResultLine]:
    """The matches and byes of a round."""
    for match in evening.matches_of(each.number):
        winner = evening.player(match.winner).name if match.winner else ""
        how = _decided_by(match)
        yield ResultLine(each.number, match.table, match.names, match, winner, how)
    counted = {*evening.bye_names()}
    for number in each.byes:
        name = evening.player(number).name
        winner = name if name in counted else ""
        yield ResultLine(each.number, None, (name, ""), None, winner, DecidedBy.BYE)


def _decided_by(match: ClubMatch) -> DecidedBy:
    if match.ruling:
        return DecidedBy.FORFEIT if match.ruling.forfeit else DecidedBy.DIRECTOR
    if not match.is_over:
        return DecidedBy.NOTHING
    return DecidedBy.TIME if match.games[-1].ended_by == TIME else DecidedBy.PLAY
