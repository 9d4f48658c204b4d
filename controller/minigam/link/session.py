"""The controller's side of the conversation. Pure: bytes and the time, in seconds, are passed in.

    session = Session(expected, now)
    loop: news = session.receive(data, now); write(session.due(now)); wait until session.deadline

The promise that both sides keep is `hardware/PROTOCOL.md`.
"""

from dataclasses import dataclass
from itertools import count

from minigam.errors import UnreadableError
from minigam.link.chain_words import chain_words
from minigam.link.codec import Decoder, encode
from minigam.link.jig import A_JIG, is_a_jig
from minigam.link.messages import (
    FIRMWARE,
    UNASKED,
    VERSION,
    Board,
    Bye,
    FromController,
    Gone,
    Hello,
    Level,
    Lit,
    Message,
    Seen,
    State,
    read_message,
)
from minigam.link.pixel_sender import FrameSender
from minigam.link.retransmit import RetransmitTimer

HELLO_SECONDS = 0.1
LONGEST_HELLO_SECONDS = 0.25
BYE_SECONDS = 0.05
LOST_SECONDS = 3.0
"""A board that has said nothing sensible for this long is lost."""

INSTALL = "run `minigam firmware install`"
SILENT = f"the board does not answer: plug its Pico's USB cable in again, or {INSTALL}"
OLD = "the board's Pico has firmware {found}, and this minigam brings {expected}: " + INSTALL
NOTHING_YET = "nothing has been received yet"
BARE = f"the board's Pico has no settings yet: {INSTALL}"


@dataclass(frozen=True)
class Expected:
    """The board that the profile describes."""

    name: str
    """Of the profile."""
    hash: str
    """Of the profile: 16 hexadecimal digits."""
    inputs: int
    pixels: int


@dataclass(frozen=True)
class Reading:
    """What every input says, as of one moment; in the protocol's order."""

    levels: tuple[Level, ...]


@dataclass(frozen=True)
class Trouble:
    """What keeps the board from working, in one sentence; None when all is well."""

    text: str | None


News = Reading | Trouble


def firmware_fault(board: Board) -> str | None:
    """That a Pico's firmware is not the one that comes with this package."""
    if board.firmware == FIRMWARE:
        return None
    found, expected = (".".join(map(str, each)) for each in (board.firmware, FIRMWARE))
    return OLD.format(found=found, expected=expected)


class LinkSession:
    """One conversation, from the opening of the port to its loss."""

    def __init__(self, expected: Expected, now: float) -> None:
        """Begin to ask for the board."""
        self.board: Board | None = None
        """What the board last said of itself."""
        self._expected = expected
        self._decoder = Decoder()
        self._lights = FrameSender(3 * expected.pixels)
        self._levels = (Level.UNKNOWN,) * expected.inputs
        self._trouble: str | None = NOTHING_YET
        self._good_at = now
        self._nonces = count()
        self._nonce = UNASKED
        self._joined = False
        self._number: int | None = None
        self._seen: int | None = None
        self._bye: Bye | None = None
        self.over = False
        """The board has taken its leave."""
        self.met_a_jig = False
        """There is no board at this port."""
        self._ask(now)

    @property
    def shown(self) -> bytes:
        """The bytes that the strip last showed for certain; empty before the first frame."""
        return self._lights.shown

    @property
    def frames(self) -> int:
        """How many frames the strip has shown for certain."""
        return self._lights.frames

    def show(self, frame: bytes) -> None:
        """Want a frame, in the strip's own colour order; raise `ValueError` for a wrong size."""
        self._lights.show(frame)

    def leave(self, now: float, restart: bool = False) -> None:
        """End the session: the strip goes dark. `restart`: see `messages.Bye`."""
        self._lights.forget()
        self._bye = Bye(next(self._nonces) % 256, restart)
        self._repeat = RetransmitTimer(now, BYE_SECONDS, LONGEST_HELLO_SECONDS)

    def receive(self, data: bytes, now: float) -> list[News]:
        """What is new by these bytes, which may be none, and by the time."""
        news: list[News] = []
        for payload in self._decoder.feed(data):
            try:
                news += self._take(read_message(payload), now)
            except UnreadableError:
                news += self._stranger(payload, now)
        return news + self._missed(now)

    def due(self, now: float) -> bytes:
        """What to send now."""
        return b"".join(encode(message.payload()) for message in self._messages(now))

    def deadline(self, now: float) -> float:
        """When `due` or `receive` may next have something to say."""
        talks = self._joined and not self._bye
        return min(self._lost_at(), self._lights.deadline(now) if talks else self._repeat.at)

    # What comes in

    def _take(self, message: Message, now: float) -> list[News]:
        match message:
            case Board():
                return self._met(message, now)
            case State() if self._joined:
                return self._state(message, now)
            case Lit():
                self._lights.answered(message.number, now)
            case Gone() if self._bye and message.number == self._bye.number:
                self.over = True
                self._lights.went_dark()
        return []

    def _stranger(self, payload: bytes, now: float) -> list[News]:
        """Of another version, or not for us: the answer will be missed. A jig is named as one."""
        if not is_a_jig(payload):
            return []
        self._good_at, self.met_a_jig = now, True
        return self._report(A_JIG)

    def _met(self, board: Board, now: float) -> list[News]:
        self.board = board
        if board.nonce == UNASKED:
            if self._joined:
                self._ask(now)  # it has started again, or missed us for too long
            return []
        if self._joined or board.nonce != self._nonce:
            return []
        self._good_at = now
        if refusal := self._refusal(board):
            return self._report(refusal)
        self._joined, self._number = True, None
        return []

    def _refusal(self, board: Board) -> str | None:
        expected = self._expected
        if board.version != VERSION:
            versions = f"version {board.version} of the protocol, and minigam version {VERSION}"
            return f"the board's Pico speaks {versions}: {INSTALL}"
        if not board.name:
            return BARE
        if (board.name, board.hash) == (expected.name, expected.hash):
            return None
        wanted = f"expected {expected.name} ({expected.hash}), got {board.name} ({board.hash})"
        return f"the board's Pico was set up for another profile, {wanted}: {INSTALL}"

    def _state(self, state: State, now: float) -> list[News]:
        if len(state.levels) != self._expected.inputs:
            return []  # no frame of this board: as good as silence
        if self._number not in (None, state.number, (state.number - 1) % 256):
            self._ask(now)
            return []
        is_new = state.number != self._number
        self._good_at, self._number, self._seen = now, state.number, state.number
        if not is_new:
            return []
        trouble = chain_words(state.fault) if state.fault else None
        return self._news_of(state.levels) + self._report(trouble)

    # What goes out

    def _messages(self, now: float) -> list[FromController]:
        messages: list[FromController] = []
        if self._seen is not None:
            messages.append(Seen(self._seen))
            self._seen = None
        if self.over:
            return []
        if self._bye or not self._joined:
            if now >= self._repeat.at:
                self._repeat = self._repeat.sent(now)
                messages.append(self._bye or Hello(self._nonce))
        elif light := self._lights.due(now):
            messages.append(light)
        return messages

    # What does not come

    def _ask(self, now: float) -> None:
        """Join anew."""
        self._joined = False
        self._nonce = 1 + next(self._nonces) % 255
        self._repeat = RetransmitTimer(now, HELLO_SECONDS, LONGEST_HELLO_SECONDS)
        self._lights.forget()

    def _missed(self, now: float) -> list[News]:
        if now < self._lost_at():
            return []
        self._good_at = now
        self._ask(now)
        unknown = (Level.UNKNOWN,) * self._expected.inputs
        return self._news_of(unknown) + self._report(SILENT)

    def _lost_at(self) -> float:
        """When patience ends, both for a word and for the answer to a light."""
        since = self._lights.unanswered_since
        return LOST_SECONDS + (self._good_at if since is None else min(since, self._good_at))

    def _news_of(self, levels: tuple[Level, ...]) -> list[News]:
        changed, self._levels = levels != self._levels, levels
        return [Reading(levels)] if changed else []

    def _report(self, trouble: str | None) -> list[News]:
        changed, self._trouble = trouble != self._trouble, trouble
        return [Trouble(trouble)] if changed else []
