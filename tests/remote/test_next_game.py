"""A match between two boards: each game begins with what the one before has led to."""

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from minigam.journal.verification import check_beginning
from minigam.remote.next_game import next_terms
from minigam.rules.clock import TimeControl
from minigam.rules.terms import Terms
from tests.remote.hostile import MEETING
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
