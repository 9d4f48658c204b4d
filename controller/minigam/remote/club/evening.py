"""A club's evening as its events have made it: pure, and the same whenever they are read again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from dataclasses import field as dataclass_field

from minigam.errors import ClubError, said
from minigam.remote.club import evening_checks
from minigam.remote.club.contest import (
    ClubMatch,
    ClubRound,
    Format,
    Pairs,
    Player,
    RoundTerms,
    Ruling,
    WonGame,
    meeting_id,
)
from minigam.remote.club.evening_events import (
    Admitted,
    Entered,
    Event,
    Finished,
    GameRecorded,
    Opened,
    Paired,
    Returned,
    RoundCancelled,
    Ruled,
    RulingLifted,
    Seated,
    Withdrawn,
)
from minigam.remote.club.tie_breaks import Encounter, Table

WITHDRAWN = "withdrawn"
"""The reason of a forfeit that nobody had to decide."""


@dataclass(frozen=True)
class Evening:
    """Who plays, who has met whom, and what came of it.

    >>> opened = Opened("0" * 32, "Friday", "minigam", Format.SWISS, (RoundTerms(3),), rounds=1)
    >>> evening = Evening.of([opened, Entered("Ann"), Entered("Bob"), Paired(1, ((1, 2),))])
    >>> evening.matches[0].names, evening.is_over
    (('Ann', 'Bob'), False)
    >>> evening.after(Ruled(1, 2, (1, 3), forfeit=False, reason="on paper")).is_over
    True
    """

    opened: Opened
    players: tuple[Player, ...] = ()
    rounds: tuple[ClubRound, ...] = ()
    matches: tuple[ClubMatch, ...] = ()
    """Of all rounds, in their order."""
    drawn: int = 0
    """How many matches there were, those of cancelled rounds included."""
    finished: bool = False
    """Whether the director has ended it before its last round."""
    admitted: Mapping[str, str] = dataclass_field(default_factory=dict)
    """The public key of each board that the director has admitted, by its name."""

    # ---- What it is made of ----------------------------------------------------------------------

    @classmethod
    def of(cls, events: Iterable[Event]) -> Evening:
        """The evening that these events have made; raise `ClubError` where one does not fit."""
        every = iter(events)
        first = next(every, None)
        if not isinstance(first, Opened):
            raise ClubError(f"expected an evening to begin with its opening, got {said(first)}")
        evening_checks.check_opened(first)
        evening = cls(first)
        for event in every:
            evening = evening.after(event)
        return evening

    def after(self, event: Event) -> Evening:
        """The evening one event later; raise `ClubError` where it cannot happen now."""
        match event:
            case Opened():
                raise ClubError("expected one opening of an evening, got a second one")
            case Entered(name):
                return self._entered(name)
            case Withdrawn(player):
                return self._withdrawn(self.player(player))
            case Returned(player):
                return self._returned(self.player(player))
            case Paired():
                return self._paired(event)
            case RoundCancelled(number):
                return self._cancelled(number)
            case Admitted(board, key):
                return self._admitted(board, key)
            case Seated(number, board, key):
                return self._seated(self.match(number), board, key)
            case GameRecorded():
                return self._recorded(self.match(event.match), event)
            case Ruled():
                return self._ruled(self.match(event.match), event)
            case RulingLifted(number):
                return self._lifted(self.match(number))
            case Finished():
                return self._finished()

    # ---- What can be asked -----------------------------------------------------------------------

    def player(self, number: int) -> Player:
        """A player by number; raise `ClubError` where there is none."""
        if not 1 <= number <= len(self.players):
            raise ClubError(f"expected a player from 1 to {len(self.players)}, got {said(number)}")
        return self.players[number - 1]

    def match(self, number: int) -> ClubMatch:
        """A match by number; raise `ClubError` where there is none."""
        for match in self.matches:
            if match.number == number:
                return match
        raise ClubError(f"expected the number of a match of this evening, got {said(number)}")

    def matches_of(self, number: int) -> tuple[ClubMatch, ...]:
        """The matches of a round, table by table."""
        return tuple(match for match in self.matches if match.round == number)

    def terms_of(self, number: int) -> RoundTerms:
        """What is played in a round."""
        return self.opened.terms[min(number, len(self.opened.terms)) - 1]

    @property
    def format(self) -> Format:
        """Who meets whom."""
        return self.opened.format

    @property
    def field(self) -> tuple[int, ...]:
        """The numbers of all who play: in a round robin also of who withdrew since it began."""
        if self.format is Format.ROUND_ROBIN and self.rounds:
            pairs = self.rounds[0].pairs
            return tuple(sorted(number for pair in pairs for number in pair if number is not None))
        return tuple(player.number for player in self.players if not player.withdrawn)

    @property
    def is_round_over(self) -> bool:
        """Whether no match is still played."""
        return all(match.is_over for match in self.matches)

    @property
    def round_count(self) -> int | None:
        """How many rounds there will be; None before that is certain."""
        if self.format is Format.SWISS:
            return self.opened.rounds
        if not self.rounds:
            return None
        if self.format is Format.ROUND_ROBIN:
            return len(self.field) - 1 + len(self.field) % 2
        return len(self.rounds[0].pairs).bit_length()

    @property
    def is_over(self) -> bool:
        """Whether the last round has been played."""
        was_last = self.finished or len(self.rounds) == self.round_count
        return was_last and self.is_round_over

    @property
    def survivors(self) -> tuple[int, ...]:
        """Who has won in the last round, table by table, byes included; empty before there is one.

        Only in a knockout, whose last round is over, is that everybody who goes on.
        """
        if not self.rounds:
            return ()
        winner = {match.players: match.winner for match in self.matches_of(len(self.rounds))}
        found = (winner[one, two] if two else one for one, two in self.rounds[-1].pairs)
        return tuple(number for number in found if number is not None)

    @property
    def due(self) -> tuple[int, ...]:
        """Who has to be in the next round."""
        if self.format is Format.KNOCKOUT and self.rounds:
            return self.survivors
        return self.field

    @property
    def bye_count(self) -> int:
        """How many byes the next round has."""
        players = len(self.due)
        if self.format is Format.KNOCKOUT and not self.rounds:
            return (1 << (players - 1).bit_length()) - players if players else 0
        return players % 2

    @property
    def table(self) -> Table:
        """All that its standings are counted from."""
        encounters = tuple(encounter_of(self, match) for match in self.matches if match.is_over)
        return Table(encounters, tuple(self.bye_names()))

    def bye_names(self) -> Iterator[str]:
        """Who had a bye that counts as a win; in a round robin everybody has one, and none does."""
        if self.format is not Format.ROUND_ROBIN:
            for each in self.rounds:
                yield from (self.player(number).name for number in each.byes)

    def check_next(self, number: int) -> None:
        """Raise `ClubError` unless this round can be drawn now."""
        if number != (due := len(self.rounds) + 1):
            raise ClubError(f"expected round {due} to be drawn next, got round {said(number)}")
        if not self.is_round_over:
            raise ClubError(f"round {number - 1} is not over: end its matches, or decide them")
        if self.is_over:
            raise ClubError(f"the evening is over: it has had its {number - 1} rounds")
        if len(self.due) < 2:
            raise ClubError(f"expected two players or more in a round, got {len(self.due)}")

    # ---- What happens ----------------------------------------------------------------------------

    def _entered(self, name: str) -> Evening:
        evening_checks.check_entry(self.format, bool(self.rounds), self.players, name)
        player = Player(len(self.players) + 1, name, since=len(self.rounds) + 1)
        return replace(self, players=(*self.players, player))

    def _withdrawn(self, player: Player) -> Evening:
        if player.withdrawn:
            raise ClubError(f"expected a player who takes part, got {player.name}, who has left")
        evening = self._with_player(replace(player, withdrawn=True))
        for match in self.matches:
            if player.number in match.players and not match.is_over:
                ruling = Ruling(match.other(player.number), match.score, True, WITHDRAWN)
                evening = evening._with_match(replace(match, ruling=ruling))
        return evening

    def _returned(self, player: Player) -> Evening:
        if not player.withdrawn:
            raise ClubError(f"expected a player who has left, got {player.name}, who takes part")
        if self.rounds and self.format is Format.KNOCKOUT:
            raise ClubError(f"{player.name} is out: a knockout has no place to come back to")
        if self.rounds and self.format is Format.ROUND_ROBIN and player.number not in self.field:
            raise ClubError(f"{player.name} left before the first round, and has no place in it")
        return self._with_player(replace(player, withdrawn=False, since=len(self.rounds) + 1))

    def _paired(self, event: Paired) -> Evening:
        number = len(self.rounds) + 1
        self.check_next(event.round)
        evening_checks.check_pairs(event, self.due, self.bye_count)
        matches, drawn = list(self.matches), self.drawn
        for table, (one, two) in enumerate(_met(event.pairs), start=1):
            drawn += 1
            matches.append(self._new_match(drawn, number, table, (one, two)))
        rounds = (*self.rounds, ClubRound(number, event.pairs))
        return replace(self, rounds=rounds, matches=tuple(matches), drawn=drawn)

    def _new_match(self, drawn: int, number: int, table: int, pair: tuple[int, int]) -> ClubMatch:
        one, two = map(self.player, pair)
        agreed = self.terms_of(number).agreed(self.opened.rules_id, self.opened.options)
        meeting = meeting_id(self.opened.id, drawn)
        terms = replace(agreed, names=(one.name, two.name))
        new = ClubMatch(drawn, number, table, meeting, pair, terms)
        if not (one.withdrawn or two.withdrawn):
            return new
        winner: int | None = one.number if two.withdrawn else two.number
        if one.withdrawn and two.withdrawn and self.format is not Format.KNOCKOUT:
            winner = None
        return replace(new, ruling=Ruling(winner, (0, 0), True, WITHDRAWN))

    def _cancelled(self, number: int) -> Evening:
        if not self.rounds or number != len(self.rounds):
            raise ClubError(f"expected the last round, {len(self.rounds)}, got {said(number)}")
        if any(match.games for match in self.matches_of(number)):
            raise ClubError(f"games of round {number} have ended: it cannot be cancelled any more")
        kept = tuple(match for match in self.matches if match.round != number)
        return replace(self, rounds=self.rounds[:-1], matches=kept)

    def _admitted(self, board: str, key: str) -> Evening:
        evening_checks.check_admission(self.admitted, board, key)
        return replace(self, admitted={**self.admitted, board: key})

    def _seated(self, match: ClubMatch, board: str, key: str) -> Evening:
        evening_checks.check_seat(self.matches, match, board, key)
        earlier = (*match.earlier_boards, match.board) if match.board else ()
        return self._with_match(replace(match, board=board, key=key, earlier_boards=earlier))

    def _recorded(self, match: ClubMatch, event: GameRecorded) -> Evening:
        evening_checks.check_game(match, event)
        game = WonGame(event.winner, event.points, event.loser_points, event.score, event.ended_by)
        return self._with_match(match.with_game(game))

    def _ruled(self, match: ClubMatch, event: Ruled) -> Evening:
        evening_checks.check_ruling(self.format, match, event)
        ruling = Ruling(event.winner, event.score, event.forfeit, event.reason)
        return self._rewritten(match, replace(match, ruling=ruling))

    def _lifted(self, match: ClubMatch) -> Evening:
        if match.ruling is None:
            raise ClubError(f"expected a match that was decided by hand, got match {match.number}")
        return self._rewritten(match, replace(match, ruling=None))

    def _finished(self) -> Evening:
        if not self.is_round_over:
            raise ClubError("matches are still played: end them, or decide them, before you finish")
        if self.is_over:
            raise ClubError("the evening is over already")
        return replace(self, finished=True)

    def _rewritten(self, old: ClubMatch, new: ClubMatch) -> Evening:
        """A corrected match, unless others have gone on in a knockout on the strength of it."""
        is_last = new.round == len(self.rounds)
        if self.format is Format.KNOCKOUT and new.winner != old.winner and not is_last:
            raise ClubError(
                f"round {new.round + 1} has been drawn with who won match {old.number}: cancel it "
                "first, as long as none of its games has ended"
            )
        return self._with_match(new)

    def _with_player(self, new: Player) -> Evening:
        players = (new if new.number == old.number else old for old in self.players)
        return replace(self, players=tuple(players))

    def _with_match(self, new: ClubMatch) -> Evening:
        matches = (new if new.number == old.number else old for old in self.matches)
        return replace(self, matches=tuple(matches))


def _met(pairs: Pairs) -> Iterator[tuple[int, int]]:
    """The pairs without byes."""
    return ((one, two) for one, two in pairs if two is not None)


def encounter_of(evening: Evening, match: ClubMatch) -> Encounter:
    """A match that is over, as standings count it."""
    winner = evening.player(match.winner).name if match.winner else None
    return Encounter(match.names, winner, match.score, match.is_played)


def times_white(evening: Evening) -> Counter[int]:
    """How often each player was the first of a match, by number."""
    return Counter(match.players[0] for match in evening.matches)
