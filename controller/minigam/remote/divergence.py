"""Why a board stops a game with another one: what that board has signed cannot be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from minigam.remote.log_message import Claim
from minigam.rules.position import Side
from minigam.words import Words


class DivergenceCause(Enum):
    """What is wrong with an entry; the value is a stable code."""

    PAST = "changed-past"
    """It is not the entry that this board has at that place."""
    PLACE = "other-place"
    """The sender's board may not write it: it is the other one's to write."""
    RULES = "rules"
    """The rules of the game forbid it."""
    SHARE = "share"
    """A secret for the dice that does not fit the promise."""
    DICE = "dice"
    """A roll that does not follow from both boards' secrets."""
    RESIGNATION = "resignation"
    """A resignation that the other side has not accepted."""
    RESULT = "result"
    """It closes the game with another result than it was played with."""
    KIND = "kind"
    """No action of a game between two boards."""
    FORM = "form"
    """It is not in the form of a journal's entry."""


@dataclass(frozen=True)
class Divergence:
    """Two boards' logs of a game have parted; nothing more is accepted or written.

    >>> print(Divergence(7, Side.BLACK, DivergenceCause.DICE).sentence)
    The other board has rolled other dice than both boards' secrets give (entry 7). The game stops.
    """

    entry: int
    """The first entry that is wrong, from 1."""
    side: Side | None
    """Whose board must have written it, as the game was; None where that cannot be known."""
    cause: DivergenceCause
    detail: str = ""
    """More about it in English, for the log."""
    claim: Claim | None = None
    """What the other board has signed, as evidence."""

    @property
    def sentence(self) -> Words:
        """It, for the screen."""
        return Words(
            "The other board {what} (entry {entry}). The game stops.",
            what=_WHAT[self.cause],
            entry=self.entry,
        )


_WHAT: Mapping[DivergenceCause, Words] = {
    DivergenceCause.PAST: Words("has another past of this game"),
    DivergenceCause.PLACE: Words("has written what this one has to write"),
    DivergenceCause.RULES: Words("has written what the rules forbid"),
    DivergenceCause.SHARE: Words("has given a secret that does not fit its promise"),
    DivergenceCause.DICE: Words("has rolled other dice than both boards' secrets give"),
    DivergenceCause.RESIGNATION: Words("has written a resignation that nobody accepted here"),
    DivergenceCause.RESULT: Words("has closed the game with another result"),
    DivergenceCause.KIND: Words("has written what no game between two boards has"),
    DivergenceCause.FORM: Words("has written an entry that cannot be read"),
}
