"""A game's log as boards exchange it: its entries, their chain of hashes, where they have led."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
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

    game: Game | None = None
    """Where the entries have led; None while there are none."""
    entries: tuple[bytes, ...] = ()
    """As the journal has them: JSON without spaces."""
    links: tuple[str, ...] = (FIRST,)
    """The chain of hashes: item n is the link after n entries."""

    @classmethod
    def of(cls, actions: Iterable[Action]) -> Log:
        """The log of stored actions; raise as `append` does."""
        return reduce(Log.append, actions, cls())

    def __len__(self) -> int:
        """How many entries."""
        return len(self.entries)

    @property
    def head(self) -> str:
        """The last link."""
        return self.links[-1]

    def append(self, action: Action) -> Log:
        """The log with one more action.

        Raises `UnreadableError` unless the first one begins a game, and `IllegalPlayError` for an
        action that the rules forbid.
        """
        game = self.game.apply(action) if self.game else Game.of([action])
        entry = encode_action(action)
        link = next_hash(self.head, entry)
        return Log(game, (*self.entries, entry), (*self.links, link))

    def action(self, at: int) -> Action:
        """Entry `at`, from 0, as an action."""
        return parse_entry(self.entries[at])

    def before(self, count: int) -> Log:
        """The log as it was with so many entries."""
        return Log.of(map(parse_entry, self.entries[:count]))

    def claim(self, game: GameId, seq: int, sign: Sign) -> Claim:
        """What a board signs of its first `seq` entries."""
        head = self.links[seq]
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
        if reduce(next_hash, message.entries, log.links[message.since]) == head:
            return _fitting(log, message)
        if seq > len(log):  # changed on the way, or after another past
            return Lack(message.since // 2 if message.since else len(log))
    if seq > len(log):
        return Lack(len(log))
    return Same() if log.links[seq] == head else Fork(seq, exact=False)


def _fitting(log: Log, message: LogMessage) -> Comparison:
    """Of entries that follow the link before them, and lead to the signed one."""
    pairs = zip(log.entries[message.since :], message.entries, strict=False)
    for at, (own, theirs) in enumerate(pairs, start=message.since + 1):
        if own != theirs:
            return Fork(at)
    new = message.entries[len(log) - message.since :]
    return Extension(new) if new else Same()
