"""What the table asks of the other board that is no action of the game, such as to pause."""

from dataclasses import dataclass


@dataclass(frozen=True)
class OfferResignation:
    """Offer to resign: the other side has to accept."""

    points: int
    """What the game is then worth, the cube counted."""


@dataclass(frozen=True)
class WithdrawOffer:
    """Take the offer to resign back."""


@dataclass(frozen=True)
class AnswerOffer:
    """Accept or decline the resignation that the other side offers."""

    accept: bool


@dataclass(frozen=True)
class Pause:
    """Pause the game at both boards, or go on."""

    paused: bool


@dataclass(frozen=True)
class Leave:
    """Say that this board's player has left the unfinished game."""


ToOther = OfferResignation | WithdrawOffer | AnswerOffer | Pause | Leave
