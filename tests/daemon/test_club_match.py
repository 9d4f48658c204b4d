"""The match that a club has given a board: what is set up at the table, and when."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from minigam.daemon.club_match import due_terms, offer
from minigam.journal.schema import board_key
from minigam.journal.store import FILE_NAME, Journal
from minigam.remote.club.match_message import MatchMessage
from minigam.rules.actions import Action
from minigam.rules.game import Game
from minigam.rules.terms import Terms
from minigam.table.events import Met, Opened, OtherBoard, Tapped
from minigam.table.machine import step
from minigam.table.prompts import prompt
from minigam.table.setup import Setup
from minigam.table.state import Phase, State, opened, resumed
from tests.remote.club.light_boards import random_game

KEY = "0c" * 32
MATCH = MatchMessage("ab" * 16, 1, 2, 3, ("Ann", "Bob"), "minigam", (), 3, "off")
TERMS = MATCH.terms(KEY)
OWN = Setup(hints=True)


def attract(setup: Setup = OWN) -> State:
    return opened(Opened(setup))


def whole(terms: Terms) -> list[Action]:
    return [*random_game(terms, Random(1))]


def after(terms: Terms = TERMS) -> State:
    """A game of a match that has ended, at a board whose own set-up is another one."""
    game = Game.of(whole(terms))
    return replace(resumed(game, OWN), before=OWN)


@pytest.fixture(name="journal")
def _journal(tmp_path: Path) -> Iterator[Journal]:
    with closing(Journal(tmp_path / FILE_NAME, new=True)) as journal:
        yield journal


def stored(journal: Journal, actions: Sequence[Action]) -> None:
    number = journal.begin(actions[:1], board_key(6, False))
    journal.append(number, actions[1:])


# ---- What is set up ------------------------------------------------------------------------------


def test_a_match_is_set_up_with_both_names_and_one_touch_begins_it() -> None:
    event = offer(attract(), TERMS)
    assert event == Opened(OWN.agreeing(TERMS), before=OWN, terms=TERMS)
    assert event is not None
    state = step(attract(), event)
    assert (state.phase, state.setup.names) == (Phase.ATTRACT, ("Ann", "Bob"))
    assert state.setup.rules.length == 3
    assert str(prompt(state)) == "Ann plays Bob, to 3. Press roll to begin."
    assert offer(state, TERMS) is None
    begun = step(state, Tapped("roll", 1))
    assert (begun.phase, begun.game.terms) == (Phase.OPENING, TERMS)


def test_what_was_set_up_before_comes_back_with_the_match_taken_away() -> None:
    event = offer(attract(), TERMS)
    assert event is not None
    state = step(attract(), event)
    assert offer(state, None) == Opened(OWN)
    assert offer(attract(), None) is None


def test_a_set_up_that_was_changed_by_hand_is_set_up_again() -> None:
    event = offer(attract(), TERMS)
    assert event is not None
    changed = step(step(attract(), event), Tapped("point-2", 1))
    assert changed.game.terms != TERMS
    assert isinstance(offer(changed, TERMS), Opened)


def test_a_game_that_is_played_is_left_alone() -> None:
    playing = step(attract(), Tapped("roll", 1))
    assert offer(playing, TERMS) is None
    assert offer(playing, None) is None


def test_the_next_game_of_the_match_follows_with_one_touch() -> None:
    state = after()
    due = replace(
        TERMS,
        score=state.game.score,
        meeting=replace(TERMS.meeting, number=2),  # type: ignore
    )
    event = offer(state, due)
    assert event == OtherBoard(following=due)
    assert event is not None
    state = step(state, event)
    assert offer(state, due) is None
    following = step(state, Tapped("point-1", 1)).next_game
    assert following is not None
    assert (following.terms, following.started, following.before) == (due, True, OWN)


def test_the_result_of_a_match_stands_until_somebody_goes_on() -> None:
    other = replace(MATCH, meeting="cd" * 16).terms(KEY)
    assert offer(after(), other) is None
    assert offer(after(), None) is None


def test_a_board_with_two_computers_plays_by_itself() -> None:
    setup = Setup(white="easy", black="hard")
    seated = replace(TERMS, seats=("easy", "hard"))
    assert offer(attract(setup), TERMS, computers=True) == Met(seated)
    assert step(attract(setup), Met(seated)).next_game is not None


def test_people_play_where_the_evening_allows_no_computers() -> None:
    setup = Setup(white="easy", black="hard")
    assert offer(attract(setup), TERMS) == Opened(setup.agreeing(TERMS), before=setup, terms=TERMS)


# ---- What is due ---------------------------------------------------------------------------------


def test_the_match_goes_on_where_the_journal_is(journal: Journal) -> None:
    """Also where the club does not have the last game yet."""
    assert due_terms(journal, TERMS) == TERMS
    actions = whole(TERMS)
    stored(journal, actions)
    score = Game.of(actions).score
    due = due_terms(journal, TERMS)
    assert due is not None
    assert due.meeting is not None
    assert (due.meeting.number, due.score, due.names) == (2, score, ("Ann", "Bob"))


def test_nothing_follows_a_match_that_is_over(journal: Journal) -> None:
    terms = replace(MATCH, length=1).terms(KEY)
    stored(journal, whole(terms))
    assert due_terms(journal, terms) is None


def test_nothing_follows_an_unfinished_game(journal: Journal) -> None:
    """The director decides: a second game of that number would contradict the first."""
    stored(journal, whole(TERMS)[:20])
    assert due_terms(journal, TERMS) is None
