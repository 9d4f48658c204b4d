"""What a club's evening consists of: players, rounds, matches, and the games that were won."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, replace
from enum import Enum

from minigam.errors import ClubError, MinigamError
from minigam.rules.clock import OFF, TimeControl, limits
from minigam.rules.match import FRESH, Score, Standing, is_over
from minigam.rules.meeting import Meeting
from minigam.rules.options import LONGEST
from minigam.rules.position import Side
from minigam.rules.record import TIME
from minigam.rules.terms import Terms

MEETING = re.compile(r"[0-9a-f]{32}")
"""What identifies an evening, and each of its matches."""
BOARD = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")
"""What a board is called."""


def meeting_id(evening: str, match: int) -> str:
    """What the games of a match have in their `Meeting`, so that they count in no other one.

    `evening`: its id; `match`: the match's number in it.

    >>> meeting_id("0" * 32, 1)
    '9026a8f8ca5c438b92ff08b19753da93'
    """
    return hashlib.sha256(f"minigam match 1:{evening}:{match}".encode()).hexdigest()[:32]


class Format(Enum):
    """Who meets whom."""

    ROUND_ROBIN = "round-robin"
    """Everybody meets everybody once."""
    SWISS = "swiss"
    """In each round people meet who have won as often, and who have not met yet."""
    KNOCKOUT = "knockout"
    """Who loses is out."""


@dataclass(frozen=True)
class RoundTerms:
    """What is played in a round."""

    length: int
    """How many points win a match, from 1 on."""
    clock: str = OFF
    """As `rules.clock.limits` reads it."""

    def check(self) -> None:
        """Raise `ClubError` for a match that nobody can play.

        >>> RoundTerms(5, "10:00+12").check()
        >>> RoundTerms(0).check()
        Traceback (most recent call last):
        minigam.errors.ClubError: expected matches to 1 to 99 points, got 0
        """
        if not 1 <= self.length <= LONGEST:
            raise ClubError(f"expected matches to 1 to {LONGEST} points, got {self.length}")
        try:
            limits(self.clock, self.length)
        except MinigamError as fault:
            raise ClubError(str(fault)) from None

    def agreed(self, rules_id: str, options: tuple[tuple[str, str], ...]) -> Terms:
        """The terms of a match with these rules, still without names.

        >>> RoundTerms(5).agreed("backgammon", ()).rules.length
        5
        """
        clock = None if self.clock == OFF else TimeControl(self.clock)
        return Terms(rules_id, (*options, ("length", str(self.length))), clock=clock)


@dataclass(frozen=True)
class Player:
    """Somebody who has entered."""

    number: int
    """From 1 on, in the order of entering."""
    name: str
    since: int = 1
    """The first round that the player takes part in."""
    withdrawn: bool = False


@dataclass(frozen=True)
class WonGame:
    """A proven game of a match, as the evening keeps it."""

    winner: int | None
    """The player's number; None: a draw."""
    points: int
    """What the winner got."""
    loser_points: int
    """What the loser got, where a game gives both something."""
    score: Score
    """The match's score after it, in the order of its players."""
    ended_by: str
    """One of `rules.record.ENDS`."""


@dataclass(frozen=True)
class Ruling:
    """What the director has decided about a match: it counts instead of its games."""

    winner: int | None
    """The player's number; None: both have lost."""
    score: Score
    """In the order of the match's players."""
    forfeit: bool = False
    """Whether the match was not played to its end."""
    reason: str = ""


@dataclass(frozen=True)
class ClubMatch:
    """A match of an evening.

    >>> terms = RoundTerms(3).agreed("backgammon", ())
    >>> match = ClubMatch(1, 1, 1, "0" * 32, (1, 2), terms)
    >>> match.is_over, match.with_game(WonGame(2, 4, 0, (0, 3), "off")).winner
    (False, 2)
    """

    number: int
    """Counted through the evening, from 1 on."""
    round: int
    table: int
    """Counted in each round, from 1 on."""
    meeting: str
    """What its games have in their `Meeting`: 32 hexadecimal digits."""
    players: tuple[int, int]
    """Their numbers: white's first, where the board does not decide otherwise."""
    terms: Terms
    """What its first game is played with, names included."""
    board: str = ""
    """The board that it is played on; empty before there is one."""
    key: str = ""
    """That board's public key when it was given the match: only games that it has signed count."""
    earlier_boards: tuple[str, ...] = ()
    """Those that it was taken from."""
    games: tuple[WonGame, ...] = ()
    ruling: Ruling | None = None

    @property
    def names(self) -> tuple[str, str]:
        """What its players are called."""
        return self.terms.names

    @property
    def played_score(self) -> Score:
        """The score of its games, whatever the director has decided."""
        return self.games[-1].score if self.games else FRESH.score

    @property
    def score(self) -> Score:
        """The score that counts."""
        return self.ruling.score if self.ruling else self.played_score

    @property
    def is_played_out(self) -> bool:
        """Whether its games have decided it: by points, or because somebody's time was over."""
        by_time = any(game.ended_by == TIME for game in self.games)
        return by_time or is_over(self.terms.rules, self.played_score)

    @property
    def is_over(self) -> bool:
        """Whether there is a result."""
        return self.ruling is not None or self.is_played_out

    @property
    def winner(self) -> int | None:
        """The winner's number; None: it is not over, or both have lost."""
        if self.ruling:
            return self.ruling.winner
        if not self.is_played_out:
            return None
        last = self.games[-1]
        if last.ended_by == TIME:
            return last.winner
        return self.players[last.score[1] > last.score[0]]

    @property
    def is_played(self) -> bool:
        """Whether the two have met: not where one of them forfeited before the first game."""
        return bool(self.games) or (self.ruling is not None and not self.ruling.forfeit)

    @property
    def next_terms(self) -> Terms:
        """What its next game is played with, on this board or on another one: the score goes on.

        A clock begins anew where the board is replaced: what was left of it, only the journal of
        the board before has. `meeting` is None as long as no board signs.
        """
        standing: Standing = FRESH
        for game in self.games:
            standing = standing.after(self.terms.rules, game.score)
        boards = (self.key, self.key)
        return replace(
            self.terms,
            score=standing.score,
            crawford_played=standing.crawford_played,
            starter=self._starter,
            meeting=Meeting(self.meeting, len(self.games) + 1, boards) if self.key else None,
        )

    @property
    def _starter(self) -> Side | None:
        """Who begins the next game without an opening roll; None: nobody."""
        winner = self.games[-1].winner if self.games and self.terms.rules.winner_starts else None
        return None if winner is None else [*Side][self.players.index(winner)]

    def other(self, player: int) -> int:
        """The opponent of one of its players."""
        one, two = self.players
        return two if player == one else one

    def with_game(self, game: WonGame) -> ClubMatch:
        """The same match one game later."""
        return replace(self, games=(*self.games, game))


Pairs = tuple[tuple[int, int | None], ...]
"""A round's players by their numbers, table by table; who has a bye is alone with None."""


@dataclass(frozen=True)
class ClubRound:
    """One round: who meets whom, and who has a bye."""

    number: int
    pairs: Pairs

    @property
    def byes(self) -> tuple[int, ...]:
        """Who has a bye."""
        return tuple(one for one, two in self.pairs if two is None)
