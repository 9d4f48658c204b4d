"""What a director does, from the fields of a request to the events of the evening. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from minigam.errors import ClubError, RequestError
from minigam.remote.club.board_view import BoardView, BoardViews
from minigam.remote.club.contest import ClubMatch, Format, RoundTerms
from minigam.remote.club.evening import Evening
from minigam.remote.club.evening_checks import check_correction
from minigam.remote.club.evening_events import (
    Admitted,
    Entered,
    Event,
    Finished,
    Opened,
    Returned,
    RoundCancelled,
    Ruled,
    RulingLifted,
    Seated,
    Withdrawn,
)
from minigam.remote.club.next_round import draw_round
from minigam.remote.club.tie_breaks import usual_tie_breaks
from minigam.rules.clock import OFF
from minigam.rules.options import LONGEST
from minigam.rules.ruleset import RULE_SETS
from minigam.validation import FLAG, LIST, TABLE, TEXT, Kind, one_of, pair_of, whole

NUMBER, LENGTH = whole(0, 10**6), whole(1, LONGEST)
_WINNER = Kind("a player's number or null", lambda value: value is None or NUMBER.fits(value))
Fields = Mapping[str, Any]


def opened_by(given: Fields, id: str, seed: int) -> Opened:
    """How an evening begins; raise `RequestError` for fields that say nothing of the kind.

    `id`: 32 hexadecimal digits; `seed`: decides the lots.

    >>> asked = {"title": "Friday", "rules": "backgammon", "format": "swiss", "rounds": 5}
    >>> opened_by({**asked, "lengths": [5, 7]}, "0c" * 16, 1).terms[1].length
    7
    """
    try:
        form = Format(one_of([each.value for each in Format]).read(given.get("format"), "format"))
        clock = TEXT.read(given.get("clock", OFF), "clock")
        lengths = [LENGTH.read(n, "lengths") for n in LIST.read(given.get("lengths"), "lengths")]
        options = TABLE.read(given.get("options", {}), "options")
        return Opened(
            id=id,
            title=TEXT.read(given.get("title"), "title").strip(),
            rules_id=one_of([*RULE_SETS]).read(given.get("rules"), "rules"),
            format=form,
            terms=tuple(RoundTerms(length, clock) for length in lengths),
            rounds=NUMBER.read(given.get("rounds", 0), "rounds") if form is Format.SWISS else 0,
            options=tuple((name, TEXT.read(text, name)) for name, text in options.items()),
            seed=seed,
            tie_breaks=usual_tie_breaks(form),
            computers=FLAG.read(given.get("computers", False), "computers"),
        )
    except ValueError as fault:
        raise RequestError(str(fault)) from None


def events_of(given: Fields, evening: Evening, boards: BoardViews) -> tuple[Event, ...]:
    """What an act of the director's adds to the evening.

    Raises `RequestError` for fields that say nothing of the kind, and `ClubError` for what cannot
    be done now.
    """
    try:
        act = ACTS[one_of([*ACTS]).read(given.get("do"), "do")]
        return tuple(act(given, evening, boards))
    except ClubError:
        raise
    except ValueError as fault:
        raise RequestError(str(fault)) from None


def seatings(evening: Evening, boards: BoardViews) -> Iterator[Seated]:
    """A free board for each match that has none yet, as far as there are any.

    A board fits that is admitted and there, and has as many points as the game needs.
    """
    free = list(free_boards(evening, boards))
    for match in evening.matches:
        if not match.is_over and not match.board and free:
            board = free.pop(0)
            yield Seated(match.number, board.name, board.key)


def free_boards(evening: Evening, boards: BoardViews) -> Iterator[BoardView]:
    """Boards on which a match could be played now."""
    taken = {match.board for match in evening.matches if not match.is_over}
    for board in boards.fit_for(points_of(evening)):
        if board.name not in taken and is_admitted(evening, board):
            yield board


def is_admitted(evening: Evening, board: BoardView) -> bool:
    """Whether the director has admitted a board with the key that it presents now."""
    return bool(board.key) and evening.admitted.get(board.name) == board.key


def points_of(evening: Evening) -> int:
    """How many points a board needs for the evening's game."""
    return RULE_SETS[evening.opened.rules_id].layout.points


# ---- The acts ------------------------------------------------------------------------------------


def _enter(given: Fields, _evening: Evening, _boards: BoardViews) -> Iterator[Event]:
    yield Entered(" ".join(TEXT.read(given.get("name"), "name").split()))


def _withdraw(given: Fields, _evening: Evening, _boards: BoardViews) -> Iterator[Event]:
    yield Withdrawn(NUMBER.read(given.get("player"), "player"))


def _return(given: Fields, _evening: Evening, _boards: BoardViews) -> Iterator[Event]:
    yield Returned(NUMBER.read(given.get("player"), "player"))


def _draw(_given: Fields, evening: Evening, boards: BoardViews) -> Iterator[Event]:
    event = draw_round(evening)
    yield event
    yield from seatings(evening.after(event), boards)


def _cancel(_given: Fields, evening: Evening, _boards: BoardViews) -> Iterator[Event]:
    yield RoundCancelled(len(evening.rounds))


def _admit(given: Fields, _evening: Evening, boards: BoardViews) -> Iterator[Event]:
    """With the keys that the director was shown: a board may present another one meanwhile."""
    for name, key in TABLE.read(given.get("boards"), "boards").items():
        if boards.get(name).key != TEXT.read(key, name):
            raise ClubError(f"{name} has another key than you were shown, or has left: look again")
        yield Admitted(name, key)


def _seat(given: Fields, evening: Evening, boards: BoardViews) -> Iterator[Event]:
    match = evening.match(NUMBER.read(given.get("match"), "match"))
    board = boards.get(TEXT.read(given.get("board"), "board"))
    if not board.key:
        raise ClubError(f"expected a board that is connected, got {board.name}")
    if not is_admitted(evening, board):
        raise ClubError(f"expected a board that you have admitted with its key, got {board.name}")
    if board.points != points_of(evening):
        raise ClubError(
            f"expected a board with {points_of(evening)} points, got {board.name} with "
            f"{board.points}"
        )
    yield Seated(match.number, board.name, board.key)


def _rule(given: Fields, evening: Evening, _boards: BoardViews) -> Iterator[Event]:
    match: ClubMatch = evening.match(NUMBER.read(given.get("match"), "match"))
    white, black = pair_of(NUMBER).read(given.get("score"), "score")
    event = Ruled(
        match.number,
        _WINNER.read(given.get("winner"), "winner"),
        (white, black),
        FLAG.read(given.get("forfeit", False), "forfeit"),
        " ".join(TEXT.read(given.get("reason", ""), "reason").split()),
    )
    check_correction(match, event)
    yield event


def _lift(given: Fields, _evening: Evening, _boards: BoardViews) -> Iterator[Event]:
    yield RulingLifted(NUMBER.read(given.get("match"), "match"))


def _finish(_given: Fields, _evening: Evening, _boards: BoardViews) -> Iterator[Event]:
    yield Finished()


Act = Callable[[Fields, Evening, BoardViews], Iterator[Event]]
ACTS: Mapping[str, Act] = {
    "enter": _enter,
    "withdraw": _withdraw,
    "return": _return,
    "draw": _draw,
    "cancel-round": _cancel,
    "admit": _admit,
    "seat": _seat,
    "rule": _rule,
    "lift": _lift,
    "finish": _finish,
}
"""By the value of `do`; opening an evening is `opened_by`."""
