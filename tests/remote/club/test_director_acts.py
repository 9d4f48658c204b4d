"""What a director asks for, as events; and what is refused."""

from dataclasses import replace
from functools import reduce
from typing import Any

import pytest

from minigam.errors import ClubError, RequestError, UnreadableError
from minigam.remote.club.board_view import BoardViews
from minigam.remote.club.contest import Format, RoundTerms
from minigam.remote.club.director_acts import events_of, opened_by, seatings
from minigam.remote.club.evening import Evening
from minigam.remote.club.evening_checks import MOST_BOARDS
from minigam.remote.club.evening_events import (
    Admitted,
    Entered,
    Finished,
    Opened,
    Paired,
    Ruled,
    RulingLifted,
    Seated,
    Withdrawn,
)
from minigam.remote.club.tie_breaks import usual_tie_breaks
from minigam.remote.payloads import Identity, info
from tests.remote.club.evenings import ID, begun, drawn, opened

KEYS = {"ash": "aa" * 32, "oak": "bb" * 32, "small": "cc" * 32}
ASKED: dict[str, Any] = {
    "title": " Friday ",
    "rules": "backgammon",
    "format": "swiss",
    "rounds": 5,
    "lengths": [5, 7],
    "clock": "usual",
}


def there(*names: str) -> BoardViews:
    """Boards of 24 points, and small, of six."""
    boards = BoardViews()
    for name in names:
        points = 6 if name == "small" else 24
        board = Identity(name, KEYS[name], "1", "p", "A board", points, feels=False)
        boards = boards.received(name, "info", info(board).encode())
        boards = boards.received(name, "availability", b"online")
    return boards


def admitting(evening: Evening, *names: str) -> Evening:
    """The same evening, these boards admitted."""
    for name in names:
        evening = evening.after(Admitted(name, KEYS[name]))
    return evening


def done(asked: dict[str, Any], evening: Evening, boards: BoardViews) -> Evening:
    """The evening after what a director has asked for."""
    return reduce(Evening.after, events_of(asked, evening, boards), evening)


def test_an_evening_is_opened() -> None:
    assert opened_by(ASKED, ID, 7) == Opened(
        ID,
        "Friday",
        "backgammon",
        Format.SWISS,
        (RoundTerms(5, "usual"), RoundTerms(7, "usual")),
        5,
        seed=7,
        tie_breaks=usual_tie_breaks(Format.SWISS),
    )
    assert opened_by({**ASKED, "computers": True}, ID, 7).computers
    knockout = opened_by({**ASKED, "format": "knockout"}, ID, 7)
    assert (knockout.rounds, knockout.tie_breaks) == (0, ())


@pytest.mark.parametrize(
    "changed",
    [
        {"title": 7},
        {"rules": "chess"},
        {"format": "league"},
        {"format": None},
        {"rounds": "5"},
        {"lengths": []},
        {"lengths": 5},
        {"lengths": [0]},
        {"lengths": ["5"]},
        {"clock": "soon"},
        {"options": {"nope": "1"}},
        {"options": []},
        {"title": ""},
        {"computers": "yes"},
    ],
    ids=str,
)
def test_an_evening_that_cannot_be_is_not_opened(changed: dict[str, Any]) -> None:
    with pytest.raises((RequestError, ClubError)):
        Evening.of([opened_by({**ASKED, **changed}, ID, 7)])


def test_a_round_is_drawn_and_its_matches_get_boards() -> None:
    events = events_of({"do": "draw"}, admitting(begun(players=4), *KEYS), there(*KEYS))
    paired, *seats = events
    assert isinstance(paired, Paired)
    assert seats == [Seated(1, "ash", KEYS["ash"]), Seated(2, "oak", KEYS["oak"])]


def test_a_match_that_waits_gets_a_board_that_comes_later() -> None:
    evening = admitting(drawn(players=4), *KEYS)
    assert [*seatings(evening, there("small"))] == []
    found = [*seatings(evening, there("ash"))]
    assert found == [Seated(1, "ash", KEYS["ash"])]
    evening = evening.after(found[0])
    assert [*seatings(evening, there("ash"))] == []
    gone = there("ash", "oak").received("oak", "availability", b"offline")
    assert [*seatings(evening, gone)] == []
    assert [*seatings(evening, there("ash", "oak"))] == [Seated(2, "oak", KEYS["oak"])]


def test_a_board_gets_a_match_only_once_it_is_admitted_with_its_key() -> None:
    """Who has a member's password could else bring a board that proves whatever it likes."""
    evening, boards = drawn(players=4), there("ash", "oak")
    assert [*seatings(evening, boards)] == []
    with pytest.raises(ClubError, match="expected a board that you have admitted with its key"):
        events_of({"do": "seat", "match": 1, "board": "oak"}, evening, boards)
    (event,) = events_of({"do": "admit", "boards": {"oak": KEYS["oak"]}}, evening, boards)
    evening = evening.after(event)
    assert event == Admitted("oak", KEYS["oak"])
    assert [*seatings(evening, boards)] == [Seated(1, "oak", KEYS["oak"])]
    with pytest.raises(ClubError, match="oak is admitted already"):
        evening.after(event)
    stolen = Identity("oak", "dd" * 32, "1", "p", "A board", 24, feels=False)
    boards = boards.received("oak", "info", info(stolen).encode())
    assert [*seatings(evening, boards)] == []
    with pytest.raises(ClubError, match="oak has another key than you were shown"):
        events_of({"do": "admit", "boards": {"oak": KEYS["oak"]}}, evening, boards)
    (again,) = events_of({"do": "admit", "boards": {"oak": "dd" * 32}}, evening, boards)
    assert [*seatings(evening.after(again), boards)] == [Seated(1, "oak", "dd" * 32)]


def test_only_so_many_boards_are_admitted() -> None:
    evening = begun()
    for number in range(MOST_BOARDS):
        evening = evening.after(Admitted(f"table-{number}", "aa" * 32))
    with pytest.raises(ClubError, match="at most 512 boards"):
        evening.after(Admitted("oak", "aa" * 32))
    evening.after(Admitted("table-7", "bb" * 32))


@pytest.mark.parametrize(
    ("asked", "event"),
    [
        ({"do": "enter", "name": "  Mia   May "}, Entered("Mia May")),
        ({"do": "withdraw", "player": 2}, Withdrawn(2)),
        ({"do": "seat", "match": 1, "board": "oak"}, Seated(1, "oak", KEYS["oak"])),
        (
            {"do": "rule", "match": 1, "winner": 1, "score": [3, 0], "reason": "a\n b"},
            Ruled(1, 1, (3, 0), False, "a b"),
        ),
        (
            {"do": "rule", "match": 1, "winner": None, "score": [0, 0], "forfeit": True},
            Ruled(1, None, (0, 0), True, ""),
        ),
        ({"do": "lift", "match": 1}, RulingLifted(1)),
        ({"do": "finish"}, Finished()),
    ],
    ids=str,
)
def test_each_act_is_an_event(asked: dict[str, Any], event: object) -> None:
    assert events_of(asked, admitting(drawn(), "oak"), there("oak")) == (event,)


@pytest.mark.parametrize(
    ("asked", "fault"),
    [
        ({}, RequestError),
        ({"do": "dance"}, RequestError),
        ({"do": ["draw"]}, RequestError),
        ({"do": "enter"}, RequestError),
        ({"do": "enter", "name": 7}, RequestError),
        ({"do": "withdraw", "player": "2"}, RequestError),
        ({"do": "withdraw", "player": True}, RequestError),
        ({"do": "admit"}, RequestError),
        ({"do": "admit", "boards": ["oak"]}, RequestError),
        ({"do": "admit", "boards": {"oak": 7}}, RequestError),
        ({"do": "admit", "boards": {"elm": "aa"}}, ClubError),
        ({"do": "admit", "boards": {"elm": ""}}, ClubError),
        ({"do": "admit", "boards": {"Ö": ""}}, ClubError),
        ({"do": "seat", "match": 9, "board": "oak"}, ClubError),
        ({"do": "seat", "match": 1, "board": "elm"}, ClubError),
        ({"do": "seat", "match": 1, "board": "small"}, ClubError),
        ({"do": "rule", "match": 1, "winner": 1, "score": [3]}, RequestError),
        ({"do": "rule", "match": 1, "winner": "Ann", "score": [3, 0]}, RequestError),
        ({"do": "draw"}, ClubError),
    ],
    ids=str,
)
def test_what_is_no_act_is_refused(asked: dict[str, Any], fault: type[Exception]) -> None:
    evening = admitting(drawn(), "oak", "small")
    with pytest.raises(fault):
        done(asked, evening, there("oak", "small"))


@pytest.mark.parametrize(
    ("won", "lost", "forfeit"), [(3, 0, False), (3, 2, False), (0, 0, True), (1, 2, True)], ids=str
)
def test_a_correction_with_a_score_that_fits(won: int, lost: int, forfeit: bool) -> None:
    asked = {"do": "rule", "match": 1, "winner": 2, "score": [lost, won], "forfeit": forfeit}
    evening = drawn(players=2)
    assert evening.match(1).players == (1, 2)
    assert events_of(asked, evening, there()) == (Ruled(1, 2, (lost, won), forfeit, ""),)


@pytest.mark.parametrize(
    ("won", "lost", "forfeit"),
    [
        *((0, 3, False), (2, 0, False), (3, 3, False), (4, 0, False), (77, 99, False)),
        *((0, 3, True), (4, 0, True), (3, 3, True)),
    ],
    ids=str,
)
def test_a_correction_with_an_impossible_score_is_refused(
    won: int, lost: int, forfeit: bool
) -> None:
    asked = {"do": "rule", "match": 1, "winner": 2, "score": [lost, won], "forfeit": forfeit}
    with pytest.raises(ClubError) as found:
        events_of(asked, drawn(players=2), there())
    assert str(found.value) == (
        f"Bob wins with 3 points, and Ann has fewer then, got {won} and {lost}; in a match that "
        "was not played to its end (forfeit) the winner may have fewer points too"
    )


def test_a_tournament_of_totals_may_end_with_more_points_than_its_length() -> None:
    first = replace(opened(), rules_id="backgammon-dice-tournament")
    evening = Evening.of([first, Entered("Ann"), Entered("Bob"), Paired(1, ((1, 2),))])
    asked = {"do": "rule", "match": 1, "winner": 1, "score": [7, 5]}
    assert events_of(asked, evening, there()) == (Ruled(1, 1, (7, 5), False, ""),)
    with pytest.raises(ClubError, match="Ann wins with 3 points or more"):
        events_of({**asked, "score": [5, 5]}, evening, there())


def test_an_evening_ends_early_only_between_two_rounds() -> None:
    evening = drawn()
    with pytest.raises(ClubError, match="matches are still played"):
        evening.after(Finished())
    for match in evening.matches:
        evening = evening.after(Ruled(match.number, match.players[0], (3, 0), False, ""))
    ended = evening.after(Finished())
    assert (evening.is_over, ended.is_over) == (False, True)
    with pytest.raises(ClubError, match="the evening is over"):
        ended.check_next(2)
    with pytest.raises(ClubError, match="over already"):
        ended.after(Finished())


@pytest.mark.parametrize(
    ("topic", "payload"),
    [
        ("info", b"{}"),
        ("info", b'{"v":1}'),
        ("info", info(Identity("ash", "aa" * 32, "1", "p", "t", 24, feels=False)).encode()),
        ("info", info(Identity("oak", "AA" * 32, "1", "p", "t", 24, feels=False)).encode()),
        ("info", info(Identity("oak", "aa" * 32, "1", "p", "t", 0, feels=False)).encode()),
        ("availability", b"here"),
        ("snapshot", b'{"v":1,"title":7}'),
    ],
    ids=str,
)
def test_what_a_board_cannot_be_changes_nothing(topic: str, payload: bytes) -> None:
    with pytest.raises(UnreadableError):
        there("oak").received("oak", topic, payload)


def test_a_board_that_has_left_the_broker_is_gone() -> None:
    gone = there("oak").received("oak", "info", b"").received("oak", "availability", b"")
    assert (gone.get("oak").key, gone.get("oak").online) == ("", False)
