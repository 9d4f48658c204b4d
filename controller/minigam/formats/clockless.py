"""Games for formats that know neither clocks nor computers."""

from __future__ import annotations

from dataclasses import replace

from minigam.rules.record import ENDS, TIME, CubeAction, Record
from minigam.rules.terms import PERSON


def without_clock(record: Record) -> Record:
    """A game for formats that know neither clocks nor computers: who lost on time has resigned.

    >>> from minigam.rules.terms import Terms
    >>> without_clock(Record(Terms("minigam", seats=("human", "hard")))).terms.seats
    ('human', 'human')
    """
    ended_by = record.ended_by
    if ended_by == TIME:
        answers = [entry.action for entry in record.actions[-1:] if isinstance(entry, CubeAction)]
        ended_by = ENDS[2] if answers == ["drop"] else ENDS[1]
    terms = replace(record.terms, seats=(PERSON, PERSON), clock=None)
    return replace(record, terms=terms, ended_by=ended_by)
