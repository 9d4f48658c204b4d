"""Single knockout: the tree's first round, with byes up to a power of two, and the rounds after it.

The places of a tree of `n` are those of https://en.wikipedia.org/wiki/Bracket_(tournament)#Seeding:
the first two of the draw can meet in the final only, the first four in the semifinals only.
"""

from collections.abc import Sequence

from minigam.errors import ClubError
from minigam.remote.club.contest import Pairs


def first_round(draw: Sequence[int]) -> Pairs:
    """The tree's first round from a draw, the strongest first: they have the byes, if any.

    Raises `ClubError` for fewer than two players.

    >>> first_round([1, 2, 3])
    ((1, None), (2, 3))
    >>> first_round([1, 2, 3, 4, 5, 6])
    ((1, None), (4, 5), (2, None), (3, 6))
    """
    if len(draw) < 2:
        raise ClubError(f"expected two players or more for a knockout, got {len(draw)}")
    places = _places(len(draw))
    players = [draw[place] if place < len(draw) else None for place in places]
    pairs = list[tuple[int, int | None]]()
    for one, two in zip(players[::2], players[1::2], strict=True):
        assert one is not None  # the stronger of the two, and there are more than half of all
        pairs.append((one, two))
    return tuple(pairs)


def _places(players: int) -> list[int]:
    """The places of a full tree, by the strength of who stands there, counted from 0."""
    places = [0]
    while len(places) < players:
        size = 2 * len(places)
        places = [place for one in places for place in (one, size - 1 - one)]
    return places


def next_round(winners: Sequence[int]) -> Pairs:
    """The round after one that these have won, in the order of its tables.

    >>> next_round([1, 4, 2, 3])
    ((1, 4), (2, 3))
    """
    return tuple(zip(winners[::2], winners[1::2], strict=True))
