"""Delays SIGINT, SIGTERM, SIGHUP and SIGQUIT in parts that must not be left half done."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

ENDS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
"""Ctrl-C, a kill, a terminal that is closed, and Ctrl-\\."""


@contextmanager
def defer_signals() -> Iterator[None]:
    """Hold these signals back; at the end, or in `allow_signals`, each raises KeyboardInterrupt.

    One that is ignored stays so, as nohup wants it.
    """
    with _handled(signal.default_int_handler), _masked(signal.SIG_BLOCK):
        yield


@contextmanager
def allow_signals() -> Iterator[None]:
    """Unblock those signals in the block; one that is already pending acts at once."""
    with _masked(signal.SIG_UNBLOCK):
        yield


@contextmanager
def at_once() -> Iterator[None]:
    """Collect those signals without acting on them; raise them again when the block ends."""
    came = list[int]()
    try:
        with _handled(lambda number, _: came.append(number)):
            yield
    finally:
        for number in came:
            signal.raise_signal(number)


@contextmanager
def _handled(how: Callable[[int, FrameType | None], object]) -> Iterator[None]:
    handled = [number for number in ENDS if signal.getsignal(number) is not signal.SIG_IGN]
    usual = {number: signal.signal(number, how) for number in handled}
    try:
        yield
    finally:
        for number, handler in usual.items():
            signal.signal(number, handler)


@contextmanager
def _masked(how: int) -> Iterator[None]:
    before = signal.pthread_sigmask(how, ENDS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
