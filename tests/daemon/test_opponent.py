"""Who thinks for a computer seat: gnubg's first legal choice, or a level in its place."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import pytest

from minigam.daemon.opponent import Opponent, xgid
from minigam.daemon.trained_players import TrainedPlayers
from minigam.drivers.gnubg import Gnubg, find_gnubg
from minigam.rules.cube import CENTRED, Cube
from minigam.rules.match import FRESH, Standing
from minigam.rules.plays import Turn, result
from minigam.rules.position import Position, Side, parse_position
from minigam.rules.ruleset import BACKGAMMON, HYPERGAMMON, MINIGAM, RULE_SETS, RuleSet, rule_set
from minigam.rules.steps import Step
from minigam.rules.worth import moved, ranked
from minigam.solver.prepared import PreparedGame
from minigam.solver.solve import solver_of
from minigam.solver.tablebase import TablebaseStore
from minigam.solver.tablewriter import write
from minigam.table.computer import choose
from minigam.table.effects import AnswerDouble, ChoosePlay, DecideDouble, JudgeToResign
from minigam.table.events import Decided, JudgedToResign
from minigam.table.setup import GNUBG_GAMES, LEVELS
from tests.drivers.fake_gnubg import fake_gnubg
from tests.solver import solved
from tests.solver.games import few_checkers

EACH_SIDE = pytest.mark.parametrize("side", Side)
FIVE = rule_set("backgammon", {"length": "5"})
NINETY_NINE = rule_set("backgammon", {"length": "99"})
POINT_MADE = ((17, 3), (19, 1))
"""8/5 6/5, as sources and dice."""
Doubling = TypeVar("Doubling", AnswerDouble, DecideDouble)
NO_TABLES = Path("/nowhere")


def opponent(program: str | None, tables: Path = NO_TABLES) -> Opponent:
    return Opponent(Gnubg(program) if program else None, TablebaseStore(tables))


def opening(side: Side, roll: tuple[int, int] = (3, 1)) -> Turn:
    return Turn.of(BACKGAMMON, BACKGAMMON.start, side, roll)


def chosen(found: Opponent, turn: Turn, standing: Standing = FRESH) -> tuple[Step, ...]:
    return asyncio.run(found.choose(ChoosePlay(turn, "gnubg", False, CENTRED, standing)))


def pairs(steps: tuple[Step, ...]) -> tuple[tuple[int, int], ...]:
    """Sources and dice, from the rear."""
    return tuple(sorted((step.source, step.die) for step in steps))


def finished(turn: Turn, steps: tuple[Step, ...]) -> Turn:
    """The turn with its rest; fails on anything illegal or left undone."""
    for step in steps:
        turn = turn.play(step)
    assert turn.may_end
    return turn


def asked(
    kind: type[Doubling],
    side: Side,
    position: Position = BACKGAMMON.start,
    rules: RuleSet = BACKGAMMON,
    cube: Cube = CENTRED,
    standing: Standing = FRESH,
) -> Doubling:
    """Whether a side doubles, or takes."""
    return kind(side, "gnubg", rules, position, cube, standing)


def takes(found: Opponent, side: Side, *where: Any, **more: Any) -> bool:
    return asyncio.run(found.takes(asked(AnswerDouble, side, *where, **more)))


def doubles(found: Opponent, side: Side, *where: Any, **more: Any) -> bool:
    return asyncio.run(found.doubles(asked(DecideDouble, side, *where, **more)))


# What it is asked


@pytest.mark.parametrize(
    ("rules", "cube", "standing", "expected"),
    [
        (BACKGAMMON, Cube(), FRESH, "0:0:1:52:0:0:0:0"),
        (BACKGAMMON, Cube(), Standing((7, 3)), "0:0:1:52:0:0:0:0"),
        (BACKGAMMON, Cube(3, Side.WHITE), FRESH, "1:1:1:52:0:0:0:0"),
        (BACKGAMMON, Cube(40, Side.BLACK), FRESH, "1:-1:1:52:0:0:0:0"),
        (rule_set("backgammon", {"jacoby": "true"}), Cube(), FRESH, "0:0:1:52:0:0:1:0"),
        (rule_set("backgammon-money", {"jacoby": "true"}), Cube(2), FRESH, "0:0:1:52:0:0:1:0"),
        (FIVE, Cube(1, Side.BLACK), Standing((1, 3)), "1:-1:1:52:1:3:0:5"),
        (FIVE, Cube(), Standing((1, 4)), "0:0:1:52:1:4:1:5"),
        (FIVE, Cube(), Standing((1, 4), True), "0:0:1:52:1:4:0:5"),
        (rule_set("portes", {"length": "3"}), Cube(), Standing((2, 1)), "0:0:1:52:2:1:0:3"),
        (NINETY_NINE, Cube(), Standing((2, 1)), "0:0:1:52:0:0:0:0"),
        (NINETY_NINE, Cube(), Standing((40, 34)), "0:0:1:52:0:0:0:0"),
        (NINETY_NINE, Cube(2), Standing((35, 98)), "2:0:1:52:0:63:1:64"),
        (NINETY_NINE, Cube(), Standing((90, 80), True), "0:0:1:52:55:45:0:64"),
    ],
)
def test_the_stakes_are_told(rules: RuleSet, cube: Cube, standing: Standing, expected: str) -> None:
    text = xgid(rules, rules.start, Side.WHITE, "52", cube, standing)
    assert text == f"-b----E-C---eE---c-e----B-:{expected}:10"


def test_the_mover_is_always_upper_case_with_its_own_score_first() -> None:
    position = parse_position("aA----------------------bB", BACKGAMMON.layout)
    told = [xgid(FIVE, position, side, "00", Cube(1, side), Standing((1, 3))) for side in Side]
    assert told == [
        "aA----------------------bB:1:1:1:00:1:3:0:5:10",
        "bB----------------------aA:1:1:1:00:3:1:0:5:10",
    ]


# What is made of its answer


@EACH_SIDE
@pytest.mark.parametrize(
    "body", ["say([[[8, 5], [6, 5]], [[24, 20]]])", "say([[[13, 1]], [], [[8, 5], [6, 5]]])"]
)
def test_its_first_choice_that_is_legal_is_played(side: Side, body: str, tmp_path: Path) -> None:
    assert pairs(chosen(opponent(fake_gnubg(tmp_path, body)), opening(side))) == POINT_MADE


def test_steps_already_made_rule_its_first_choice_out(tmp_path: Path) -> None:
    found = opponent(fake_gnubg(tmp_path, "say([[[8, 5], [6, 5]], [[24, 23], [13, 10]]])"))
    turn = opening(Side.WHITE)
    begun = turn.play(next(s for s in turn.next_steps if (s.source, s.die) == (1, 1)))
    assert pairs(chosen(found, begun)) == ((12, 3),)


@pytest.mark.parametrize("take", [True, False])
def test_its_answer_to_a_double_counts(take: bool, tmp_path: Path) -> None:
    assert takes(opponent(fake_gnubg(tmp_path, f"say({take})")), Side.BLACK) is take


@pytest.mark.parametrize("level", [*LEVELS, "gnubg", "perfect"])
def test_every_level_resigns_what_is_lost_for_certain(level: str) -> None:
    position = parse_position("-F------------------ccccb-", BACKGAMMON.layout)
    judge = JudgeToResign(Side.BLACK, level, BACKGAMMON, position, CENTRED, FRESH)
    found = opponent(None)
    assert asyncio.run(found.answer(judge)) == JudgedToResign(1)


@pytest.mark.parametrize("double", [True, False])
def test_its_decision_to_double_counts(double: bool, tmp_path: Path) -> None:
    body = f"say({double} if question['want'] == 'doubles' else None)"
    found = opponent(fake_gnubg(tmp_path, body))
    assert doubles(found, Side.BLACK) is double
    assert asyncio.run(found.answer(asked(DecideDouble, Side.BLACK))) == Decided(double)


def test_nobody_doubles_in_its_place(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    assert not doubles(opponent(fake_gnubg(tmp_path, "sys.exit(1)")), Side.WHITE)
    (record,) = caplog.records
    assert record.message.startswith("expert plays in gnubg's place: ")


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("sys.exit(1)", ["expected one answer from gnubg, got ''"] * 2),
        (
            "say([[[13, 1]]])",
            [
                "expected a legal play from gnubg, got 1 others",
                "expected yes or no from gnubg, got [[[13, 1]]]",
            ],
        ),
        (
            None,
            ["gnubg is not installed: sudo apt install gnubg, or choose another level"] * 2,
        ),
    ],
    ids=["it-dies", "nothing-legal", "not-installed"],
)
def test_expert_plays_and_answers_in_gnubgs_place(
    body: str | None, why: list[str], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    found, turn = opponent(body and fake_gnubg(tmp_path, body)), opening(Side.WHITE)
    assert chosen(found, turn) == TrainedPlayers().choose(turn, "expert", "")
    assert takes(found, Side.WHITE)
    assert [(record.levelname, record.getMessage()) for record in caplog.records] == [
        ("WARNING", f"expert plays in gnubg's place: {each}") for each in why
    ]


def test_the_other_levels_do_not_ask(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    found = opponent(fake_gnubg(tmp_path, "sys.exit(1)"))
    asyncio.run(found.choose(ChoosePlay(opening(Side.WHITE), "easy", hint=False)))
    answer = AnswerDouble(Side.WHITE, "easy", BACKGAMMON, BACKGAMMON.start, CENTRED, FRESH)
    assert asyncio.run(found.takes(answer))
    assert caplog.records == []


# The real one


@pytest.fixture
def real(caplog: pytest.LogCaptureFixture) -> Iterator[Opponent]:
    """In whose place no level ever plays."""
    program = find_gnubg()
    assert program, "expected gnubg: sudo apt install gnubg, or leave it out with --skip-gnubg"
    yield opponent(program)
    assert caplog.get_records("call") == []


@pytest.mark.gnubg
@EACH_SIDE
def test_gnubg_makes_the_point_that_everybody_makes(real: Opponent, side: Side) -> None:
    assert pairs(chosen(real, opening(side))) == POINT_MADE


AHEAD = parse_position("---BDED----------dfc------", BACKGAMMON.layout)
"""White is far ahead in a race."""


@pytest.mark.gnubg
def test_gnubg_takes_and_drops(real: Opponent) -> None:
    assert takes(real, Side.BLACK)
    assert not takes(real, Side.BLACK, AHEAD)
    assert takes(real, Side.WHITE, AHEAD)


@pytest.mark.gnubg
def test_gnubg_doubles_and_redoubles(real: Opponent) -> None:
    """Far ahead in a race, also on its own cube; not at the start, nor behind."""
    assert doubles(real, Side.WHITE, AHEAD)
    assert doubles(real, Side.WHITE, AHEAD, cube=Cube(1, Side.WHITE))
    assert not doubles(real, Side.BLACK, AHEAD)
    assert not doubles(real, Side.WHITE)


TOO_GOOD = parse_position("c-BBBBBBA-AA---------ddd--", BACKGAMMON.layout)
"""White has three black checkers on the bar behind six points in a row: a gammon wins more."""


@pytest.mark.gnubg
@EACH_SIDE
def test_gnubg_plays_on_for_a_gammon(real: Opponent, side: Side) -> None:
    """But under Jacoby a gammon counts double only after a double."""
    mirrored = Position(TOO_GOOD.black, TOO_GOOD.white)
    position = TOO_GOOD if side is Side.WHITE else mirrored
    assert not doubles(real, side, position)
    assert not doubles(real, side, position, cube=Cube(1, side))
    assert doubles(real, side, position, rule_set("backgammon", {"jacoby": "true"}))


@pytest.mark.gnubg
@EACH_SIDE
def test_gnubg_doubles_as_the_score_demands(real: Opponent, side: Side) -> None:
    """After the Crawford game the side behind has nothing to lose, even at the start."""
    behind = (1, 4) if side is Side.WHITE else (4, 1)
    assert doubles(real, side, rules=FIVE, standing=Standing(behind, True))
    assert not doubles(real, side, rules=FIVE, standing=Standing(behind))
    assert not doubles(real, side, AHEAD, FIVE, Cube(2, side), Standing((2, 2)))


@pytest.mark.gnubg
@EACH_SIDE
def test_gnubg_knows_the_score(real: Opponent, side: Side) -> None:
    """It may drop once for nothing where the other side needs two points; else it must take."""
    needs_two = (4, 3) if side is Side.WHITE else (3, 4)
    assert not takes(real, side, rules=FIVE, standing=Standing(needs_two, True))
    needs_four = (1, 3) if side is Side.WHITE else (3, 1)
    assert takes(real, side, rules=FIVE, standing=Standing(needs_four))


@pytest.mark.gnubg
@pytest.mark.parametrize("length", ["1", "2", "64", "65"])
def test_gnubg_understands_matches_of_any_length(real: Opponent, length: str) -> None:
    rules = rule_set("backgammon", {"length": length})
    turn = Turn.of(rules, rules.start, Side.BLACK, (6, 6))
    assert len(chosen(real, turn, Standing((int(length) - 1, 0)))) == 4


@pytest.mark.gnubg
@pytest.mark.slow
@pytest.mark.parametrize("game", GNUBG_GAMES)
def test_gnubg_plays_a_game(real: Opponent, game: str) -> None:
    """Against `easy`; every play legal, the last one too, and never a level in its place."""
    rules, dice = RULE_SETS[game], Random(game)
    position, side = rules.start, Side.WHITE
    while (ended := result(rules, position)) is None:
        turn = Turn.of(rules, position, side, (dice.randint(1, 6), dice.randint(1, 6)))
        steps: tuple[Step, ...] = ()
        if turn.next_steps:
            black = side is Side.BLACK
            steps = choose(turn, "easy", str(dice.random())) if black else chosen(real, turn)
        position, side = finished(turn, steps).position, side.other
    assert ended.winner is Side.WHITE or rules is HYPERGAMMON


# The table of exact values


def perfect(found: Opponent, turn: Turn) -> tuple[Step, ...]:
    return asyncio.run(found.choose(ChoosePlay(turn, "perfect", False, CENTRED, FRESH)))


@pytest.mark.slow
def test_perfect_plays_what_the_table_ranks_first() -> None:
    """Through a whole game against itself; also when a step was made already."""
    folder, chance = solved.data_folder() / "tables", Random(7)
    found, table = opponent(None, folder), solved.table("minigam")
    position, side = MINIGAM.start, Side.WHITE
    while result(MINIGAM, position) is None:
        roll = (chance.randint(1, 6), chance.randint(1, 6))
        turn = Turn.of(MINIGAM, position, side, roll)
        steps = perfect(found, turn)
        best = ranked(table, Turn.of(MINIGAM, position, side, roll))[0][1]
        reached = finished(turn, steps).position
        assert moved(table, MINIGAM, reached, side) == best
        if len(steps) > 1:
            assert perfect(found, turn.play(steps[0])) == steps[1:]
        position, side = reached, side.other


@pytest.mark.parametrize(
    ("damaged", "why"),
    [(False, "expected a table of"), (True, "is not a table that this version reads")],
)
def test_without_a_table_that_can_be_read_a_level_plays_in_its_place(
    damaged: bool, why: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    if damaged:
        (tmp_path / "minigam.table").write_bytes(b"no table")
    turn = Turn.of(MINIGAM, MINIGAM.start, Side.WHITE, (5, 2))
    assert finished(turn, perfect(opponent(None, tmp_path), turn)).may_end
    (record,) = caplog.records
    assert record.message.startswith("expert plays in perfect's place: ")
    assert why in record.message


@pytest.mark.slow
def test_hints_are_by_a_table_that_came_during_the_game() -> None:
    """The level that plays is not: who has chosen it wants to play against it."""
    found = opponent(None, solved.data_folder() / "tables")
    position, roll = parse_position("E--baAad", MINIGAM.layout), (2, 1)
    turn = Turn.of(MINIGAM, position, Side.BLACK, roll)
    best, *_ = ranked(solved.table("minigam"), Turn.of(MINIGAM, position, Side.BLACK, roll))
    for hint, is_best in ((True, True), (False, False)):
        steps = asyncio.run(found.choose(ChoosePlay(turn, "medium", hint, CENTRED, FRESH)))
        assert (finished(turn, steps).position == best[0].position) is is_best


def test_a_double_is_dropped_from_half_a_point_on(tmp_path: Path) -> None:
    """On a track so short that the side about to roll wins at once with most rolls, or few."""
    rules = few_checkers(1)
    solver = solver_of(PreparedGame.of(rules))
    assert list(solver.run())
    write(tmp_path / "hypergammon.table", rules, solver)
    found = opponent(None, tmp_path)
    far, near = (Position(_alone(place), _alone(24)) for place in (1, 20))
    for position, taken in ((far, True), (near, False)):
        wanted = AnswerDouble(Side.BLACK, "perfect", rules, position, CENTRED, FRESH)
        assert asyncio.run(found.takes(wanted)) is taken


def _alone(place: int) -> tuple[int, ...]:
    return tuple(int(at == place) for at in range(26))
