"""Draws the next round of an evening, by its format."""

from collections.abc import Sequence

from minigam.errors import ClubError
from minigam.remote.club.circle_method import circle_rounds
from minigam.remote.club.contest import Format, Pairs
from minigam.remote.club.evening import Evening, times_white
from minigam.remote.club.evening_events import Paired
from minigam.remote.club.knockout_tree import first_round, next_round
from minigam.remote.club.swiss_pairing import Candidate, pair_swiss


def draw_round(evening: Evening, draw: Sequence[int] = ()) -> Paired:
    """The event that draws the next round; the same evening and seed, the same round.

    `draw`: the players of a knockout's first round, the strongest first; without one, in the order
    of entering. Raises `ClubError` where no round can be drawn now.

    >>> from minigam.remote.club.contest import RoundTerms
    >>> from minigam.remote.club.evening_events import Entered, Opened
    >>> opened = Opened("0" * 32, "Friday", "minigam", Format.ROUND_ROBIN, (RoundTerms(3),))
    >>> evening = Evening.of([opened, *map(Entered, ("Ann", "Bob", "Cleo"))])
    >>> draw_round(evening)
    Paired(round=1, pairs=((2, 3), (1, None)))
    """
    number = len(evening.rounds) + 1
    if draw and (evening.format is not Format.KNOCKOUT or evening.rounds):
        raise ClubError("expected no draw: only a knockout's first round takes one")
    evening.check_next(number)
    event = Paired(number, _colours(evening, _pairs(evening, number, draw)))
    evening.after(event)
    return event


def _pairs(evening: Evening, number: int, draw: Sequence[int]) -> Pairs:
    match evening.format:
        case Format.ROUND_ROBIN:
            return circle_rounds(evening.field)[number - 1]
        case Format.SWISS:
            return pair_swiss(candidates(evening), evening.opened.seed, number)
        case Format.KNOCKOUT:
            if evening.rounds:
                return next_round(evening.survivors)
            return first_round(draw or evening.field)


def candidates(evening: Evening) -> tuple[Candidate, ...]:
    """Who is to be paired in the next round of Swiss, and what counts for it.

    A match that was forfeited before its first game is no meeting, and its winner has won without
    play, as by a bye.
    """
    table, byes = evening.table, {*evening.bye_names()}
    met = {number: list[int]() for number in evening.field}
    walkovers = set[int]()
    for match in evening.matches:
        for player in match.players:
            if match.is_played and player in met:
                met[player].append(match.other(player))
        if match.winner and not match.is_played:
            walkovers.add(match.winner)
    names = {number: evening.player(number).name for number in evening.field}
    return tuple(
        Candidate(number, table.wins(name), tuple(met[number]), name in byes or number in walkovers)
        for number, name in names.items()
    )


def _colours(evening: Evening, pairs: Pairs) -> Pairs:
    """The same pairs, with who has been white less often first; the order of tables stays."""
    white = times_white(evening)

    def ordered(one: int, two: int | None) -> tuple[int, int | None]:
        if two is None or (white[one], one) < (white[two], two):
            return one, two
        return two, one

    return tuple(ordered(one, two) for one, two in pairs)
