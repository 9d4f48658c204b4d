"""The states of the setup network, the access point that a board makes for its first set-up. Pure.

    off -> open (its access point is on, for five minutes) -> joining -> joined -> off
             ^                                                   |
             +------------- with the reason, where that failed --+

Times are seconds of any clock that never jumps, passed in.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from math import inf

from minigam.errors import IllegalPlayError
from minigam.provisioning.choices import Choices
from minigam.words import Words

OPEN_SECONDS = 300.0
MOST_OPEN_SECONDS = 1800.0
"""At most, however long somebody fills in the form, and however often."""
JOIN_SECONDS = 60.0
"""How long NetworkManager may take to join."""
SHOWN_SECONDS = 15.0
"""How long people have to read what comes next: many phones close the page with its network."""


class Stage(Enum):
    """Where the set-up is."""

    OFF = "off"
    OPEN = "open"
    LEAVING = "leaving"
    """Something was chosen, and the phone reads what comes next."""
    JOINING = "joining"
    JOINED = "joined"


class JoinFailure(Enum):
    """Why a network could not be joined."""

    WRONG_PASSWORD = "wrong-password"
    NOT_FOUND = "not-found"
    NO_ADDRESS = "no-address"
    TIMED_OUT = "timed-out"
    REFUSED = "refused"
    """NetworkManager gave another reason, which the log has."""


def failure_words(failure: JoinFailure, title: str) -> Words:
    """What a person reads of a failure, and what to do; `title` is the network's name.

    >>> failure_words(JoinFailure.NOT_FOUND, "home")
    'The board did not find home. Check the name, and that the router is on and near.'
    """
    match failure:
        case JoinFailure.WRONG_PASSWORD:
            return Words("{wifi} refused the password. Type it again.", wifi=title)
        case JoinFailure.NOT_FOUND:
            return Words(
                "The board did not find {wifi}. "
                "Check the name, and that the router is on and near.",
                wifi=title,
            )
        case JoinFailure.NO_ADDRESS:
            return Words("{wifi} gave the board no address. Restart the router.", wifi=title)
        case JoinFailure.TIMED_OUT:
            return Words("{wifi} did not answer within a minute. Try again.", wifi=title)
        case JoinFailure.REFUSED:
            return Words("The board could not join {wifi}. Try again, or another.", wifi=title)


@dataclass(frozen=True)
class SetupNetwork:
    """A state; each method returns the next one.

    >>> state = SetupNetwork().opened(0.0)
    >>> state.stage, state.deadline
    (<Stage.OPEN: 'open'>, 300.0)
    >>> state.ticked(300.0).stage
    <Stage.OFF: 'off'>
    """

    stage: Stage = Stage.OFF
    deadline: float = inf
    """When time alone changes the stage."""
    opened_at: float = 0.0
    choices: Choices | None = None
    """What was chosen last, so that nobody enters it twice."""
    failure: JoinFailure | None = None
    """Why the network that was chosen last could not be joined."""

    def opened(self, now: float) -> SetupNetwork:
        """The setup network is wanted, or on after some time; that is never longer than at most."""
        if self.stage is Stage.OPEN:
            return replace(self, deadline=self._until(now))
        if self.stage in (Stage.LEAVING, Stage.JOINING):
            return self
        return SetupNetwork(Stage.OPEN, now + OPEN_SECONDS, now)

    def visited(self, now: float) -> SetupNetwork:
        """Somebody looks at the form or sends it: it stays on for them, within bounds."""
        if self.stage is not Stage.OPEN:
            return self
        return replace(self, deadline=max(self.deadline, self._until(now)))

    def _until(self, now: float) -> float:
        """When it ends that is on now. Choices that fail do not make it last for ever."""
        return min(now + OPEN_SECONDS, self.opened_at + MOST_OPEN_SECONDS)

    def chosen(self, choices: Choices, now: float) -> SetupNetwork:
        """The form was sent; raise `IllegalPlayError` where it is not open."""
        if self.stage is not Stage.OPEN:
            raise IllegalPlayError(
                f"expected an open setup network, got the stage {self.stage.value!r}: "
                "hold roll and undo for ten seconds"
            )
        return replace(
            self, stage=Stage.LEAVING, deadline=now + SHOWN_SECONDS, choices=choices, failure=None
        )

    def joined(self) -> SetupNetwork:
        """The board is in the network that was chosen."""
        if self.stage is not Stage.JOINING:
            return self
        return replace(self, stage=Stage.JOINED, deadline=inf)

    def failed(self, failure: JoinFailure, now: float) -> SetupNetwork:
        """The network could not be joined: the access point is on again, with the reason."""
        if self.stage is not Stage.JOINING:
            return self
        return replace(self, stage=Stage.OPEN, deadline=self._until(now), failure=failure)

    def ticked(self, now: float) -> SetupNetwork:
        """What time alone changes."""
        if now < self.deadline:
            return self
        match self.stage:
            case Stage.OPEN:
                return SetupNetwork()
            case Stage.LEAVING:
                return replace(self, stage=Stage.JOINING, deadline=now + JOIN_SECONDS)
            case Stage.JOINING:
                return self.failed(JoinFailure.TIMED_OUT, now)
        return self
