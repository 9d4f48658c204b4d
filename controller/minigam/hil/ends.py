"""What would end the program, where something must not be left half done."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

ENDS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""Ctrl-C, a kill, and a terminal that is closed."""


@contextmanager
def held() -> Iterator[None]:
    """They wait until this is over, or until it is `heard`; each is a `KeyboardInterrupt` then.

    One that is ignored stays so, as nohup wants it.
    """
    heeded = [number for number in ENDS if signal.getsignal(number) is not signal.SIG_IGN]
    usual = {number: signal.signal(number, signal.default_int_handler) for number in heeded}
    try:
        with _masked(signal.SIG_BLOCK):
            yield
    finally:
        for number, handler in usual.items():
            signal.signal(number, handler)


@contextmanager
def heard() -> Iterator[None]:
    """Also one that has come before."""
    with _masked(signal.SIG_UNBLOCK):
        yield


@contextmanager
def _masked(how: int) -> Iterator[None]:
    before = signal.pthread_sigmask(how, ENDS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
