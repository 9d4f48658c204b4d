"""`python -m tests.hil.virtual.jig BOARD FOLDER`: a jig for that board, inside the virtual machine.

Writes a bench into FOLDER, for `minigam hil FOLDER/bench.toml`, once the jig is there; then it serves
it for ever. Only root can drive the kernel's lines.
"""

from __future__ import annotations

import sys
from pathlib import Path
from time import monotonic, sleep

from minigam.board.parts import Profile
from minigam.board.profile import load_profile
from tests.hil.jig_server import JigServer
from tests.hil.virtual.lines import KernelLines, UsbLines
from tests.hil.virtual.strip import watch

MOST_PINS = 22
PICO_FILES = Path("/run/bench-pico")


def main(board: str, folder: str) -> None:
    profile = load_profile(board)
    inputs = list(profile.inputs)
    if profile.on_a_pico:
        lines = UsbLines(profile, inputs, PICO_FILES)
        server = JigServer(lines, range(lines.cable + 1))
        write_bench(Path(folder), board, profile, server.path, cable=lines.cable)
        watch_file(server, profile.strip.pixels)
    else:
        server = JigServer(KernelLines(list(profile.inputs.values())), range(len(inputs)))
        write_bench(Path(folder), board, profile, server.path)
        watch(lambda sent: server.carried(sent.at, sent.data))


def write_bench(
    folder: Path, board: str, profile: Profile, port: str, cable: int | None = None
) -> None:
    """The jig's pins are the board's inputs in their order."""
    lines = [
        f'title = "{profile.title}, in a virtual machine"',
        f'board = "{board}"',
        "service = true",
        "touches = 20",
        "quiet = 10",
        "[jig]",
        f'port = "{port}"',
        "strip = true",
        "measures = false",
        *([] if cable is None else [f"cable = {cable}"]),
        "[jig.inputs]",
        *(f"{name} = {pin}" for pin, name in enumerate(profile.inputs)),
    ]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "bench.new").write_text("\n".join(lines) + "\n")
    (folder / "bench.new").rename(folder / "bench.toml")


def watch_file(server: JigServer, pixels: int) -> None:
    """The Pico's strip is a file here: what stands in it is looked for 200 times a second."""
    strip, last = PICO_FILES / "strip", b""
    while True:
        now = strip.read_bytes() if strip.exists() else b""
        if now != last and len(now) == 3 * pixels:
            server.carried(monotonic(), now)
            last = now
        sleep(0.005)


if __name__ == "__main__":
    main(*sys.argv[1:])
