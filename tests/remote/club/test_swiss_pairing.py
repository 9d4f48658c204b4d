"""Swiss: against every pairing that there is, and over whole random evenings."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minigam.remote.club.contest import Pairs
from minigam.remote.club.swiss_pairing import Candidate, pair_costs, pair_swiss

Worth = tuple[int, int, int, int]


def all_pairings(players: tuple[Candidate, ...]) -> Iterator[list[tuple[Candidate, ...]]]:
    """Every way to make pairs, with one player alone where the number is odd."""
    if not players:
        yield []
        return
    first, *others = players
    if len(players) % 2:
        for rest in all_pairings(tuple(others)):
            yield [(first,), *rest]
    for at, other in enumerate(others):
        for rest in all_pairings((*others[:at], *others[at + 1 :])):
            yield [(first, other), *rest]


def worth(pairing: list[tuple[Candidate, ...]]) -> Worth:
    """What the page says is sought, worst first; written without the code under test."""
    alone = [group[0] for group in pairing if len(group) == 1]
    met = [group for group in pairing if len(group) == 2]
    return (
        sum(player.had_bye for player in alone),
        sum(list(one.met).count(two.number) for one, two in met),
        sum(player.wins for player in alone),
        sum((one.wins - two.wins) ** 2 for one, two in met),
    )


def groups(pairs: Pairs, players: tuple[Candidate, ...]) -> list[tuple[Candidate, ...]]:
    by_number = {player.number: player for player in players}
    return [tuple(by_number[n] for n in pair if n is not None) for pair in pairs]


@st.composite
def fields(draw: st.DrawFn) -> tuple[Candidate, ...]:
    """Up to 8 players after some rounds, who may have met in any way."""
    count = draw(st.integers(2, 8))
    numbers = range(1, count + 1)
    met = {number: list[int]() for number in numbers}
    pairs = st.tuples(st.sampled_from(numbers), st.sampled_from(numbers))
    for one, two in draw(st.lists(pairs, max_size=20)):
        if one != two:
            met[one].append(two)
            met[two].append(one)
    wins, flags = st.integers(0, 4), st.booleans()
    return tuple(Candidate(n, draw(wins), tuple(met[n]), draw(flags)) for n in numbers)


@given(fields(), st.integers(0, 2**63 - 1))
def test_no_other_pairing_is_better(players: tuple[Candidate, ...], seed: int) -> None:
    found = groups(pair_swiss(players, seed, 3), players)
    everybody = sorted(player.number for group in found for player in group)
    assert everybody == sorted(player.number for player in players)
    assert worth(found) == min(map(worth, all_pairings(players)))


@given(fields(), st.integers(0, 1000), st.randoms())
def test_the_order_of_players_decides_nothing(
    players: tuple[Candidate, ...], seed: int, chance: random.Random
) -> None:
    mixed = [*players]
    chance.shuffle(mixed)
    assert pair_swiss(mixed, seed, 1) == pair_swiss(players, seed, 1)


def test_the_seed_and_the_round_decide_among_equals() -> None:
    players = [Candidate(number, 0) for number in range(1, 17)]
    drawn = {pair_swiss(players, seed, number) for seed in range(10) for number in (1, 2)}
    assert len(drawn) == 20


def test_lots_are_the_same_on_every_machine() -> None:
    """Computed once with `sha256sum`: `printf 'minigam lot 1:7:2:1:2' | sha256sum`."""
    (pair,) = pair_costs([Candidate(1, 0), Candidate(2, 0)], seed=7, number=2)
    assert pair[1].lot == LOT


LOT = 0x01A2CD53A6C8


@pytest.mark.parametrize("count", [2, 3])
def test_few_players(count: int) -> None:
    players = [Candidate(number, 0) for number in range(1, count + 1)]
    assert len(pair_swiss(players, 0, 1)) == (count + 1) // 2


def test_the_bye_goes_to_the_lowest_who_had_none() -> None:
    players = [
        Candidate(1, 2),
        Candidate(2, 1, had_bye=True),
        Candidate(3, 1),
        Candidate(4, 0, had_bye=True),
        Candidate(5, 1, had_bye=True),
    ]
    assert pair_swiss(players, 5, 3)[-1] == (3, None)


def played(players: tuple[Candidate, ...], pairs: Pairs, chance: random.Random) -> list[Candidate]:
    """The players one round later, each match won by lot."""
    after = {player.number: player for player in players}
    for one, two in pairs:
        if two is None:
            after[one] = replace(after[one], wins=after[one].wins + 1, had_bye=True)
            continue
        for own, other in ((one, two), (two, one)):
            after[own] = replace(after[own], met=(*after[own].met, other))
        winner = chance.choice((one, two))
        after[winner] = replace(after[winner], wins=after[winner].wins + 1)
    return [*after.values()]


@given(st.integers(4, 16), st.randoms(use_true_random=False), st.integers(0, 99))
def test_whole_evenings_without_rematch_and_second_bye(
    count: int, chance: random.Random, seed: int
) -> None:
    """Of half as many rounds as players: then there is always a pairing without a rematch.

    Dirac: a graph whose every vertex has at least half of the others as neighbours has a perfect
    matching, as long as everybody has met less than half of them.
    """
    players = tuple(Candidate(number, 0) for number in range(1, count + 1))
    met, byes = Counter[frozenset[int]](), Counter[int]()
    for number in range(1, (count - 1) // 2 + 1):
        pairs = pair_swiss(players, seed, number)
        assert pairs == pair_swiss(players, seed, number)
        met.update(frozenset((one, two)) for one, two in pairs if two is not None)
        byes.update(one for one, two in pairs if two is None)
        players = tuple(played(players, pairs, chance))
    assert max(met.values()) == 1
    assert not byes or max(byes.values()) == 1


def test_a_rematch_only_where_there_is_no_other_way() -> None:
    """Four players have three rounds; in the fourth everybody meets somebody again, once."""
    chance = random.Random(1)
    players = tuple(Candidate(number, 0) for number in range(1, 5))
    counts = []
    for number in range(1, 7):
        pairs = pair_swiss(players, 0, number)
        players = tuple(played(players, pairs, chance))
        counts.append(
            max(list(player.met).count(other) for player in players for other in player.met)
        )
    assert counts[0] == counts[1] == 1
    assert counts[3:] in ([2, 2, 2], [2, 2, 3], [2, 3, 3])


def test_a_second_bye_is_worse_than_a_rematch() -> None:
    players = (
        Candidate(1, 0, met=(2,), had_bye=True),
        Candidate(2, 0, met=(1,), had_bye=True),
        Candidate(3, 2),
    )
    assert pair_swiss(players, seed=0, number=3) == ((1, 2), (3, None))


def test_a_rematch_is_worse_than_a_bye_for_who_has_won() -> None:
    players = (
        Candidate(1, 2, met=(2, 3)),
        Candidate(2, 0, met=(1,)),
        Candidate(3, 1, met=(1,)),
    )
    assert pair_swiss(players, seed=0, number=3) == ((2, 3), (1, None))


def test_a_bye_for_who_has_won_is_worse_than_different_opponents() -> None:
    players = (Candidate(1, 4), Candidate(2, 1), Candidate(3, 1), Candidate(4, 4), Candidate(5, 0))
    assert pair_swiss(players, seed=0, number=3)[-1] == (5, None)
    three = (Candidate(1, 3), Candidate(2, 0), Candidate(3, 1))
    assert pair_swiss(three, seed=0, number=3) == ((1, 3), (2, None))
