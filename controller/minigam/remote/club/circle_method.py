"""Round robin by the circle method: one player stays, the others move around by one place a round.

Source: https://en.wikipedia.org/wiki/Round-robin_tournament#Circle_method.
"""

from collections.abc import Iterable, Sequence

from minigam.remote.club.contest import Pairs


def circle_rounds(players: Sequence[int]) -> tuple[Pairs, ...]:
    """Everybody against everybody once; with an odd number one player a round has a bye.

    >>> circle_rounds([1, 2, 3])
    (((2, 3), (1, None)), ((1, 3), (2, None)), ((1, 2), (3, None)))
    """
    places: list[int | None] = [*players]
    if len(places) % 2:
        places.append(None)
    half = len(places) // 2
    rounds = []
    for _ in range(len(places) - 1):
        rounds.append(_tables(zip(places[:half], reversed(places[half:]), strict=True)))
        places = [places[0], places[-1], *places[1:-1]]
    return tuple(rounds)


def _tables(opposite: Iterable[tuple[int | None, int | None]]) -> Pairs:
    """Pairs of places as pairs of players; the bye comes last."""
    found = list[tuple[int, int | None]]()
    for one, two in opposite:
        if one is not None:
            found.append((one, two))
        elif two is not None:
            found.append((two, None))
    return tuple(sorted(found, key=lambda pair: pair[1] is None))
