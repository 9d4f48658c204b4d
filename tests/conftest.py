"""Options that the whole suite shares."""

import faulthandler
import os
import signal
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import settings

# No property is judged by the clock: a busy machine is no fault of the code.
settings.register_profile("unhurried", settings.default, deadline=None)
settings.load_profile("unhurried")
# `make fuzz` takes its time.
settings.register_profile("long", settings.default, deadline=None, max_examples=2000)

GRACE_SECONDS = float(os.environ.get("MINIGAM_TEST_GRACE", "60"))
"""A test that goes on for so long after its timeout, such as in its teardown, ends its process."""
FAILED = Path(__file__).parents[1] / "build" / "failed"
"""The tests that failed in this run of `make test-all`, a line each."""
_STDERR = pytest.StashKey[int]()
"""Where it is before tests capture it."""

SUITES = {
    "boot": "systemd-container",
    "browser": "chromium-headless-shell",
    "cage": "mmdebstrap",
    "espeak": "espeak-ng",
    "gnubg": "gnubg",
    "kicad": "kicad-cli",
    "micropython": "micropython",
    "minisign": "minisign",
    "mosquitto": "mosquitto",
    "networkmanager": "python3-dbusmock",
    "pi": "binfmt_misc",
    "pi_boot": "qemu-system-aarch64",
    "power": "qemu-system-x86",
    "proxy": "nginx",
    "shim": "gcc",
    "sigrok": "sigrok-cli",
    "spice": "ngspice",
    "systemd": "systemd",
    "virtual": "qemu-system-x86",
}
"""Each suite that may be left out: its marker, and the program it needs."""


NOT_QUICK = {"slow", "long", "timed"} | {
    *("boot", "cage", "kicad", "pi", "pi_boot", "power", "proxy", "virtual"),
}


def is_quick(marks: set[str]) -> bool:
    """Whether `make test` runs a test with these markers.

    >>> is_quick({"gnubg"}), is_quick({"browser"}), is_quick({"browser", "sample"})
    (True, False, True)
    """
    return not marks & NOT_QUICK and ("browser" not in marks or "sample" in marks)


def pytest_addoption(parser: pytest.Parser) -> None:
    for suite, program in SUITES.items():
        text = f"leave out the tests that drive {program}"
        parser.addoption(f"--skip-{suite}", action="store_true", help=text)


def pytest_configure(config: pytest.Config) -> None:
    """Give what the tests start the usual signals, and keep where errors are printed."""
    hear_all_signals()
    config.stash[_STDERR] = os.dup(2)
    if not hasattr(config, "workerinput"):  # a process of xdist, whose main one does it
        config.pluginmanager.register(_Failures(config))


class _Failures:
    """Prints and keeps each failure at once: a run that is ended at its limit has no summary."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._keep(report)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        self._keep(report)

    def _keep(self, report: pytest.TestReport | pytest.CollectReport) -> None:
        here = Path(self._config.rootpath, report.nodeid.partition("::")[0]).exists()
        if not report.failed or not here:  # elsewhere: of a run that a test has made
            return
        why = [line[2:].strip() for line in report.longreprtext.splitlines() if line[:2] == "E "]
        line = f"{report.nodeid}: {' '.join(why[:3])}"
        FAILED.parent.mkdir(exist_ok=True)
        with FAILED.open("a", encoding="utf-8") as file:
            print(line, file=file)
        terminal = self._config.pluginmanager.get_plugin("terminalreporter")
        if terminal is not None:
            terminal.write_line(f"\nfailed: {line}", red=True)


def hear_all_signals() -> None:
    """Undo for children what `nohup` or a shell's `&` has ignored; here they are still ignored.

    An ignored signal stays so in a child, which then never ends by it; one with a handler does not.
    """
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM):
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, lambda *_: None)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """End the process of a test that goes on after its timeout, when nothing else can end it."""
    mark = item.get_closest_marker("timeout")
    seconds = float(mark.args[0] if mark else item.config.getini("timeout"))
    stderr = item.config.stash[_STDERR]
    faulthandler.dump_traceback_later(seconds + GRACE_SECONDS, exit=True, file=stderr)
    try:
        return (yield)
    finally:
        faulthandler.cancel_dump_traceback_later()


@pytest.hookimpl(tryfirst=True)  # before `-m` is applied
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the quick tests, put slow ones last, and skip a suite only where the caller says so."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is not None)
    for item in items:
        if is_quick({mark.name for mark in item.iter_markers()}):
            item.add_marker("quick")
    for suite in [name for name in SUITES if config.getoption(f"--skip-{name}")]:
        program = SUITES[suite]
        skip = pytest.mark.skip(reason=f"needs {program}: run tests/debian.sh {suite}")
        for item in items:
            if item.get_closest_marker(suite):
                item.add_marker(skip)
