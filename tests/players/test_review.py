"""A game judged: costs, luck, and that both together are the result."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import pytest

from minigam.players.cube import CubeAction as Choices
from minigam.players.review import EVEN, Judged, Review, Tally, review
from minigam.players.review_words import summary
from minigam.rules.assessment import NO_REASON
from minigam.rules.game import Game
from minigam.rules.notation import PASS, format_steps
from minigam.rules.plays import Turn, legal_plays
from minigam.rules.position import Position, Side
from minigam.rules.record import CubeAction, Entry, Played, Record
from minigam.rules.record_conversion import begun
from minigam.rules.ruleset import MINIGAM
from minigam.rules.terms import Terms
from minigam.rules.worth import Worth, about_to_roll, ranked
from minigam.solver.tablebase import Tablebase
from minigam.words import Words
from tests.solver import solved


def random_game(chance: Random, table: Tablebase | None = None) -> Record:
    """A game in which both play anything, or by the table where there is one."""
    roll = tuple(chance.sample(range(1, 7), 2))
    head = Record(Terms("minigam"), opening=((roll[0], roll[1]),))
    game = begun(head)
    while game.result is None:
        dice = game.owed or (chance.randint(1, 6), chance.randint(1, 6))
        assert game.side is not None
        if table:
            play = ranked(table, Turn.of(MINIGAM, game.position, game.side, dice))[0][0]
        else:
            play = chance.choice(legal_plays(MINIGAM, game.position, game.side, dice))
        text = format_steps(MINIGAM.layout, play.steps)
        game = game.apply(Played(game.side, dice, text))
    return Record(Terms("minigam"), opening=head.opening, actions=game.entries, result=game.result)


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
        passes = sum(turn.played.play == PASS for turn in judged.turns)
        assert white.plays + black.plays == len(record.actions) - passes
        assert min(turn.cost.win for turn in judged.turns) > -1e-6


@pytest.mark.slow
def test_the_best_plays_cost_nothing() -> None:
    table = solved.table("minigam")
    judged = review(table, random_game(Random(2), table))
    assert all(turn.was_best and turn.best == turn.played.play for turn in judged.turns)
    for side in Side:
        tally = judged.tally(side)
        assert tally.best == tally.plays
        assert tally.cost.win == pytest.approx(0.0, abs=1e-6)


@pytest.mark.slow
def test_one_turn_judged_in_full() -> None:
    """The opening 5-2, played worse than it can be."""
    table = solved.table("minigam")
    played = Played(Side.WHITE, (5, 2), "bar/2 bar/5")
    record = Record(Terms("minigam"), opening=((5, 2),), actions=(played,))
    best, worse = ranked(table, Turn.of(MINIGAM, MINIGAM.start, Side.WHITE, (5, 2)))
    (turn,) = review(table, record).turns
    why = "It leaves 0 of 36 rolls that hit, not 23. It bears off 1 more."
    assert turn == Judged("bar/off", best[1], worse[1], 2, Words(why), played, EVEN)
    assert turn.luck == Worth(best[1].win - 0.5, best[1].equity)
    assert turn.cost.win == pytest.approx(0.0360080, abs=1e-6)
    assert not turn.was_best


@pytest.mark.slow
def test_without_an_opening_throw_the_first_throw_alone_is_luck() -> None:
    table = solved.table("minigam")
    played = Played(Side.BLACK, (5, 2), "bar/off")
    record = Record(Terms("minigam", starter=Side.BLACK), actions=(played,))
    (turn,) = review(table, record).turns
    assert turn.before == about_to_roll(table, MINIGAM, MINIGAM.start, Side.BLACK)


@pytest.mark.slow
def test_a_game_without_turns_has_no_costs() -> None:
    judged = review(solved.table("minigam"), Record(Terms("minigam")))
    assert (judged.turns, judged.curve) == ((), (0.5,))
    assert judged.tally(Side.WHITE).cost_a_play == Worth(0.0, 0.0)


def judged(side: Side, play: str, thrown: float, after: float, before: float = 0.5) -> Judged:
    """A turn with these chances to win."""
    worths = (Worth(win, 2 * win - 1) for win in (thrown, after, before))
    one, other, first = worths
    return Judged("6/off", one, other, 3, NO_REASON, Played(side, (5, 2), play), first)


def test_a_forced_pass_is_no_play_but_its_roll_is_luck() -> None:
    """Of three turns one was a pass: one of two plays was best, and the rate is a play's."""
    turns = (
        judged(Side.WHITE, "bar/2 bar/5", 0.6, 0.5),
        judged(Side.WHITE, PASS, 0.3, 0.3),
        judged(Side.WHITE, "3/5", 0.5, 0.5),
        judged(Side.BLACK, PASS, 0.2, 0.2),
    )
    found = Review(MINIGAM, turns, Words("a friend"))
    white, black = (found.tally(side) for side in Side)
    assert (white.plays, white.best) == (2, 1)
    assert white.cost_a_play.win == pytest.approx(0.05)
    assert white.luck.win == pytest.approx(-0.1)
    assert black == Tally(0, 0, 0, 0, Worth(0.0, 0.0), Worth(0.2 - 0.5, -0.6), 0)
    assert black.cost_a_play == Worth(0.0, 0.0)
    assert list(summary(found))[:2] == [
        "White: 1 of 2 plays were best; cost 10.0 % in all, 5.0 % a play; luck -10.0 %.",
        "Black: 0 of 0 plays were best; cost 0.0 % in all, 0.0 % a play; luck -30.0 %.",
    ]


# ---- The worst plays, and the cube ---------------------------------------------------------------


def test_the_three_worst_plays_are_named_the_worst_first() -> None:
    lost = (0.0, 0.01, 0.0, 0.2, 0.05, 0.1)
    turns = tuple(judged(Side.WHITE, "3/5", 0.6, 0.6 - part) for part in lost)
    found = Review(MINIGAM, turns, Words("a friend"))
    assert found.worst == (4, 6, 5)
    assert list(summary(found))[2:-2] == [
        "Turn 4: White's 5-2: 3/5 gave away 20.0 % of the chance to win. The best was 6/off.",
        "Turn 6: White's 5-2: 3/5 gave away 10.0 % of the chance to win. The best was 6/off.",
        "Turn 5: White's 5-2: 3/5 gave away 5.0 % of the chance to win. The best was 6/off.",
    ]
    assert list(summary(found))[-2] == "Judged by a friend."


@dataclass(frozen=True)
class Cube:
    """Always says the same of doubling."""

    choices: Choices

    def cube(self, _game: Game) -> Choices:
        return self.choices


@dataclass(frozen=True)
class Any:
    """Finds all plays as good as each other."""

    title = Words("a friend")
    doubt = 1e-6

    def worths(self, positions: Sequence[Position], _side: Side) -> list[Worth]:
        return [EVEN] * len(positions)


FIRST = Played(Side.WHITE, (3, 1), "8/5 6/5")
SECOND = Played(Side.BLACK, (6, 5), "24/13")
THIRD = Played(Side.WHITE, (6, 1), "13/7 8/7")
DOUBLE, TAKE = CubeAction(Side.BLACK, "double"), CubeAction(Side.WHITE, "take")
DROP = CubeAction(Side.WHITE, "drop")
AHEAD = Choices(rolls=0.5, taken=0.75, dropped=1.0)
"""Double, and take."""
LOST = Choices(rolls=0.75, taken=1.25, dropped=1.0)
"""Double, and drop."""
EARLY = Choices(rolls=0.5, taken=0.25, dropped=1.0)
"""Do not double; whoever does is taken."""


@pytest.mark.parametrize(
    ("choices", "actions", "expected"),
    [
        (AHEAD, (FIRST, SECOND, THIRD), [(1, "roll", 0.25), (2, "roll", 0.25)]),
        (AHEAD, (FIRST, DOUBLE, TAKE, SECOND, THIRD),
         [(1, "double", 0), (1, "take", 0), (2, "roll", 0.25)]),
        (AHEAD, (FIRST, DOUBLE, DROP), [(1, "double", 0), (1, "drop", 0.25)]),
        (LOST, (FIRST, DOUBLE, TAKE), [(1, "double", 0), (1, "take", 0.25)]),
        (LOST, (FIRST, DOUBLE, DROP), [(1, "double", 0), (1, "drop", 0)]),
        (EARLY, (FIRST, DOUBLE, TAKE), [(1, "double", 0.25), (1, "take", 0)]),
        (EARLY, (FIRST, SECOND, THIRD), []),
    ],
)  # fmt: skip
def test_decisions_about_the_cube(
    choices: Choices, actions: tuple[Entry, ...], expected: list[tuple[int, str, float]]
) -> None:
    """The opening roll is played without a double, and who has taken owns the cube."""
    record = Record(Terms("backgammon"), opening=((3, 1),), actions=actions)
    found = review(Any(), record, Cube(choices))
    assert found.cubes is not None
    assert [(cube.turns, cube.decided, cube.cost) for cube in found.cubes] == expected


def test_what_the_cube_cost_is_said_and_counted() -> None:
    record = Record(Terms("backgammon"), opening=((3, 1),), actions=(FIRST, DOUBLE, DROP))
    found = review(Any(), record, Cube(AHEAD))
    white = found.tally(Side.WHITE)
    assert (white.cubes, white.cube_cost, white.choices) == (1, 0.25, 1)
    assert white.rating == 500 * 0.25 / 2
    said = list(summary(found))
    assert said[0] == (
        "White: 1 of 1 play was best; cost 0.000 in all, 0.000 a play; luck +0.000. "
        "Cube: cost 0.250. Too few decisions for a rating."
    )
    assert said[2] == "Before turn 2, White should have taken (cost 0.250 points)."


def test_without_a_cube_nothing_is_said_of_it() -> None:
    record = Record(
        Terms("minigam"), opening=((5, 2),), actions=(Played(Side.WHITE, (5, 2), "bar/off"),)
    )
    assert review(Any(), record, Cube(AHEAD)).cubes is None
    assert review(Any(), Record(Terms("backgammon"))).cubes is None
