"""Runs the cases of a bench in order, and goes on after a failure."""

from collections.abc import Callable, Collection, Iterable, Iterator
from time import monotonic

from minigam.errors import MinigamError
from minigam.hil.bench_report import STOPPED, CaseOutcome, CaseResult
from minigam.hil.cases import Case
from minigam.hil.interrupts import allow_signals
from minigam.hil.measuring import NotTriedError
from minigam.hil.rig import FAULTS, Rig

OMITTED = "left out of a quick look: --all tries it too"
NONE = "expected a board with its page and a jig, one of them said something else"


def findings(
    rig: Rig,
    cases: Iterable[Case],
    begin: Callable[[Case], None],
    omitted: Collection[str] = (),
) -> Iterator[CaseResult]:
    """What came of each, as soon as it is known; `begin` is called with it before.

    Those whose names are `omitted` are not done. Ctrl-C ends them.
    """
    plays, left = False, iter(cases)
    for case in left:
        if case.name in omitted:
            yield _not_done(case, OMITTED)
            continue
        begin(case)
        try:
            with allow_signals():
                finding = _finding(rig, case, plays and case.goes_on)
        except KeyboardInterrupt:
            yield from (_not_done(each, STOPPED) for each in (case, *left))
            return
        if finding.verdict is not CaseOutcome.NOT_DONE:
            plays = case.goes_on and finding.verdict is CaseOutcome.PASSED
        yield finding


def _finding(rig: Rig, case: Case, goes_on: bool) -> CaseResult:
    missing = [need.value for need in case.needs - rig.bench.offers]
    if missing:
        text = f"needs {' and '.join(sorted(missing))}"
        return _not_done(case, text)
    began = monotonic()
    try:
        if not goes_on:
            rig.start()
        figures = case.run(rig)
    except NotTriedError as fault:
        return _not_done(case, _words(fault))
    except FAULTS as fault:
        took = monotonic() - began
        return CaseResult(case.name, case.title, CaseOutcome.FAILED, _words(fault), seconds=took)
    took = monotonic() - began
    return CaseResult(case.name, case.title, CaseOutcome.PASSED, "", tuple(figures), took)


def _not_done(case: Case, why: str) -> CaseResult:
    return CaseResult(case.name, case.title, CaseOutcome.NOT_DONE, why)


def _words(fault: Exception) -> str:
    words = str(fault) if isinstance(fault, MinigamError | OSError) else f"{NONE}: {fault!r}"
    return words.encode(errors="replace").decode()  # half a character cannot be written down
