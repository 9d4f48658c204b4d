"""What happens in a club's evening, one value each: none is ever changed or taken away.

A correction is an event too. `evening` says what they lead to, `event_json` writes them down.
"""

from __future__ import annotations

from dataclasses import dataclass

from minigam.remote.club.contest import Format, Pairs, RoundTerms
from minigam.remote.club.tie_breaks import TieBreak
from minigam.rules.match import Score


@dataclass(frozen=True)
class Opened:
    """The evening is announced: always the first event."""

    id: str
    """32 hexadecimal digits that no other evening has."""
    title: str
    rules_id: str
    format: Format
    terms: tuple[RoundTerms, ...]
    """What is played in each round; the last ones hold for all rounds after them."""
    rounds: int = 0
    """How many rounds of Swiss; 0 in the other formats, whose players decide it."""
    options: tuple[tuple[str, str], ...] = ()
    """Options of the rules but for the length, as name and value."""
    seed: int = 0
    """Decides where nothing else does: the same seed, the same pairings."""
    tie_breaks: tuple[TieBreak, ...] = ()
    """What separates players with as many wins, in this order."""
    computers: bool = False
    """Whether computers may play for the players, as at a demonstration."""


@dataclass(frozen=True)
class Entered:
    """A player has entered; the number is the next one."""

    name: str


@dataclass(frozen=True)
class Withdrawn:
    """A player has left: an open match is forfeited, and no other is played."""

    player: int


@dataclass(frozen=True)
class Returned:
    """A player who had withdrawn takes part again, from the next round on."""

    player: int


@dataclass(frozen=True)
class Paired:
    """The next round is drawn."""

    round: int
    pairs: Pairs


@dataclass(frozen=True)
class RoundCancelled:
    """The last round is taken back before any of its games has ended."""

    round: int


@dataclass(frozen=True)
class Admitted:
    """The director knows this board by its key; another key of the same name takes its place."""

    board: str
    key: str


@dataclass(frozen=True)
class Seated:
    """A match has a board: the first one, or another where that has failed."""

    match: int
    board: str
    key: str = ""
    """The board's public key now; empty: nobody signs, and the results are entered by hand."""


@dataclass(frozen=True)
class GameRecorded:
    """A game of a match has ended, and its journal proves it."""

    match: int
    number: int
    """Which game of the match, from 1 on."""
    winner: int | None
    """The player's number; None: a draw."""
    points: int
    loser_points: int
    score: Score
    """The match's score after it, in the order of its players."""
    ended_by: str
    evidence: str = ""
    """The game's actions and signatures, as `evidence.evidence_text` writes them."""


@dataclass(frozen=True)
class Ruled:
    """The director has decided a match: another winner or score, or a forfeit."""

    match: int
    winner: int | None
    """The player's number; None: both have lost."""
    score: Score
    forfeit: bool
    reason: str


@dataclass(frozen=True)
class RulingLifted:
    """The director's decision holds no longer: the games of the match count again."""

    match: int


@dataclass(frozen=True)
class Finished:
    """The director ends the evening before its last round."""


Event = (
    Opened
    | Entered
    | Withdrawn
    | Returned
    | Paired
    | RoundCancelled
    | Admitted
    | Seated
    | GameRecorded
    | Ruled
    | RulingLifted
    | Finished
)
