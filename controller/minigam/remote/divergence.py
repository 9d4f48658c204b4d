"""Why a board stops a game with another one: what that board has signed cannot be."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any

from minigam.remote.log_message import MOST_ENTRIES, Claim
from minigam.rules.position import Side
from minigam.validation import TABLE, TEXT, one_of, whole
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
    The game has stopped: the other board has rolled other dice than both secrets give (entry 7).
    """

    entry: int
    """The first entry that is wrong, from 1. Where `side` is None it may be an earlier one."""
    side: Side | None
    """Whose board had to write it, as the game was; None where that cannot be known."""
    cause: DivergenceCause
    detail: str = ""
    """More about it in English, for the log."""
    claim: Claim | None = None
    """What the other board has signed, as evidence."""

    @property
    def sentence(self) -> Words:
        """It, for the screen."""
        return _sentence(self.cause, self.entry)

    def to_json(self) -> dict[str, Any]:
        """As plain JSON values; `Divergence.from_json` reads them."""
        return {
            "entry": self.entry,
            "side": self.side and self.side.value,
            "cause": self.cause.value,
            "detail": self.detail,
            "claim": self.claim and self.claim.to_json(),
        }

    @classmethod
    def from_json(cls, body: object) -> Divergence:
        """Read one; raise `ValueError` for anything else.

        >>> found = Divergence(7, Side.BLACK, DivergenceCause.DICE, "expected 5-2")
        >>> Divergence.from_json(found.to_json()) == found
        True
        """
        given = TABLE.read(body, "divergence")
        side, claim = given.get("side"), given.get("claim")
        return cls(
            whole(1, MOST_ENTRIES + 1).read(given.get("entry"), "entry"),
            None
            if side is None
            else Side(one_of([each.value for each in Side]).read(side, "side")),
            DivergenceCause(
                one_of([each.value for each in DivergenceCause]).read(given.get("cause"), "cause")
            ),
            TEXT.read(given.get("detail"), "detail"),
            None if claim is None else Claim.from_json(claim),
        )


def _sentence(cause: DivergenceCause, entry: int) -> Words:
    return {
        DivergenceCause.PAST: Words(
            "The game has stopped: the other board has another past of it (entry {entry}).",
            entry=entry,
        ),
        DivergenceCause.PLACE: Words(
            "The game has stopped: the other board has acted in this board's place "
            "(entry {entry}).",
            entry=entry,
        ),
        DivergenceCause.RULES: Words(
            "The game has stopped: the other board has broken its rules (entry {entry}).",
            entry=entry,
        ),
        DivergenceCause.SHARE: Words(
            "The game has stopped: the other board's secret for the dice is not the promised one "
            "(entry {entry}).",
            entry=entry,
        ),
        DivergenceCause.DICE: Words(
            "The game has stopped: the other board has rolled other dice than both secrets give "
            "(entry {entry}).",
            entry=entry,
        ),
        DivergenceCause.RESIGNATION: Words(
            "The game has stopped: the other board has ended it by a resignation that was not "
            "accepted here (entry {entry}).",
            entry=entry,
        ),
        DivergenceCause.RESULT: Words(
            "The game has stopped: the other board has noted another result (entry {entry}).",
            entry=entry,
        ),
        DivergenceCause.KIND: Words(
            "The game has stopped: the other board has done what no game between two boards has "
            "(entry {entry}).",
            entry=entry,
        ),
        DivergenceCause.FORM: Words(
            "The game has stopped: the other board has sent an entry that cannot be read "
            "(entry {entry}).",
            entry=entry,
        ),
    }[cause]
