"""A daemon that the bench starts itself."""

import signal
import subprocess
import sys
from typing import Any

import pytest

from minigam.hil.interrupts import allow_signals, defer_signals
from minigam.hil.program import Program


def test_one_that_was_just_begun_is_ended_too(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = list[subprocess.Popen[bytes]]()
    popen = subprocess.Popen

    def interrupted(*arguments: Any, **more: Any) -> subprocess.Popen[bytes]:
        begun.append(popen(*arguments, **more))
        signal.raise_signal(signal.SIGTERM)
        return begun[0]

    monkeypatch.setattr(subprocess, "Popen", interrupted)
    program = Program((), (sys.executable, "-c", "import signal; signal.pause()"))
    with defer_signals(), pytest.raises(KeyboardInterrupt), allow_signals():
        program.start()
    program.close()
    assert begun[0].returncode == -signal.SIGTERM
