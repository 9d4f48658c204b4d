"""Games for formats that know neither clocks nor computers."""

from __future__ import annotations

from dataclasses import replace

from minigam.rules.record import ENDS, PERSON, TIME, Record, was_dropped


def without_clock(record: Record) -> Record:
    """A game for formats that know neither clocks nor computers: who lost on time has resigned.

    >>> without_clock(Record("minigam", seats=("human", "hard"))).seats
    ('human', 'human')
    """
    ended_by = record.ended_by
    if ended_by == TIME:
        ended_by = ENDS[2] if was_dropped(record.actions) else ENDS[1]
    return replace(record, seats=(PERSON, PERSON), clock=None, ended_by=ended_by)
