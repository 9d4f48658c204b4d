"""`make power-test`: cut the power, and write what came of it into `docs/journal.md`."""

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from hardware.drawing.tables import table
from tests.docs.pages import ROOT, with_generated
from tests.power.disk import Fate
from tests.power.judge import Cut
from tests.power.machine import kernel
from tests.power.trial import FULL, NORMAL, Plan, check, trial

PAGE = ROOT / "docs" / "journal.md"
COLUMNS = (
    "synchronous",
    "pending writes",
    "cuts",
    "the action under way was there",
    "cuts that lost actions",
    "most actions lost",
    "damaged",
    "other dice",
)


def faults(full: Sequence[Cut], normal: Sequence[Cut]) -> str:
    tried = ((FULL, full), (NORMAL, normal))
    return table(COLUMNS, (row(plan, fate, cuts) for plan, cuts in tried for fate in Fate))


def row(plan: Plan, fate: Fate, cuts: Sequence[Cut]) -> tuple[str, ...]:
    these = [cut for cut in cuts if cut.fate is fate]
    return (
        f"`{plan.name}`",
        fate.value,
        str(len(these)),
        str(sum(cut.ahead == 1 for cut in these)),
        str(sum(cut.lost > 0 for cut in these)),
        str(max(cut.lost for cut in these)),
        str(sum(bool(cut.back.damage) for cut in these)),
        str(sum(bool(cut.back.dice) for cut in these)),
    )


def main() -> None:
    with TemporaryDirectory() as folder:
        full, normal = trial(kernel(), Path(folder))
    found = faults(full, normal)
    PAGE.write_text(with_generated(PAGE.read_text("utf-8"), "cuts", f"\n{found}\n"), "utf-8")
    print(found)
    check(full, normal)


if __name__ == "__main__":
    main()
