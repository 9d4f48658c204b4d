"""What is fetched for a fresh system's Python, by another one."""

import pytest

from tests.boot.needs import for_python
from tests.requirements.sets import FOLDER, pins

TEXT = """\
--only-binary :all:
old==1.0 ; python_full_version < '3.12' \\
    --hash=sha256:00 \\
    --hash=sha256:01
new==2.0 ; python_full_version >= '3.12' and platform_machine != 'none' \\
    --hash=sha256:02
both==3.0 \\
    --hash=sha256:03
"""
BOTH = "both==3.0 \\\n    --hash=sha256:03\n"


@pytest.mark.parametrize(
    ("version", "own"),
    [
        ("3.11", "old==1.0 \\\n    --hash=sha256:00 \\\n    --hash=sha256:01\n"),
        ("3.13", "new==2.0 \\\n    --hash=sha256:02\n"),
    ],
)
def test_lines_for_another_python_are_left_out(version: str, own: str) -> None:
    assert for_python(TEXT, version) == f"--only-binary :all:\n{own}{BOTH}"


@pytest.mark.parametrize("version", ["3.11", "3.13"])
def test_each_package_is_there_once(version: str) -> None:
    lines = for_python((FOLDER / "run.txt").read_text("ascii"), version).splitlines()
    names = [line.partition("==")[0] for line in lines if line.endswith(" \\") and "==" in line]
    assert sorted(names) == sorted({pin.name for pin in pins("run")})
