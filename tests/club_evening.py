"""A club's evening on this machine, to try it: `make club`.

Starts a broker, the evening's service and four simulated boards, at which computers play for six
members: one board is free for the match of another one. Ctrl-C, or closing the terminal, ends all
of it, and nothing is kept.
"""

import argparse
import contextlib
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack, closing
from pathlib import Path

from minigam.daemon.board_secrets import own_key_text
from minigam.remote.club.club_service import FILE_NAME
from minigam.remote.club.contest import Format, RoundTerms
from minigam.remote.club.evening_events import Admitted, Entered, Opened
from minigam.remote.club.evening_store import EveningStore
from minigam.remote.club.next_round import draw_round
from minigam.remote.club.tie_breaks import usual_tie_breaks
from minigam.remote.keys import SigningKey

PLAYERS = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay")
BOARDS = {
    "oak": ("easy", "medium"),
    "ash": ("medium", "easy"),
    "elm": ("easy", "easy"),
    "fir": ("medium", "medium"),
}
"""By name: who plays white and black."""
MISSING = "make club needs Debian's broker: sudo apt install mosquitto"
MINIGAM = (sys.executable, "-m", "minigam")
LOOK_SECONDS = 0.5


def board_key(data: Path) -> str:
    """The public key that a board with this data folder will have."""
    text = own_key_text(data, lambda: SigningKey.generate().private_hex)
    return SigningKey.from_hex(text).public


def begin(folder: Path) -> None:
    """An evening whose first round is drawn: the tables begin once their boards are there."""
    opened = Opened(
        id=secrets.token_hex(16),
        title="An evening to try",
        rules_id="minigam",
        format=Format.ROUND_ROBIN,
        terms=(RoundTerms(1),),
        tie_breaks=usual_tie_breaks(Format.ROUND_ROBIN),
        computers=True,
    )
    folder.mkdir()
    with closing(EveningStore.create(folder / FILE_NAME, opened)) as store:
        store.append(*map(Entered, PLAYERS))
        keys = {name: board_key(folder.parent / name) for name in BOARDS}
        store.append(*(Admitted(name, key) for name, key in keys.items()))
        store.append(draw_round(store.evening))


def free_port() -> int:
    """A port that nobody uses now."""
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        port: int = server.getsockname()[1]
    return port


def broker(folder: Path, program: str) -> tuple[list[str], str]:
    """How a broker is started that only this machine reaches, and its address."""
    port = free_port()
    folder.mkdir()
    config = folder / "mosquitto.conf"
    lines = (f"listener {port} 127.0.0.1", "allow_anonymous true", "persistence false")
    # As root, Mosquitto becomes another user, who cannot read this folder.
    more = ("user root",) if os.geteuid() == 0 else ()
    config.write_text("".join(f"{line}\n" for line in (*lines, *more)))
    return [program, "-c", str(config)], f"mqtt://127.0.0.1:{port}"


def boards(folder: Path, address: str) -> list[list[str]]:
    """How the boards are started."""
    found = []
    for name, (white, black) in BOARDS.items():
        command = [*MINIGAM, "run", "--board", "sim", "--white", white, "--black", black]
        command += ["--broker", address, "--board-name", name]
        found.append([*command, "--port", str(free_port()), "--data", str(folder / name)])
    return found


def stop(process: "subprocess.Popen[bytes]") -> None:
    """End a program, if Ctrl-C has not ended it already."""
    process.terminate()
    process.wait()


def run(folder: Path, program: str, more: Sequence[str]) -> int:
    """Run all of it until one part ends; the exit status. `more`: arguments of `club run`."""
    command, address = broker(folder / "broker", program)
    begin(folder / "evening")
    club = [*MINIGAM, "club", "run", str(folder / "evening"), "--broker", address, *more]
    with ExitStack() as started, (folder / "broker" / "log").open("wb") as log:
        parts = [subprocess.Popen(command, stdout=log, stderr=log)]
        started.callback(stop, parts[0])
        for each in (club, *boards(folder, address)):
            parts.append(subprocess.Popen(each))
            started.callback(stop, parts[-1])
        print("Ctrl-C ends all of it", flush=True)
        while all(part.poll() is None for part in parts):
            time.sleep(LOOK_SECONDS)
        return next(part.returncode for part in parts if part.returncode is not None)


def main() -> int:
    """Run it; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.club_evening", description=__doc__)
    parser.add_argument("--port", default="8100", help="the pages' port (default: %(default)s)")
    options = parser.parse_args()
    program = shutil.which("mosquitto", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if program is None:
        print(MISSING, file=sys.stderr)
        return 3
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.default_int_handler)  # as Ctrl-C
    temporary = tempfile.TemporaryDirectory(prefix="minigam-club-")
    with temporary as folder, contextlib.suppress(KeyboardInterrupt):
        return run(Path(folder), program, ("--port", options.port))
    return 0


if __name__ == "__main__":
    sys.exit(main())
