"""What is special in a game between two boards: promises, shares, and who may decide what.

The two boards keep one common list of actions. What would change a part of it that both have seen
is refused: no play is taken back, and no set-up is corrected. What the secrets mean for the dice,
and how they are checked: `shared_rolls`.
"""

from minigam.rules import actions
from minigam.rules.action_refusals import refused
from minigam.rules.actions import Applied
from minigam.rules.position import Side
from minigam.rules.record import CubeAction
from minigam.rules.situation import Promises, Shares, Situation
from minigam.rules.writer import writer

AT_ONE_BOARD = (
    actions.Committed,
    actions.NumberGiven,
    actions.Revealed,
    actions.RollTakenBack,
    actions.PlayTakenBack,
    actions.SetUpCorrected,
)
"""What only a game at one board has; and so has the withdrawal of a double."""
BETWEEN_BOARDS = (actions.Promised, actions.Shared)
"""What only a game between two boards has."""


def check_kind(now: Situation, action: Applied) -> None:
    """Raise `IllegalPlayError` for a kind of action that such a game does not have."""
    if not now.terms.shared:
        if isinstance(action, BETWEEN_BOARDS):
            raise refused("at-one-board", got=str(action))
        return
    withdraws = isinstance(action, CubeAction) and action.action == "withdraw"
    if withdraws or isinstance(action, AT_ONE_BOARD):
        raise refused("between-boards", got=str(action))


def check_resigning(now: Situation, side: Side) -> None:
    """Raise `IllegalPlayError` where the other board writes the next action."""
    if now.terms.shared:
        _check_writer(now, side)


def promised(now: Situation, side: Side, commitment: str) -> Promises:
    """Both promises with a side's: white's comes first; raise `IllegalPlayError` for another."""
    if side.of(now.promises) is not None:
        raise refused("promise-given", side=side.value)
    _check_writer(now, side)
    if commitment in now.promises:
        raise refused("promise-copied", side=side.value, other=side.other.value)
    return side.pair(commitment, side.other.of(now.promises))


def shared(now: Situation, side: Side, secret: str) -> Shares:
    """All shares with a side's for the coming roll; raise `IllegalPlayError` for one out of order.

    In the opening white's comes first, later that of the side on turn.
    """
    if None in now.promises:
        raise refused("promises-missing")
    if now.turn:
        raise refused("roll-unplayed", dice=str(now.unplayed[0][0]), got="a share")
    if now.doubled:
        raise refused("double-unanswered", got="a share")
    if now.has_shared(side):
        raise refused("share-given", side=side.value)
    _check_writer(now, side)
    return side.pair((*side.of(now.shares), secret), side.other.of(now.shares))


def check_roll(now: Situation) -> None:
    """Raise `IllegalPlayError` for a roll before what two boards give for it."""
    if not now.terms.shared:
        return
    if None in now.promises:
        raise refused("promises-missing")
    if not all(map(now.has_shared, Side)):
        raise refused("shares-missing")


def _check_writer(now: Situation, side: Side) -> None:
    if side is not (expected := writer(now)):
        raise refused("other-side", side=expected.value, got=side.value)
