"""`python -m tests.hil.virtual.jig BOARD FOLDER`: a jig for that board, in the guest.

Writes a bench into FOLDER, for `minigam hil FOLDER/bench.toml`, once the jig is there; then it
serves it for ever. FOLDER/wire has all that the strip was sent: a line a frame, with its second.
Only root can drive the kernel's lines.
"""

import sys
from pathlib import Path
from threading import Event

from minigam.board.profile import load_profile
from tests.hil.benches import bench_text
from tests.hil.jig_server import JigServer
from tests.hil.pico import board_text, watch_strip
from tests.hil.virtual.lines import KernelLines, UsbLines
from tests.hil.virtual.strip import watch

BENCH = "bench.toml"
PICO = "pico"
"""The board with buttons on a Pico, instead of a built-in one."""
PICO_FILES = Path("/run/bench-pico")
LOOK_SECONDS = 0.005
"""From one look at the Pico's strip to the next."""


def main(board: str, folder: str) -> None:
    there = Path(folder)
    there.mkdir(parents=True, exist_ok=True)
    if board == PICO:
        (there / "board.toml").write_text(board_text())
        board = str(there / "board.toml")
    profile = load_profile(board)
    inputs = list(profile.inputs)
    more = ""
    if profile.on_a_pico:
        usb = UsbLines(profile, inputs, PICO_FILES)
        more = f"cable = {usb.cable}"
        server = JigServer(usb, range(usb.cable + 1))
    else:
        server = JigServer(KernelLines(list(profile.inputs.values())), range(len(inputs)))
    with (there / "wire").open("w", buffering=1) as wire:

        def carried(at: float, data: bytes) -> None:
            wire.write(f"{at:.6f} {data.hex()}\n")
            server.carried(at, data)

        wired = {name: pin for pin, name in enumerate(inputs)}
        text = bench_text(server.path, board, wired, "service = true", more)
        (there / "bench.new").write_text(text)
        (there / "bench.new").rename(there / BENCH)
        if profile.on_a_pico:
            watch_strip(PICO_FILES, profile.strip.pixels, carried, LOOK_SECONDS, Event())
        else:
            watch(lambda sent: carried(sent.at, sent.data))


if __name__ == "__main__":
    main(*sys.argv[1:])
