"""`make power-test`: cut the power, and write what came of it into `docs/journal.md`."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from tests.docs.pages import ROOT, with_generated
from tests.power.machine import kernel
from tests.power.table import faults
from tests.power.trial import check, trial

PAGE = ROOT / "docs" / "journal.md"


def main() -> None:
    with TemporaryDirectory() as folder:
        full, normal = trial(kernel(), Path(folder))
    found = faults(full, normal)
    PAGE.write_text(with_generated(PAGE.read_text("utf-8"), "cuts", f"\n{found}\n"), "utf-8")
    print(found)
    check(full, normal)


if __name__ == "__main__":
    main()
