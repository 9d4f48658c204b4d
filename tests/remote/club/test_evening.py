"""An evening is the fold of its events: what happens, what is corrected, and what cannot be."""

import re
from dataclasses import replace
from typing import Any

import pytest

from minigam.errors import ClubError
from minigam.remote.club.contest import ClubRound, Format, Player, RoundTerms, Ruling
from minigam.remote.club.evening import Evening
from minigam.remote.club.evening_events import (
    Entered,
    Event,
    GameRecorded,
    Paired,
    Returned,
    RoundCancelled,
    Ruled,
    RulingLifted,
    Seated,
    Withdrawn,
)
from minigam.remote.club.next_round import candidates, draw_round
from minigam.remote.club.proven_games import recorded, standings_of
from minigam.remote.club.tie_breaks import TieBreak
from minigam.rules.clock import TimeControl
from minigam.rules.position import Side
from minigam.rules.terms import Terms
from tests.remote.club.evenings import ID, NAMES, Played, begun, drawn, opened, won_game

WHITE, BLACK = Side


def after(evening: Evening, *events: Event) -> Evening:
    for event in events:
        evening = evening.after(event)
    return evening


def decided(evening: Evening) -> Evening:
    """With all open matches won by the player of the lower number."""
    for match in evening.matches:
        if not match.is_over:
            winner = min(match.players)
            evening = evening.after(Ruled(match.number, winner, (3, 0), False, ""))
    return evening


def won(evening: Evening, number: int, *games: tuple[Side, int]) -> Evening:
    """With some games of a match."""
    for winner, points in games:
        event = recorded(evening, won_game(evening.match(number), winner, points))
        assert event is not None
        evening = evening.after(event)
    return evening


# ---- What happens --------------------------------------------------------------------------------


def test_a_round_has_its_tables_terms_and_meetings() -> None:
    evening = begun(players=3).after(Paired(1, ((3, 1), (2, None))))
    (match,) = evening.matches
    assert evening.rounds == (ClubRound(1, ((3, 1), (2, None))),)
    assert (match.round, match.table, match.players, match.names) == (1, 1, (3, 1), ("Cleo", "Ann"))
    assert match.terms == Terms("backgammon", (("length", "3"),), names=("Cleo", "Ann"))
    assert re.fullmatch("[0-9a-f]{32}", match.meeting)
    assert [place.wins for place in standings_of(evening)] == [1, 0, 0]  # the bye is one


def test_length_and_clock_go_by_round_and_the_last_ones_stay() -> None:
    played = Played(Format.SWISS, 4, rounds=4).whole()
    terms = {match.round: match.terms for match in played.evening.matches}
    assert {number: (each.rules.length, each.clock) for number, each in terms.items()} == {
        1: (3, None),
        2: (3, None),
        3: (5, TimeControl("10:00+12")),
        4: (5, TimeControl("10:00+12")),
    }


@pytest.mark.parametrize("form", Format)
@pytest.mark.parametrize("players", [2, 3, 8, 11])
def test_a_whole_evening_is_the_same_from_its_events(form: Format, players: int) -> None:
    played = Played(form, players, rounds=3).whole()
    assert Evening.of(played.events) == played.evening
    assert len(played.evening.rounds) == played.evening.round_count
    meetings = [match.meeting for match in played.evening.matches]
    assert len({*meetings}) == len(meetings)
    with pytest.raises(ClubError, match="the evening is over: it has had its"):
        draw_round(played.evening)


def test_a_round_robin_has_every_pair_once() -> None:
    evening = Played(Format.ROUND_ROBIN, 7).whole().evening
    pairs = {frozenset(match.players) for match in evening.matches}
    assert (len(pairs), len(evening.matches), evening.round_count) == (21, 21, 7)


def test_a_knockout_ends_with_one_who_has_lost_nothing() -> None:
    evening = Played(Format.KNOCKOUT, 11, seed=3).whole().evening
    first, second, *_ = standings_of(evening)
    assert (first.wins, first.losses, first.rank) == (4, 0, 1)
    assert (second.wins, second.losses, second.rank) == (3, 1, 2)
    assert len(evening.matches) == 10
    assert evening.survivors == (NAMES.index(first.name) + 1,)


def test_a_knockout_is_drawn_as_it_is_passed_in() -> None:
    evening = begun(Format.KNOCKOUT, 4)
    assert draw_round(evening, [4, 2, 1, 3]).pairs == ((3, 4), (1, 2))
    with pytest.raises(ClubError, match="missing: 4, too much: 1"):
        draw_round(evening, [1, 2, 1, 3])
    with pytest.raises(ClubError, match="only a knockout's first round takes one"):
        draw_round(drawn(), [1, 2])


def test_who_was_white_more_often_is_black() -> None:
    evening = Played(Format.ROUND_ROBIN, 8).whole().evening
    white = [sum(match.players[0] == player for match in evening.matches) for player in range(1, 9)]
    assert {*white} <= {3, 4}


# ---- Boards --------------------------------------------------------------------------------------


def test_a_board_that_fails_is_replaced_and_the_match_goes_on() -> None:
    evening = won(drawn().after(Seated(1, "oak")), 1, (WHITE, 2))
    evening = evening.after(Seated(1, "ash"))
    match = evening.match(1)
    assert (match.board, match.score) == ("ash", (2, 0))
    assert match.next_terms == replace(match.terms, score=(2, 0))
    evening = won(evening, 1, (BLACK, 1))
    assert evening.match(1).next_terms == replace(match.terms, score=(2, 1), crawford_played=True)
    evening = won(evening, 1, (WHITE, 1))
    assert (evening.match(1).winner, evening.match(1).score) == (match.players[0], (3, 1))


def test_a_board_has_one_match_at_a_time() -> None:
    evening = drawn().after(Seated(1, "oak"))
    for number in (1, 2):
        with pytest.raises(ClubError, match="oak has match 1, which is not over"):
            evening.after(Seated(number, "oak"))
    assert won(evening, 1, (WHITE, 3)).after(Seated(2, "oak")).match(2).board == "oak"
    with pytest.raises(ClubError, match="match 1 is over, and needs no board"):
        won(evening, 1, (WHITE, 3)).after(Seated(1, "ash"))


# ---- Corrections ---------------------------------------------------------------------------------


def test_the_director_s_word_counts_and_the_games_stay() -> None:
    evening = won(drawn(), 1, (WHITE, 2))
    one, two = evening.match(1).players
    ruled = evening.after(Ruled(1, two, (2, 3), False, "misread"))
    assert (ruled.match(1).winner, ruled.match(1).score) == (two, (2, 3))
    assert ruled.match(1).games == evening.match(1).games
    later = won(ruled, 1, (WHITE, 1))  # the boards went on: it is kept, and does not count
    assert (later.match(1).winner, later.match(1).played_score) == (two, (3, 0))
    lifted = later.after(RulingLifted(1))
    assert (lifted.match(1).winner, lifted.match(1).score) == (one, (3, 0))
    again = later.after(Ruled(1, None, (0, 0), True, "both left"))
    assert (again.match(1).winner, again.match(1).is_over) == (None, True)


def test_who_withdraws_forfeits_the_open_match_and_is_drawn_no_more() -> None:
    evening = drawn(players=5)
    match = evening.matches[0]
    leaving, staying = match.players
    evening = won(evening, 1, (WHITE, 1)).after(Withdrawn(leaving))
    assert evening.match(1).ruling == Ruling(staying, (1, 0), True, "withdrawn")
    assert evening.match(1).is_played  # a game of it had ended
    evening = decided(evening)
    found = draw_round(evening)
    assert sorted(n for pair in found.pairs for n in pair if n) == sorted(
        {1, 2, 3, 4, 5} - {leaving}
    )
    back = evening.after(Returned(leaving))
    assert len(draw_round(back).pairs) == 3
    assert back.player(leaving).since == 2


def test_in_a_round_robin_who_withdraws_forfeits_what_is_left() -> None:
    evening = decided(drawn(Format.ROUND_ROBIN, 4).after(Withdrawn(2)))
    while not evening.is_over:
        evening = decided(evening.after(draw_round(evening)))
    lost = [match for match in evening.matches if 2 in match.players]
    assert [match.ruling.reason for match in lost if match.ruling] == ["withdrawn"] * 3
    assert 2 not in {match.winner for match in lost}
    assert [place.wins for place in standings_of(evening)] == [3, 2, 1, 0]


def test_where_both_have_withdrawn_nobody_wins_but_in_a_knockout_the_tree_goes_on() -> None:
    robin = decided(drawn(Format.ROUND_ROBIN, 4))
    met = {frozenset(match.players) for match in robin.matches}
    gone = next((1, n) for n in (2, 3, 4) if frozenset((1, n)) not in met)
    robin = after(robin, *map(Withdrawn, gone))
    while not robin.is_over:
        robin = decided(robin.after(draw_round(robin)))
    (match,) = (match for match in robin.matches if {*match.players} == {*gone})
    assert (match.winner, match.is_over) == (None, True)
    knockout = decided(drawn(Format.KNOCKOUT, 4))
    knockout = after(knockout, *map(Withdrawn, knockout.survivors))
    knockout = knockout.after(draw_round(knockout))
    assert knockout.is_over
    assert knockout.survivors == (knockout.matches[-1].players[0],)


def test_a_late_entry_plays_from_the_next_round_on() -> None:
    evening = decided(drawn(players=4)).after(Entered("Zoe"))
    assert evening.player(5) == Player(5, "Zoe", since=2)
    assert len(draw_round(evening).pairs) == 3
    assert standings_of(evening)[-1].name == "Zoe"


def test_a_walkover_is_no_meeting_and_counts_as_a_bye() -> None:
    evening = drawn(players=4)
    one, two = evening.match(1).players
    evening = decided(evening.after(Ruled(1, one, (0, 0), True, "late")))
    found = {player.number: player for player in candidates(evening)}
    assert (found[one].met, found[one].had_bye, found[one].wins) == ((), True, 1)
    assert (found[two].met, found[two].had_bye, found[two].wins) == ((), False, 0)


def test_a_round_can_be_cancelled_until_a_game_has_ended() -> None:
    evening = drawn()
    again = evening.after(RoundCancelled(1))
    assert (again.rounds, again.matches, again.players) == ((), (), evening.players)
    again = again.after(draw_round(again))
    assert {match.meeting for match in again.matches}.isdisjoint(
        match.meeting for match in evening.matches
    )
    assert [match.number for match in again.matches] == [3, 4]
    with pytest.raises(ClubError, match="games of round 1 have ended"):
        won(evening, 2, (WHITE, 1)).after(RoundCancelled(1))


def test_a_knockout_s_result_holds_once_the_next_round_is_drawn() -> None:
    evening = decided(drawn(Format.KNOCKOUT, 4))
    drawn_on = evening.after(draw_round(evening))
    match = evening.match(1)
    winner = match.winner
    assert winner is not None
    other = match.other(winner)
    wrong = Ruled(1, other, (0, 3), False, "")
    for event in (wrong, RulingLifted(1)):
        with pytest.raises(ClubError, match="round 2 has been drawn with who won match 1: cancel"):
            drawn_on.after(event)
    score_only = drawn_on.after(Ruled(1, winner, (3, 2), False, "")).match(1)
    assert (score_only.winner, score_only.score) == (winner, (3, 2))
    assert after(drawn_on, RoundCancelled(2), wrong).survivors[0] == other


# ---- What cannot be ------------------------------------------------------------------------------

HALF = won(drawn(), 1, (WHITE, 1))
"""Round 1 of four players, with one game of match 1."""


@pytest.mark.parametrize(
    ("evening", "event", "message"),
    [
        (begun(), opened(), "expected one opening of an evening, got a second one"),
        (begun(), Entered("ann"), "ann has entered already: give each player another name"),
        (begun(), Entered("A\uff2e\uff2e"), "has entered already"),
        (begun(), Entered(" "), "expected a name of 1 to 60 letters, got ' '"),
        (begun(), Entered("a\nb"), "expected a name of 1 to 60 letters"),
        (drawn(Format.KNOCKOUT), Entered("Zoe"), "only Swiss takes late entries"),
        (drawn(Format.ROUND_ROBIN), Entered("Zoe"), "round-robin has begun without Zoe"),
        (begun(), Withdrawn(5), "expected a player from 1 to 4, got 5"),
        (begun(), Withdrawn(0), "expected a player from 1 to 4, got 0"),
        (begun().after(Withdrawn(1)), Withdrawn(1), "got Ann, who has left"),
        (begun(), Returned(1), "expected a player who has left, got Ann, who takes part"),
        (drawn(Format.KNOCKOUT).after(Withdrawn(1)), Returned(1), "Ann is out"),
        (begun(players=1), Paired(1, ((1, None),)), "expected two players or more in a round"),
        (begun(), Paired(2, ((1, 2), (3, 4))), "expected round 1 to be drawn next, got round 2"),
        (begun(), Paired(1, ((1, 2),)), "missing: 3, 4, too much: none"),
        (begun(), Paired(1, ((1, 2), (3, 3))), "missing: 4, too much: 3"),
        (begun(), Paired(1, ((1, 2), (3, 9))), "missing: 4, too much: 9"),
        (begun(), Paired(1, ((1, 2), (3, None), (4, None))), "expected 0 byes in round 1, got 2"),
        (begun(Format.KNOCKOUT, 5), Paired(1, ((1, 2), (3, 4), (5, None))), "expected 3 byes"),
        (drawn(), Paired(2, ((1, 2), (3, 4))), "round 1 is not over: end its matches"),
        (begun(), RoundCancelled(1), "expected the last round, 0, got 1"),
        (HALF, RoundCancelled(2), "expected the last round, 1, got 2"),
        (HALF, Seated(3, "oak"), "expected the number of a match of this evening, got 3"),
        (HALF, Seated(1, ""), "expected a board's name of at most 32 small letters"),
        (HALF, Seated(1, "Oak"), "expected a board's name"),
        (HALF, Seated(1, "o" * 33), "expected a board's name"),
        (HALF, Seated(1, "a\n"), "expected a board's name"),
        (
            HALF,
            GameRecorded(1, 1, HALF.match(1).players[0], 1, 0, (1, 0), "off"),
            "expected game 2 of match 1 next, got game 1",
        ),
        (
            HALF,
            GameRecorded(1, 2, HALF.match(1).players[0], 1, 0, (3, 0), "off"),
            "expected the score 2 - 0 after game 2 of match 1, got 3 - 0",
        ),
        (
            HALF,
            GameRecorded(1, 2, HALF.match(2).players[0], 1, 0, (2, 0), "off"),
            "expected a player of match 1 as the winner",
        ),
        (HALF, Ruled(1, 9, (0, 0), True, ""), "expected a player of match 1 as the winner, got 9"),
        (HALF, Ruled(1, None, (0, 0), False, ""), "expected a winner where the match was played"),
        (HALF, Ruled(1, 1, (-1, 0), True, ""), "expected a score of two numbers from 0 on"),
        (HALF, Ruled(1, None, (0, 0), True, "a\nb"), "expected a reason of one line"),
        (HALF, Ruled(1, None, (0, 0), True, "a" * 201), "expected a reason of one line"),
        (drawn(Format.KNOCKOUT), Ruled(1, None, (0, 0), True, ""), "match 1 needs a winner"),
        (HALF, RulingLifted(1), "expected a match that was decided by hand, got match 1"),
    ],
)
def test_what_does_not_fit_is_refused(evening: Evening, event: Event, message: str) -> None:
    if isinstance(event, Ruled) and event.winner == 1:
        event = replace(event, winner=evening.match(1).players[0])
    with pytest.raises(ClubError, match=re.escape(message)):
        evening.after(event)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"id": "1"}, "expected 32 hexadecimal digits as an evening's id, got '1'"),
        ({"id": ID.upper()}, "expected 32 hexadecimal digits"),
        ({"title": ""}, "expected a name of 1 to 60 letters, got ''"),
        ({"rules_id": "chess"}, "unknown"),
        ({"options": (("jacoby", "maybe"),)}, "maybe"),
        ({"options": (("length", "5"),)}, "expected the length with each round"),
        ({"terms": ()}, "expected what is played in 1 to 99 rounds, got 0"),
        ({"terms": (RoundTerms(100),)}, "expected matches to 1 to 99 points, got 100"),
        ({"terms": (RoundTerms(3, "soon"),)}, "unknown clock 'soon'"),
        ({"rounds": 0}, "expected 1 to 99 rounds of Swiss, got 0"),
        ({"format": Format.KNOCKOUT}, "expected no number of rounds in knockout"),
        ({"seed": -1}, "expected a seed from 0 to"),
        ({"tie_breaks": (TieBreak.BUCHHOLZ, TieBreak.BUCHHOLZ)}, "expected each tie-break once"),
    ],
)
def test_an_evening_that_cannot_begin_is_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ClubError, match=re.escape(message)):
        Evening.of([replace(opened(), **changes)])


@pytest.mark.parametrize("events", [[], [Entered("Ann")]])
def test_an_evening_begins_with_its_opening(events: list[Event]) -> None:
    with pytest.raises(ClubError, match="expected an evening to begin with its opening"):
        Evening.of(events)


def test_at_most_128_players() -> None:
    evening = Evening.of([opened(), *(Entered(f"Player {number}") for number in range(128))])
    with pytest.raises(ClubError, match="expected at most 128 players"):
        evening.after(Entered("Zoe"))
    assert len(draw_round(evening).pairs) == 64
