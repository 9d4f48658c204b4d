"""A board's own logs: the actions of its games as the journal has them, signed, for others.

Every message says how far its part of the log goes, and is signed, so messages may be lost, doubled
and reordered: whoever lacks entries asks for them. What is in a message: `log_message`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from minigam.remote.answer_limit import ANSWERS
from minigam.remote.log_message import Ask, Claim, GameId, LogMessage, format_log
from minigam.remote.signed import Sign, log_text
from minigam.rules.actions import Action, Begun
from minigam.rules.hash_chain import FIRST, encode_action, next_hash
from minigam.rules.meeting import Meeting

MOST_AT_ONCE = 50
"""Entries in one message: some 10 kB."""
MOST_LOGS = 16
"""Games that are kept ready to be sent."""


@dataclass(eq=False)
class GameLog:
    """The entries of one game, and how many the broker has taken.

    >>> log = GameLog(17)
    >>> log.add([b'{"action":"begin"}'])
    >>> log.part(0, lambda _: "5e").text[:40]
    '{"v":1,"game":17,"meeting":null,"seq":1,'
    """

    number: int
    """The journal's number of the game."""
    id: GameId = field(default_factory=GameId)
    sent: int = 0
    """Entries that the broker has confirmed."""
    due: bool = True
    """Whether it is to be sent even where all entries were."""
    asked: int | None = None
    """After how many entries somebody has asked for it again; None once that was answered."""
    _entries: list[bytes] = field(default_factory=list)
    _links: list[str] = field(default_factory=lambda: [FIRST])
    """The hash chain's: after no entry, after the first one, and so on."""

    @property
    def seq(self) -> int:
        """How many entries there are."""
        return len(self._entries)

    def add(self, entries: Iterable[bytes]) -> None:
        """More of the game, each as the journal has it."""
        for entry in entries:
            self._entries.append(entry)
            self._links.append(next_hash(self._links[-1], entry))

    @property
    def is_behind(self) -> bool:
        """Whether there is something to send."""
        return self.due or self.sent < self.seq

    def part(self, start: int, sign: Sign) -> "LogPart":
        """The entries after number `start`, as many as go into one message."""
        end = min(start + MOST_AT_ONCE, self.seq)
        head = self._links[end]
        signature = sign(log_text(self.id.meeting, self.id.number, end, head))
        entries = tuple(self._entries[start:end])
        claim = Claim(end, head, signature)
        message = LogMessage(self.number, self.id, claim, start, entries)
        return LogPart(self.number, start, end, format_log(message).decode("ascii"))


@dataclass(frozen=True)
class LogPart:
    """A message of a log on its way to the broker."""

    game: int
    start: int
    """How many entries come before it."""
    seq: int
    """How many entries of the game the broker has once it has confirmed this."""
    text: str
    is_answer: bool = False


class LogBook:
    """The logs of a board's last games; what a broker that was gone has missed is sent later.

    >>> from minigam.rules.terms import Terms
    >>> book = LogBook()
    >>> book.stored(1, [Begun(Terms("minigam"))])
    >>> part = book.next(lambda _: "5e")
    >>> part.game, part.seq
    (1, 1)
    >>> book.confirmed(part)
    >>> book.next(lambda _: "5e") is None
    True
    """

    def __init__(self) -> None:
        """No game yet."""
        self._logs: dict[int, GameLog] = {}
        self._current = 0
        self._answers = ANSWERS

    def stored(self, game: int, actions: Sequence[Action]) -> None:
        """Actions that the journal has committed, or at the start those of the game that goes on.

        A game's log starts with its first action, `Begun`. That of a game with another board is
        sent by its `peer_session.PeerSession`, and not from here.
        """
        if not actions:
            return
        first = actions[0]
        if isinstance(first, Begun) and not first.terms.shared:
            self._keep(GameLog(game, _id_of(first.terms.meeting)))
        if log := self._logs.get(game):
            log.add(map(encode_action, actions))
            self._current = game

    def restore(
        self, game: int, entries: Sequence[bytes], since: int, meeting: Meeting | None = None
    ) -> None:
        """An earlier game's entries, because somebody has asked for those after number `since`."""
        log = GameLog(game, _id_of(meeting), due=False)
        log.add(entries)
        log.sent, log.asked = log.seq, min(since, log.seq)
        self._keep(log)

    def _keep(self, log: GameLog) -> None:
        self._logs.pop(log.number, None)
        self._logs[log.number] = log
        others = [number for number in self._logs if number not in (self._current, log.number)]
        for number in others[: max(0, len(self._logs) - MOST_LOGS)]:
            del self._logs[number]

    def ask(self, ask: Ask, now: float) -> bool:
        """Send a game's entries again, from a number on, unless there were too many questions.

        `now`: seconds of any steady clock. False: that game is not kept here, see `restore`.
        """
        if not self._answers.has_token(now):
            return True
        self._answers = self._answers.taken(now)
        by_number = ask.id.meeting is None
        for log in self._logs.values():
            if ask.game == log.number if by_number else ask.id == log.id:
                log.asked = min(ask.since, log.seq if log.asked is None else log.asked)
                return True
        return False

    def announce(self) -> None:
        """The connection is new: say how far the present game is, whatever was sent before."""
        if log := self._logs.get(self._current):
            log.due = True

    def next(self, sign: Sign) -> LogPart | None:
        """What is news, and to be sent first; None where the broker has everything."""
        log = next((log for log in self._logs.values() if log.is_behind), None)
        return log.part(log.sent, sign) if log else None

    def next_answer(self, sign: Sign) -> LogPart | None:
        """What somebody has asked for again; None where all questions are answered."""
        for log in self._logs.values():
            if log.asked is not None:
                return replace(log.part(log.asked, sign), is_answer=True)
        return None

    def confirmed(self, part: LogPart) -> None:
        """The broker has it. What somebody has asked for meanwhile is still to be sent."""
        log = self._logs.get(part.game)
        if log is None:
            return
        if part.is_answer:
            if log.asked == part.start:
                log.asked = part.seq if part.seq < log.seq else None
        elif log.sent == part.start:
            log.sent, log.due = part.seq, False


def _id_of(meeting: Meeting | None) -> GameId:
    return GameId(meeting.id, meeting.number) if meeting else GameId()
