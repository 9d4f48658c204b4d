"""The agreement before a game as JSON: what was written reads back, and nothing else does."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from typing import Any

import pytest

from minigam.errors import UnreadableError
from minigam.rules.match import Standing
from minigam.rules.position import Side
from minigam.rules.terms import SEATS, Terms
from minigam.rules.timecontrol import TimeControl
from minigam.table.setup import Setup, games_for, setup_of

SETUPS = (
    Setup(),
    Setup(options=(("second_die", "must"),), black="hard"),
    Setup(clock="usual", flag="told"),
    Setup(names=("Ann", "Ψ" * 20), dice="hand", hints=True, felt=True),
    Setup(teacher=True, white="perfect", solved=("minigam",)),
    Setup(
        "backgammon",
        (("length", "5"),),
        black="gnubg",
        games=games_for(24),
        levels=("easy",),
        gnubg=True,
        stake="0.50 EUR",
        remembered=(("portes", (("length", "3"),)),),
    ),
)
WRONG: tuple[dict[str, Any], ...] = (
    {"games": ["minigam", "chess"], "rules_id": "chess"},
    {"games": ["backgammon"]},
    {"games": [[]]},
    {"clock": "long"},
    {"flag": "green"},
    {"dice": "loaded"},
    {"white": "god"},
    {"teacher": True},
    {"options": [["colour", "red"]]},
    {"options": [["length"]]},
    {"stake": "1"},
    {"names": ["Ann"]},
    {"names": ["Ann", None, ""]},
    {"names": ["two\nlines", ""]},
    {"remembered": [["nardi", []]]},
    {"colour": "red"},
)
BAD: tuple[Any, ...] = (
    None,
    [],
    {},
    5,
    {"rules_id": "chess", "games": ["minigam"], "options": []},
    *({"games": ["minigam"], "options": [], **wrong} for wrong in WRONG),
)


@pytest.mark.parametrize("setup", SETUPS)
def test_it_reads_back(setup: Setup) -> None:
    assert Setup.from_json(json.loads(json.dumps(setup.to_json()))) == setup


@pytest.mark.parametrize(
    ("field", "setup"),
    [
        ("gnubg", Setup()),
        ("solved", Setup()),
        ("teacher", Setup(hints=True, solved=("minigam",))),
    ],
)
def test_an_agreement_from_before_a_field_is_read(field: str, setup: Setup) -> None:
    body = asdict(setup)
    del body[field]
    assert Setup.from_json(body) == setup


@pytest.mark.parametrize("body", BAD, ids=str)
def test_anything_else_is_refused(body: Any) -> None:
    with pytest.raises(UnreadableError, match="expected a set-up, got"):
        Setup.from_json(body)


TERMS = Terms(
    "backgammon",
    (("length", "5"),),
    seats=("human", "gnubg"),
    names=("Ann", ""),
    by_hand=True,
    hints=True,
    clock=TimeControl("10:00+12", "told", (60_000, 59_000)),
    stake="0.50 EUR",
    score=(2, 4),
    crawford_played=True,
    starter=Side.BLACK,
)


def test_a_stored_games_terms_are_those_of_its_agreement() -> None:
    setup = setup_of(TERMS)
    assert setup == Setup(
        "backgammon",
        (("length", "5"),),
        black="gnubg",
        hints=True,
        dice="hand",
        games=games_for(24),
        gnubg=True,
        names=("Ann", ""),
        clock="10:00+12",
        flag="told",
        stake="0.50 EUR",
    )
    assert setup.terms(Standing((2, 4), True), Side.BLACK, (60_000, 59_000)) == TERMS


def test_who_played_a_game_from_a_file_is_a_person_here() -> None:
    setup = setup_of(replace(TERMS, imported=True, names=("Ann", "GNU")))
    assert (setup.white, setup.black, setup.names) == ("human", "human", ("Ann", "GNU"))


@pytest.mark.parametrize("setup", SETUPS)
@pytest.mark.parametrize("levels", [(), ("hard",), SEATS[1:]])
def test_only_those_sit_down_who_are_offered(setup: Setup, levels: tuple[str, ...]) -> None:
    """Also for the game that is set up, at once: the next look finds nothing else to change."""
    offered = setup.offering(setup.games, levels)
    assert {offered.white, offered.black} <= {"human", *levels}
    assert offered.offering(setup.games, levels) == offered
