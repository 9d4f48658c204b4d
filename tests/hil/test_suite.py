"""Whatever comes of a case, the bench goes on to the next, and says what it was."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast
from unittest.mock import Mock, create_autospec

import pytest

from minigam.drivers.jig_interface import JigInterface
from minigam.errors import BenchError, HardwareError, UnknownNameError
from minigam.hil.bench import Need, parse_bench
from minigam.hil.bench_report import STOPPED, CaseOutcome, CaseResult
from minigam.hil.cases import Case
from minigam.hil.measuring import Figure, NotTriedError
from minigam.hil.program import DaemonUnderTest
from minigam.hil.rig import Page, Rig
from minigam.hil.suite import NONE, OMITTED, findings

BENCH = parse_bench('title = "T"\nboard = "sim"\n[jig]\n', "b.toml")
FIGURES = [Figure("touches", 3)]
NO_ITEMS = """AttributeError("'list' object has no attribute 'items'")"""


@pytest.fixture
def rig() -> Rig:
    """Nothing but a board that says it is well."""
    page = create_autospec(Page, instance=True)
    page.trouble.return_value = None
    jig, daemon = (create_autospec(kind, instance=True) for kind in (JigInterface, DaemonUnderTest))
    return Rig(BENCH, jig, daemon, page, print)


def case(name: str, run: Callable[[Rig], list[Figure]], *needs: Need) -> Case:
    return Case(name, f"it is {name}", frozenset(needs), run)


def raising(fault: BaseException) -> Callable[[Rig], list[Figure]]:
    return Mock(side_effect=fault)


def well(_rig: Rig) -> list[Figure]:
    return FIGURES


def found(rig: Rig, *cases: Case) -> list[CaseResult]:
    """But for the times."""
    begun: list[Case] = []
    told = [replace(each, seconds=0.0) for each in findings(rig, cases, begun.append)]
    assert begun == list(cases[: len(begun)])
    return told


def test_each_case_is_begun_anew_whatever_came_of_the_last(rig: Rig) -> None:
    assert found(
        rig,
        case("dark", raising(BenchError("expected no light"))),
        case("metered", well, Need.METER),
        case("gone", raising(HardwareError("the jig is gone"))),
        case("pulled", raising(OSError(5, "Input/output error"))),
        case("odd", raising(KeyError("phase"))),
        case("half", raising(HardwareError("half a \ud800"))),
        case("a list", lambda _rig: cast(Any, []).items()),
        case("slow", raising(NotTriedError("the jig is too slow"))),
        case("deep", raising(RecursionError("deep"))),
        case("well", well),
    ) == [
        CaseResult("dark", "it is dark", CaseOutcome.FAILED, "expected no light"),
        CaseResult("metered", "it is metered", CaseOutcome.NOT_DONE, f"needs {Need.METER.value}"),
        CaseResult("gone", "it is gone", CaseOutcome.FAILED, "the jig is gone"),
        CaseResult("pulled", "it is pulled", CaseOutcome.FAILED, "[Errno 5] Input/output error"),
        CaseResult("odd", "it is odd", CaseOutcome.FAILED, f"{NONE}: KeyError('phase')"),
        CaseResult("half", "it is half", CaseOutcome.FAILED, "half a ?"),
        CaseResult("a list", "it is a list", CaseOutcome.FAILED, f"{NONE}: {NO_ITEMS}"),
        CaseResult("slow", "it is slow", CaseOutcome.NOT_DONE, "the jig is too slow"),
        CaseResult("deep", "it is deep", CaseOutcome.FAILED, f"{NONE}: RecursionError('deep')"),
        CaseResult("well", "it is well", CaseOutcome.PASSED, "", tuple(FIGURES)),
    ]
    assert cast(Mock, rig.daemon).start.call_count == 9


def test_what_is_omitted_is_not_done_and_not_begun(rig: Rig) -> None:
    begun: list[Case] = []
    left_out, tried = case("long", raising(BenchError("no"))), case("well", well)
    found = list(findings(rig, [left_out, tried], begun.append, {"long"}))
    assert found[0] == CaseResult("long", "it is long", CaseOutcome.NOT_DONE, OMITTED)
    assert found[1].verdict is CaseOutcome.PASSED
    assert begun == [tried]


def test_ctrl_c_ends_it_and_what_was_found_is_kept(rig: Rig) -> None:
    held = case("held", raising(KeyboardInterrupt()))
    assert found(rig, case("well", well), held, case("not", well)) == [
        CaseResult("well", "it is well", CaseOutcome.PASSED, "", tuple(FIGURES)),
        CaseResult("held", "it is held", CaseOutcome.NOT_DONE, STOPPED),
        CaseResult("not", "it is not", CaseOutcome.NOT_DONE, STOPPED),
    ]


def test_a_case_goes_on_only_where_the_one_before_left_it_well(rig: Rig) -> None:
    done: list[str] = []
    cast(Mock, rig.daemon).start.side_effect = lambda: done.append("start")

    def named(name: str, goes_on: bool, *needs: Need) -> Case:
        def run(_rig: Rig) -> list[Figure]:
            done.append(name)
            return well(_rig) if name != "wrong" else raising(BenchError("no"))(_rig)

        return replace(case(name, run, *needs), goes_on=goes_on)

    tried = [("a", True), ("b", True), ("c", False), ("d", True), ("wrong", True), ("e", True)]
    cases = [named(*each) for each in tried]
    found(rig, cases[0], named("not here", True, Need.METER), *cases[1:])
    starts = ("start a b", "start c", "start d wrong", "start e")
    assert " ".join(done) == " ".join(starts)


def test_an_unknown_input_is_named(rig: Rig) -> None:
    with pytest.raises(UnknownNameError, match=r"^unknown input 'rol'"):
        rig.tap("rol")
