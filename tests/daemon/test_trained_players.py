"""The levels play by networks, and by simple rules where these cannot be used."""

import sys
from pathlib import Path

import pytest

from minigam.daemon.trained_players import NO_NUMPY, TrainedPlayers
from minigam.players import weights
from minigam.players.evaluate import Evaluator
from minigam.players.levels import NAMES, choose, level_of
from minigam.rules.plays import Turn
from minigam.rules.position import Side
from minigam.rules.ruleset import BACKGAMMON, RULE_SETS, RuleSet, rule_set
from minigam.table import computer
from minigam.table.setup import LEVELS

POINT_MADE = ((17, 3), (19, 1))
"""8/5 6/5, as sources and dice."""


def opening(rules: RuleSet = BACKGAMMON) -> Turn:
    return Turn.of(rules, rules.start, Side.WHITE, (3, 1))


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelname == "WARNING"]


def test_a_seat_can_be_given_to_each_level() -> None:
    assert LEVELS == NAMES


@pytest.mark.parametrize("level", NAMES)
@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
def test_a_level_plays_by_the_games_networks(
    rules: RuleSet, level: str, caplog: pytest.LogCaptureFixture
) -> None:
    turn, evaluator = opening(rules), Evaluator.of(rules)
    found = TrainedPlayers().choose(turn, level, "a seed")
    assert found == choose(evaluator, turn, level_of(rules, level), "a seed")
    assert warnings(caplog) == []


def test_expert_makes_the_point_that_everybody_makes() -> None:
    steps = TrainedPlayers().choose(opening(), "expert", "")
    assert tuple(sorted((step.source, step.die) for step in steps)) == POINT_MADE


def test_networks_are_loaded_once_for_all_matches_of_a_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    players = TrainedPlayers()
    players.choose(opening(), "hard", "")
    monkeypatch.setattr(weights, "load", None)
    players.choose(opening(rule_set("backgammon", {"length": "7"})), "hard", "")


@pytest.mark.parametrize(
    ("damage", "why"),
    [
        (lambda path: path.unlink(), "there are no weights for Backgammon yet"),
        (lambda path: path.write_bytes(path.read_bytes()[:-9]), "backgammon.weights"),
        (lambda path: path.write_bytes(weights.shipped(RULE_SETS["fevga"]).read_bytes()), "fevga"),
    ],
    ids=["missing", "cut-off", "of-another-game"],
)
@pytest.mark.parametrize("level", NAMES)
def test_without_networks_the_game_goes_on_by_simple_rules(
    level: str,
    damage: object,
    why: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    path = tmp_path / "backgammon.weights"
    path.write_bytes(weights.shipped(BACKGAMMON).read_bytes())
    assert callable(damage)
    damage(path)
    shipped = weights.shipped
    monkeypatch.setattr(
        weights, "shipped", lambda rules: path if rules.id == "backgammon" else shipped(rules)
    )
    players = TrainedPlayers()
    for _ in range(2):
        assert players.choose(opening(), level, "") == computer.choose(opening(), level, "")
    (told,) = warnings(caplog)
    assert told.startswith("the computer plays Backgammon by simple rules: ")
    assert why in told


def test_without_numpy_the_log_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    for name in [name for name in sys.modules if name.startswith("minigam.players")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "numpy", None)
    found = TrainedPlayers().choose(opening(), "hard", "")
    assert found == computer.choose(opening(), "hard", "")
    assert warnings(caplog) == [f"the computer plays Backgammon by simple rules: {NO_NUMPY}"]
