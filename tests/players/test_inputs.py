"""The inputs, each against a naive count on the position itself."""

import numpy as np
import pytest

from minigam.players.arrays import Floats, Rows
from minigam.players.inputs import CONTACT, FAR, PRIMES, RACE, SPECIAL, UNITS, Inputs
from minigam.players.outcomes import Outcomes
from minigam.rules.position import Side
from minigam.rules.ruleset import BACKGAMMON, HYPERGAMMON, MINIGAM, PORTES, RuleSet
from minigam.rules.steps import is_blocked
from minigam.solver.batch import results
from tests.players.rolls import GAMES, as_position, mixed, positions

EACH_GAME = pytest.mark.parametrize("name", GAMES)


def halves(rules: RuleSet, own: Rows, theirs: Rows) -> tuple[Floats, Floats]:
    """The inputs of the side about to roll, and of the other, a row a position."""
    inputs = Inputs(rules).encode(own, theirs).T
    half = inputs.shape[1] // 2
    return inputs[:, :half], inputs[:, half:]


@EACH_GAME
def test_the_counts_of_every_place(name: str) -> None:
    rules = GAMES[name]
    own, theirs = mixed(rules, 10)
    for track, side in zip((own, theirs), halves(rules, own, theirs), strict=True):
        for row, found in zip(track.tolist(), side.tolist(), strict=True):
            assert found[: len(found) - SPECIAL] == pytest.approx(naive_counts(rules, row))


def naive_counts(rules: RuleSet, row: list[int]) -> list[float]:
    off, places = rules.layout.off, row[:-1]
    units: list[float] = []
    units += [float(count == 1) for count in places]
    units += [float(count >= 2) for count in places]
    units += [float(count >= 3) for count in places]
    units += [max(count - 3, 0) / 2 for count in places]
    assert len(units) == UNITS * off
    if rules.layout.pins:
        units += [float(count < 0) for count in places[1:]]
    units += [float(row[-1] > done) for done in range(rules.layout.checkers)]
    pips = sum(abs(count) * (off - place) for place, count in enumerate(row))
    return [*units, pips / (4 * rules.layout.points)]


@pytest.mark.parametrize("rules", [BACKGAMMON, PORTES, HYPERGAMMON, MINIGAM], ids=lambda r: r.id)
def test_the_chance_to_hit_is_that_of_the_legal_plays(rules: RuleSet) -> None:
    own, theirs = positions(rules, 60, 18)
    going = (own[:, -1] < rules.layout.checkers) & (theirs[:, -1] < rules.layout.checkers)
    own, theirs = own[going], theirs[going]
    hitting = np.zeros(len(own))
    for one in range(1, 7):
        for other in range(1, 7):
            found = results(rules, own, theirs, np.full((len(own), 2), (one, other), np.int8))
            before = np.repeat(theirs[:, 0], np.diff(found.starts))
            hits = (found.theirs[:, 0] > before).astype(int)
            hitting += np.maximum.reduceat(hits, found.starts[:-1])
    mine, _ = halves(rules, own, theirs)
    assert mine[:, -SPECIAL] * 36 == pytest.approx(hitting)
    assert hitting.any()


@EACH_GAME
def test_escapes_and_primes(name: str) -> None:
    rules = GAMES[name]
    own, theirs = mixed(rules, 8)
    mine, _ = halves(rules, own, theirs)
    for row in range(len(own)):
        rear, second, worst = naive_escapes(rules, own[row], theirs[row])
        found = mine[row, -SPECIAL:].tolist()
        assert found[1:4] == pytest.approx([rear, second, worst]), row
        if not rules.layout.same_way and not rules.layout.pins:
            assert found[-len(PRIMES) :] == naive_primes(rules, own[row], theirs[row]), row


def naive_escapes(rules: RuleSet, own: Rows, theirs: Rows) -> tuple[float, float, float]:
    """The shares of rolls with which the last two checkers get far, and the least of all places."""
    position, layout = as_position(own, theirs), rules.layout

    def lands(place: int) -> bool:
        if place >= layout.off:
            return True
        there = position.black[layout.mirror(place)]
        if rules.layout.pins and own[place] < 0:
            return False
        here = position.white[place]
        if rules.layout.pins and theirs[layout.mirror(place)] < 0:
            return True
        return not is_blocked(rules, here, there)

    def share(source: int) -> float:
        escapes = 0
        for one in range(1, 7):
            for other in range(1, 7):
                ways = [[one, other], [other, one]] if one != other else [[one] * 4]
                escapes += any(far(source, way) for way in ways)
        return escapes / 36

    def far(source: int, way: list[int]) -> bool:
        pips, reached = 0, False
        for die in way:
            pips += die
            if not lands(source + pips):
                break
            last = len(set(way)) == 1 or pips == sum(way)
            reached |= pips >= FAR and last
        return reached

    held = [place for place in range(layout.off) if own[place] > 0]
    shares = [share(place) for place in held[:2]] + [0.0, 0.0]
    return shares[0], shares[1], min(share(p) for p in range(max(layout.off - FAR, 1)))


def naive_primes(rules: RuleSet, own: Rows, theirs: Rows) -> list[float]:
    """Whether there is a row of so many made points before the other side's last checker."""
    rear = next((place for place, count in enumerate(theirs[:-1].tolist()) if count), None)
    last = 0 if rear is None else rules.layout.off - rear
    made = [own[place] >= (rules.room or rules.block) for place in range(1, last)]
    found = []
    for length in PRIMES:
        rows = (made[at : at + length] for at in range(len(made)))
        found.append(float(any(len(row) == length and all(row) for row in rows)))
    return found


@EACH_GAME
def test_contact_is_where_somebody_may_still_meet(name: str) -> None:
    rules = GAMES[name]
    own, theirs = mixed(rules, 20)
    over, _ = Outcomes(rules).final(own, theirs)
    own, theirs = np.delete(own, over, 0), np.delete(theirs, over, 0)
    found = Inputs(rules).classes(own, theirs).tolist()
    for row, kind in enumerate(found):
        position = as_position(own[row], theirs[row])
        met = any(
            places_ahead(rules, position.track(side), position.track(side.other)) for side in Side
        )
        assert kind == (CONTACT if met else RACE), row
    assert CONTACT in found


def test_sides_that_have_passed_each_other_race() -> None:
    home = np.array([[*[0] * 19, 15, *[0] * 6], [*[0] * 12, 1, *[0] * 6, 14, *[0] * 6]], np.int8)
    behind = home[1:].repeat(2, 0)
    assert Inputs(BACKGAMMON).classes(home, behind).tolist() == [RACE, CONTACT]


def places_ahead(rules: RuleSet, own: tuple[int, ...], theirs: tuple[int, ...]) -> bool:
    """Whether a side has a checker behind one of the other side's."""
    layout = rules.layout
    held = [place for place, count in enumerate(own[:-1]) if count]
    points = range(1, layout.off) if layout.same_way else range(layout.off)
    across = [layout.mirror(place) for place in points if theirs[place]]
    return any(mine < yours for mine in held for yours in across)


@EACH_GAME
def test_each_side_sees_itself_first(name: str) -> None:
    rules = GAMES[name]
    own, theirs = mixed(rules, 10)
    mine, yours = halves(rules, own, theirs)
    turned = halves(rules, theirs, own)
    assert np.array_equal(mine, turned[1])
    assert np.array_equal(yours, turned[0])


@EACH_GAME
def test_no_input_is_large(name: str) -> None:
    rules = GAMES[name]
    found = Inputs(rules).encode(*mixed(rules, 20))
    assert found.shape[0] == Inputs(rules).size
    assert 0 <= found.min() <= found.max() <= 8
