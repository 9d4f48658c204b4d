"""A jig at the end of its cable: it drives a board's inputs, and watches what its strip is sent.

    with Jig(SerialPort(path)) as jig:
        touched = jig.drive(pin=3, low=True)
        lit = jig.frames(0.5)[0].at - touched

Every time here is the jig's own, in seconds since its start; so differences of two are the board's.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from secrets import randbits
from time import monotonic
from typing import TypeVar

from minigam.drivers.jig_interface import ClosedAtTheEnd, Frame, Span, Supply, Timing
from minigam.drivers.serialport import A_JIGS, Port, SerialPort, jig_path
from minigam.errors import HardwareError, UnreadableError
from minigam.link.jig import (
    LONGEST_BOUNCE,
    LONGEST_GAP,
    LONGEST_WAIT,
    MOST_GAPS,
    Answer,
    Carried,
    Drive,
    Driven,
    Identity,
    Meter,
    Metered,
    Question,
    Talk,
    Time,
    Timed,
    Watch,
    whole,
)
from minigam.link.messages import Bye

PATIENCE = 5.0
"""Seconds for an answer, beyond what the question itself takes."""
LEAVE_SECONDS = 0.5
LOOK_SECONDS = 0.002
"""Between two questions for what the wire has carried."""
TIMING_SECONDS = 2.0
"""To wait for a frame that can be measured, where the caller does not say."""
MOST_KEPT = 64
"""Frames that the jig keeps."""
SILENT = (
    "the jig does not answer: plug its USB cable in again; a Pico without the jig's firmware gets "
    "it by `minigam firmware install --jig`"
)
GONE = "the jig is gone: plug its USB cable in again"
MIXED_UP = "the jig mixes up frames: plug its USB cable in again, and begin anew"

A = TypeVar("A", bound=Answer)


class Jig(ClosedAtTheEnd):
    """One jig, met and ours; every method raises `HardwareError` where it does not answer."""

    def __init__(self, port: Port, patience: float = PATIENCE) -> None:
        """Meet it: it lets go of all pins. The port is closed where there is no jig."""
        self.lost = 0
        """Frames that the jig had no room for so far: it keeps the newest `MOST_KEPT`."""
        self._port = port
        self._patience = patience
        self._talk = Talk(randbits(32))
        self._closed = False
        try:
            self.identity = self._met()
        except BaseException:
            port.close()
            raise

    def drive(self, pin: int, low: bool) -> float:
        """Pull a pin to ground, or let it go (it never drives a pin high); when that was.

        The jig lets go by itself where it is not asked anything for `link.jig.ALONE_SECONDS`: then
        the next question raises `HardwareError`.
        """
        return self._driven(pin, low, ())

    def bounce(self, pin: int, low: bool, gaps: Sequence[float]) -> float:
        """As `drive`, with a contact that bounces; when its first edge was.

        `gaps`: seconds between its edges, an even number of them up to `MOST_GAPS`, each up to
        0.065 and all together up to 1. There is one edge more; the first and the last are to the
        new level. Raises `ValueError` for other gaps.
        """
        micros = tuple(round(1e6 * gap) for gap in gaps)
        if len(micros) % 2 or len(micros) > MOST_GAPS:
            raise ValueError(f"expected an even number of gaps up to {MOST_GAPS}, got {len(gaps)}")
        if not all(0 < gap <= LONGEST_GAP for gap in micros) or sum(micros) > LONGEST_BOUNCE:
            limits = f"{LONGEST_GAP} microseconds, and {LONGEST_BOUNCE} in all"
            raise ValueError(f"expected gaps of up to {limits}, got {list(gaps)}")
        return self._driven(pin, low, micros)

    def frames(self, seconds: float) -> list[Frame]:
        """What the strip's wire carried since last asked; waits so long for the first frame.

        At most as many as the jig keeps: a wire may carry them quicker than they are read.
        """
        end, found = monotonic() + seconds, list[Frame]()
        while len(found) < MOST_KEPT:
            frame = self._frame()
            if frame:
                found.append(frame)
            elif found or monotonic() >= end:
                break
            else:
                self._pause(LOOK_SECONDS)
        return found

    def timing(self, seconds: float = TIMING_SECONDS) -> Timing | None:
        """Of the next whole frame on the wire; None where none comes, or the jig cannot tell."""
        milliseconds = min(round(1000 * seconds), LONGEST_WAIT)
        widths = self._ask(Time(0, milliseconds), Timed, seconds).widths
        if not widths:
            return None
        zero, one, period = (_span(*widths[place : place + 2]) for place in (0, 2, 4))
        return Timing(zero, one, period, widths[6] / 1e9)

    def current(self, ohms: float) -> Supply | None:
        """What the meter on the jig says; None without one. `ohms`: of the meter's shunt."""
        metered = self._ask(Meter(0), Metered)
        if metered.millivolts is None or metered.microvolts is None:
            return None
        return Supply(metered.millivolts / 1000, metered.microvolts / 1e6 / ohms)

    def close(self) -> None:
        """The jig lets go of all pins, if it still can; to close again changes nothing."""
        if self._closed:
            return
        self._closed = True
        self._talk.ask(Bye(0), monotonic())
        with suppress(OSError):
            self._await(monotonic() + LEAVE_SECONDS)
        self._port.close()

    def _met(self) -> Identity:
        self._talk.meet(monotonic())
        return self._answered(Identity, self._patience)

    def _driven(self, pin: int, low: bool, gaps: tuple[int, ...]) -> float:
        if pin not in self.identity.pins:
            pins = ", ".join(map(str, self.identity.pins))
            raise HardwareError(f"expected a pin that the jig can drive, got {pin}; these: {pins}")
        answer = self._ask(Drive(0, pin, low, gaps), Driven, sum(gaps) / 1e6)
        return answer.at / 1e6

    def _frame(self) -> Frame | None:
        """The oldest that the jig has, from all its pieces."""
        try:
            carried = whole(iter(self._piece, None))
        except UnreadableError as fault:
            raise HardwareError(f"{MIXED_UP} ({fault})") from fault
        return Frame(carried.at / 1e6, carried.data) if carried.size else None

    def _piece(self) -> Carried:
        piece = self._ask(Watch(0), Carried)
        self.lost = piece.lost
        return piece

    def _ask(self, question: Question, kind: type[A], takes: float = 0.0) -> A:
        """The answer to a question that takes the jig so long."""
        self._talk.ask(question, monotonic())
        return self._answered(kind, takes + self._patience)

    def _answered(self, kind: type[A], seconds: float) -> A:
        with _reported():
            answer = self._await(monotonic() + seconds)
        if not isinstance(answer, kind):
            raise HardwareError(f"{SILENT} (it answered {answer})" if answer else SILENT)
        return answer

    def _await(self, end: float) -> Answer | None:
        talk, port = self._talk, self._port
        while talk.answer is None and (now := monotonic()) < end:
            if due := talk.due(now):
                port.write(due)
            talk.receive(port.read(min(end, talk.deadline) - monotonic()))
        return talk.answer

    def _pause(self, seconds: float) -> None:
        """Wait; what comes meanwhile was an answer sent twice."""
        with _reported():
            self._talk.receive(self._port.read(seconds))


def open_jig(path: str | None) -> Jig:
    """The jig at a serial port, or the only one that is plugged in; raise `HardwareError`."""
    return Jig(SerialPort(path or jig_path(), A_JIGS))


@contextmanager
def _reported() -> Iterator[None]:
    """What a port says that goes away, as a `HardwareError`."""
    try:
        yield
    except HardwareError:
        raise
    except OSError as fault:
        raise HardwareError(f"{GONE} ({fault})") from fault


def _span(shortest: int, longest: int) -> Span | None:
    return Span(shortest / 1e9, longest / 1e9) if longest else None
