"""Own cases: the functions of a Python file that are marked with `@case`. How: `docs/bench.md`."""

import inspect
import traceback
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from types import ModuleType
from typing import overload

from minigam.errors import BenchError, MinigamError, UnreadableError, said, shortened
from minigam.hil.bench import Need
from minigam.hil.cases import CASES, Case
from minigam.hil.measuring import Figure, NotTriedError, is_printable
from minigam.hil.rig import Rig

Run = Callable[[Rig], Sequence[Figure] | None]
MODULE = "own_cases"
HOW = "see docs/bench.md"


@overload
def case(run: Run, /) -> Case: ...


@overload
def case(*, needs: Iterable[Need] = (), goes_on: bool = False) -> Callable[[Run], Case]: ...


def case(
    run: Run | None = None, /, *, needs: Iterable[Need] = (), goes_on: bool = False
) -> Case | Callable[[Run], Case]:
    """Mark a function as a case: its name is the case's, its first line of text what has to hold.

    The function gets the `Rig`. It ends, or returns figures, where the board is right; an
    exception, such as that of `assert`, says what is wrong. `needs`: what the bench must offer, or
    the case is not done. `goes_on`: whether it may begin anywhere in a game; else it begins with a
    new one. Raises `TypeError` for what is no such function.

    >>> @case(needs=[Need.ROLL])
    ... def roll_twice(rig):
    ...     '''Two rolls are one.'''
    >>> roll_twice.name, roll_twice.title
    ('roll-twice', 'Two rolls are one')
    """
    wanted = frozenset(needs)
    if wrong := [need for need in wanted if not isinstance(need, Need)]:
        raise TypeError(f"needs: expected members of Need, got {said(wrong[0])}")

    def marked(run: Run) -> Case:
        if not inspect.isfunction(run) or inspect.iscoroutinefunction(run):
            raise TypeError(f"@case: expected a plain function, got {said(run)}")
        name = run.__name__.replace("_", "-")
        title = (inspect.getdoc(run) or name).splitlines()[0].removesuffix(".")
        if not is_printable(title):
            raise TypeError(f"{run.__name__}: expected a text of one line, got {said(title)}")
        return Case(name, title, wanted, lambda rig: _figures(run, rig), goes_on)

    return marked if run is None else marked(run)


def load_cases(file: Path) -> list[Case]:
    """The cases of a Python file, which is run; in their order there.

    Raises `UnreadableError` for a file that is missing or cannot be run, or has no cases or bad
    names, and `OSError` where it cannot be read.
    """
    if not file.exists():
        raise UnreadableError(f"{file}: expected a Python file with cases, found none; {HOW}")
    if not file.is_file():  # a device may never end
        raise UnreadableError(f"{file}: expected a Python file, got none; {HOW}")
    text = file.read_bytes()
    if file.suffix != ".py":
        raise UnreadableError(f"{file}: expected a Python file, whose name ends in .py; {HOW}")
    module = ModuleType(MODULE)
    module.__file__ = str(file)
    try:
        exec(compile(text, file, "exec"), vars(module))  # an import would leave a __pycache__ there
    except KeyboardInterrupt:
        raise
    except BaseException as fault:
        raise UnreadableError(f"{file}: expected own cases, got {_words(fault, file)}") from fault
    found = [value for value in vars(module).values() if isinstance(value, Case)]
    if not found:
        raise UnreadableError(f"{file}: expected a function marked with @case, got none; {HOW}")
    _check_names(found, file)
    return found


def _check_names(found: Iterable[Case], file: Path) -> None:
    taken = {case.name for case in CASES}
    for each in found:
        if each.name in taken:
            raise UnreadableError(f"{file}: there is a case {each.name!r} already: rename this one")
        taken.add(each.name)


def _figures(run: Run, rig: Rig) -> list[Figure]:
    file = Path(run.__code__.co_filename)
    try:
        found = run(rig)
    except (NotTriedError, KeyboardInterrupt):
        raise
    except BaseException as fault:
        raise BenchError(_words(fault, file)) from fault
    if found is None:
        return []
    if not (isinstance(found, Sequence) and all(isinstance(each, Figure) for each in found)):
        raise BenchError(f"expected figures or nothing from the case, got {said(found)}")
    return list(found)


def _words(fault: BaseException, file: Path) -> str:
    """An exception in one line, with its place in the file."""
    if isinstance(fault, SyntaxError):
        return shortened(f"{fault.msg} ({file.name}, line {fault.lineno})")
    frames = traceback.extract_tb(fault.__traceback__)
    own = [frame for frame in frames if Path(frame.filename) == file]
    place = f" ({file.name}, line {own[-1].lineno})" if own else ""
    return f"{shortened(_message(fault, own[-1].line if own else None))}{place}"


def _message(fault: BaseException, line: str | None) -> str:
    match fault:
        case AssertionError(args=()):
            return f"this does not hold: {line}"
        case AssertionError() | OSError() | MinigamError():
            return _text(fault)
    return f"{type(fault).__name__}: {_text(fault)}"


def _text(fault: BaseException) -> str:
    try:
        return str(fault)
    except Exception:
        return "its text cannot be made"
