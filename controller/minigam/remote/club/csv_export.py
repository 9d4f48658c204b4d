"""Standings and results as CSV (RFC 4180, UTF-8), for spreadsheets.

A name that begins as a formula does gets an apostrophe in front, as spreadsheets themselves write
it: https://owasp.org/www-community/attacks/CSV_Injection.
"""

import csv
import io
from collections.abc import Iterable

from minigam.remote.club.evening import Evening
from minigam.remote.club.proven_games import standings_of
from minigam.remote.club.result_lines import ResultLine, result_lines

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
RESULT_COLUMNS = (
    *("round", "table", "white", "black", "length", "clock", "white_points", "black_points"),
    *("winner", "decided_by", "note", "board", "games", "meeting"),
)


def standings_csv(evening: Evening) -> str:
    """The standings, one line a player; who is tied has the same place.

    >>> from minigam.remote.club.contest import Format, RoundTerms
    >>> from minigam.remote.club.evening_events import Entered, Opened
    >>> opened = Opened("0" * 32, "Friday", "minigam", Format.SWISS, (RoundTerms(3),), 1)
    >>> print(standings_csv(Evening.of([opened, Entered("Ann")])).replace("\\r", ""), end="")
    place,tied,player,wins,losses
    1,no,Ann,0,0
    """
    tie_breaks = evening.opened.tie_breaks
    head = ["place", "tied", "player", "wins", "losses", *(each.value for each in tie_breaks)]
    rows = (
        [
            *(place.rank, "yes" if place.tied else "no", place.name, place.wins, place.losses),
            *(place.value(each) for each in tie_breaks),
        ]
        for place in standings_of(evening)
    )
    return _csv([head, *rows])


def results_csv(evening: Evening) -> str:
    """All matches and byes, one line each: `RESULT_COLUMNS`."""
    return _csv([RESULT_COLUMNS, *map(_row, result_lines(evening))])


def _row(line: ResultLine) -> list[object]:
    head = [line.round, line.table, *line.names]
    match = line.match
    if match is None:
        return [*head, *[None] * 4, line.winner, line.decided_by.value, *[None] * 4]
    clock = match.terms.clock.text if match.terms.clock else "off"
    note = match.ruling.reason if match.ruling else ""
    end = [line.winner, line.decided_by.value, note, match.board, len(match.games), match.meeting]
    return [*head, match.terms.rules.length, clock, *match.score, *end]


def _csv(rows: Iterable[Iterable[object]]) -> str:
    text = io.StringIO()
    csv.writer(text).writerows([_cell(value) for value in row] for row in rows)
    return text.getvalue()


def _cell(value: object) -> object:
    """A value that no spreadsheet takes for a formula."""
    is_formula = isinstance(value, str) and value.startswith(_FORMULA)
    return f"'{value}" if is_formula else value
