"""Which board the daemon is started on."""

import pytest

from minigam.board.profile import load_profile
from minigam.daemon.config import Config
from minigam.errors import NoTablebaseError, UnknownNameError
from minigam.rules.ruleset import RULE_SETS
from minigam.table.setup import Setup


@pytest.mark.parametrize("rules", RULE_SETS)
def test_the_simulated_board_fits_the_rules(rules: str) -> None:
    profile = load_profile(Config(board="sim", rules=rules).board_name)
    assert (profile.driver, profile.points) == ("simulated", RULE_SETS[rules].layout.points)


def test_a_board_that_is_named_is_taken() -> None:
    assert Config(board="quarter-buttons", rules="backgammon").board_name == "quarter-buttons"
    assert Config(board="sim").board_name == "sim"
    assert Config(board="sim", rules="ludo").board_name == "sim"


def test_perfect_needs_a_table_or_that_one_is_made_meanwhile() -> None:
    profile = load_profile("sim")
    with pytest.raises(NoTablebaseError) as refused:
        Config(black="perfect").setup(profile, gnubg=False)
    assert str(refused.value) == (
        "there is no table of Minigam to play perfectly by: "
        'run `make solve SOLVE="--rules minigam"`, '
        "start with --solve, or choose another level"
    )
    meanwhile, solved = Config(black="perfect", teacher=True, solve=True), ("minigam",)
    wanted = meanwhile.setup(profile, gnubg=False)
    assert wanted == Setup(black="perfect", teacher=True, solved=solved, on_screen=True)
    assert wanted.where(False, ()) == Setup(black="expert", teacher=True, on_screen=True)
    assert meanwhile.setup(profile, gnubg=False, solved=solved) == wanted


def test_gnubg_plays_only_what_it_can_judge() -> None:
    with pytest.raises(UnknownNameError, match="unknown game for gnubg 'minigam'"):
        Config(white="gnubg").setup(load_profile("sim"), gnubg=True)


TOO_LARGE = (
    "Backgammon is too large to be solved: expected at most 8000 ways to place a side's checkers, "
    "got 40225345056; try minigam or hypergammon, or "
)


@pytest.mark.parametrize(
    ("config", "instead"),
    [
        (Config(black="perfect"), "choose another level"),
        (Config(black="perfect", solve=True), "choose another level"),
        (Config(white="perfect"), "choose another level"),
        (Config(white="perfect", solve=True), "choose another level"),
        (Config(rules="backgammon", solve=True), "play without --solve"),
    ],
)
def test_what_can_never_have_a_table_is_refused(config: Config, instead: str) -> None:
    """Of a game that is not named, another one may be left there."""
    profile = load_profile("full-24")
    with pytest.raises(NoTablebaseError) as refused:
        config.setup(profile, gnubg=True)
    assert str(refused.value) == TOO_LARGE + instead
    assert Config(solve=True).setup(profile, gnubg=True).rules_id == "backgammon"
