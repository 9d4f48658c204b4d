"""Standings against published examples, and against what ties are."""

from collections.abc import Sequence

import pytest

from minigam.remote.club.standings import Place, standings
from minigam.remote.club.tie_breaks import USUAL, Encounter, Table, TieBreak

BUCHHOLZ, MEDIAN, BERGER, DIFFERENCE, DIRECT = TieBreak


def won(winner: str, loser: str, score: tuple[int, int] = (1, 0)) -> Encounter:
    return Encounter((winner, loser), winner, score)


SENSEI = Table(
    tuple(
        won(winner, loser)
        for winner, loser in (
            *("AB", "AC", "AD", "BC", "BD", "CD"),  # the first round robin
            *("BA", "AC", "DA", "CB", "BD", "CD"),  # and the second one
        )
    )
)
"""https://senseis.xmp.net/?SonnebornBerger (snapshot of 2005-09-14): four players, each pair twice.

The page has 4, 4, 3 and 1 wins, and 11, 9, 6 and 4 for Sonneborn-Berger.
"""


def test_a_published_table_with_sonneborn_berger() -> None:
    found = standings("DCBA", SENSEI, [BERGER])
    lines = [(place.rank, place.name, place.wins, place.value(BERGER)) for place in found]
    assert lines == [(1, "A", 4, 11), (2, "B", 4, 9), (3, "C", 3, 6), (4, "D", 1, 4)]


def against(opponents: Sequence[tuple[int, bool]]) -> Table:
    """P's table: the final wins of each opponent, and whether P has beaten that one."""
    encounters = list[Encounter]()
    for at, (wins, beaten) in enumerate(opponents):
        name = f"opponent {at}"
        encounters.append(won("P", name) if beaten else won(name, "P"))
        others = wins if beaten else wins - 1
        encounters += [won(name, f"nobody {at} {number}") for number in range(others)]
    return Table(tuple(encounters))


@pytest.mark.parametrize(
    ("wins", "median"), [((4, 2, 3, 4, 5, 6), 16), ((5, 4, 2, 6, 4, 5), 18)], ids=["P1", "P2"]
)
def test_published_opponents_with_median_buchholz(wins: Sequence[int], median: int) -> None:
    """https://gist.github.com/Rapptz/197c80162358d1196145: the first is worked out there.

    The second is left to its readers: 4 + 4 + 5 + 5, without 2 and 6.
    """
    table = against([(each, at < 4) for at, each in enumerate(wins)])
    assert (table.wins("P"), table.median_buchholz("P")) == (4, median)
    assert table.buchholz("P") == sum(wins)


@pytest.mark.parametrize(("wins", "berger"), [((1, 3, 2, 2, 2), 6), ((1, 2, 2, 2, 2), 5)])
def test_published_opponents_with_sonneborn_berger(wins: Sequence[int], berger: int) -> None:
    """Example 1 of http://hultcc.org/wiki/index.php?title=Sonneborn-Berger: 1*1 + 3*1 + 2*1."""
    table = against([(each, at < 3) for at, each in enumerate(wins)])
    assert (table.wins("P"), table.sonneborn_berger("P")) == (3, berger)


def test_a_round_that_was_not_played_counts_as_against_oneself() -> None:
    """FIDE C.07, 16.4: a dummy opponent with the player's own score."""
    walkover = Encounter(("Ann", "Bob"), "Ann", (0, 0), played=False)
    table = Table((walkover, won("Ann", "Cleo"), won("Cleo", "Bob")), byes=("Ann",))
    assert table.wins("Ann") == 3
    assert table.buchholz("Ann") == 3 + 1 + 3
    assert table.sonneborn_berger("Ann") == 3 + 1 + 3
    assert (table.buchholz("Bob"), table.difference("Bob")) == (0 + 1, -1)


def test_every_line_and_every_tie_break() -> None:
    matches = (
        won("Ann", "Bob", (5, 3)),
        won("Cleo", "Dan", (5, 1)),
        won("Bob", "Cleo", (5, 4)),
        won("Ann", "Dan", (5, 4)),
    )
    usual = dict.fromkeys(USUAL[:3], 0)
    assert standings(["Ann", "Bob", "Cleo", "Dan"], Table(matches), USUAL) == (
        Place(
            1, False, "Ann", 2, 0, tuple({**usual, BUCHHOLZ: 1, BERGER: 1, DIFFERENCE: 3}.items())
        ),
        Place(
            2, False, "Bob", 1, 1, tuple({**usual, BUCHHOLZ: 3, BERGER: 1, DIFFERENCE: -1}.items())
        ),
        Place(3, False, "Cleo", 1, 1, tuple({**usual, BUCHHOLZ: 1, DIFFERENCE: 3}.items())),
        Place(4, False, "Dan", 0, 2, tuple({**usual, BUCHHOLZ: 3, DIFFERENCE: -5}.items())),
    )


def test_direct_encounter_separates_those_who_have_all_met() -> None:
    table = Table((won("Bob", "Ann"), won("Ann", "Dan"), won("Cleo", "Dan")))
    two = standings(["Ann", "Bob"], Table((won("Bob", "Ann"), won("Ann", "Dan"))), [DIRECT])
    assert [(place.rank, place.name, place.value(DIRECT)) for place in two] == [
        (1, "Bob", 1),
        (2, "Ann", 0),
    ]
    all_tied = standings(["Ann", "Bob", "Cleo"], table, [DIRECT])  # Cleo has met neither
    assert [(place.rank, place.tied, place.value(DIRECT)) for place in all_tied] == [
        (1, True, 0),
        (1, True, 0),
        (1, True, 0),
    ]


def test_who_is_tied_shares_a_place_and_the_next_one_is_further_down() -> None:
    table = Table((won("Dan", "Ann"), won("Cleo", "Bob"), won("Eve", "Fay")))
    found = standings(["Fay", "Eve", "Dan", "Cleo", "Bob", "Ann", "Gil"], table, [])
    assert [(place.rank, place.tied, place.name) for place in found] == [
        (1, True, "Cleo"),
        (1, True, "Dan"),
        (1, True, "Eve"),
        (4, True, "Ann"),
        (4, True, "Bob"),
        (4, True, "Fay"),
        (4, True, "Gil"),
    ]


def test_direct_encounter_has_no_value_where_nobody_was_tied() -> None:
    (first, second) = standings(["Ann", "Bob"], Table((won("Ann", "Bob"),)), USUAL)
    assert (first.value(DIRECT), second.value(DIRECT)) == (None, None)


def test_where_both_have_lost() -> None:
    table = Table((Encounter(("Ann", "Bob"), None, (0, 0), played=False),))
    found = standings(["Ann", "Bob"], table, USUAL)
    assert [(place.wins, place.losses, place.rank) for place in found] == [(0, 1, 1), (0, 1, 1)]


def test_a_later_tie_break_separates_whom_the_first_leaves_tied() -> None:
    table = Table((won("Ann", "Cleo", (5, 3)), won("Bob", "Dan", (5, 0))))
    found = standings(["Ann", "Bob", "Cleo", "Dan"], table, [BUCHHOLZ, DIFFERENCE])
    assert [(place.rank, place.tied, place.name) for place in found] == [
        (1, False, "Bob"),
        (2, False, "Ann"),
        (3, False, "Cleo"),
        (4, False, "Dan"),
    ]
