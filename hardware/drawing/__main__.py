"""`python -m hardware.drawing`: write every generated file, and draw what has changed.

Needs WireViz, graphviz, pngquant, OpenSCAD and, for OpenSCAD's pictures, Xvfb; and Chromium, which
prints the cards.
"""

import subprocess
import sys
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory

from hardware.drawing.files import (
    EXPLODED,
    RECORD,
    pictures_of,
    record,
    recorded,
    sources,
    texts,
)
from hardware.drawing.harness import without_ends
from hardware.drawing.stl import in_order

COLORS = 32
"""In a picture: enough, and a quarter of the size."""
LOOK = ("--projection=ortho", "--colorscheme=Tomorrow", "-D", "picture=true")
CAMERA = ("--imgsize=900,600", "--camera=0,0,0,35,0,10,0", "--viewall", "--autocenter")
CAMERA_OF_ALL = ("--imgsize=1100,1000", "--camera=0,0,0,35,0,10,1900")
"""For a whole board, which fills the picture."""

PRINTING = ("--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer")
"""Without a sandbox, which root cannot have: the card is our own."""


def main() -> None:
    """Write, then draw; the record is written last, so that a failure is drawn again."""
    _write()
    before, now = recorded(), sources()
    for path, digest in now.items():
        if before.get(path) != digest or not all(p.exists() for p in pictures_of(path)):
            print(path.name)
            _draw(path)
    RECORD.write_text(record(now), "utf-8")


def _write() -> None:
    for path, text in texts().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


def _draw(source: Path) -> None:
    {".yml": _draw_wiring, ".scad": _draw_model, ".html": _print_card}[source.suffix](source)


def _draw_wiring(source: Path) -> None:
    wireviz = Path(sys.executable).with_name("wireviz")
    svg, picture = (str(path) for path in pictures_of(source))
    with TemporaryDirectory() as folder:
        _run(str(wireviz), "--format", "g", "--output-dir", folder, str(source))
        graph = Path(folder, f"{source.stem}.gv")
        graph.write_text(without_ends(graph.read_text("utf-8")), "utf-8")
        _run("dot", "-Tsvg", "-o", svg, "-Tpng", "-o", picture, str(graph))
    _run("pngquant", "--force", "--output", picture, str(COLORS), picture)


def _draw_model(source: Path) -> None:
    name = str(source)
    *stls, picture = (str(path) for path in pictures_of(source))
    for stl in stls:
        _run("openscad", "--export-format", "binstl", "-o", stl, name)
        Path(stl).write_bytes(in_order(Path(stl).read_bytes()))
    camera = CAMERA_OF_ALL if source == EXPLODED else CAMERA
    _run("xvfb-run", "-a", "openscad", *camera, *LOOK, "-o", picture, name)
    _run("pngquant", "--force", "--output", picture, str(COLORS), picture)


def _print_card(source: Path) -> None:
    chromium = which("chromium-headless-shell") or "chromium"
    (pdf,) = pictures_of(source)
    _run(chromium, *PRINTING, f"--print-to-pdf={pdf}", source.as_uri())


def _run(*command: str) -> None:
    """Run a program; say what it said where it fails."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")


if __name__ == "__main__":
    main()
