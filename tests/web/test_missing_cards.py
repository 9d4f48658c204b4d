"""A game without a rules card is said at the start, not when somebody asks for the card."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from shutil import copytree

import pytest

from minigam.board.profile import load_profile
from minigam.daemon import app
from minigam.daemon.config import Config
from minigam.errors import CardError
from minigam.rules import ruleset
from minigam.rules.ruleset import MINIGAM, RULE_SETS
from minigam.web import cards
from minigam.web.requests import status_of
from tests.e2e.daemon import free_port


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the cards that may be damaged."""
    copy = tmp_path / "cards"
    copytree(str(cards.CARDS), copy)
    monkeypatch.setattr(cards, "CARDS", copy)
    return copy


def test_a_new_game_without_a_card(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    new = replace(MINIGAM, id="nardi", title="Nardi")
    monkeypatch.setattr(ruleset, "RULE_SETS", {**RULE_SETS, "nardi": new})
    monkeypatch.setattr(cards, "RULE_SETS", {**RULE_SETS, "nardi": new})
    with pytest.raises(CardError) as told:
        cards.check_cards(("minigam", "nardi"))
    assert str(told.value) == (
        f"expected the rules card of Nardi in {folder / 'nardi.json'}, got none: write one like "
        "minigam.json beside it, or reinstall minigam"
    )


@pytest.mark.parametrize(
    ("text", "got"),
    [
        ("{", "Expecting property name enclosed in double quotes"),
        ("[]", "list indices must be integers or slices, not str"),
        ('{"title": "Minigam"}', "'sections'"),
        (
            '{"title": "M", "sections": [{"heading": "Aim", "lines": [{"text": "{speed}."}]}]}',
            "'speed'",
        ),
        (
            '{"title": "M", "sections": [{"heading": "Aim", "lines": [], "when": {"signs": []}}]}',
            "'signs'",
        ),
    ],
)
def test_a_damaged_card(folder: Path, text: str, got: str) -> None:
    (folder / "minigam.json").write_text(text)
    with pytest.raises(CardError) as told:
        cards.check_cards(("minigam",))
    expected = f"expected a rules card of title and sections in {folder / 'minigam.json'}, got "
    assert str(told.value).startswith(expected + got)
    assert str(told.value).endswith(": put it right, or reinstall minigam")
    assert status_of(told.value) == 500  # no fault of who asks for it


async def test_the_daemon_says_so_before_it_begins(folder: Path, tmp_path: Path) -> None:
    (folder / "minigam-full-entry.json").unlink()
    config = Config(board="sim", data=tmp_path / "data", port=free_port())
    with pytest.raises(CardError, match=r"rules card of Minigam, full entry in .*full-entry\.json"):
        await app.serve(config, print)
    assert not (tmp_path / "data").exists()


def test_a_board_is_not_stopped_by_a_card_of_games_it_has_not(folder: Path) -> None:
    (folder / "backgammon.json").unlink()
    assert Config(board="sim").setup(load_profile("sim"), gnubg=False).rules_id == "minigam"


def test_a_card_that_goes_missing_later_is_told_in_a_sentence_too(folder: Path) -> None:
    options = MINIGAM.option_values()
    assert cards.card("minigam", options)["title"] == "Minigam"
    (folder / "minigam.json").write_text(json.dumps({"title": "Minigam"}))
    with pytest.raises(CardError):
        cards.card("minigam", options)
