"""A jig beside a daemon that has no pins: both ends of a socket between them.

The jig stays when the daemon is killed; the next one finds the pins as they were left. Both have
the same clock, for they are on the same machine.
"""

from __future__ import annotations

import socket
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Event, Lock, Thread
from time import monotonic

from minigam.drivers.pixels import NeoPixelStrip
from tests.hil.jig_server import JigServer

ANSWER_SECONDS = 5.0
JOINED = "joined\n"
"""Behind the pins that are held: from here on each move is told."""
Move = Callable[[int, bool], None]
"""Pulls a pin low, or lets it go."""
Wrong = Callable[[Move, int, bool], None]
"""Moves pins otherwise than it is asked to."""
Mixed = Callable[[bytes], bytes]
"""What a strip shows of the bytes that it is sent."""


def right(move: Move, pin: int, low: bool) -> None:
    """As it is asked."""
    move(pin, low)


class Bridge:
    """The jig's end: its pins move what is behind the socket, and its wire carries what comes."""

    def __init__(self, place: Path, wrong: Wrong = right, mixed: Mixed = bytes) -> None:
        """Listen at `place`; what stands there may be wired wrongly, or its strip be mixed up."""
        self._wrong, self._mixed = wrong, mixed
        self._held: set[int] = set()
        self._lock = Lock()
        self._done = Event()
        self._daemon: socket.socket | None = None
        self._door = socket.socket(socket.AF_UNIX)
        self._door.bind(str(place))
        self._door.listen()
        self.jig = JigServer(self, pins=range(28))
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    def drive(self, pin: int, low: bool) -> None:
        """See `jig_server.Lines`."""
        self._wrong(self._move, pin, low)

    def _move(self, pin: int, low: bool) -> None:
        with self._lock:
            (self._held.add if low else self._held.discard)(pin)
            if self._daemon is None:
                return
            self._done.clear()
            with suppress(OSError):  # it has just been killed
                self._daemon.sendall(f"{pin} {int(low)}\n".encode())
        self._done.wait(ANSWER_SECONDS)

    def close(self) -> None:
        """End it, and hang up on a daemon that is still there."""
        self._door.shutdown(socket.SHUT_RDWR)
        with self._lock, suppress(OSError):
            if self._daemon:
                self._daemon.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        self._door.close()
        self.jig.close()

    def _run(self) -> None:
        with suppress(OSError):
            while True:
                daemon, _ = self._door.accept()
                with daemon:
                    self._serve(daemon)

    def _serve(self, daemon: socket.socket) -> None:
        with self._lock:
            held = "".join(f"{pin} 1\n" for pin in sorted(self._held))
            daemon.sendall(f"{held}{JOINED}".encode())
            self._daemon = daemon
        with daemon.makefile() as lines, suppress(OSError):
            for line in lines:
                self._take(line)
        with self._lock:
            self._daemon = None
            self._done.set()

    def _take(self, line: str) -> None:
        at, _, data = line.partition(" ")
        if data:
            self.jig.carried(float(at), self._mixed(bytes.fromhex(data)))
        else:
            self._done.set()


class Inside:
    """The daemon's end: moves its pins as it is told, and tells of its strip."""

    def __init__(self, place: str, move: Move) -> None:
        """Go to the jig at `place`, and find the pins as it has left them."""
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.connect(place)
        self._move = move
        self._lines = self._socket.makefile()
        for line in iter(self._lines.readline, JOINED):
            self._take(line)
        Thread(target=self._run, daemon=True).start()

    def sent(self, data: bytes) -> None:
        """The strip is sent this."""
        self._socket.sendall(f"{monotonic():.6f} {data.hex()}\n".encode())

    def _run(self) -> None:
        with self._socket, self._lines:
            for line in self._lines:
                self._take(line)
                self._socket.sendall(b"done\n")

    def _take(self, line: str) -> None:
        pin, low = line.split()
        self._move(int(pin), low == "1")


StripOf = Callable[[int, str], NeoPixelStrip]
"""Makes a strip of so many pixels, in such an order."""


def tapped(strip_of: StripOf, place: str, move: Move) -> StripOf:
    """Strips whose bytes go to the jig at `place`.

    A strip is opened behind the pins and before the page: a board that says it is ready is joined.
    """

    def made(pixels: int, order: str) -> NeoPixelStrip:
        strip, inside = strip_of(pixels, order), Inside(place, move)
        strip._write = lambda _pin, buffer: inside.sent(bytes(buffer))
        return strip

    return made
