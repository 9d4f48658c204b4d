"""Drives a board through its jig, and reads its lights and web API."""

import json
import signal
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from time import monotonic, sleep
from typing import Any, TypeVar

from minigam.board.light_meanings import Meaning
from minigam.board.lighting import Frame, frame_of
from minigam.drivers.jig_interface import JigInterface
from minigam.errors import BenchError, HardwareError, MinigamError, UnknownNameError, shortened
from minigam.hil.bench import BY_HAND, Bench, Need
from minigam.hil.hands import Drive, Hands
from minigam.hil.light_reader import contradictions, lane, says, unsaid
from minigam.hil.program import DaemonUnderTest
from minigam.table.trace import Level, Line, parse_trace

ADDRESS = "127.0.0.1"
ANSWER_SECONDS = 5.0
MOST_BYTES = 1_000_000
FLEETING = ("message", "spoken", "commands", "controls")
"""What is of the moment: the words about the last touches, and what can be done just now."""
Found = TypeVar("Found")
_WORDS = {True: "pressed", False: "released", None: "unknown"}
FAULTS = (
    MinigamError,
    OSError,
    ArithmeticError,
    AttributeError,
    LookupError,
    RecursionError,
    TypeError,
    ValueError,
)
"""What anything may end with: a board, a jig or a page that is none may say anything."""
APART_SECONDS = 0.1
"""From one touch to the next: three within 0.2 s are no hand."""
START_SECONDS = 60.0
"""A Pi Zero is slow."""
LOOK_SECONDS = 0.02
STILL_SECONDS = 1.0
BLINK_SECONDS = 2.5
"""Within it every light has been on once."""


@dataclass(frozen=True)
class Page:
    """A board's page, at a port of this machine. Its methods raise `HardwareError` for none."""

    port: int

    def state(self) -> dict[str, Any]:
        """The snapshot."""
        found: dict[str, Any] = self._get("/api/state")
        return found

    def lasting(self) -> dict[str, Any]:
        """The snapshot, but for what a restart may lose."""
        return {key: value for key, value in self.state().items() if key not in FLEETING}

    def meanings(self) -> dict[str, str]:
        """What each lane says, by zone, and `dice` and `turn`."""
        return {name: light["meaning"] for name, light in self._get("/api/lights").items()}

    def trouble(self) -> str | None:
        """What keeps the board from working; None where nothing does."""
        found: str | None = self._get("/api/health")["board"]["trouble"]
        return found

    def _get(self, path: str) -> Any:
        try:
            with closing(HTTPConnection(ADDRESS, self.port, timeout=ANSWER_SECONDS)) as page:
                page.request("GET", path)
                return json.loads(page.getresponse().read(MOST_BYTES))
        except (OSError, HTTPException, ValueError) as fault:
            raise HardwareError(f"the page at port {self.port} does not answer: {fault}") from fault


@dataclass
class Rig:
    """See the module."""

    bench: Bench
    jig: JigInterface
    daemon: DaemonUnderTest
    page: Page
    ask: Callable[[str], None]
    """Asks a person to do something, and waits until it is done."""
    frame: Frame | None = None
    """What the strip was last sent."""
    frame_at: float = 0.0
    hands: Hands | None = field(default=None, init=False)
    """Move the checkers, on a board that feels them."""

    def __post_init__(self) -> None:
        """Nothing lies on the board yet."""
        if self.bench.board.sensors:
            self.hands = Hands(self.bench.board.sensors, self.drive)

    @property
    def zones(self) -> list[str]:
        """The board's zones."""
        return [zone for row in self.bench.board.rows for zone in row]

    @property
    def sees(self) -> bool:
        """Whether the jig reads the strip."""
        return Need.STRIP in self.bench.offers

    @property
    def pixels(self) -> int:
        """How many the strip has."""
        return self.bench.board.strip.pixels

    # The daemon

    def start(self) -> float:
        """Start the daemon without a game; the seconds until it plays."""
        self._release_all()
        if self.hands:
            self.hands.bare()
        self.daemon.start()
        return self.until_ready()

    def recover(self) -> None:
        """Wait until a daemon that was ended or hangs plays again; start it where nobody does."""
        if not self.daemon.watched:
            self.daemon.again()
        self.until(self._answers, "a board that plays again", START_SECONDS)

    def until_ready(self) -> float:
        """Wait until the page answers and nothing is wrong with the board; the seconds."""
        began = monotonic()
        self.until(self._is_ready, "a board that plays", START_SECONDS)
        return monotonic() - began

    def _answers(self) -> bool:
        try:
            return self.page.trouble() is None
        except HardwareError:
            return False

    def _is_ready(self) -> bool:
        if answers := self._answers():
            return answers
        self.daemon.send(signal.SIGCONT)  # raises if it has ended
        return False

    # Inputs

    def drive(self, name: str, pressed: bool) -> float:
        """Press an input, or release it; when, by the jig's clock."""
        return self.jig.drive(self._pin(name), pressed)

    def bounce(self, name: str, pressed: bool, gaps: Sequence[float]) -> float:
        """The same with a contact that bounces: see `JigInterface.bounce`."""
        return self.jig.bounce(self._pin(name), pressed, gaps)

    def press(self, name: str) -> float:
        """Press an input; when."""
        return self.drive(name, True)

    def release(self, name: str) -> float:
        """Let it go; when."""
        return self.drive(name, False)

    def tap(self, *names: str, drive: Drive | None = None) -> float:
        """Press these together and release them; when the last was released.

        `drive`: another way to move them.
        """
        move = drive or self.drive
        for name in names:
            move(name, True)
        sleep(self.bench.touch_ms / 1000)
        at = max([move(name, False) for name in names])
        sleep(APART_SECONDS)
        return at

    def _pin(self, name: str) -> int:
        pins = self.bench.wires.inputs
        if name not in pins:
            raise UnknownNameError("input", name, pins)
        return pins[name]

    def _release_all(self) -> None:
        """All inputs, and the cable is joined: the case before may have failed in between."""
        for name in self.bench.wires.inputs:
            self.release(name)
        if self.bench.wires.cable != BY_HAND:
            self.plug(True)

    def plug(self, plugged: bool) -> None:
        """Cut the board's cable, or join it."""
        cable = self.bench.wires.cable
        if cable == BY_HAND:
            self.ask("plug the board's USB cable in" if plugged else "pull the board's USB cable")
        elif isinstance(cable, int):
            self.jig.drive(cable, not plugged)

    # What comes of them

    def levels(self) -> list[Level]:
        """What the daemon has read of its inputs since its start."""
        return [line for line in self.trace() if isinstance(line, Level)]

    def trace(self) -> tuple[Line, ...]:
        """All that it has written down since its start."""
        whole = self.daemon.trace().rpartition("\n")[0]  # the last line may be half written
        return parse_trace(whole.splitlines())[1] if whole else ()

    def until_pressed(self, name: str, since: int) -> list[str]:
        """Which inputs were pressed behind the first `since` levels, once this one was released."""

        def is_over() -> bool:
            said = [level.pressed for level in self.levels()[since:] if level.input == name]
            return True in said and said[-1] is False  # which may have been reported twice

        self.until(is_over, f"{name} to be pressed and released")
        return self.pressed(since)

    def pressed(self, since: int) -> list[str]:
        """Which inputs were, behind the first `since` levels; a start reports all that are not."""
        return sorted({level.input for level in self.levels()[since:] if level.pressed})

    def until(
        self, happened: Callable[[], Found], what: str, seconds: float = ANSWER_SECONDS
    ) -> Found:
        """What has happened, as soon as it has; raise `BenchError` where it does not."""
        end = monotonic() + seconds
        while not (found := happened()):
            if monotonic() > end:
                raise BenchError(f"expected {what} within {seconds:g} s, got nothing of it")
            sleep(LOOK_SECONDS)
        return found

    def until_selected(self, zone: str | None) -> None:
        """Wait until this place is picked up from, or none."""
        self.until_state(lambda state: state["selected"] == zone, f"{zone or 'nothing'} selected")

    def until_state(
        self, fits: Callable[[dict[str, Any]], bool], what: str, seconds: float = ANSWER_SECONDS
    ) -> dict[str, Any]:
        """The first snapshot that fits."""

        def fitting() -> dict[str, Any] | None:
            state = self.page.state()
            return state if fits(state) else None

        return self.until(fitting, what, seconds) or {}

    def instead(self, since: int) -> str:
        """What was read behind the first `since` levels, and what the page says: where a touch was
        lost, and why.
        """
        try:
            read = [f"{level.input} {_WORDS[level.pressed]}" for level in self.levels()[since:]]
            message = self.page.state()["message"]
            said = repr(message["text"]) if message else "nothing"
        except FAULTS as fault:
            return f"nor of what it read, {fault}"
        return f"it read {shortened(', '.join(read)) or 'nothing'}, and says {said}"

    # Lights

    def frames(self, seconds: float) -> list[tuple[float, Frame]]:
        """What the strip was sent, and when by the jig's clock; waited for so long."""
        found = [(seen.at, self._frame(seen.data)) for seen in self.jig.frames(seconds)]
        if found:
            self.frame_at, self.frame = found[-1]
        return found

    def _frame(self, data: bytes) -> Frame:
        if len(data) != 3 * self.pixels and self.sees:
            got = f"got one of {len(data)}; is the jig's ground at the board's?"
            raise BenchError(f"expected frames of {3 * self.pixels} bytes on the wire, {got}")
        return frame_of(data, self.bench.board.strip.order)

    def until_frame(
        self, fits: Callable[[Frame], bool], what: str, since: float
    ) -> tuple[float, Frame]:
        """The first frame that fits, behind a time of the jig's clock, and when it began.

        It may be late, by twice what the bench allows of 99 of 100 lights (`lit_ms`).
        """
        seconds = max(ANSWER_SECONDS, 2 * self.bench.lit_ms / 1000)
        end = monotonic() + seconds
        while monotonic() < end:
            for at, frame in self.frames(LOOK_SECONDS):
                if at > since and fits(frame):
                    return at, frame
        raise BenchError(f"expected {what} on the strip within {seconds:g} s, it did not come")

    def is_still(self) -> bool:
        """Whether the strip is sent nothing for a while; roll is not deaf after it either."""
        self.frames(0.0)
        return not self.frames(STILL_SECONDS)

    def first_frame(self, since: float) -> float:
        """When the first frame began behind a time of the jig's clock, whatever it carried."""
        return self.until_frame(lambda _frame: True, "anything", since)[0]

    def until_lights_agree(self) -> None:
        """Wait until the wire shows what the page says that the lanes mean, and no more.

        A light may come as late as the bench allows (`lit_ms`), and every light blinks.
        """
        end = monotonic() + BLINK_SECONDS + self.bench.lit_ms / 1000
        meanings, shown = self._meanings(), list[Frame]()
        while wrong := self._disagreement(meanings, shown):
            if monotonic() > end:
                raise BenchError(f"expected the lights to agree with the page: {'; '.join(wrong)}")
            if (now := self._meanings()) != meanings:
                meanings, shown = now, []

    def _disagreement(self, meanings: dict[str, str], shown: list[Frame]) -> list[str]:
        """What is wrong with the newest frame, or still dark in all; `shown` takes them in."""
        lanes = self.bench.board.strip.segments
        for _, frame in self.frames(LOOK_SECONDS):
            shown.append(frame)
        if self.frame is None:
            return ["no frame came"]
        if wrong := contradictions(self.frame, meanings, lanes):
            shown.clear()
            return wrong
        return unsaid([*shown, self.frame], meanings, lanes)

    def _meanings(self) -> dict[str, str]:
        meanings = self.page.meanings()
        return {zone: meanings[zone] for zone in self.zones}

    def shows(self, zone: str, meaning: Meaning) -> Callable[[Frame], bool]:
        """Whether a frame shows a zone's lane with a meaning."""
        lanes = self.bench.board.strip.segments
        return lambda frame: says(lane(frame, lanes[zone]), meaning)
