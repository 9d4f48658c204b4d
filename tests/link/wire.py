"""A session and a board of the test's own making, at a time that passes only when told to."""

from __future__ import annotations

from collections.abc import Callable

from minigam.link.codec import Decoder, encode
from minigam.link.messages import Board, Hello, Level, Message, State, read_message
from minigam.link.session import Expected, News, Session

HASH = "0123456789abcdef"
EXPECTED = Expected("quarter-hall", HASH, inputs=3, pixels=4)
EMPTY, NORTH, SOUTH, UNKNOWN = Level

REST = (EMPTY, EMPTY, EMPTY)
PRESSED = (EMPTY, NORTH, EMPTY)


def board(nonce: int, name: str = "quarter-hall", known: str = HASH, version: int = 1) -> Board:
    return Board(nonce, version, False, 3, 4, (0, 1, 0), known, name)


def state(number: int, levels: tuple[Level, ...] = REST, broken: bool = False) -> State:
    return State(number, broken, levels)


class Wire:
    """Passes messages to a session, and says what it sends."""

    def __init__(self, expected: Expected = EXPECTED) -> None:
        self.now = 100.0
        self.session = Session(expected, self.now)
        self._decoder = Decoder()

    def says(self, *messages: Message) -> list[News]:
        """The board says something."""
        data = b"".join(encode(message.payload()) for message in messages)
        return self.session.receive(data, self.now)

    def sent(self) -> list[Message]:
        """What the session sends now."""
        return [read_message(each) for each in self._decoder.feed(self.session.due(self.now))]

    def passes(self, seconds: float, to: Callable[[Message], None] = lambda _: None) -> list[News]:
        """Time passes, from deadline to deadline; what is sent goes `to` somewhere."""
        end, news = self.now + seconds, list[News]()
        while True:
            news += self.session.receive(b"", self.now)
            for message in self.sent():
                to(message)
            following = self.session.deadline(self.now)
            assert following > self.now, "a deadline that has passed would be a busy loop"
            if following > end:
                self.now = end
                return news
            self.now = following

    def join(self) -> list[News]:
        """A handshake, and the first state."""
        (hello,) = self.sent()
        assert isinstance(hello, Hello)
        return self.says(board(hello.nonce), state(10))
