"""The results of many rolls at once are those of the legal plays, one roll at a time."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import pairwise
from random import Random
from typing import NamedTuple

import numpy as np
import pytest

from minigam.errors import CannotHoldError, UnreadableError
from minigam.rules.plays import legal_plays
from minigam.rules.position import Position, Side, Track, parse_position
from minigam.rules.ruleset import BACKGAMMON, MINIGAM, RULE_SETS, RuleSet
from minigam.solver import batch, batch_full, batch_quarter, batch_steps
from minigam.solver.batch import packed, results
from minigam.solver.compiled import Counts
from tests.rules import cases, naive, naive24, naive_tavli

FULL = ("backgammon", "portes", "backgammon-money", "hypergammon")
TAVLI = ("plakoto", "fevga")
DICE_SIMPLE = RULE_SETS["backgammon-dice-simple"]


def random_pawns(chance: Random) -> str:
    """Pawns of the plain Backgammon Dice, at most two on a space; half of the times far ahead."""
    cells: dict[int, list[str]] = {}
    for letter, way in (("A", range(1, 17)), ("a", range(16, 0, -1))):
        spaces = list(way)[chance.choice((0, 10)) :]
        captured = 0 if letter == "A" else 17
        for _ in range(chance.randint(1, 5)):
            space = captured if chance.random() < 0.1 else chance.choice(spaces)
            there = cells.setdefault(space, [])
            if space == captured or there in ([], [letter]):
                there.append(letter)
    return "".join(_cell(cells.get(space, [])) for space in range(18))


def _cell(pawns: list[str]) -> str:
    return chr(ord(pawns[0]) + len(pawns) - 1) if pawns else "-"


GAMES: dict[str, tuple[RuleSet, Callable[[Random], str]]] = {
    **{name: (RULE_SETS[name], partial(naive24.random_position, name)) for name in FULL},
    **{name: (RULE_SETS[name], partial(naive_tavli.random_position, name)) for name in TAVLI},
    DICE_SIMPLE.id: (DICE_SIMPLE, random_pawns),
    **{str(game): (game.rules, naive.random_position) for game in cases.GAMES},
}
"""Each game of both families, with all options, and how to get a random position."""
FAMILIES = (batch_full, batch_quarter, batch_steps)
EACH_KIND = pytest.mark.parametrize("name", ["backgammon", str(cases.GAMES[0]), "plakoto"])
EACH_GAME = pytest.mark.parametrize("name", GAMES)
FEW, MANY = 300, 6_500


class Roll(NamedTuple):
    """A roll to be played."""

    position: Position
    side: Side
    dice: tuple[int, int]

    @property
    def tracks(self) -> tuple[Track, Track]:
        return _tracks(self.position, self.side)


def _tracks(position: Position, side: Side) -> tuple[Track, Track]:
    """Both sides' checkers; -1 where one lies pinned."""
    return _track(position, side), _track(position, side.other)


def _track(position: Position, side: Side) -> Track:
    pinned = position.pinned_of(side)
    return tuple(-1 if p in pinned else count for p, count in enumerate(position.track(side)))


def random_rolls(name: str, number: int) -> Iterator[Roll]:
    """One in three a double."""
    rules, random_position = GAMES[name]
    chance = Random(name)
    for _ in range(number):
        position = parse_position(random_position(chance), rules.layout)
        one = chance.randint(1, 6)
        other = one if chance.random() < 0.2 else chance.randint(1, 6)
        yield Roll(position, chance.choice(list(Side)), (one, other))


def arrays(rolls: list[Roll]) -> tuple[Counts, Counts, Counts]:
    own, theirs = (
        np.array(tracks, np.int8) for tracks in zip(*(r.tracks for r in rolls), strict=True)
    )
    return own, theirs, np.array([roll.dice for roll in rolls], np.int8)


def found(rules: RuleSet, rolls: list[Roll]) -> list[list[tuple[Track, Track]]]:
    """The results of each roll, as tracks."""
    got = results(rules, *arrays(rolls))
    rows = [
        (tuple(own), tuple(theirs))
        for own, theirs in zip(got.own.tolist(), got.theirs.tolist(), strict=True)
    ]
    return [rows[begin:end] for begin, end in pairwise(got.starts.tolist())]


def check(rules: RuleSet, rolls: list[Roll]) -> None:
    for roll, got in zip(rolls, found(rules, rolls), strict=True):
        plays = legal_plays(rules, *roll)
        assert sorted(got) == sorted(_tracks(play.position, roll.side) for play in plays), roll


@pytest.mark.parametrize("number", [FEW, pytest.param(MANY, marks=pytest.mark.slow)])
@EACH_GAME
def test_the_results_are_those_of_the_legal_plays(name: str, number: int) -> None:
    """The slow ones: of a hundred thousand rolls."""
    check(GAMES[name][0], list(random_rolls(name, number)))


@pytest.mark.parametrize(
    "rules",
    [
        replace(BACKGAMMON, steps_on_double=3),
        replace(BACKGAMMON, home=12),
        replace(BACKGAMMON, layout=replace(BACKGAMMON.layout, checkers=7)),
    ],
    ids=["three steps", "a long home", "seven checkers"],
)
def test_what_a_game_of_24_points_may_vary(rules: RuleSet) -> None:
    rolls = random_rolls("backgammon", FEW)
    check(rules, [roll._replace(position=_fewer(rules, roll.position)) for roll in rolls])


@pytest.mark.parametrize("name", FULL)
def test_step_by_step_leads_to_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The slow way knows the games of the fast one."""
    monkeypatch.setattr(batch, "FAMILIES", (batch_steps,))
    check(GAMES[name][0], list(random_rolls(name, FEW)))


PINNED = parse_position("-l------A--------a-a----N- 8", RULE_SETS["plakoto"].layout)


@pytest.mark.parametrize(
    ("own", "theirs"),
    [
        ({17: 0, 18: 1}, {}),  # nobody on top
        ({17: -1}, {}),  # pinned, both
        ({}, {8: 1}),  # neither
        ({}, {8: -2, 24: 1}),
        ({0: -1, 1: 15}, {}),
    ],
)
def test_who_lies_pinned_lies_alone_beneath_others(
    own: dict[int, int], theirs: dict[int, int]
) -> None:
    before = [np.array([track], np.int8) for track in _tracks(PINNED, Side.WHITE)]
    changed = [_changed(array, 0, new) for array, new in zip(before, (own, theirs), strict=True)]
    dice = np.array([[2, 1]], np.int8)
    results(RULE_SETS["plakoto"], before[0], before[1], dice)
    with pytest.raises(UnreadableError, match="in row 0"):
        results(RULE_SETS["plakoto"], changed[0], changed[1], dice)


def _fewer(rules: RuleSet, position: Position) -> Position:
    """As many checkers of each side's as the game has, the rearmost."""

    def front(track: Track) -> Track:
        left, kept = rules.layout.checkers, []
        for count in track:
            kept.append(min(left, count))
            left -= kept[-1]
        return tuple(kept)

    return Position(front(position.white), front(position.black))


@EACH_KIND
def test_in_a_finished_game_nobody_moves(name: str) -> None:
    rules = GAMES[name][0]
    over = (*([0] * rules.layout.off), rules.layout.checkers)
    for won in (Position(over, rules.start.black), Position(rules.start.white, over)):
        for dice in ((6, 1), (3, 3)):
            roll = Roll(won, Side.WHITE, dice)
            assert found(rules, [roll]) == [[roll.tracks]]


@EACH_GAME
def test_keys_tell_the_results_of_a_roll_apart(name: str) -> None:
    rules, given = GAMES[name][0], arrays(list(random_rolls(name, FEW)))
    keys, boards = packed(rules, *given), results(rules, *given)
    assert keys.starts.tolist() == boards.starts.tolist()
    for begin, end in pairwise(keys.starts):
        assert len(np.unique(keys.keys[begin:end], axis=0)) == end - begin


def test_no_rolls_have_no_results() -> None:
    none = np.zeros((0, 26), np.int8)
    assert results(BACKGAMMON, none, none, np.zeros((0, 2), np.int8)).starts.tolist() == [0]


# ---- Room ----------------------------------------------------------------------------------------

SPREAD = (0, *([1] * 15), *([0] * 10))
"""Every checker alone: a double of one has more results than anybody expects."""
FAR = (15, *([0] * 25))


def test_there_is_room_for_as_many_results_as_there_are() -> None:
    roll = Roll(Position(SPREAD, FAR), Side.WHITE, (1, 1))
    once, many = found(BACKGAMMON, [roll]), found(BACKGAMMON, [roll] * 50)
    assert len(once[0]) > 20 * batch.USUAL
    assert many == once * 50


@EACH_KIND
def test_nothing_is_written_beyond_the_end_of_an_array(name: str) -> None:
    rules = GAMES[name][0]
    family = next(each for each in FAMILIES if each.supports(rules))
    given = arrays(list(random_rolls(name, FEW)))
    whole = packed(rules, *given)
    for room in range(0, len(whole.keys), 7):
        keys = np.full((len(whole.keys), family.WORDS), -1, np.int64)
        starts = np.zeros(FEW + 1, np.int64)
        done = family.fill(family.rule_numbers_of(rules), *given, 0, starts, keys[:room])
        assert whole.starts[done] <= room
        assert done == FEW or whole.starts[done + 1] > room
        assert (keys[: starts[done]] == whole.keys[: starts[done]]).all()
        assert (keys[room:] == -1).all()


# ---- Bad input -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["backgammon-dice-basic", "backgammon-dice-tournament"])
def test_games_that_it_cannot_do_are_refused(name: str) -> None:
    rules = RULE_SETS[name]
    start = np.array([rules.start.white], np.int8)
    with pytest.raises(CannotHoldError, match=f"{rules.title} has no results in batches"):
        results(rules, start, start, np.array([[2, 1]], np.int8))


def _changed(array: Counts, row: int, values: dict[int, int]) -> Counts:
    changed = array.copy()
    for place, count in values.items():
        changed[row, place] = count
    return changed


START = np.array([MINIGAM.start.white] * 3, np.int8)
DICE = np.array([[2, 1]] * 3, np.int8)


@pytest.mark.parametrize(
    ("own", "theirs", "dice", "message"),
    [
        (START[:, :7], START, DICE, r"expected own as int8 of the shape \(3, 8\), got int8 \(3, 7"),
        (START, START[:2], DICE, r"expected theirs as int8 of the shape \(3, 8\), got int8 \(2, 8"),
        (START, START.astype(np.int64), DICE, r"expected theirs as int8 .* got int64 \(3, 8\)"),
        (START, START, DICE[:, 0], r"expected dice as int8 of the shape \(3, 2\), got int8 \(3,\)"),
        (START, START, DICE[0, 0], "expected own as int8"),
        (START, START, _changed(DICE, 1, {0: 7}), r"from 1 to 6 in row 1 of dice, got \[7, 1\]"),
        (START, START, _changed(DICE, 2, {1: 0}), r"from 1 to 6 in row 2 of dice, got \[2, 0\]"),
        (_changed(START, 2, {3: 1}), START, DICE, r"expected 8 checkers in row 2 of own, got \[8,"),
        (START, _changed(START, 0, {0: 7}), DICE, r"8 checkers in row 0 of theirs, got \[7, 0,"),
        (START, _changed(START, 0, {0: 9, 2: -1}), DICE, "8 checkers in row 0 of theirs"),
        (
            _changed(START, 1, {0: 7, 2: 1}),
            _changed(START, 1, {0: 6, 5: 2}),
            DICE,
            r"points of one side each in row 1, got own \[7, 0, 1, .* and theirs \[6, 0, 0, 0, 0",
        ),
    ],
)
def test_what_is_no_position_or_roll_is_refused(
    own: Counts, theirs: Counts, dice: Counts, message: str
) -> None:
    for call in (results, packed):
        with pytest.raises(UnreadableError, match=message):
            call(MINIGAM, own, theirs, dice)


def test_arrays_need_not_lie_in_one_piece() -> None:
    given = arrays(list(random_rolls("backgammon", FEW)))
    turned = [np.asfortranarray(array) for array in given]
    want, got = results(BACKGAMMON, *given), results(BACKGAMMON, *turned)
    assert (got.own == want.own).all()
    assert (got.theirs == want.theirs).all()
