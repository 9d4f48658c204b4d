"""Resignation, pause and leaving, between two boards."""

import json
from dataclasses import replace

import pytest

from minigam.errors import IllegalPlayError
from minigam.remote import game_requests
from minigam.remote.divergence import DivergenceCause
from minigam.remote.game_status import MOST, MOST_BELIEVED, SILENT, Answer, GameStatus, Offer
from minigam.remote.kept import Kept
from minigam.remote.keys import SigningKey
from minigam.remote.log_message import GameId
from minigam.rules.actions import (
    Resigned,
    Stepped,
)
from minigam.rules.position import Side
from minigam.rules.writer import writer
from tests.remote.hostile import KEYS
from tests.remote.replicas import (
    GAME,
    delivered,
    forged,
    found,
    in_turn,
    played,
    signed,
    two,
)


def test_resignation_is_offered_accepted_and_written() -> None:
    mine, theirs = two(in_turn)
    at = len(mine.log)
    mine = game_requests.offer_resignation(mine, 1)
    assert game_requests.accepted_resignation(mine) is None
    theirs = delivered(mine, theirs)
    assert game_requests.offered_resignation(theirs) == Offer(at, 1)
    theirs = game_requests.answer_offer(theirs, True)
    assert game_requests.offered_resignation(theirs) is None
    mine = delivered(theirs, mine)
    resigned = game_requests.accepted_resignation(mine)
    assert resigned == Resigned(mine.side, 1)
    mine = mine.append(resigned)
    assert game_requests.accepted_resignation(mine) is None
    theirs = delivered(mine, theirs)
    assert theirs.game.ended_by == "resigned"
    assert theirs.log == mine.log


def test_acceptance_is_shown_to_a_board_that_has_lost_it() -> None:
    """Such as to one whose card was written back from a backup: it signed it itself."""
    mine, theirs = two(in_turn)
    mine = game_requests.offer_resignation(mine, 1)
    answered = game_requests.answer_offer(delivered(mine, theirs), True)
    mine = delivered(answered, mine)
    mine = mine.append(Resigned(mine.side, 1))
    assert delivered(mine, theirs).log == mine.log


def test_refused_offer() -> None:
    mine, theirs = two(in_turn)
    mine = game_requests.offer_resignation(mine, 1)
    theirs = game_requests.answer_offer(delivered(mine, theirs), False)
    mine = delivered(theirs, mine)
    assert game_requests.refused_resignation(mine)
    assert game_requests.accepted_resignation(mine) is None
    with pytest.raises(IllegalPlayError, match="nobody accepted a resignation for 1 points"):
        mine.append(Resigned(mine.side, 1))


def test_offer_lapses_with_the_next_entry() -> None:
    mine, theirs = two(lambda game: in_turn(game) and bool(game.turn and game.turn.next_steps))
    mine = game_requests.offer_resignation(mine, 1)
    theirs = delivered(mine, theirs)
    late = game_requests.answer_offer(theirs, True)
    assert mine.game.turn
    step = mine.game.turn.next_steps[0]
    mine = mine.append(Stepped(step.source, step.die))
    assert game_requests.offered_resignation(delivered(mine, theirs)) is None
    assert game_requests.accepted_resignation(delivered(late, mine)) is None


def test_withdrawn_offer() -> None:
    mine, theirs = two(in_turn)
    mine = game_requests.offer_resignation(mine, 1)
    theirs = delivered(mine, theirs)
    theirs = delivered(game_requests.withdraw_offer(mine), theirs)
    assert game_requests.offered_resignation(theirs) is None
    with pytest.raises(IllegalPlayError, match="expected a resignation that is offered, got none"):
        game_requests.answer_offer(theirs, True)


def test_only_who_writes_offers_to_resign() -> None:
    mine, theirs = two(in_turn)
    with pytest.raises(IllegalPlayError, match="by the side that has to act"):
        game_requests.offer_resignation(theirs, 1)
    with pytest.raises(IllegalPlayError, match="expected a resignation for 1 points, got 7"):
        game_requests.offer_resignation(mine, 7)


def test_resignation_that_nobody_accepted() -> None:
    """Not at all, for other points, at another time, by the cheater itself, in another game."""
    game = played(in_turn)
    cheater = writer(game.game)
    own, honest = cheater.of(KEYS), cheater.other.of(KEYS)
    at = len(game.actions)
    action = Resigned(cheater, 1)
    consents = [
        None,
        signed(GameStatus(1, answer=Answer(at, 2, True)), honest),
        signed(GameStatus(1, answer=Answer(at - 1, 1, True)), honest),
        signed(GameStatus(1, answer=Answer(at + 1, 1, True)), honest),
        signed(GameStatus(1, answer=Answer(at, 1, False)), honest),
        signed(GameStatus(1, answer=Answer(at, 1, True)), own),
        signed(GameStatus(1, answer=Answer(at, 1, True)), honest, GameId(GAME.meeting, 1)),
    ]
    for consent in consents:
        shown = {"consent": consent} if consent else {}
        assert found(forged(game, action, cheater=cheater, **shown)) == (
            at + 1,
            cheater,
            DivergenceCause.RESIGNATION,
        )
    shown = {"consent": signed(GameStatus(1, answer=Answer(at, 1, True)), honest)}
    assert forged(game, action, cheater=cheater, **shown).actions == (action,)


def test_nobody_resigns_for_the_other_side() -> None:
    game = played(in_turn)
    cheater = writer(game.game)
    action = Resigned(cheater.other, 1)
    assert found(forged(game, action, cheater=cheater))[2] is DivergenceCause.PLACE


def test_pause_is_the_same_at_both_whoever_presses() -> None:
    mine, theirs = two(in_turn)
    mine, theirs = game_requests.pause(mine, True), game_requests.pause(theirs, True)
    mine, theirs = delivered(theirs, mine), delivered(mine, theirs)
    assert (mine.kept.own.pause, theirs.kept.own.pause) == (1, 1)
    theirs = game_requests.pause(theirs, False)
    assert not delivered(theirs, mine).kept.own.is_paused
    assert game_requests.pause(theirs, False) == theirs


def test_older_status_changes_nothing() -> None:
    mine, theirs = two(in_turn)
    paused = game_requests.pause(mine, True)
    theirs = delivered(game_requests.pause(paused, False), theirs)
    again = theirs.receive(paused.message(KEYS[0 if mine.side is Side.WHITE else 1].sign))
    assert again.replica == theirs


def test_leaving_is_shown_to_the_other_side() -> None:
    mine, theirs = two(in_turn)
    theirs = delivered(game_requests.leave(mine), theirs)
    assert theirs.peer_status.left
    assert not theirs.game.abandoned


def test_a_status_by_somebody_else_is_not_used() -> None:
    mine, theirs = two(in_turn)
    key = KEYS[0 if mine.side is Side.WHITE else 1]
    sent = mine.message(key.sign)
    stranger = SigningKey.from_bytes(bytes(32))
    for other in (stranger, mine.side.other.of(KEYS)):
        false = replace(sent, status=signed(GameStatus(9, left=True), other))
        assert not theirs.receive(false).replica.peer_status.left


def test_a_pause_that_the_other_board_has_not_heard_of_stays() -> None:
    mine, theirs = two(in_turn)
    for paused in (True, False, True):
        mine = game_requests.pause(mine, paused)
    theirs = game_requests.pause(theirs, True)
    mine = delivered(theirs, mine)
    assert mine.kept.own.pause == 3
    assert delivered(mine, theirs).kept.own.pause == 3


def test_a_status_that_was_lost_is_counted_on() -> None:
    """Else the other board would take the next one for an older one."""
    mine, theirs = two(in_turn)
    lost = mine
    for paused in (True, False):
        mine = game_requests.pause(mine, paused)
    theirs = delivered(mine, theirs)
    lost = game_requests.leave(delivered(theirs, lost))
    assert lost.kept.own.count == 3
    assert delivered(lost, theirs).peer_status.left


@pytest.mark.parametrize("field", ["heard", "pause"])
def test_a_board_that_counts_too_far_changes_no_number_here(field: str) -> None:
    """Else this board would store what it cannot read again."""
    mine, theirs = two(in_turn)
    sent = mine.message(mine.side.of(KEYS).sign)
    for number, is_used in ((MOST, False), (MOST_BELIEVED + 1, False), (MOST_BELIEVED, True)):
        status = GameStatus.from_json({**SILENT.to_json(), "count": 1, field: number})
        now = theirs.receive(replace(sent, status=signed(status, mine.side.of(KEYS)))).replica
        assert (now.peer_status == status) is is_used
        later = game_requests.leave(game_requests.pause(now, not now.kept.own.is_paused))
        stored = json.loads(json.dumps(later.kept.to_json()))
        assert Kept.from_json(stored) == later.kept
