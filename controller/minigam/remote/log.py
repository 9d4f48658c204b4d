"""A game's log as boards exchange it: its entries, their chain of hashes, where they have led."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import reduce

from minigam.errors import UnreadableError
from minigam.remote.log_message import Claim, GameId, LogMessage
from minigam.remote.signed import Sign, log_text
from minigam.rules.action_json import action_from_json
from minigam.rules.actions import Action, FlagFell, TimePassed
from minigam.rules.game import Game
from minigam.rules.hash_chain import FIRST, encode_action, next_hash


@dataclass(frozen=True)
class Log:
    """The entries of one game so far.

    >>> from minigam.rules.actions import Begun
    >>> from minigam.rules.terms import Terms
    >>> log = Log.of([Begun(Terms("minigam"))])
    >>> len(log), log.head == next_hash(FIRST, log.entries[0])
    (1, True)
    """

    game: Game | None = field(default=None, compare=False)
    """Where the entries have led; None while there are none."""
    count: int = 0
    head: str = FIRST
    """The last link of the chain of hashes: logs with the same one have the same entries."""
    _entries: list[bytes] = field(default_factory=list, compare=False, repr=False)
    """As the journal has them: JSON without spaces. A log that continues this one appends to the
    same list, so what comes after `count` is not this one's."""
    _links: list[str] = field(default_factory=lambda: [FIRST], compare=False, repr=False)
    """Item n is the link after n entries; shared as `_entries` is."""

    @classmethod
    def of(cls, actions: Iterable[Action]) -> Log:
        """The log of stored actions; raise as `append` does."""
        return reduce(Log.append, actions, cls())

    def __len__(self) -> int:
        """How many entries."""
        return self.count

    @property
    def entries(self) -> tuple[bytes, ...]:
        """All of them, as the journal has them."""
        return self.part(0, self.count)

    def part(self, start: int, end: int) -> tuple[bytes, ...]:
        """The entries after number `start`, up to number `end`."""
        return tuple(self._entries[start : min(end, self.count)])

    def link(self, count: int) -> str:
        """The link of the chain of hashes after so many entries; `IndexError` beyond its own."""
        if count > self.count:
            raise IndexError(f"expected at most {self.count} entries, got {count}")
        return self._links[count]

    def append(self, action: Action) -> Log:
        """The log with one more action; it takes as long in a long log as in a short one.

        Raises `UnreadableError` unless the first one begins a game, and `IllegalPlayError` for an
        action that the rules forbid.
        """
        game = self.game.apply(action) if self.game else Game.of([action])
        entry = encode_action(action)
        link, entries, links = next_hash(self.head, entry), self._entries, self._links
        if len(entries) > self.count:  # another log has continued this one already
            entries, links = entries[: self.count], links[: self.count + 1]
        entries.append(entry)
        links.append(link)
        return Log(game, self.count + 1, link, entries, links)

    def action(self, at: int) -> Action:
        """Entry `at`, from 0, as an action."""
        return parse_entry(self._entries[at])

    def before(self, count: int) -> Log:
        """The log as it was with so many entries."""
        return Log.of(map(parse_entry, self.part(0, count)))

    def claim(self, game: GameId, seq: int, sign: Sign) -> Claim:
        """What a board signs of its first `seq` entries."""
        head = self.link(seq)
        return Claim(seq, head, sign(log_text(game.meeting, game.number, seq, head)))

    def stands(self, at: int) -> bool:
        """Whether nothing but time has passed since it had `at` entries."""
        timed = (TimePassed, FlagFell)
        return at <= len(self) and all(
            isinstance(self.action(n), timed) for n in range(at, len(self))
        )


EMPTY = Log()
"""Before the first entry."""


def parse_entry(entry: bytes) -> Action:
    """The action of an entry; raise `UnreadableError` for one that is not exactly as it is stored.

    >>> parse_entry(b'{"action":"confirm","v":1}')
    Confirmed()
    >>> parse_entry(b'{"v":1,"action":"confirm"}')
    Traceback (most recent call last):
    minigam.errors.UnreadableError: expected an action as a journal has it, got it in another form
    """
    action = action_from_json(json.loads(entry))
    if encode_action(action) != entry:
        raise UnreadableError("expected an action as a journal has it, got it in another form")
    return action


# ---- What a message means for a log --------------------------------------------------------------


@dataclass(frozen=True)
class Same:
    """The message claims what the log has already."""


@dataclass(frozen=True)
class Extension:
    """The message has entries that follow the log, up to the signed one."""

    entries: tuple[bytes, ...]


@dataclass(frozen=True)
class Lack:
    """Entries are missing: ask for those after `since`."""

    since: int


@dataclass(frozen=True)
class Fork:
    """The sender has signed another past."""

    entry: int
    """The first entry that differs, from 1."""
    exact: bool = True
    """False: it is this one or an earlier one."""


Comparison = Same | Extension | Lack | Fork


def compare(log: Log, message: LogMessage) -> Comparison:
    """What a message, whose claim is verified, means for a log.

    Entries that do not lead to the signed link were changed on the way: they are not used.
    """
    seq, head = message.claim.seq, message.claim.head
    if message.entries and message.since <= len(log):
        if reduce(next_hash, message.entries, log.link(message.since)) == head:
            return _fitting(log, message)
        if seq > len(log):  # changed on the way, or after another past
            return Lack(message.since // 2 if message.since else len(log))
    if seq > len(log):
        return Lack(len(log))
    return Same() if log.link(seq) == head else Fork(seq, exact=False)


def _fitting(log: Log, message: LogMessage) -> Comparison:
    """Of entries that follow the link before them, and lead to the signed one."""
    pairs = zip(log.part(message.since, len(log)), message.entries, strict=False)
    for at, (own, theirs) in enumerate(pairs, start=message.since + 1):
        if own != theirs:
            return Fork(at)
    new = message.entries[len(log) - message.since :]
    return Extension(new) if new else Same()
