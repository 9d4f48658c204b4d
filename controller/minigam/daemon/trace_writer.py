"""Writes down what the inputs said and what came of it: see `table.trace`."""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TextIO

from minigam.board.profile import Profile
from minigam.errors import ExistsError
from minigam.rules.actions import Action, Begun, Named
from minigam.table.events import Requested
from minigam.table.trace import Arranged, Asked, Happened, Level, Line, first_line, format_line


class TraceWriter:
    """A trace being written, each line at once."""

    def __init__(self, file: TextIO, board: str, clock: Callable[[], float]) -> None:
        """Begin it; `clock`: seconds that never jump back."""
        self._file = file
        self._clock, self._start = clock, clock()
        self._last: dict[str, tuple[bool | None, float]] = {}
        self._write(first_line(board))

    def level(self, name: str, pressed: bool | None, at: float) -> None:
        """An input's level; the same again is no news, but that it came earlier is."""
        level, since = self._last.get(name, (not pressed, 0.0))
        if level is not pressed or at < since:
            self._last[name] = pressed, at
            self._line(Level(at - self._start, name, pressed))

    def request(self, event: Requested, at: float) -> None:
        """A page asks for something by its meaning."""
        self._line(Asked(at - self._start, event))

    def set_up(self, values: Mapping[str, object], at: float) -> None:
        """A page fills in the set-up."""
        self._line(Arranged(at - self._start, values))

    def action(self, action: Action) -> None:
        """That is decided now; who plays is left out."""
        match action:
            case Named():
                return
            case Begun(terms):
                action = Begun(replace(terms, names=("", "")))
        self._line(Happened(self._clock() - self._start, action))

    def _line(self, line: Line) -> None:
        self._write(format_line(line))

    def _write(self, text: str) -> None:
        self._file.write(f"{text}\n")
        self._file.flush()


@contextmanager
def recording(path: Path | None, profile: Profile) -> Iterator[TraceWriter | None]:
    """A trace being written into a new file, if one is wanted; raise `ExistsError` if it exists."""
    if path is None:
        yield None
        return
    try:
        file = path.open("x", encoding="utf-8")
    except FileExistsError:
        raise ExistsError(path) from None
    with file:
        yield TraceWriter(file, profile.name, asyncio.get_running_loop().time)
