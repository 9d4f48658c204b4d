"""The way from a board's log into the evening: only games that are proven pass.

Pure: what comes in is a message and the evening, what comes out is what is to be done.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from minigam.errors import ClubError
from minigam.remote.club.contest import ClubMatch
from minigam.remote.club.evening import Evening
from minigam.remote.club.evening_events import GameRecorded
from minigam.remote.club.evidence import Evidence, evidence_text, proven_game
from minigam.remote.club.proven_games import recorded
from minigam.remote.follower import Followed, Follower
from minigam.remote.log_message import Ask, GameId, LogMessage, check_news
from minigam.remote.replica import Ignored
from minigam.rules.game import Game


@dataclass(frozen=True)
class Passed:
    """What a message has come to."""

    gate: ResultGate
    ask: Ask | None = None
    """To be sent to the board: entries are missing."""
    event: GameRecorded | None = None
    """A game has ended, and is proven."""
    refusal: str = ""
    """Why something was refused: for the director."""


@dataclass(frozen=True)
class ResultGate:
    """Follows the present game of each match, by the key that its board had when it was seated.

    >>> ResultGate().followers
    {}
    """

    followers: Mapping[int, Follower] = field(default_factory=dict)
    """By the number of the match."""

    def follower(self, match: ClubMatch) -> Follower:
        """Of a match's present game: as far as it was followed, or from its beginning."""
        begun = Follower((match.key,), GameId(match.meeting, len(match.games) + 1))
        known = self.followers.get(match.number, begun)
        return known if (known.keys, known.id) == (begun.keys, begun.id) else begun

    def live(self, match: ClubMatch) -> Game | None:
        """A match's present game as far as it was followed; None before it begins."""
        return None if match.is_over else self.follower(match).log.game

    def ask(self, match: ClubMatch) -> Ask:
        """Asks a match's board for all that is missing here of its present game."""
        follower = self.follower(match)
        return Ask(len(follower.log), follower.id)

    def without(self, match: int) -> ResultGate:
        """Begin to follow a match anew, such as on another board."""
        return self._with({number: f for number, f in self.followers.items() if number != match})

    def receive(self, evening: Evening, board: str, message: LogMessage) -> Passed:
        """What a message from the topic of a board comes to; it may be any.

        Raises `UnreadableError` for more actions than boards send at once.
        """
        match = match_of(evening, message.id.meeting)
        if match is None or match.is_over or message.id.number <= len(match.games):
            return Passed(self)  # of another evening, or known already
        if board != match.board and board in match.earlier_boards:
            return Passed(self)  # it does not know yet, or goes on with a game that counts no more
        where = f"match {match.number}, {' - '.join(match.names)}"
        if not match.key:
            return Passed(self, refusal=f"{board}: {where} has no board: give it one")
        if board != match.board:
            return Passed(self, refusal=f"{board}: {where} is played on {match.board}")
        check_news(message)
        follower = self.follower(match)
        if message.id.number > follower.id.number:
            return Passed(self, ask=self.ask(match))
        return self._followed(evening, match, follower.receive(message), f"{board}: {where}")

    def _followed(self, evening: Evening, match: ClubMatch, found: Followed, where: str) -> Passed:
        follower = found.follower
        gate = self._with({**self.followers, match.number: follower})
        if found.ignored is Ignored.SIGNATURE:
            text = f"{where}: a message is not signed with the key {match.key[:8]} of this board"
            return Passed(self, refusal=text)
        if follower.divergence and not found.ignored:
            wrong = follower.divergence
            text = f"entry {wrong.entry} is refused ({wrong.cause.value}): {wrong.detail}"
            return Passed(gate, refusal=f"{where}: {text}")
        game = follower.log.game
        if follower.divergence or game is None or game.closed is None:
            return Passed(gate, ask=found.ask)
        try:
            return Passed(gate, event=_event(evening, match, follower))
        except ClubError as fault:
            return Passed(gate, refusal=f"{where}: {fault}")

    def _with(self, followers: Mapping[int, Follower]) -> ResultGate:
        return ResultGate(followers)


def match_of(evening: Evening, meeting: str | None) -> ClubMatch | None:
    """The match of an evening whose games are of a meeting; None where there is none."""
    return next((match for match in evening.matches if match.meeting == meeting), None)


def _event(evening: Evening, match: ClubMatch, follower: Follower) -> GameRecorded | None:
    evidence = Evidence(follower.log.entries, follower.signatures)
    event = recorded(evening, proven_game(evidence.proven((match.key,))))
    return event and replace(event, evidence=evidence_text(evidence))
