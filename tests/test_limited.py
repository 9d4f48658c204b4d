"""No test can hang: what does not end by itself is ended, with all that it has started."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.limited import TIMED_OUT

ROOT = Path(__file__).parents[1]
STUBBORN = "trap '' INT TERM HUP; echo $$; while :; do read -r _; done"
"""A shell that no signal but the last ends, where its input stays open."""


def limited(minutes: float, *command: str, grace: float = 0.5) -> subprocess.CompletedProcess[str]:
    code = (
        "import sys; from tests.limited import run_limited; "
        f"sys.exit(run_limited({60 * minutes}, sys.argv[1:], {grace}))"
    )
    reader, writer = os.pipe()
    try:
        return subprocess.run(
            [sys.executable, "-c", code, *command],
            cwd=ROOT,
            stdin=reader,
            capture_output=True,
            text=True,
            check=False,
        )
    finally:
        os.close(reader)
        os.close(writer)


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_command_ends_as_it_likes_within_its_limit() -> None:
    done = limited(1, "sh", "-c", "echo done; exit 3")
    assert (done.returncode, done.stdout, done.stderr) == (3, "done\n", "")


def test_a_command_that_hears_nothing_is_ended_at_its_limit() -> None:
    done = limited(0.005, "sh", "-c", STUBBORN)
    assert done.returncode == TIMED_OUT
    assert done.stderr.startswith("minigam: the limit of 0.005 minutes is reached; ending what")
    assert not is_running(int(done.stdout))


def test_what_a_command_has_left_is_ended_whatever_its_session() -> None:
    code = (
        "import subprocess, sys; left = subprocess.Popen(['sh', '-c', sys.argv[1]], "
        "start_new_session=True, stdout=subprocess.PIPE, text=True); "
        "print(left.stdout.readline(), end='')"
    )
    done = limited(1, sys.executable, "-c", code, STUBBORN)
    assert done.returncode == 0
    assert done.stderr == f"minigam:   ending: sh -c {STUBBORN}\n"
    assert not is_running(int(done.stdout))


HANGING = """
import subprocess, sys, threading

def test_that_waits_for_ever():
    threading.Event().wait()

def test_whose_child_never_ends():
    with subprocess.Popen([sys.executable, "-c", "import signal; signal.pause()"]):
        threading.Event().wait()

def test_that_is_well():
    pass
"""


@pytest.mark.parametrize(
    "workers",
    [
        pytest.param((), id="alone"),
        pytest.param(("-n", "1"), id="worker", marks=pytest.mark.slow),
    ],
)
def test_a_test_that_hangs_fails_at_its_limit(
    workers: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where its end waits for a child: then the process is left at once."""
    monkeypatch.setenv("MINIGAM_TEST_GRACE", "2")
    (tmp_path / "test_hanging.py").write_text(HANGING)
    options = ["-o", "timeout=0.5", "-p", "tests.conftest", *workers]
    done = limited(
        5,
        *(sys.executable, "-m", "pytest", "-c", str(ROOT / "pyproject.toml"), *options),
        *("-p", "no:cacheprovider", str(tmp_path)),
    )
    assert done.returncode == 1, done.stdout + done.stderr
    assert "Failed: Timeout (>0.5s)" in done.stdout or not workers
    assert "test_whose_child_never_ends" in done.stdout + done.stderr
    assert "ending: " + sys.executable in done.stderr
    if workers:
        assert "2 failed, 1 passed" in done.stdout


HEARING = """
import signal, subprocess, sys
import pytest

@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM])
def test_what_a_child_hears(number):
    code = "import signal; print(int(signal.getsignal(signal.%s) is signal.SIG_IGN))" % number.name
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout == "0\\n"
    signal.raise_signal(number)  # which is still ignored here
"""


def test_what_tests_start_hears_signals_also_under_nohup(tmp_path: Path) -> None:
    """A test that ends a child by a signal waited for ever otherwise."""
    (tmp_path / "test_hearing.py").write_text(HEARING)
    tests = ["-c", str(ROOT / "pyproject.toml"), "-p", "tests.conftest", "-p", "no:cacheprovider"]
    command = [sys.executable, "-m", "pytest", *tests, str(tmp_path)]
    ignoring = "trap '' HUP INT QUIT TERM; exec \"$@\""
    done = limited(5, "sh", "-c", ignoring, "sh", *command)
    assert "4 passed" in done.stdout, done.stdout
