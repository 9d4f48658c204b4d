"""What the pages of an evening show, as plain JSON values. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from minigam.errors import ClubError
from minigam.remote.club.board_view import BoardView, BoardViews
from minigam.remote.club.contest import ClubMatch, Format
from minigam.remote.club.director_acts import free_boards, is_admitted, points_of
from minigam.remote.club.evening import Evening
from minigam.remote.club.proven_games import standings_of
from minigam.remote.club.result_lines import lines_of
from minigam.rules.game import Game
from minigam.rules.position import Side
from minigam.rules.ruleset import RULE_SETS
from minigam.table.computer import pips

VERSION = 1
Live = Callable[[ClubMatch], Game | None]
"""The present game of a match."""


@dataclass(frozen=True)
class Seen:
    """All that there is to show."""

    evening: Evening | None
    """None before the director has opened it."""
    boards: BoardViews
    live: Live
    connected: bool
    """Whether the broker is there."""
    trouble: str = ""
    """Why nothing can be stored; empty: all is well."""


def hall_view(seen: Seen) -> dict[str, Any]:
    """What everybody may see.

    >>> hall_view(Seen(None, BoardViews(), lambda _: None, connected=True))["state"]
    'closed'
    """
    evening = seen.evening
    common = {"v": VERSION, "connected": seen.connected, "trouble": seen.trouble}
    if evening is None:
        return {**common, "state": "closed", "boards": _boards(seen)}
    opened, number = evening.opened, len(evening.rounds)
    return {
        **common,
        "state": state_of(evening),
        "title": opened.title,
        "format": opened.format.value,
        "rules": {"id": opened.rules_id, "title": str(RULE_SETS[opened.rules_id].title)},
        "round": number,
        "rounds": evening.round_count,
        "players": len([player for player in evening.players if not player.withdrawn]),
        "tables": [_table(seen, match) for match in evening.matches_of(number)],
        "byes": _bye_names(evening),
        "tie_breaks": [each.value for each in opened.tie_breaks],
        "standings": standings_view(evening),
        "boards": _boards(seen),
    }


def state_of(evening: Evening) -> str:
    """`entry` before the first round, then `playing`, `between` two rounds, and `over`."""
    if evening.is_over and evening.rounds:
        return "over"
    if not evening.rounds:
        return "entry"
    return "between" if evening.is_round_over else "playing"


def standings_view(evening: Evening) -> list[dict[str, Any]]:
    """The standings, one line a player."""
    left = {player.name for player in evening.players if player.withdrawn}
    return [
        {
            "rank": place.rank,
            "tied": place.tied,
            "name": place.name,
            "wins": place.wins,
            "losses": place.losses,
            "values": [place.value(each) for each in evening.opened.tie_breaks],
            "withdrawn": place.name in left,
        }
        for place in standings_of(evening)
    ]


def _bye_names(evening: Evening) -> list[str]:
    if not evening.rounds:
        return []
    return [evening.player(number).name for number in evening.rounds[-1].byes]


def _boards(seen: Seen) -> list[dict[str, Any]]:
    return [_board(seen, board) for _, board in sorted(seen.boards.by_name.items()) if board.key]


def _board(seen: Seen, board: BoardView) -> dict[str, Any]:
    matches = seen.evening.matches if seen.evening else ()
    taken = (match.number for match in matches if match.board == board.name and not match.is_over)
    return {
        "name": board.name,
        "online": board.online,
        "key": board.key,
        "admitted": seen.evening is not None and is_admitted(seen.evening, board),
        "title": board.title,
        "points": board.points,
        "game": board.game,
        "phase": board.phase,
        "match": next(taken, None),
    }


def _table(seen: Seen, match: ClubMatch) -> dict[str, Any]:
    evening, game = seen.evening, seen.live(match)
    assert evening is not None
    return {
        "match": match.number,
        "round": match.round,
        "table": match.table,
        "names": list(match.names),
        "board": match.board,
        "online": seen.boards.get(match.board).online if match.board else None,
        "length": match.terms.rules.length,
        "clock": match.terms.clock.text if match.terms.clock else "off",
        "score": list(match.score),
        "games": len(match.games),
        "over": match.is_over,
        "winner": evening.player(match.winner).name if match.winner else None,
        "live": live_view(game, match.names) if game else None,
    }


def live_view(game: Game, names: tuple[str, str]) -> dict[str, Any]:
    """A game as it stands; players in the order of `names`, whatever their colours are now.

    `points`: by white's own numbers, first point 1: whites as positive, blacks as negative counts.
    """
    sides = sides_of(game, names)
    position, layout = game.shown_position, game.rules.layout
    counts = [0] * layout.points
    for side, sign in ((Side.WHITE, 1), (Side.BLACK, -1)):
        for place in range(1, layout.off):
            count, number = position.track(side)[place], layout.point_number(side, place).printed
            if count and not (layout.pins and counts[number - 1] * sign < 0):
                counts[number - 1] = sign * count
    turn = None if game.result else game.acting
    clock = game.clock
    return {
        "game": game.terms.meeting.number if game.terms.meeting else 0,
        "white": sides.index(Side.WHITE),
        "points": counts,
        "bar": [position.track(side)[0] for side in sides],
        "off": [position.track(side)[layout.off] for side in sides],
        "pips": [pips(position.track(side)) for side in sides],
        "turn": None if turn is None else sides.index(turn),
        "dice": list(game.rolls[-1][0]) if game.rolls else [],
        "rolled": game.turn is not None,
        "doubled": game.doubled,
        "cube": game.cube.value if game.rules.cube else None,
        "left": [clock.left(side) // 1000 for side in sides] if clock else None,
        "crawford": game.rules.cube and game.standing.is_crawford(game.rules),
    }


def sides_of(game: Game, names: tuple[str, str]) -> tuple[Side, Side]:
    """Which side each of a match's players has in a game."""
    white, black = Side
    return (black, white) if game.terms.names == names[::-1] else (white, black)


# ---- The director's ------------------------------------------------------------------------------


def director_view(seen: Seen, refusals: Iterable[str], rules: Sequence[str]) -> dict[str, Any]:
    """What the director sees beside that. `rules`: what an evening can be played by."""
    evening = seen.evening
    choices = {
        "formats": [each.value for each in Format],
        "rules": [{"id": id, "title": str(RULE_SETS[id].title)} for id in rules],
    }
    common = {**hall_view(seen), "refusals": list(refusals), "choices": choices}
    if evening is None:
        return common
    return {
        **common,
        "entered": [
            {
                "number": player.number,
                "name": player.name,
                "since": player.since,
                "withdrawn": player.withdrawn,
            }
            for player in evening.players
        ],
        "matches": [_correctable(seen, match) for match in evening.matches],
        "lines": [
            {"round": line.round, "names": list(line.names), "decided_by": line.decided_by.value}
            for each in evening.rounds
            for line in lines_of(evening, each)
            if line.match is None
        ],
        "free": [board.name for board in free_boards(evening, seen.boards)],
        "needs_points": points_of(evening),
        "next": next_act(evening),
        "lengths": [terms.length for terms in evening.opened.terms],
        "clock": evening.opened.terms[0].clock,
    }


def next_act(evening: Evening) -> dict[str, str]:
    """Why the next round cannot be drawn yet; empty: it can."""
    try:
        evening.check_next(len(evening.rounds) + 1)
    except ClubError as fault:
        return {"draw": str(fault)}
    return {"draw": ""}


def _correctable(seen: Seen, match: ClubMatch) -> dict[str, Any]:
    ruling = match.ruling
    return {
        **_table(seen, match),
        "players": list(match.players),
        "key": match.key[:8],
        "played": list(match.played_score),
        "ruled": ruling is not None,
        "forfeit": bool(ruling and ruling.forfeit),
        "reason": ruling.reason if ruling else "",
    }
