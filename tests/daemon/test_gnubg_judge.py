"""GNU Backgammon as a judge: what it says, in points as each game counts them."""

from pathlib import Path

import pytest

from minigam.daemon.gnubg_judge import GAMES, GnubgJudge
from minigam.daemon.judges import Judges
from minigam.drivers.gnubg import Gnubg, find_gnubg
from minigam.errors import ProgramError
from minigam.rules.game import Game
from minigam.rules.notation import format_steps
from minigam.rules.plays import Turn
from minigam.rules.position import Side
from minigam.rules.ruleset import BACKGAMMON, HYPERGAMMON, PORTES, RULE_SETS, RuleSet
from minigam.rules.terms import Terms
from minigam.rules.worth import Worth, ranked
from minigam.solver.tablebase import TablebaseStore
from tests.drivers.fake_gnubg import fake_gnubg

CHANCES = "say([[0.25, 0.125, 0.0625, 0.5, 0.25] for board in question['boards']])"
"""Of who is about to roll: wins, gammons and backgammons won, and those lost."""


@pytest.mark.parametrize(("rules", "equity"), [(BACKGAMMON, 1.0625), (PORTES, 0.875)])
def test_it_says_what_the_side_has_that_has_played(
    rules: RuleSet, equity: float, tmp_path: Path
) -> None:
    """A backgammon counts where the game has it: -0.5 + 0.125 - 0.5, and + 0.0625 - 0.25."""
    judge = GnubgJudge(Gnubg(fake_gnubg(tmp_path, CHANCES)), rules)
    found = judge.worths([rules.start, rules.start], Side.WHITE)
    assert found == [Worth(0.75, equity)] * 2


def test_what_it_says_of_the_cube_is_in_points(tmp_path: Path) -> None:
    judge = GnubgJudge(Gnubg(fake_gnubg(tmp_path, "say([0.5, 0.25, 1.0])")), BACKGAMMON)
    found = judge.cube(Game.begin(Terms("backgammon")))
    assert (found.rolls, found.taken, found.dropped) == (0.5, 0.25, 1.0)


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
def test_it_judges_the_games_that_it_knows_where_it_is_asked_for(
    rules: RuleSet, tmp_path: Path
) -> None:
    tables = TablebaseStore(tmp_path)
    asked = Judges(tables, gnubg=Gnubg("gnubg"))
    assert isinstance(asked.of(rules), GnubgJudge) == (rules.id in GAMES)
    assert not isinstance(Judges(tables).of(rules), GnubgJudge)
    assert HYPERGAMMON.id not in GAMES


def test_where_it_fails_that_is_one_kind_of_error(tmp_path: Path) -> None:
    judge = GnubgJudge(Gnubg(fake_gnubg(tmp_path, "sys.exit(1)")), BACKGAMMON)
    with pytest.raises(ProgramError):
        judge.worths([BACKGAMMON.start], Side.WHITE)


@pytest.mark.gnubg
def test_the_installed_one_knows_the_best_opening() -> None:
    program = find_gnubg()
    assert program, "expected gnubg: sudo apt install gnubg, or leave it out with --skip-gnubg"
    turn = Turn.of(BACKGAMMON, BACKGAMMON.start, Side.WHITE, (3, 1))
    judge = GnubgJudge(Gnubg(program), BACKGAMMON)
    [(best, worth), *_] = ranked(judge, turn)
    assert format_steps(BACKGAMMON.layout, best.steps) == "8/5 6/5"
    assert worth.equity == pytest.approx(0.16, abs=0.03)  # GNU Backgammon's opening book
    rolls = judge.cube(Game.begin(Terms("backgammon")))
    assert not rolls.doubles
    assert rolls.takes
