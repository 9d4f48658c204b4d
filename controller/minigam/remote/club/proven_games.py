"""From games that their journals prove to results: into the evening, or to standings without it.

Whether a game is proven, others check before: here it is taken as said.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace

from minigam.errors import ClubError, said
from minigam.remote.club.contest import ClubMatch
from minigam.remote.club.evening import Evening, encounter_of
from minigam.remote.club.evening_events import GameRecorded
from minigam.remote.club.standings import Place, standings
from minigam.remote.club.tie_breaks import Encounter, Table, TieBreak
from minigam.rules.match import Score, added, is_over
from minigam.rules.plays import Result
from minigam.rules.record import TIME
from minigam.rules.terms import Terms


@dataclass(frozen=True)
class ProvenGame:
    """A game that has ended, as its journal has it."""

    meeting: str
    """Of which match: its `Meeting.id`."""
    number: int
    """Which game of it, from 1 on."""
    terms: Terms
    """As the game began: rules, names and the score before it. Colours may have changed."""
    result: Result
    ended_by: str
    """One of `rules.record.ENDS`."""

    @property
    def score(self) -> Score:
        """White's and black's points after it."""
        return added(self.terms.rules, self.terms.score, self.result)

    @property
    def winner(self) -> str | None:
        """The winner's name; None for a draw."""
        side = self.result.winner
        return side.of(self.terms.names) if side else None

    def score_of(self, names: tuple[str, str], score: Score) -> Score:
        """A score of this game's sides, in the order of these names."""
        return score if self.terms.names == names else (score[1], score[0])


def recorded(evening: Evening, game: ProvenGame) -> GameRecorded | None:
    """The event of a proven game; None where the evening has it already.

    Raises `ClubError` for a game of no match here, one that comes before its time (ask for those
    before it), and one that contradicts what the evening has.
    """
    match = _match_of(evening, game)
    numbers = dict[str | None, int](zip(match.names, match.players, strict=True))
    event = GameRecorded(
        match=match.number,
        number=game.number,
        winner=numbers.get(game.winner),
        points=game.result.points,
        loser_points=game.result.loser_points,
        score=game.score_of(match.names, game.score),
        ended_by=game.ended_by,
    )
    if 1 <= game.number <= len(match.games):
        _check_same(match, event)
        return None
    if game.number == len(match.games) + 1:
        _check_begun(evening, match, game)
    evening.after(event)
    return event


def _match_of(evening: Evening, game: ProvenGame) -> ClubMatch:
    for match in evening.matches:
        if match.meeting == game.meeting:
            return match
    raise ClubError(f"expected a game of a match of this evening, got meeting {game.meeting}")


def _check_same(match: ClubMatch, event: GameRecorded) -> None:
    known = match.games[event.number - 1]
    got = (event.winner, event.points, event.loser_points, event.score, event.ended_by)
    if got != (known.winner, known.points, known.loser_points, known.score, known.ended_by):
        raise ClubError(
            f"game {event.number} of match {match.number} is known with another result: "
            f"{known.score[0]} - {known.score[1]}, and now {event.score[0]} - {event.score[1]}"
        )


def _check_begun(evening: Evening, match: ClubMatch, game: ProvenGame) -> None:
    """All that a game begins with is agreed: what its board alone may say is named in `_due`."""
    due, got = _due(evening, match, game).settled(), game.terms.settled()
    if got == due:
        return
    names = (each.name for each in fields(Terms))
    pairs = ((name, getattr(got, name), getattr(due, name)) for name in names)
    why = ", ".join(
        f"{name} {said(is_)}, not {said(was)}" for name, is_, was in pairs if is_ != was
    )
    raise ClubError(
        f"game {game.number} of match {match.number} was not begun as it was agreed: {why}"
    )


def _due(evening: Evening, match: ClubMatch, game: ProvenGame) -> Terms:
    """What a game has to begin with.

    Its board alone knows what the match has left on the clock, and who has changed colours. Where
    the evening allows computers, it says which ones play.
    """
    due = match.next_terms
    if game.terms.names == due.names[::-1]:
        due = replace(due.swapped(), starter=due.starter and due.starter.other)
    if match.games and due.clock and game.terms.clock:
        due = replace(due, clock=replace(due.clock, banks=game.terms.clock.banks))
    return replace(due, seats=game.terms.seats) if evening.opened.computers else due


# ---- Standings without the evening ---------------------------------------------------------------


@dataclass(frozen=True)
class Unproven:
    """What counts in standings and stands in no journal: the director answers for it."""

    names: tuple[str, ...] = ()
    """Everybody who has entered, so that who has played nothing is listed too."""
    byes: tuple[str, ...] = ()
    """Who had a bye that counts as a win, once for each."""
    rulings: Mapping[str, Encounter] = field(default_factory=dict)
    """Matches that the director has decided, by meeting: they count instead of their games."""


def unproven(evening: Evening) -> Unproven:
    """What only the evening itself can say."""
    return Unproven(
        names=tuple(player.name for player in evening.players),
        byes=tuple(evening.bye_names()),
        rulings={
            match.meeting: encounter_of(evening, match) for match in evening.matches if match.ruling
        },
    )


def standings_of(evening: Evening) -> tuple[Place, ...]:
    """The standings as the evening's events have them."""
    names = [player.name for player in evening.players]
    return standings(names, evening.table, evening.opened.tie_breaks)


def standings_from_games(
    games: Iterable[ProvenGame], tie_breaks: Sequence[TieBreak], unproven: Unproven | None = None
) -> tuple[Place, ...]:
    """The standings worked out again from the journals, beside what no journal can have.

    In whatever order the games come; one that comes again counts once. Matches that are not over do
    not count. Raises `ClubError` where two journals contradict each other, or a game is missing.
    """
    beside = unproven or Unproven()
    matches = _by_meeting(games)
    names = {name for match in matches.values() for game in match for name in game.terms.names}
    played = {meeting: _encounter(match) for meeting, match in matches.items()}
    over = {meeting: found for meeting, found in played.items() if found is not None}
    table = Table(tuple({**over, **beside.rulings}.values()), beside.byes)
    return standings({*names, *beside.names}, table, tie_breaks)


def _by_meeting(games: Iterable[ProvenGame]) -> dict[str, list[ProvenGame]]:
    found = dict[tuple[str, int], ProvenGame]()
    for game in games:
        known = found.setdefault((game.meeting, game.number), game)
        if known != game:
            raise ClubError(f"two journals contradict each other: {game.meeting}, {game.number}")
    matches = dict[str, list[ProvenGame]]()
    for meeting, number in sorted(found):
        match = matches.setdefault(meeting, [])
        if number != len(match) + 1:
            raise ClubError(f"game {len(match) + 1} of meeting {meeting} is missing")
        match.append(found[meeting, number])
    return matches


def _encounter(match: Sequence[ProvenGame]) -> Encounter | None:
    """The match of these games; None where it is not over."""
    names, score = match[0].terms.names, (0, 0)
    for game in match:
        if game.score_of(names, game.terms.score) != score or {*game.terms.names} != {*names}:
            raise ClubError(f"game {game.number} of meeting {game.meeting} does not follow")
        score = game.score_of(names, game.score)
    last = match[-1]
    if last.ended_by == TIME:
        return Encounter(names, last.winner, score)
    if not is_over(last.terms.rules, score):
        return None
    return Encounter(names, names[score[1] > score[0]], score)
