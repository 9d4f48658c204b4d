"""`minigam verify GAME`: recompute every throw of a finished game."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from itertools import takewhile
from typing import TYPE_CHECKING

from minigam.cli.common import add_game, journal_of

if TYPE_CHECKING:
    from minigam.dice.audit import Record
    from minigam.game.events import Event
    from minigam.game.state import State

HELP = "recompute every throw of a finished game from what was promised before the first"
CANNOT_TELL = 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """See `HELP`."""
    add_game(parser)


def run(options: argparse.Namespace) -> int:
    """0: every throw is the promised one. 1: one differs. 2: it cannot be told."""
    from minigam.dice.audit import audit
    from minigam.game.events import Thrown

    with journal_of(options) as journal:
        events = journal.events(options.game)
        # Only what came before the first throw is played again: a throw that was tampered with
        # may make nonsense of all that follows.
        first = takewhile(lambda event: not isinstance(event, Thrown), events)
        record = _record(journal.replay(options.game, first), events)
    if isinstance(record, str):
        print(f"cannot tell: {record}")
        return CANNOT_TELL
    verdict = audit(record)
    print(f"{'yes' if verdict.fair else 'NO'}: {verdict.reason}")
    return 0 if verdict.fair else 1


def _record(before: State, events: Sequence[Event]) -> Record | str:
    """What the journal says of the dice, or why nothing can be told."""
    from minigam.dice.audit import Record
    from minigam.game.events import Revealed, Thrown

    throws = tuple((*event.dice, *event.pawns) for event in events if isinstance(event, Thrown))
    secrets = [event.secret for event in events if isinstance(event, Revealed)]
    white, black = before.entropy
    if before.setup.by_hand:
        return "the dice were thrown by hand"
    if not throws:
        return "no dice were thrown in this game"
    if not secrets:
        return "the game is not over, so its secret is not revealed yet"
    if before.commitment is None or white is None or black is None:
        return "the promise, or a side's number, is missing before the first throw"
    return Record(before.commitment, secrets[0], (white, black), throws)
