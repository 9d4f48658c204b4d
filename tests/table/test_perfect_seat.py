"""The seat that plays by exact values: where it is offered, and who plays in its place."""

from __future__ import annotations

from dataclasses import asdict, replace

import pytest

from minigam.errors import UnknownNameError
from minigam.table.setup import Setup
from minigam.table.setup_choices import setup_choices, with_next_choice

SOLVED = Setup(solved=("minigam", "minigam-second_die=must"))


def seats_in_turn(setup: Setup) -> list[str]:
    """Black's seats as taps go through them."""
    found = []
    for _ in setup.seats:
        after = with_next_choice(setup, "point-3")
        assert after is not None
        setup = after
        found.append(setup.black)
    return found


def test_it_is_offered_where_the_game_is_solved() -> None:
    assert seats_in_turn(SOLVED) == ["easy", "medium", "hard", "perfect", "human"]
    assert seats_in_turn(Setup()) == ["easy", "medium", "hard", "human"]
    assert setup_choices(replace(SOLVED, black="perfect"))[2].value == "computer, perfect"


def test_options_that_change_the_plays_need_a_table_of_their_own() -> None:
    must, free = (replace(SOLVED, options=(("second_die", value),)) for value in ("must", "free"))
    assert "perfect" in must.seats
    assert "perfect" not in free.seats
    assert "perfect" in replace(SOLVED, options=(("length", "7"),)).seats


def test_a_game_that_is_not_solved_is_refused() -> None:
    with pytest.raises(UnknownNameError, match="unknown solved game 'minigam'"):
        Setup(black="perfect")


def test_another_game_or_another_machine_sends_it_away() -> None:
    seated = replace(SOLVED, white="perfect", black="perfect")
    after = with_next_choice(seated, "point-1")
    assert after is not None
    assert (after.rules_id, after.white, after.black) == ("minigam-full-entry", "hard", "hard")
    assert seated.where(False, ()) == Setup(white="hard", black="hard")
    assert Setup().where(False, SOLVED.solved) == SOLVED


def test_it_gives_the_hints() -> None:
    assert SOLVED.hint_level == "perfect"
    assert Setup().hint_level == "hard"


def test_it_is_kept_in_the_journal_as_it_was() -> None:
    seated = replace(SOLVED, black="perfect")
    body = asdict(seated)
    assert Setup.from_json(body | {"solved": list(seated.solved)}) == seated
    del body["solved"]
    body["black"] = "human"
    assert Setup.from_json(body) == Setup()
