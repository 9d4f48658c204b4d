"""A jig for a simulated board in another process; a Unix socket joins the two.

The bench's process has the `SimulatedJig`, the board's process a `JigLink`. Each message is a line:
`INPUT LEVEL GAP...` to the board, answered by `done` as soon as the input has moved (and bounced,
where there are gaps); `SECONDS HEX` from the board for each frame that its strip is sent. The jig
outlives the board: a board that starts finds its inputs as the jig holds them. Both read the same
monotonic clock.
"""

import shutil
import socket
import tempfile
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Condition, Event, Lock, Thread
from time import monotonic, sleep

from minigam.drivers.jig_interface import Frame, Identity, ProgramJig
from minigam.errors import HardwareError

JIG_VARIABLE = "MINIGAM_SIMULATED_JIG"
"""The environment variable that names the socket to the daemon."""
ANSWER_SECONDS = 5.0
MOST_WAITING = 64
"""Frames that the jig keeps, as a real one does."""
JOINED = "joined\n"
"""Follows the inputs that are held when a board connects."""
Move = Callable[[int, bool], None]
"""Presses the input of a number, or releases it."""
Carried = Callable[[float, bytes], None]
"""Called with the time and the bytes of a frame that the strip was sent."""


class BoardSocket:
    """The jig's end: moves the inputs of the board that is connected, if one is."""

    def __init__(self, path: Path, carried: Carried) -> None:
        """Listen at a path; `carried` is called from a thread."""
        self._carried = carried
        self._held: set[int] = set()
        self._lock = Lock()
        self._done = Event()
        self._board: socket.socket | None = None
        self._listener = socket.socket(socket.AF_UNIX)
        try:
            self._listener.bind(str(path))
        except OSError as fault:
            self._listener.close()
            raise HardwareError(f"no socket can be made at {path}: {fault}; set TMPDIR") from fault
        self._listener.listen()
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    def drive(self, number: int, low: bool, gaps: Sequence[float] = ()) -> None:
        """Press an input or release it. `gaps`: see `JigInterface.bounce`.

        Returns when it has moved, at the latest after `ANSWER_SECONDS`: a board may hang.
        """
        with self._lock:
            (self._held.add if low else self._held.discard)(number)
            if self._board is None:
                return
            self._done.clear()
            with suppress(OSError):  # it has just been killed
                words = (str(number), str(int(low)), *(f"{gap:.6f}" for gap in gaps))
                self._board.sendall(f"{' '.join(words)}\n".encode())
        self._done.wait(ANSWER_SECONDS)

    def close(self) -> None:
        """Stop listening, and disconnect a board; to close again changes nothing."""
        if self._listener.fileno() < 0:
            return
        self._listener.shutdown(socket.SHUT_RDWR)
        with self._lock, suppress(OSError):
            if self._board:
                self._board.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        self._listener.close()

    def _run(self) -> None:
        with suppress(OSError):
            while True:
                board, _ = self._listener.accept()
                with board, suppress(OSError, ValueError):  # it was killed, maybe amid a line
                    self._serve(board)

    def _serve(self, board: socket.socket) -> None:
        with self._lock:
            held = "".join(f"{number} 1\n" for number in sorted(self._held))
            board.sendall(f"{held}{JOINED}".encode())
            self._board = board
        try:
            with board.makefile() as lines:
                for line in lines:
                    self._take(line)
        finally:
            with self._lock:
                self._board = None
                self._done.set()

    def _take(self, line: str) -> None:
        at, _, data = line.partition(" ")
        if data:
            self._carried(float(at), bytes.fromhex(data))
        else:
            self._done.set()


class JigLink:
    """The board's end: moves its inputs as the jig says, and reports the frames of its strip."""

    def __init__(self, path: Path, move: Move) -> None:
        """Connect to the jig at a path, and press the inputs that it holds.

        Raises `HardwareError` where there is no jig.
        """
        self._socket = socket.socket(socket.AF_UNIX)
        self._move = move
        try:
            self._socket.settimeout(ANSWER_SECONDS)
            self._socket.connect(str(path))
            self._lines = self._socket.makefile()
            self._take_held()
            self._socket.settimeout(None)
        except OSError as fault:
            self._socket.close()
            expected = f"expected a simulated jig at {path} ({JIG_VARIABLE})"
            raise HardwareError(f"{expected}: {fault}") from fault
        Thread(target=self._run, daemon=True).start()

    def sent(self, data: bytes) -> None:
        """The strip has been sent a frame; a jig that is gone does not matter any more."""
        with suppress(OSError):
            self._socket.sendall(f"{monotonic():.6f} {data.hex()}\n".encode())

    def _take_held(self) -> None:
        while (line := self._lines.readline()) != JOINED:
            if not line:
                self._lines.close()
                raise ConnectionResetError("it is closed")
            self._take(line)

    def _run(self) -> None:
        with self._socket, self._lines, suppress(OSError):
            for line in self._lines:
                self._take(line)
                self._socket.sendall(b"done\n")

    def _take(self, line: str) -> None:
        number, low, *gaps = line.split()
        level = low == "1"
        self._move(int(number), level)
        for gap in gaps:  # here, since on the way through the socket they would get longer
            sleep(float(gap))
            level = not level
            self._move(int(number), level)


class SimulatedJig(ProgramJig):
    """A `JigInterface` of a simulated board; its pins are the numbers of the board's inputs."""

    def __init__(self, pins: Iterable[int]) -> None:
        """`pins`: those that it drives. A socket is made in a temporary folder."""
        self.identity = Identity("simulated", tuple(pins))
        self._frames: deque[Frame] = deque(maxlen=MOST_WAITING)
        self._arrived = Condition()
        self._folder = Path(tempfile.mkdtemp(prefix="minigam-jig-"))
        self.path = self._folder / "socket"
        """Where the board connects: see `JIG_VARIABLE`."""
        try:
            self._board = BoardSocket(self.path, self._carried)
        except HardwareError:
            self._remove()
            raise

    def drive(self, pin: int, low: bool) -> float:
        """See `JigInterface`."""
        return self.bounce(pin, low, ())

    def bounce(self, pin: int, low: bool, gaps: Sequence[float]) -> float:
        """See `JigInterface`."""
        at = monotonic()
        self._board.drive(pin, low, gaps)
        return at

    def frames(self, seconds: float) -> list[Frame]:
        """See `JigInterface`."""
        with self._arrived:
            self._arrived.wait_for(lambda: self._frames, seconds)
            found = list(self._frames)
            self._frames.clear()
        return found

    def close(self) -> None:
        """Disconnect the board and remove the socket."""
        self._board.close()
        self._remove()

    def _remove(self) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)

    def _carried(self, at: float, data: bytes) -> None:
        with self._arrived:
            self._frames.append(Frame(at, data))
            self._arrived.notify()
