"""Results come from proven games: once each, and never against what the match says."""

import random
import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from minigam.errors import ClubError
from minigam.remote.club.contest import Format, WonGame
from minigam.remote.club.evening_events import GameRecorded, Ruled
from minigam.remote.club.proven_games import (
    ProvenGame,
    recorded,
    standings_from_games,
    standings_of,
    unproven,
)
from minigam.rules.plays import Result
from minigam.rules.position import Side
from minigam.rules.record import TIME
from minigam.rules.terms import Start, Terms
from tests.remote.club.evenings import Played, drawn, swapped, won_game

WHITE, BLACK = Side


def test_games_become_events_and_the_match_goes_on() -> None:
    evening = drawn()
    match = evening.matches[0]
    one, two = match.players
    first = won_game(match, WHITE, 2)
    event = recorded(evening, first)
    assert event == GameRecorded(match.number, 1, one, 2, 0, (2, 0), "off")
    evening = evening.after(event)
    assert recorded(evening, first) is None
    second = swapped(won_game(evening.match(match.number), BLACK, 4))
    event = recorded(evening, second)
    assert event == GameRecorded(match.number, 2, two, 4, 0, (2, 3), "off")
    match = evening.after(event).match(match.number)
    assert (match.is_over, match.winner, match.score) == (True, two, (2, 3))
    assert match.games[-1] == WonGame(two, 4, 0, (2, 3), "off")


def test_whose_time_is_over_loses_the_match() -> None:
    evening = drawn()
    match = evening.matches[0]
    event = recorded(evening, won_game(match, BLACK, 1, TIME))
    assert event is not None
    match = evening.after(event).matches[0]
    assert (match.is_over, match.winner, match.score) == (True, match.players[1], (0, 1))


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        (
            lambda game: replace(game, meeting="f" * 32),
            "expected a game of a match of this evening",
        ),
        (
            lambda game: replace(game, terms=replace(game.terms, names=("Ann", "Zoe"))),
            "was not begun as it was agreed: names ('Ann', 'Zoe'), not ('Ann', 'Bob')",
        ),
        (
            lambda game: replace(game, terms=replace(game.terms, options=(("length", "1"),))),
            "options (('length', '1'),), not (('length', '3'),)",
        ),
        (
            lambda game: replace(game, terms=replace(game.terms, rules_id="hypergammon")),
            "rules_id 'hypergammon', not 'backgammon'",
        ),
        (
            lambda game: replace(game, number=3),
            "expected game 2 of match 1 next, got game 3",
        ),
        (lambda game: replace(game, number=0), "expected game 2 of match 1 next, got game 0"),
        (
            lambda game: replace(game, terms=replace(game.terms, score=(0, 0))),
            "score (0, 0), not (2, 0)",
        ),
        (
            lambda game: replace(game, terms=replace(game.terms, crawford_played=True)),
            "crawford_played True, not False",
        ),
        (
            lambda game: replace(
                game, terms=replace(game.terms, start=Start(game.terms.rules.start))
            ),
            "was not begun as it was agreed: start Start(",
        ),
        (
            lambda game: replace(game, number=1, terms=replace(game.terms, score=(0, 0))),
            "game 1 of match 1 is known with another result: 2 - 0, and now 1 - 0",
        ),
        (lambda game: replace(game, ended_by="magic"), "expected an end out of off, resigned"),
        (
            lambda game: replace(game, result=Result(None, 1, "draw")),
            "expected points of a game, got 1 and 0",
        ),
    ],
)
def test_a_game_that_does_not_fit_is_refused(
    changed: Callable[[ProvenGame], ProvenGame], message: str
) -> None:
    evening = drawn()
    event = recorded(evening, won_game(evening.matches[0], WHITE, 2))
    assert event is not None
    evening = evening.after(event)
    game = won_game(evening.matches[0], WHITE)
    assert recorded(evening, game) is not None
    with pytest.raises(ClubError, match=re.escape(message)):
        recorded(evening, changed(game))


def test_no_game_follows_the_last_one() -> None:
    evening = drawn()
    event = recorded(evening, won_game(evening.matches[0], WHITE, 3))
    assert event is not None
    evening = evening.after(event)
    with pytest.raises(ClubError, match="match 1 is over"):
        recorded(evening, won_game(evening.matches[0], WHITE))


@pytest.mark.parametrize("seed", range(5))
def test_standings_of_16_over_five_swiss_rounds_from_the_journals_alone(seed: int) -> None:
    played = Played(Format.SWISS, 16, seed=seed).whole()
    tie_breaks = played.evening.opened.tie_breaks
    games = [*played.games, *played.games[::7]]  # some journals are held by two boards
    random.Random(seed).shuffle(games)
    assert standings_from_games(games, tie_breaks) == standings_of(played.evening)


@pytest.mark.parametrize("form", Format)
@pytest.mark.parametrize("players", [2, 5, 7, 12])
def test_with_byes_and_rulings_the_rest_is_from_the_journals(form: Format, players: int) -> None:
    played = Played(form, players, rounds=3)
    played.round()
    while not played.evening.is_over:
        played.round()
    evening = played.evening
    last = evening.matches[-1]
    winner = last.winner
    assert winner is not None
    for ruling in (last.other(winner), winner):  # decided otherwise, and back again
        evening = evening.after(Ruled(last.number, ruling, (3, 3), False, "looked again"))
        found = standings_from_games(played.games, evening.opened.tie_breaks, unproven(evening))
        assert found == standings_of(evening)


def test_a_match_that_is_not_over_does_not_count() -> None:
    evening = drawn()
    game = won_game(evening.matches[0], WHITE)
    found = standings_from_games([game], evening.opened.tie_breaks, unproven(evening))
    assert found == standings_of(evening)
    assert {place.wins for place in found} == {0}


def proven(number: int, score: tuple[int, int], winner: Side, points: int = 1) -> ProvenGame:
    terms = Terms("backgammon", (("length", "3"),), names=("Ann", "Bob"), score=score)
    return ProvenGame("a" * 32, number, terms, Result(winner, points, "single"), "off")


@pytest.mark.parametrize(
    ("games", "message"),
    [
        ([proven(1, (0, 0), WHITE), proven(1, (0, 0), BLACK)], "contradict each other"),
        ([proven(2, (1, 0), WHITE)], "game 1 of meeting " + "a" * 32 + " is missing"),
        ([proven(1, (0, 0), WHITE), proven(2, (0, 1), WHITE)], "does not follow"),
    ],
    ids=["contradiction", "missing", "score"],
)
def test_journals_that_do_not_fit_together(games: list[ProvenGame], message: str) -> None:
    with pytest.raises(ClubError, match=message):
        standings_from_games(games, ())
