"""What would end the program waits until it may; nothing is lost, and nothing stays changed."""

import signal
from collections.abc import Iterator

import pytest

from minigam.hil.interrupts import ENDS, allow_signals, at_once, defer_signals


def usual(*_: object) -> None:
    """What a program had made of them before."""


@pytest.fixture(autouse=True)
def _as_usual() -> Iterator[None]:
    """None is ignored at first, whatever runs the tests: a shell's background ignores Ctrl-C."""
    before = {number: signal.signal(number, usual) for number in ENDS}
    yield
    assert [signal.signal(number, before[number]) for number in ENDS] == [usual] * len(ENDS)
    assert not {*ENDS} & signal.pthread_sigmask(signal.SIG_BLOCK, [])


@pytest.mark.parametrize("number", ENDS)
def test_it_waits_until_it_is_heard(number: signal.Signals) -> None:
    with defer_signals():
        signal.raise_signal(number)
        with pytest.raises(KeyboardInterrupt), allow_signals():
            pass
        with allow_signals():
            pass


def test_a_second_one_waits_for_the_end() -> None:
    done = list[str]()
    with pytest.raises(KeyboardInterrupt):
        _interrupted_twice(done)
    assert done == ["told", "closed"]


def _interrupted_twice(done: list[str]) -> None:
    with defer_signals():
        try:
            with allow_signals():
                signal.raise_signal(signal.SIGINT)
        except KeyboardInterrupt:
            done.append("told")
        signal.raise_signal(signal.SIGINT)
        done.append("closed")


@pytest.mark.parametrize("number", ENDS)
def test_it_waits_for_what_is_done_at_once(number: signal.Signals) -> None:
    done = list[str]()
    with pytest.raises(KeyboardInterrupt):
        _interrupted_at_once(number, done)
    assert done == ["all"]


def _interrupted_at_once(number: signal.Signals, done: list[str]) -> None:
    with defer_signals(), allow_signals(), at_once():
        signal.raise_signal(number)
        done.append("all")


def test_what_is_ignored_stays_so() -> None:
    usual = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with defer_signals(), allow_signals():
            signal.raise_signal(signal.SIGHUP)
    finally:
        signal.signal(signal.SIGHUP, usual)
