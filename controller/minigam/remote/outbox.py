"""What a board still has to send to its broker: bounded, and never older than what is true now."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from minigam.remote.game_log import LogBook, LogPart
from minigam.remote.signed import Sign


@dataclass(frozen=True)
class Outgoing:
    """A message on its way, with quality of service 1."""

    topic: str
    text: str
    retain: bool
    part: LogPart | None = None
    """Of the log; None for a state."""
    subject: str | None = None
    """What a message that is sent once is about; None for a state, or a part of the log."""


class Outbox:
    """News of the log, messages that are sent once, states, and answers, which take turns.

    So whoever may make the board send much of one kind keeps no other from being sent.

    Each state replaces the one before it, and each message the one about the same subject that was
    not sent yet.

    So a broker that takes nothing makes it no longer: there is one state a topic, and the log is
    read from `LogBook` when it is its turn.

    >>> box = Outbox(LogBook(), "log", lambda _: "5e")
    >>> box.put("state", "one"); box.put("state", "two")
    >>> message = box.next()
    >>> message.text
    'two'
    >>> box.confirmed(message)
    >>> box.put("state", "two")
    >>> box.next() is None
    True
    """

    def __init__(self, book: LogBook, topic: str, sign: Sign) -> None:
        """`topic`: of the log; `sign`: makes the board's signatures."""
        self.on_change: Callable[[], None] = lambda: None
        self._book = book
        self._topic = topic
        self._sign = sign
        self._states: dict[str, str] = {}
        self._known: dict[str, str] = {}
        """What the broker has confirmed."""
        self._messages: dict[tuple[str, str], str] = {}
        """By topic and subject, until the broker has confirmed them."""
        self._kinds = [self._news, self._message, self._state, self._answer]
        """The one whose turn is next comes first."""
        self._next_turn = 0

    def put(self, topic: str, text: str) -> None:
        """A state is so from now on; an empty text takes its topic away."""
        if self._states.get(topic) != text:
            self._states[topic] = text
            self.on_change()

    def put_all(self, states: Mapping[str, str]) -> None:
        """Several states."""
        for topic, text in states.items():
            self.put(topic, text)

    def send(self, topic: str, text: str, subject: str = "") -> None:
        """Send a message once, not retained; its sender repeats it where it gets no reply.

        >>> box = Outbox(LogBook(), "log", lambda _: "5e")
        >>> box.send("log", "entries 1 to 3", "game 7"); box.send("log", "entries 1 to 4", "game 7")
        >>> box.next().text
        'entries 1 to 4'
        """
        self._messages[topic, subject] = text
        self.on_change()

    def log_changed(self) -> None:
        """There is more in the log."""
        self.on_change()

    def connected(self) -> None:
        """The connection is new: whoever is at its other end may know nothing yet."""
        self._known.clear()
        self._messages.clear()
        self._book.announce()

    def next(self) -> Outgoing | None:
        """What is to be sent now; None: the broker has everything."""
        for number, kind in enumerate(self._kinds):
            if message := kind():
                self._next_turn = number + 1
                return message
        return None

    def _news(self) -> Outgoing | None:
        return self._part(self._book.next(self._sign))

    def _answer(self) -> Outgoing | None:
        return self._part(self._book.next_answer(self._sign))

    def _part(self, part: LogPart | None) -> Outgoing | None:
        return Outgoing(self._topic, part.text, retain=False, part=part) if part else None

    def _message(self) -> Outgoing | None:
        for (topic, subject), text in self._messages.items():
            return Outgoing(topic, text, retain=False, subject=subject)
        return None

    def _state(self) -> Outgoing | None:
        for topic, text in self._states.items():
            if self._known.get(topic) != text:
                return Outgoing(topic, text, retain=True)
        return None

    def confirmed(self, message: Outgoing) -> None:
        """The broker has taken it."""
        self._kinds = self._kinds[self._next_turn :] + self._kinds[: self._next_turn]
        self._next_turn = 0
        if message.part:
            self._book.confirmed(message.part)
        elif message.subject is not None:
            if self._messages.get((message.topic, message.subject)) == message.text:
                del self._messages[message.topic, message.subject]
        else:
            self._known[message.topic] = message.text
