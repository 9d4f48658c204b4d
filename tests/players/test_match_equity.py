"""The chance to win a match, against a table that was published."""

import pytest

from minigam.players.match_equity import match_equity

PUBLISHED = (
    (50, 67.69, 75.12, 81.38, 84.19, 88.69, 90.72, 93.23, 94.4, 95.93, 96.64),
    (32.31, 50, 59.9, 66.86, 74.34, 79.9, 84.21, 87.52, 90.17, 92.3, 93.93),
    (24.88, 40.1, 50, 57.14, 64.77, 71.16, 76.25, 80.49, 84.02, 87.06, 89.44),
    (18.62, 33.14, 42.86, 50, 57.74, 64.31, 69.97, 74.62, 78.83, 82.41, 85.4),
    (15.81, 25.66, 35.23, 42.26, 50, 56.66, 62.67, 67.82, 72.55, 76.71, 80.27),
    (11.31, 20.1, 28.84, 35.69, 43.34, 50, 56.28, 61.66, 66.79, 71.31, 75.34),
    (9.28, 15.79, 23.75, 30.03, 37.33, 43.72, 50, 55.49, 60.86, 65.63, 70.02),
    (6.77, 12.48, 19.52, 25.38, 32.18, 38.34, 44.51, 50, 55.44, 60.37, 64.99),
    (5.6, 9.83, 15.98, 21.17, 27.45, 33.21, 39.14, 44.56, 50, 55.02, 59.79),
    (4.07, 7.7, 12.94, 17.59, 23.29, 28.69, 34.37, 39.63, 44.98, 50, 54.85),
    (3.36, 6.07, 10.56, 14.6, 19.73, 24.66, 29.98, 35.01, 40.21, 45.15, 50),
)
"""Rockwell and Kazaross, from rollouts: percent by the points that both sides need, from one."""
SCORES = [(own, theirs) for own in range(1, 12) for theirs in range(1, 12)]


@pytest.mark.parametrize(("own", "theirs"), SCORES)
def test_it_is_within_a_percent_of_the_published_table(own: int, theirs: int) -> None:
    assert 100 * match_equity(own, theirs) == pytest.approx(PUBLISHED[own - 1][theirs - 1], abs=1)


def test_on_average_it_is_within_a_fifth_of_a_percent() -> None:
    off = [abs(100 * match_equity(a, b) - PUBLISHED[a - 1][b - 1]) for a, b in SCORES]
    assert sum(off) / len(off) < 0.2


@pytest.mark.parametrize("crawford_played", [False, True])
def test_what_one_side_gains_the_other_loses(crawford_played: bool) -> None:
    for own, theirs in SCORES:
        both = [match_equity(*score, crawford_played) for score in ((own, theirs), (theirs, own))]
        assert sum(both) == pytest.approx(1)


@pytest.mark.parametrize("crawford_played", [False, True])
def test_to_need_less_is_never_worse(crawford_played: bool) -> None:
    for theirs in range(1, 26):
        chances = [match_equity(own, theirs, crawford_played) for own in range(26)]
        assert chances == sorted(chances, reverse=True)


def test_after_the_crawford_game_the_side_behind_needs_half_as_many_games() -> None:
    """It doubles at once: so an even number of points is as good as one less, or nearly."""
    chances = [match_equity(behind, 1, crawford_played=True) for behind in range(1, 8)]
    assert chances[:2] == [0.5, 0.5]
    assert chances[2] == pytest.approx(chances[3], abs=0.03)
    assert chances[4] == pytest.approx(chances[5], abs=0.03)
    assert chances[3] - chances[4] > 0.05
