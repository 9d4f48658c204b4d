"""Which signals end a program that holds a board."""

import signal
from collections.abc import Iterator

import pytest

from minigam.board.profile import load_profile
from minigam.cli.workbench import on_the_bench
from minigam.daemon.signals import ending_signals
from tests.daemon.serving import Start


@pytest.fixture
def _under_nohup() -> Iterator[None]:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    yield
    signal.signal(signal.SIGHUP, before)


def test_ctrl_c_a_kill_and_a_closed_terminal_end_it() -> None:
    assert ending_signals() == [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]


@pytest.mark.usefixtures("_under_nohup")
async def test_a_closed_terminal_ends_nothing_under_nohup(start: Start) -> None:
    assert ending_signals() == [signal.SIGINT, signal.SIGTERM]
    with on_the_bench(load_profile("sim"), print):
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    async with start():
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
