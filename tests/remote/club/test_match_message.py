"""The message by which a club gives a board its match."""

import json
from dataclasses import replace
from typing import Any

import pytest

from minigam.errors import UnreadableError
from minigam.remote.club.match_message import MatchMessage, format_match, parse_match
from minigam.remote.club.proven_games import recorded
from minigam.rules.clock import TimeControl
from minigam.rules.meeting import Meeting
from minigam.rules.position import Side
from minigam.rules.terms import Terms
from tests.remote.club.evenings import drawn, won_game
from tests.remote.reading import valid

KEY = "0c" * 32
WHOLE = MatchMessage(
    meeting="ab" * 16,
    game=2,
    round=3,
    table=4,
    players=("Ann", "Zoë"),
    rules_id="backgammon",
    options=(("jacoby", "true"),),
    length=5,
    clock="10:00+12",
    score=(2, 4),
    crawford_played=True,
    starter=Side.BLACK,
    computers=True,
)


def test_it_comes_back_as_it_was_and_fits_its_schema() -> None:
    text = format_match(WHOLE)
    assert parse_match(text.encode()) == WHOLE
    valid("match", text)


def test_what_a_game_at_one_board_is_played_with() -> None:
    assert WHOLE.terms(KEY) == Terms(
        "backgammon",
        (("jacoby", "true"), ("length", "5")),
        names=("Ann", "Zoë"),
        clock=TimeControl("10:00+12"),
        score=(2, 4),
        crawford_played=True,
        starter=Side.BLACK,
        meeting=Meeting("ab" * 16, 2, (KEY, KEY)),
    )


def test_it_goes_on_where_the_match_is() -> None:
    evening = drawn()
    match = evening.match(1)
    first = MatchMessage.of(match)
    assert (first.game, first.score, first.length) == (1, (0, 0), 3)
    game = won_game(match, Side.BLACK, 2)
    event = recorded(evening, game)
    assert event is not None
    second = MatchMessage.of(evening.after(event).match(1))
    assert second == replace(first, game=2, score=(0, 2), crawford_played=second.crawford_played)


def test_a_club_of_before_says_nothing_of_who_begins_nor_of_computers() -> None:
    fields = json.loads(format_match(WHOLE))
    del fields["starter"], fields["computers"]
    found = parse_match(json.dumps(fields).encode())
    assert found == replace(WHOLE, starter=None, computers=False)


def test_every_match_of_an_evening_can_be_sent() -> None:
    for match in drawn(players=6).matches:
        message = MatchMessage.of(match)
        assert parse_match(format_match(message).encode()) == message


@pytest.mark.parametrize(
    "changed",
    [
        {"v": 2},
        {"meeting": None},
        {"meeting": {"id": "ab" * 16, "number": 0}},
        {"meeting": {"id": "AB" * 16, "number": 1}},
        {"players": ["Ann"]},
        {"players": ["Ann", "Ann"]},
        {"players": ["Ann", ""]},
        {"players": ["Ann", "a\nb"]},
        {"players": ["Ann", 7]},
        {"rules": {"id": "chess", "options": {}}},
        {"rules": {"id": "backgammon", "options": {"length": "7"}}},
        {"rules": {"id": "backgammon", "options": {"nope": "7"}}},
        {"rules": "backgammon"},
        {"length": 0},
        {"length": True},
        {"length": 100},
        {"clock": "soon"},
        {"clock": None},
        {"score": [5, 0]},
        {"score": [-1, 0]},
        {"score": [0]},
        {"crawford_played": 1},
        {"starter": "red"},
        {"starter": []},
        {"computers": 1},
        {"table": 0},
        {"round": "1"},
    ],
    ids=str,
)
def test_anything_else_is_refused(changed: dict[str, Any]) -> None:
    fields = {**json.loads(format_match(WHOLE)), **changed}
    with pytest.raises(UnreadableError, match="cannot read a match: "):
        parse_match(json.dumps(fields).encode())


def test_what_is_no_json_is_refused() -> None:
    for text in (b"", b"[]", b"\xff", b"x" * 300_000):
        with pytest.raises(UnreadableError):
            parse_match(text)
