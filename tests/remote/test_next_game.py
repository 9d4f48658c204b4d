"""A match between two boards: each game begins with what the one before has led to."""

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from minigam.journal.verification import check_beginning
from minigam.remote.game_status import GameStatus, SignedStatus
from minigam.remote.log_message import GameId
from minigam.remote.next_game import follows, has_begun, next_terms
from minigam.rules.actions import Begun
from minigam.rules.clock import TimeControl
from minigam.rules.position import Side
from minigam.rules.terms import Terms
from tests.remote.hostile import KEYS, MEETING
from tests.remote.replicas import WHOLE, honest_against, message
from tests.rules.two_boards import TwoBoards


@pytest.mark.parametrize("seed", range(4))
def test_a_match_to_its_end(seed: int) -> None:
    options = (("length", "3"),)
    clock = TimeControl("10:00+12")
    terms: Terms | None = Terms("hypergammon", options, clock=clock, meeting=MEETING)
    games, chance = [], Random(seed)
    while terms:
        check_beginning(terms)
        one = TwoBoards(terms, chance)
        one.play()
        games.append(one.game)
        terms = next_terms(one.game)
    assert games[-1].match_over
    assert max(games[-1].score) >= 3
    for before, after in pairwise(games):
        assert after.terms.score == before.score
        assert before.terms.meeting is not None
        assert after.terms.meeting is not None
        assert after.terms.meeting.number == before.terms.meeting.number + 1
        assert after.terms.meeting.boards == before.terms.meeting.boards
        assert after.terms.clock is not None
        assert before.clock is not None
        assert after.terms.clock.banks == before.clock.banks


@pytest.mark.parametrize("rules_id", ["minigam", "portes"])
def test_who_begins_the_next_game(rules_id: str) -> None:
    one = TwoBoards(Terms(rules_id, meeting=MEETING), Random(1))
    assert next_terms(one.game) is None
    one.play()
    terms = next_terms(one.game)
    assert terms is not None
    check_beginning(terms)
    winner = one.game.result.winner if one.game.result else None
    assert terms.starter == (winner if one.game.rules.winner_starts else None)


def test_a_game_outside_meetings_has_no_next_one() -> None:
    one = TwoBoards(Terms("minigam", meeting=MEETING), Random(1))
    one.play()
    assert next_terms(one.game) is not None
    alone = replace(one.game, terms=replace(one.game.terms, meeting=None))
    assert next_terms(alone) is None


FOLLOWING = GameId(MEETING.id, MEETING.number + 1)


def test_the_other_board_s_log_of_the_next_game_says_that_it_has_begun() -> None:
    here = honest_against(Side.BLACK, [Begun(WHOLE)])
    own, other = KEYS
    assert follows(message([b"{}"], other, id=FOLLOWING), here)
    assert not follows(message([b"{}"], own, id=FOLLOWING), here)
    assert not follows(message([b"{}"], other), here)
    later = replace(FOLLOWING, number=FOLLOWING.number + 1)
    assert not follows(message([b"{}"], other, id=later), here)


@pytest.mark.parametrize("left", [False, True])
def test_who_has_left_the_next_game_again_does_not_wait(left: bool) -> None:
    _, other = KEYS
    status = SignedStatus.of(GameStatus(1, left=left), MEETING.id, FOLLOWING.number, other.sign)
    log = message([b"{}"], other, id=FOLLOWING)
    assert has_begun(log, other.public)
    assert has_begun(replace(log, status=status), other.public) is not left
