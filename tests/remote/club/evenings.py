"""Evenings that are played by lot, game by game, as boards would play them."""

import random
from collections.abc import Iterator
from dataclasses import replace

from minigam.remote.club.contest import ClubMatch, Format, RoundTerms
from minigam.remote.club.evening import Evening
from minigam.remote.club.evening_events import Entered, Event, Opened, Seated
from minigam.remote.club.next_round import draw_round
from minigam.remote.club.proven_games import ProvenGame, recorded
from minigam.remote.club.tie_breaks import usual_tie_breaks
from minigam.rules.plays import KINDS, Result
from minigam.rules.position import Side
from minigam.rules.record import BORNE_OFF, TIME

NAMES = (
    *("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay", "Gil", "Hal", "Ida", "Jon", "Kim", "Lou"),
    *("Mia", "Ned", "Ola", "Pia", "Quin"),
)
ID = "0123456789abcdef" * 2


def opened(form: Format = Format.SWISS, rounds: int = 5) -> Opened:
    """Backgammon to 3, and to 5 from the third round on."""
    return Opened(
        id=ID,
        title="Friday",
        rules_id="backgammon",
        format=form,
        terms=(RoundTerms(3), RoundTerms(3), RoundTerms(5, "10:00+12")),
        rounds=rounds if form is Format.SWISS else 0,
        seed=27,
        tie_breaks=usual_tie_breaks(form),
    )


def begun(form: Format = Format.SWISS, players: int = 4, rounds: int = 5) -> Evening:
    """An evening before its first round."""
    return Evening.of([opened(form, rounds), *map(Entered, NAMES[:players])])


def drawn(form: Format = Format.SWISS, players: int = 4, rounds: int = 5) -> Evening:
    """An evening with its first round drawn."""
    evening = begun(form, players, rounds)
    return evening.after(draw_round(evening))


def won_game(
    match: ClubMatch, winner: Side, points: int = 1, ended_by: str = BORNE_OFF
) -> ProvenGame:
    """The next game of a match, won by a side."""
    result = Result(winner, points, KINDS[0])
    return ProvenGame(match.meeting, len(match.games) + 1, match.next_terms, result, ended_by)


def swapped(game: ProvenGame) -> ProvenGame:
    """The same game, the players having changed colours."""
    winner = game.result.winner
    result = replace(game.result, winner=winner.other if winner else None)
    return replace(game, terms=game.terms.swapped(), result=result)


class Played:
    """An evening that is played by lot: its events, and the games as journals have them."""

    def __init__(self, form: Format, players: int, rounds: int = 5, seed: int = 1) -> None:
        self.events: list[Event] = []
        self.games: list[ProvenGame] = []
        self._chance = random.Random(seed)
        self.evening = begun(form, players, rounds)
        self.events += [opened(form, rounds), *map(Entered, NAMES[:players])]

    def add(self, event: Event) -> None:
        self.evening = self.evening.after(event)
        self.events.append(event)

    def whole(self) -> "Played":
        """The same, played to its end."""
        while not self.evening.is_over:
            self.round()
        return self

    def round(self) -> None:
        """Draw a round and play its matches, one game here and one there."""
        self.add(draw_round(self.evening))
        for match in self.open():
            self.add(Seated(match.number, f"table-{match.table}"))
        while still := [*self.open()]:
            self.game(self._chance.choice(still))

    def open(self) -> Iterator[ClubMatch]:
        return (match for match in self.evening.matches if not match.is_over)

    def game(self, match: ClubMatch) -> None:
        """One game: colours change now and then, and sometimes time runs out."""
        winner = self._chance.choice([*Side])
        ended_by = TIME if self._chance.random() < 0.03 else BORNE_OFF
        game = won_game(match, winner, self._chance.choice((1, 1, 2, 4)), ended_by)
        if self._chance.random() < 0.3:
            game = swapped(game)
        event = recorded(self.evening, game)
        assert event is not None
        self.games.append(game)
        self.add(event)
