"""The rules' options and the stake chosen on a simulated board, and after a pulled plug."""

from dataclasses import replace
from pathlib import Path

import pytest

from minigam.board.profile import load_profile
from minigam.daemon.config import SIMULATED, Config
from minigam.daemon.startup import table_of
from minigam.daemon.table import Table
from minigam.errors import UnreadableError
from minigam.rules.ruleset import RULE_SETS
from minigam.table.events import Opened
from minigam.table.setup import Setup, games_for
from minigam.table.setup_choices import rule_choices
from minigam.table.state import Phase
from tests.daemon.rig import Lights, Rig
from tests.daemon.watching import check_pulled_plug


def board_of(rules_id: str) -> tuple[str, Opened]:
    points = RULE_SETS[rules_id].layout.points
    return SIMULATED[points], Opened(Setup(rules_id, games=games_for(points)))


@pytest.mark.parametrize("rules_id", RULE_SETS)
def test_what_is_chosen_outlasts_a_pulled_plug(rules_id: str, tmp_path: Path) -> None:
    name, opening = board_of(rules_id)
    with Rig(tmp_path, opening, board=name, lights=Lights.MARKED) as board:
        board.tap("bar-white")
        check_pulled_plug(board)
        for choice in rule_choices(board.table.state.setup)[:-1]:
            board.tap(choice.zone)
            check_pulled_plug(board)
        board.tap("bar-black")
        chosen = board.table.state.setup
        own, found = RULE_SETS[rules_id].option_values(), chosen.rules.option_values()
        assert [option for option, value in found.items() if value == own[option]] in (
            [],
            ["length"],
        )
        assert chosen.stake == "0.05 EUR"
        board.tap("point-1")
        assert board.table.state.setup.rules_id != rules_id
        check_pulled_plug(board)
        for _ in chosen.games[1:]:
            board.tap("point-1")
        assert board.table.state.setup.rules == chosen.rules
        board.tap("roll")
        assert board.table.state.phase is Phase.OPENING
        check_pulled_plug(board)
        board.hold(["roll", "undo"], 3.5)
        assert (board.table.state.phase, board.table.number) == (Phase.ATTRACT, None)
        assert board.table.state.setup.rules == chosen.rules
        check_pulled_plug(board)


def test_lit_as_many_pixels_as_the_place_of_the_value(tmp_path: Path) -> None:
    name, opening = board_of("backgammon-dice-tournament")
    with Rig(tmp_path, opening, board=name) as board:
        board.tap("bar-white")
        counts = []
        for _ in range(6):
            counts.append(board.table.scene.marks["point-1"].count)
            board.tap("point-1")
        assert counts == [1, 2, 3, 4, 5, 6]


def restarted(board: Rig, **asked: object) -> Table:
    """The table after a restart with what is asked for then."""
    profile = load_profile("full-24")
    config = Config(board="full-24", **asked)  # type: ignore[arg-type]
    opening = Opened(config.setup(profile, gnubg=False))
    world, log = replace(board.world, wanted=opening.setup), list[str]()
    return table_of(profile, world, opening, config.asks_for_setup, log.append)


def test_what_was_filled_in_is_there_after_other_games_and_a_restart(tmp_path: Path) -> None:
    filled: dict[str, object] = {
        "rules": "backgammon", "black": "easy", "length": 25, "jacoby": True, "crawford": False,
        "clock": "12:30+8", "flag": "told", "stake": "4", "unit": "euros",
    }  # fmt: skip
    opening = Opened(Setup("portes", games=games_for(24)))
    with Rig(tmp_path, opening, board="full-24", lights=Lights.MARKED) as board:
        board.table.set_up(filled, 1.0)
        chosen = board.table.state.setup
        board.table.set_up({"rules": "backgammon-money", "jacoby": False}, 2.0)
        check_pulled_plug(board)
        board.table.set_up({"rules": "backgammon"}, 3.0)
        assert board.table.state.setup.rules == chosen.rules
        found = restarted(board).state.setup
        assert replace(found, remembered=()) == replace(chosen, remembered=())


def test_what_is_asked_for_at_a_start_leaves_the_rest_as_it_was(tmp_path: Path) -> None:
    """The named game has the options that are named; others keep theirs, and the stake stays."""
    setup = Setup(
        "backgammon", (("jacoby", "true"),), games=games_for(24), stake="1 coffee",
        remembered=(("portes", (("length", "7"),)),),
    )  # fmt: skip
    with Rig(tmp_path, Opened(setup), board="full-24", lights=Lights.MARKED) as board:
        same = restarted(board).state.setup
        assert (same.options, same.stake) == (setup.options, "1 coffee")
        other = restarted(board, rules="hypergammon").state.setup
        assert (other.rules_id, other.options, other.stake) == ("hypergammon", (), "1 coffee")
        assert dict(other.remembered) == {
            "backgammon": (("jacoby", "true"),),
            "portes": (("length", "7"),),
        }
        named = restarted(board, rules="backgammon", stake="2 EUR").state.setup
        assert (named.options, named.stake) == ((), "2 EUR")


def test_what_is_no_stake_is_said_at_the_start() -> None:
    with pytest.raises(UnreadableError, match="expected a stake such as"):
        Config(board="sim", stake="much").setup(load_profile("sim"), gnubg=False)
