"""Goes through the cases of a bench, one after the other, whatever comes of each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from time import monotonic

from minigam.errors import BenchError, HardwareError
from minigam.hil.cases import Case
from minigam.hil.report import Finding, Verdict
from minigam.hil.rig import Rig

STOPPED = "stopped by Ctrl-C; the cases after it were not begun"


def findings(rig: Rig, cases: Iterable[Case]) -> Iterator[Finding]:
    """What came of each, as soon as it is known; Ctrl-C is the end of them, and a fault."""
    for case in cases:
        try:
            yield _finding(rig, case)
        except KeyboardInterrupt:
            yield Finding(case.name, case.title, Verdict.FAILED, STOPPED)
            return


def _finding(rig: Rig, case: Case) -> Finding:
    missing = [need.value for need in case.needs - rig.bench.offers]
    if missing:
        text = f"needs {' and '.join(sorted(missing))}"
        return Finding(case.name, case.title, Verdict.NOT_DONE, text)
    began = monotonic()
    try:
        rig.start()
        figures = case.run(rig)
    except (BenchError, HardwareError) as fault:
        took = monotonic() - began
        return Finding(case.name, case.title, Verdict.FAILED, str(fault), seconds=took)
    took = monotonic() - began
    return Finding(case.name, case.title, Verdict.PASSED, "", tuple(figures), took)
