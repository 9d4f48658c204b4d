"""The games of the journal, as the page lists, replays and counts them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from minigam.board.profile import Profile, load_profile
from minigam.daemon.config import SIMULATED
from minigam.errors import IllegalPlayError, RequestError
from minigam.game.archive import record_of
from minigam.game.history import frames, plays
from minigam.game.state import State
from minigam.game.statistics import statistics
from minigam.game.summary import Summary, summary_of
from minigam.journal.keeping import Kept, all_kept, kept
from minigam.journal.store import DamagedGameError, Journal
from minigam.kiosk import views

PAGE = 20
"""How many games are told at once."""


def games(journal: Journal, before: int | None) -> dict[str, Any]:
    """See `kiosk.ports.View`."""
    found: list[dict[str, Any]] = []
    for number in reversed(journal.numbers()):
        if before is not None and number >= before:
            continue
        if len(found) == PAGE:
            return {"games": found, "before": found[-1]["game"]}
        found += _listed(journal, number)
    return {"games": found, "before": None}


def _listed(journal: Journal, number: int) -> Iterator[dict[str, Any]]:
    """A line of the list; none for a chapter that nobody has played."""
    try:
        game, starred = kept(journal, number), journal.chapter(number).starred
    except DamagedGameError as fault:
        yield {"game": number, "damaged": fault.damage}
        return
    if game.summary.begun or game.summary.imported:
        yield line(game, starred)


def line(game: Kept, starred: bool) -> dict[str, Any]:
    """A game in the list."""
    facts = _facts(game.summary)
    return {"game": game.number, "opened_at": game.opened_at, "starred": starred, **facts}


def _facts(summary: Summary) -> dict[str, Any]:
    sides = ("white", "black")
    won = {"winner": summary.winner, "points": summary.points, "kind": summary.kind}
    return {
        "rules": summary.rules_id,
        "title": summary.title,
        "names": dict(zip(sides, summary.names, strict=True)),
        "seats": dict(zip(sides, summary.seats, strict=True)),
        "score": dict(zip(sides, summary.score, strict=True)),
        "turns": summary.turns,
        "result": won if summary.is_over else None,
        "ended_by": summary.ended_by if summary.is_over else None,
    }


def game(journal: Journal, profile: Profile, number: int, state: State) -> dict[str, Any]:
    """See `kiosk.ports.View`; raise `RequestError` for a game that cannot be replayed."""
    chapter, record = journal.chapter(number), record_of(state)
    try:
        shown = frames(record)
    except IllegalPlayError as fault:
        raise RequestError(f"game {number} cannot be replayed: {fault}") from None
    return {
        "game": number,
        "opened_at": chapter.opened_at.isoformat(timespec="milliseconds"),
        "starred": chapter.starred,
        **_facts(summary_of(state)),
        "board": _board(profile, state),
        "plays": plays(record),
        "frames": shown,
    }


def _board(profile: Profile, state: State) -> dict[str, Any]:
    """A board to draw the game on: this one, or one of the game's own size; nothing lights up."""
    points = state.rules.layout.points
    fits = profile if profile.points == points else load_profile(SIMULATED[points])
    unlit = {"simulated": False, "feels": False, "segments": {}, "pixels": 0}
    return {**views.board(fits), **unlit}


def statistics_in(path: Path) -> dict[str, Any]:
    """See `kiosk.ports.View`; through a connection of its own, for any thread."""
    with closing(Journal(path)) as journal:
        return statistics((game.number, game.summary) for game in all_kept(journal))
