"""A game judged: costs, luck, and that both together are the result."""

from __future__ import annotations

from random import Random

import pytest

from minigam.rules.notation import format_steps
from minigam.rules.plays import legal_plays
from minigam.rules.position import Side
from minigam.rules.record import Played, Record, Walk
from minigam.rules.ruleset import MINIGAM
from minigam.solver.advise import Worth, about_to_throw, ranked
from minigam.solver.review import EVEN, Judged, review
from minigam.solver.tablefile import Table
from tests.solver import solved


def random_game(chance: Random, table: Table | None = None) -> Record:
    """A game in which both play anything, or by the table where there is one."""
    roll = tuple(chance.sample(range(1, 7), 2))
    head = Record("minigam", opening=((roll[0], roll[1]),))
    walk, actions = Walk(head), list[Played]()
    while walk.result is None:
        dice = walk.owed or (chance.randint(1, 6), chance.randint(1, 6))
        assert walk.side is not None
        if table:
            play = ranked(table, MINIGAM, walk.position, walk.side, dice)[0][0]
        else:
            play = chance.choice(legal_plays(MINIGAM, walk.position, walk.side, dice))
        text = format_steps(MINIGAM.layout, play.steps)
        actions.append(walk.play(walk.side, dice, text))
    return Record("minigam", opening=head.opening, actions=tuple(actions), result=walk.result)


@pytest.mark.slow
def test_start_luck_and_costs_add_up_to_the_result() -> None:
    table, chance = solved.table("minigam"), Random(1)
    for _ in range(20):
        record = random_game(chance)
        judged = review(table, record)
        white, black = (judged.tally(side) for side in Side)
        won = 0.5 + (white.luck.win - white.cost.win) - (black.luck.win - black.cost.win)
        assert record.result is not None
        assert won == pytest.approx(float(record.result.winner is Side.WHITE), abs=1e-5)
        assert judged.curve[0] == 0.5
        assert judged.curve[-1] == float(record.result.winner is Side.WHITE)
        assert white.turns + black.turns == len(record.actions)
        assert min(turn.cost.win for turn in judged.turns) > -1e-6


@pytest.mark.slow
def test_the_best_plays_cost_nothing() -> None:
    table = solved.table("minigam")
    judged = review(table, random_game(Random(2), table))
    assert all(turn.was_best and turn.best == turn.played.play for turn in judged.turns)
    for side in Side:
        tally = judged.tally(side)
        assert tally.best == tally.turns
        assert tally.cost.win == pytest.approx(0.0, abs=1e-6)


@pytest.mark.slow
def test_one_turn_judged_in_full() -> None:
    """The opening 5-2, played worse than it can be."""
    table = solved.table("minigam")
    played = Played(Side.WHITE, (5, 2), "bar/2 bar/5")
    record = Record("minigam", opening=((5, 2),), actions=(played,))
    best, worse = ranked(table, MINIGAM, MINIGAM.start, Side.WHITE, (5, 2))
    (turn,) = review(table, record).turns
    assert turn == Judged("bar/off", best[1], worse[1], played, EVEN)
    assert turn.luck == Worth(best[1].win - 0.5, best[1].equity)
    assert turn.cost.win == pytest.approx(0.0360080, abs=1e-6)
    assert not turn.was_best


@pytest.mark.slow
def test_without_an_opening_throw_the_first_throw_alone_is_luck() -> None:
    table = solved.table("minigam")
    played = Played(Side.BLACK, (5, 2), "bar/off")
    record = Record("minigam", starter=Side.BLACK, actions=(played,))
    (turn,) = review(table, record).turns
    assert turn.before == about_to_throw(table, MINIGAM, MINIGAM.start, Side.BLACK)


@pytest.mark.slow
def test_a_game_without_turns_has_no_costs() -> None:
    judged = review(solved.table("minigam"), Record("minigam"))
    assert (judged.turns, judged.curve) == ((), (0.5,))
    assert judged.tally(Side.WHITE).cost_a_turn == Worth(0.0, 0.0)
