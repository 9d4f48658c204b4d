"""`python -m tests.docs.write`: draw the generated parts anew, and run what the pages show again.

Read the difference before you keep it: a page that changed here is a page that people read.
"""

import tempfile
from pathlib import Path

from tests.docs.architecture import pictures
from tests.docs.charts import charts
from tests.docs.pages import PAGES, ROOT, Block, blocks, with_generated
from tests.docs.running import python_output, transcript
from tests.docs.sample import tables, write_journal
from tests.docs.tables import PARTS


def _parts() -> None:
    for (name, part), draw in PARTS.items():
        page = ROOT / name
        page.write_text(with_generated(page.read_text("utf-8"), part, f"\n{draw()}\n"), "utf-8")


def _outputs(page: Path) -> None:
    """From the last block to the first, so that the places of earlier ones stay right."""
    found = [*blocks(page, "console"), *blocks(page, "python")]
    for block in sorted(found, key=lambda block: block.at, reverse=True):
        with tempfile.TemporaryDirectory() as folder:
            write_journal(Path(folder) / "games")
            (Path(folder) / "games" / "tables").symlink_to(tables())
            _replace(block, Path(folder))


def _replace(block: Block, folder: Path) -> None:
    text = block.page.read_text("utf-8")
    if block.language == "console":
        old, new, at = block.text, transcript(block.text, folder), block.at
    else:
        old, new, at = block.output or "", python_output(block.text, folder), block.output_at
    if at:
        block.page.write_text(text[:at] + new + text[at + len(old) :], "utf-8")


if __name__ == "__main__":
    _parts()
    for name, drawn in {**charts(), **pictures()}.items():
        (ROOT / "docs" / "pictures" / name).write_text(drawn, "utf-8")
    for page in PAGES:
        _outputs(page)
