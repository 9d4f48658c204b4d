"""What may happen in an evening: each check raises `ClubError` and says what was expected."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from minigam.errors import ClubError, MinigamError, said
from minigam.remote.club.contest import BOARD, MEETING, ClubMatch, Format, Player
from minigam.remote.club.evening_events import GameRecorded, Opened, Paired, Ruled
from minigam.rules.match import HIGHEST_SCORE, added, is_over
from minigam.rules.meeting import KEY
from minigam.rules.plays import KINDS, Result
from minigam.rules.position import Side
from minigam.rules.record import ENDS, check_name

MOST_PLAYERS = 128
MOST_ROUNDS = 99
MOST_BOARDS = 512
"""More than a broker of a club has connections for."""
LONGEST_REASON = 200
LARGEST_SEED = 2**63 - 1
"""What SQLite and most programs can hold."""


def check_opened(event: Opened) -> None:
    """Check how an evening begins.

    >>> from minigam.remote.club.contest import RoundTerms
    >>> check_opened(Opened("1", "Friday", "minigam", Format.SWISS, (RoundTerms(3),), 5))
    Traceback (most recent call last):
    minigam.errors.ClubError: expected 32 hexadecimal digits as an evening's id, got '1'
    """
    if not MEETING.fullmatch(event.id):
        raise ClubError(f"expected 32 hexadecimal digits as an evening's id, got {said(event.id)}")
    check_text(event.title)
    is_swiss = event.format is Format.SWISS
    if is_swiss and not 1 <= event.rounds <= MOST_ROUNDS:
        raise ClubError(f"expected 1 to {MOST_ROUNDS} rounds of Swiss, got {event.rounds}")
    if not is_swiss and event.rounds:
        raise ClubError(
            f"expected no number of rounds in {event.format.value}, where the players decide it, "
            f"got {event.rounds}"
        )
    if not 0 <= event.seed <= LARGEST_SEED:
        raise ClubError(f"expected a seed from 0 to {LARGEST_SEED}, got {said(event.seed)}")
    if len({*event.tie_breaks}) < len(event.tie_breaks):
        raise ClubError("expected each tie-break once, got one again")
    _check_terms(event)


def _check_terms(event: Opened) -> None:
    if not 1 <= len(event.terms) <= MOST_ROUNDS:
        raise ClubError(
            f"expected what is played in 1 to {MOST_ROUNDS} rounds, got {len(event.terms)}"
        )
    if "length" in dict(event.options):
        raise ClubError("expected the length with each round, got it among the options too")
    for terms in event.terms:
        terms.check()
        try:
            assert terms.agreed(event.rules_id, event.options).rules
        except MinigamError as fault:
            raise ClubError(str(fault)) from None


def check_text(name: str) -> None:
    """Check what a player or an evening is called: see `rules.record.check_name`."""
    try:
        check_name(name)
    except MinigamError as fault:
        raise ClubError(str(fault)) from None


def alike(name: str) -> str:
    """A name as people compare it: equal where two look the same but for small letters.

    >>> alike("ZOE\u0308") == alike("zo\u00eb")
    True
    """
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def check_entry(form: Format, has_begun: bool, players: Sequence[Player], name: str) -> None:
    """Check that a player of that name may enter."""
    check_text(name)
    if has_begun and form is not Format.SWISS:
        raise ClubError(f"{form.value} has begun without {name}: only Swiss takes late entries")
    if len(players) >= MOST_PLAYERS:
        raise ClubError(f"expected at most {MOST_PLAYERS} players, got one more")
    if alike(name) in {alike(player.name) for player in players}:
        raise ClubError(f"{name} has entered already: give each player another name")


def check_pairs(event: Paired, due: Sequence[int], byes: int) -> None:
    """Check that everybody who is due has one place in the round, and so many have a bye."""
    found = Counter(number for pair in event.pairs for number in pair if number is not None)
    wanted = Counter(due)
    if found != wanted:
        missing, extra = (
            _numbers((wanted - found).elements()),
            _numbers((found - wanted).elements()),
        )
        raise ClubError(
            f"expected each player who is due once in round {event.round}; missing: {missing}, "
            f"too much: {extra}"
        )
    given = sum(two is None for _, two in event.pairs)
    if given != byes:
        raise ClubError(f"expected {byes} byes in round {event.round}, got {given}")


def _numbers(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, sorted(numbers))) or "none"


def check_admission(admitted: Mapping[str, str], board: str, key: str) -> None:
    """Check that a board with this key can be admitted. `admitted`: who is, by name."""
    _check_board(board)
    if not KEY.fits(key):
        raise ClubError(f"expected a board's key of {KEY.expected}, got {said(key)}")
    if admitted.get(board) == key:
        raise ClubError(f"{board} is admitted already")
    if board not in admitted and len(admitted) >= MOST_BOARDS:
        raise ClubError(f"expected at most {MOST_BOARDS} boards in an evening, got one more")


def _check_board(board: str) -> None:
    if not BOARD.fullmatch(board):
        raise ClubError(
            f"expected a board's name of at most 32 small letters, digits and dashes, got "
            f"{said(board)}"
        )


def check_seat(matches: Iterable[ClubMatch], match: ClubMatch, board: str, key: str) -> None:
    """Check that a match can go to a board, whose key may be empty."""
    _check_board(board)
    if key and not KEY.fits(key):
        raise ClubError(f"expected a board's key of {KEY.expected}, got {said(key)}")
    if match.is_over:
        raise ClubError(f"match {match.number} is over, and needs no board")
    for other in matches:
        if other.board == board and not other.is_over:
            raise ClubError(f"{board} has match {other.number}, which is not over")


def check_game(match: ClubMatch, event: GameRecorded) -> None:
    """Check that a game continues its match."""
    if event.number != len(match.games) + 1:
        raise ClubError(
            f"expected game {len(match.games) + 1} of match {match.number} next, got game "
            f"{said(event.number)}"
        )
    if match.is_played_out:
        raise ClubError(f"match {match.number} is over: no game of it can follow")
    if event.winner is not None and event.winner not in match.players:
        raise ClubError(
            f"expected a player of match {match.number} as the winner, got {said(event.winner)}"
        )
    if event.ended_by not in ENDS:
        raise ClubError(f"expected an end out of {', '.join(ENDS)}, got {said(event.ended_by)}")
    score = score_after(match, event.winner, (event.points, event.loser_points))
    if event.score != score:
        raise ClubError(
            f"expected the score {score[0]} - {score[1]} after game {event.number} of match "
            f"{match.number}, got {event.score[0]} - {event.score[1]}"
        )


def score_after(match: ClubMatch, winner: int | None, points: tuple[int, int]) -> tuple[int, int]:
    """The score of a match after one more game. `points`: the winner's and the loser's."""
    if min(points) < 0 or (winner is None and max(points)):
        raise ClubError(f"expected points of a game, got {points[0]} and {points[1]}")
    side = {None: None, match.players[0]: Side.WHITE, match.players[1]: Side.BLACK}[winner]
    result = Result(side, points[0], KINDS[0], points[1])
    return added(match.terms.rules, match.played_score, result)


def check_ruling(form: Format, match: ClubMatch, event: Ruled) -> None:
    """Check a decision of the director's."""
    if event.winner is None and form is Format.KNOCKOUT:
        raise ClubError(f"match {match.number} needs a winner, who goes on in the knockout")
    if event.winner is not None and event.winner not in match.players:
        raise ClubError(
            f"expected a player of match {match.number} as the winner, got {said(event.winner)}"
        )
    if not event.forfeit and event.winner is None:
        raise ClubError("expected a winner where the match was played to its end, got none")
    if not 0 <= min(event.score) <= max(event.score) <= HIGHEST_SCORE:
        raise ClubError(f"expected a score of two numbers from 0 on, got {said(event.score)}")
    if len(event.reason) > LONGEST_REASON or re.search(r"[^\S ]|\x00", event.reason):
        raise ClubError(f"expected a reason of one line and at most {LONGEST_REASON} letters")


def check_correction(match: ClubMatch, event: Ruled) -> None:
    """Check that the score of a decision fits its winner and the length of the match.

    Only where a decision is made: files with older ones can still be read.
    """
    if event.winner not in match.players:
        return  # both have lost, or `check_ruling` refuses it
    rules, at = match.terms.rules, match.players.index(event.winner)
    won, lost = event.score[at], event.score[1 - at]
    is_within = rules.totals or (won <= rules.length and lost < rules.length)
    is_decided = is_over(rules, event.score)
    if not is_within or not (won > lost if is_decided else event.forfeit):
        points = "1 point" if rules.length == 1 else f"{rules.length} points"
        more = " or more" if rules.totals else ""
        raise ClubError(
            f"{match.names[at]} wins with {points}{more}, and {match.names[1 - at]} "
            f"has fewer then, got {won} and {lost}; in a match that was not played to its end "
            "(forfeit) the winner may have fewer points too"
        )
