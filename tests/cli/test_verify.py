"""`minigam verify`: what it prints, and its exit status."""

from pathlib import Path

import pytest

from minigam.errors import ExitStatus
from tests.cli.commands import Run

CODE = "e6c6-8ba8-fee2-21df"
SAID = """yes: the game was played as the journal says
  rules: turns: 26, each as the rules allow
  dice: rolls: 27, each as promised before the first
  end: black won 1 (single, off), as the journal closed it
"""


@pytest.mark.parametrize("code", [CODE, "E6C6 8BA8 FEE2 21DF"])
def test_the_noted_code_is_that_of_the_game(code: str, sample: Path, run: Run) -> None:
    assert run("verify", 1, "--data", sample) == (0, f"{SAID}  code: {CODE}\n", "")
    said = f"{SAID}  code: {CODE}, as it was noted\n  code: {CODE}\n"
    assert run("verify", 1, "--code", code, "--data", sample) == (0, said, "")


def test_another_code_is_a_no(sample: Path, run: Run) -> None:
    noted = "0123-4567-89ab-cdef"
    status, out, err = run("verify", 1, "--code", noted, "--data", sample)
    first = f"NO: the noted code is {noted}, this game's is {CODE}"
    assert (status, out.splitlines()[0], err) == (1, first, "")
    assert run("verify", 3, "--code", noted, "--data", sample)[0] == 1  # not over yet


@pytest.mark.parametrize("code", ["", "1", "fe99-67e6-2f69-754", "fe99-67e6-2f69-754g", "0" * 65])
def test_what_is_no_code_is_refused(code: str, sample: Path, run: Run) -> None:
    status, out, err = run("verify", 1, f"--code={code}", "--data", sample)
    expected = f"minigam: expected a code like 0123-4567-89ab-cdef, got {code!r}\n"
    assert (status, out, err) == (ExitStatus.USAGE, "", expected)
