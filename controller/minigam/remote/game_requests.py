"""What a player asks of the other board without an action: to accept a resignation, to pause.

Each function that changes something takes a `replica.Replica` and returns the one after it. The
status of that one is sent until the other board has it.
"""

from dataclasses import replace

from minigam.errors import IllegalPlayError
from minigam.remote.game_status import Answer, Offer
from minigam.remote.replica import Replica
from minigam.rules.actions import Resigned
from minigam.rules.writer import writer


def offer_resignation(replica: Replica, points: int) -> Replica:
    """Offer to resign; `points`: what the game is then worth, the cube counted.

    Raises `IllegalPlayError` while the other board writes, and for points that are not possible.
    """
    if not replica.may_write:
        raise IllegalPlayError("expected a resignation by the side that has to act")
    replica.game.apply(Resigned(replica.side, points))
    offer = Offer(len(replica.log), points)
    return replica.with_status(replace(replica.kept.own, offer=offer))


def withdraw_offer(replica: Replica) -> Replica:
    """Take an offer back, if it was not accepted yet."""
    return replica.with_status(replace(replica.kept.own, offer=None))


def offered_resignation(replica: Replica) -> Offer | None:
    """What the other side offers and this one has not answered; None while there is nothing.

    An offer lapses with the next entry that is no time.
    """
    offer = replica.peer_status.offer
    if offer is None or replica.divergence or replica.game.has_ended:
        return None
    if not replica.log.stands(offer.at) or writer(replica.game) is replica.side:
        return None
    if replica.game.why_not(Resigned(replica.side.other, offer.points)):
        return None
    return None if _answers(replica.kept.own.answer, offer) else offer


def answer_offer(replica: Replica, accept: bool) -> Replica:
    """Accept or refuse the offer of `offered_resignation`; raise `IllegalPlayError` without one."""
    offer = offered_resignation(replica)
    if offer is None:
        raise IllegalPlayError("expected a resignation that is offered, got none")
    answer = Answer(offer.at, offer.points, accept)
    return replica.with_status(replace(replica.kept.own, answer=answer))


def accepted_resignation(replica: Replica) -> Resigned | None:
    """The action that this board has to write, once its own offer was accepted; else None."""
    offer, answer = replica.kept.own.offer, replica.peer_status.answer
    if offer is None or not replica.may_write or not replica.log.stands(offer.at):
        return None
    if replica.game.has_ended or not (_answers(answer, offer) and answer and answer.accept):
        return None
    return Resigned(replica.side, offer.points)


def refused_resignation(replica: Replica) -> bool:
    """Whether the other side has refused this one's offer."""
    offer, answer = replica.kept.own.offer, replica.peer_status.answer
    return bool(offer and answer and _answers(answer, offer) and not answer.accept)


def _answers(answer: Answer | None, offer: Offer) -> bool:
    return answer is not None and (answer.at, answer.points) == (offer.at, offer.points)


def pause(replica: Replica, paused: bool) -> Replica:
    """Pause the game at both boards, or go on."""
    own = replica.kept.own
    if own.is_paused is paused:
        return replica
    return replica.with_status(replace(own, pause=own.pause + 1))


def leave(replica: Replica) -> Replica:
    """Say that this board's player has left the game; it stays unfinished at both boards."""
    return replica.with_status(replace(replica.kept.own, left=True))
