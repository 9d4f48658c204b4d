"""Inputs and strip of a board whose Pico scans and lights them. One thread talks with it."""

import logging
from collections.abc import Callable, Mapping, Sequence
from threading import Event, Thread
from time import monotonic

from minigam.board.animation import Playing, still
from minigam.board.lighting import Frame, bytes_of
from minigam.board.pico_settings import settings
from minigam.board.profile_model import Profile
from minigam.drivers.interfaces import Listeners
from minigam.drivers.serialport import Port
from minigam.errors import HardwareError
from minigam.link.messages import VERSION, Board, Level
from minigam.link.retransmit import RetransmitTimer
from minigam.link.session import Expected, LinkSession, News, Reading, Trouble, firmware_fault

log = logging.getLogger(__name__)

PAUSE_SECONDS = 0.1
LONGEST_PAUSE_SECONDS = 2.0
"""Between looks for a Pico that is not there."""
LEAVE_SECONDS = 0.5
"""For a Pico to say that it has gone dark; one that does not goes dark by itself."""
CLOSE_SECONDS = 5.0
"""A thread that hangs in the port by then is left: systemd lets the daemon end in twice that."""
FRAME_SECONDS = 0.1
"""Between two frames of one animation: each is several messages, which cost both ends time."""
LOOK_SECONDS, KNOWN_LOOK_SECONDS = 0.25, 1.0
"""Between looks at the levels, while some input is not known, and once all are."""
PROMPT_SECONDS = 2.0
"""For a Pico to say that it will start with the prompt."""
UNPLUGGED = "the board's Pico is gone: plug its USB cable in again"

PRESSED: dict[Level, bool | None] = {
    Level.EMPTY: False,
    Level.NORTH: True,
    Level.SOUTH: True,
    Level.UNKNOWN: None,
}


class PicoBoard:
    """`Inputs` and `Strip` of `interfaces`, of one Pico.

    The Pico need not be there yet, and may go and come again: that is reported as trouble. An input
    that is not known yet counts as not pressed, so at the start only the pressed ones are reported.
    """

    def __init__(
        self,
        expected: Expected,
        names: Sequence[str],
        order: str,
        open_port: Callable[[], Port],
        listeners: Listeners,
        close_seconds: float = CLOSE_SECONDS,
    ) -> None:
        """`names`: of the inputs, in the protocol's order; `order`: of the strip, such as "GRB".

        `open_port` raises `OSError` where there is no Pico. The listeners are called from the
        thread; they hear of a frame also when the same one has been sent again.
        """
        if len(names) != expected.inputs:
            raise ValueError(f"expected {expected.inputs} names of inputs, got {len(names)}")
        self.sent = b""
        self._expected = expected
        self._order = order
        self._open_port = open_port
        self._listeners = listeners
        self._close_seconds = close_seconds
        self._known: dict[str, bool | None] = dict.fromkeys(names)
        self._levels: dict[str, bool] = {}
        self._told: dict[str, bool | None] = dict.fromkeys(names, False)
        self._trouble: str | None = None
        self._playing: Playing | None = None
        self._shown: Playing | None = None
        self._due = 0.0
        """When the next frame of what is shown is sent; another animation is shown at once."""
        self._firmware: tuple[int, int, int] | None = None
        self._port: Port | None = None
        self._closing = Event()
        self._fault: Exception | None = None
        self._thread = Thread(target=self._run, name="pico", daemon=True)
        self._thread.start()

    @property
    def alive(self) -> bool:
        """See `interfaces.Inputs` and `interfaces.Strip`.

        A Pico that does not answer, to a frame either, is trouble: no new start helps it.
        """
        return self._thread.is_alive()

    @property
    def look_seconds(self) -> float:
        """See `interfaces.Inputs`.

        The link loses no edge, as a Pico repeats each until it is answered; but at the start only
        a look finds the inputs that are not pressed.
        """
        return KNOWN_LOOK_SECONDS if len(self._levels) == len(self._known) else LOOK_SECONDS

    def levels(self) -> Mapping[str, bool]:
        """See `interfaces.Inputs`."""
        return self._levels

    def show(self, frame: Frame) -> None:
        """See `interfaces.Strip`."""
        self.play(still(frame))

    def play(self, playing: Playing) -> None:
        """See `interfaces.AnimatedStrip`."""
        self.check()
        frame = playing.frame(playing.since)
        if len(frame) != self._expected.pixels:
            expected = f"expected {self._expected.pixels} pixels, got {len(frame)}"
            raise HardwareError(f"the strip cannot be lit: {expected}")
        self._playing = playing
        self._wake()

    def check(self) -> None:
        """See `interfaces.AnimatedStrip`."""
        if self._fault:
            raise HardwareError(f"the talk with the board's Pico has failed: {self._fault}")

    def close(self) -> None:
        """Go dark and give the port back; to close again changes nothing."""
        if self._closing.is_set():
            return
        self._closing.set()
        self._wake()
        self._thread.join(self._close_seconds)
        if self._thread.is_alive():
            log.warning("the board's Pico takes nothing any more: plug its USB cable in again")
        self._known, self._levels = {}, {}

    def _wake(self) -> None:
        if port := self._port:
            port.wake()

    # In the thread

    def _run(self) -> None:
        try:
            while not self._closing.is_set():
                self._talk(self._opened())
        except Exception as fault:
            log.exception("the talk with the board's Pico has failed")
            self._fault = fault
            self._take(_nothing_known(self._expected.inputs))
            self._notify(f"the talk with the board's Pico has failed: {fault}")

    def _opened(self) -> Port | None:
        """The port, as soon as it can be opened; None when it is time to close."""
        pause = RetransmitTimer(0.0, PAUSE_SECONDS, LONGEST_PAUSE_SECONDS)
        while not self._closing.is_set():
            try:
                return self._open_port()
            except OSError as fault:
                self._notify(str(fault))
            self._closing.wait(pause.wait)
            pause = pause.sent(0.0)
        return None

    def _talk(self, port: Port | None) -> None:
        if port is None:
            return
        self._port = port
        try:
            self._converse(port)
        except OSError:
            log.info("the port of the board's Pico is gone", exc_info=True)
            self._take(_nothing_known(self._expected.inputs))
            self._notify(UNPLUGGED)
            self._closing.wait(PAUSE_SECONDS)
        finally:
            self._port = None
            port.close()

    def _converse(self, port: Port) -> None:
        session = LinkSession(self._expected, monotonic())
        self._shown = None
        while not self._closing.is_set():
            self._turn(session, port)
            if session.met_a_jig:  # it is for others; the board's Pico may be plugged in meanwhile
                port.close()
                self._closing.wait(LONGEST_PAUSE_SECONDS)
                return
        end = monotonic() + LEAVE_SECONDS
        session.leave(monotonic())
        while not session.over and monotonic() < end:
            self._turn(session, port, end)

    def _turn(self, session: LinkSession, port: Port, end: float = float("inf")) -> None:
        frames = session.frames
        if playing := self._playing:
            end = min(end, self._show(session, playing))
        for each in _exchange(session, port, end):
            self._take(each)
        self._compare_firmware(session.board)
        self.sent = session.shown or self.sent
        if session.frames != frames:
            self._listeners.frame()

    def _show(self, session: LinkSession, playing: Playing) -> float:
        """Want the frame that is due, if one is; when the next one is.

        That is found when a frame is sent: a change that comes before the next one may be sent must
        not be forgotten by a turn in between.
        """
        now = monotonic()
        if playing is not self._shown or now >= self._due:
            session.show(bytes_of(playing.frame(now), self._order))
            self._shown, self._due = playing, max(playing.next_change(now), now + FRAME_SECONDS)
        return self._due

    def _compare_firmware(self, board: Board | None) -> None:
        if board and board.version == VERSION and board.firmware != self._firmware:
            self._firmware = board.firmware
            if fault := firmware_fault(board):
                log.warning("%s", fault)

    def _take(self, news: Reading | Trouble) -> None:
        if self._closing.is_set():
            return
        if isinstance(news, Trouble):
            self._notify(news.text)
            return
        before, levels = self._known, [PRESSED[level] for level in news.levels]
        self._known = dict(zip(before, levels, strict=True))
        self._levels = {name: level for name, level in self._known.items() if level is not None}
        for name, level in self._known.items():
            still_unknown = before[name] is None and level is None
            if level != self._told[name] and not still_unknown:
                self._told[name] = level
                self._edge(name, level)

    def _edge(self, name: str, pressed: bool | None) -> None:
        try:
            self._listeners.edge(name, pressed, 0.0)
        except Exception:
            log.exception("input %s: an edge was lost", name)

    def _notify(self, trouble: str | None) -> None:
        if trouble != self._trouble and not self._closing.is_set():
            self._trouble = trouble
            self._listeners.trouble(trouble)


def expected_board(profile: Profile) -> Expected:
    """The board that the Pico's firmware must have been made for."""
    made_for = settings(profile)["hash"]
    return Expected(profile.name, made_for, len(profile.input_names), profile.strip.pixels)


def pico_board(profile: Profile, open_port: Callable[[], Port], listeners: Listeners) -> PicoBoard:
    """A profile's Pico; see `PicoBoard`."""
    names, order = profile.input_names, profile.strip.order
    return PicoBoard(expected_board(profile), names, order, open_port, listeners)


def start_with_prompt(port: Port) -> bool:
    """Ask the firmware behind a port to leave the Pico to MicroPython's prompt, for `mpremote`.

    Whether it has said that it will: a Pico without the firmware does not answer, and needs not.
    """
    session = LinkSession(Expected("", "0" * 16, 0, 0), monotonic())
    session.leave(monotonic(), restart=True)
    _exchange_until_over(session, port, PROMPT_SECONDS)
    return session.over


def met(port: Port, expected: Expected) -> tuple[Board | None, str | None]:
    """What the Pico behind a port says of itself, and what keeps it from being played on.

    None for a Pico that says nothing; None where all is well. It goes dark again after that.
    """
    session = LinkSession(expected, monotonic())
    troubles: list[Trouble] = []
    while not troubles:
        troubles = [each for each in _exchange(session, port) if isinstance(each, Trouble)]
    session.leave(monotonic())
    _exchange_until_over(session, port, LEAVE_SECONDS)
    return session.board, troubles[-1].text


def _exchange_until_over(session: LinkSession, port: Port, seconds: float) -> None:
    end = monotonic() + seconds
    while not session.over and monotonic() < end:
        _exchange(session, port, end)


def _exchange(session: LinkSession, port: Port, end: float = float("inf")) -> list[News]:
    """Send what is due, and wait for what comes."""
    if due := session.due(monotonic()):
        port.write(due)
    wait = min(session.deadline(monotonic()), end) - monotonic()
    return session.receive(port.read(wait), monotonic())


def _nothing_known(inputs: int) -> Reading:
    return Reading((Level.UNKNOWN,) * inputs)
