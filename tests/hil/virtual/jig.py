"""`python -m tests.hil.virtual.jig BOARD FOLDER`: a jig for that board, in the guest.

Writes a bench into FOLDER, for `minigam hil FOLDER/bench.toml`, once the jig is there; then it
serves it for ever. FOLDER/wire has all that the strip was sent: a line a frame, with its second.
Only root can drive the kernel's lines.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep

from minigam.board.profile import load_profile
from tests.hil.benches import bench_text
from tests.hil.jig_server import JigServer
from tests.hil.pico import board_text
from tests.hil.virtual.lines import KernelLines, UsbLines
from tests.hil.virtual.strip import watch

BENCH = "bench.toml"
PICO = "pico"
"""The board with buttons on a Pico, instead of a built-in one."""
PICO_FILES = Path("/run/bench-pico")


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
            watch_file(carried, profile.strip.pixels)
        else:
            watch(lambda sent: carried(sent.at, sent.data))


def watch_file(carried: Callable[[float, bytes], None], pixels: int) -> None:
    """The Pico's strip is a file here: what stands in it is looked for 200 times a second."""
    strip, last = PICO_FILES / "strip", b""
    while True:
        now = strip.read_bytes() if strip.exists() else b""
        if now != last and len(now) == 3 * pixels:
            carried(monotonic(), now)
            last = now
        sleep(0.005)


if __name__ == "__main__":
    main(*sys.argv[1:])
