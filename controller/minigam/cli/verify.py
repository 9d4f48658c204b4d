"""`minigam verify GAME`: recompute every throw of a finished game."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from minigam.cli.common import add_game, journal_of

if TYPE_CHECKING:
    from minigam.dice.audit import Verdict
    from minigam.game.state import State

HELP = "recompute every throw of a finished game from what was promised before the first"
CANNOT_TELL = 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """See `HELP`."""
    add_game(parser)


def run(options: argparse.Namespace) -> int:
    """0: every throw is the promised one. 1: one differs. 2: it cannot be told."""
    from minigam.game.replay import replay

    with journal_of(options) as journal:
        state = replay(journal.events(options.game))
    reason = _why_not(state)
    if reason:
        print(f"cannot tell: {reason}")
        return CANNOT_TELL
    verdict = _verdict(state)
    print(f"{'yes' if verdict.fair else 'NO'}: {verdict.reason}")
    return 0 if verdict.fair else 1


def _why_not(state: State) -> str | None:
    if state.setup.by_hand:
        return "the dice were thrown by hand"
    if state.commitment is None or not state.throws:
        return "no dice were thrown in this game"
    return None if state.secret else "the game is not over, so its secret is not revealed yet"


def _verdict(state: State) -> Verdict:
    from minigam.dice.audit import Record, audit

    white, black = state.entropy
    return audit(
        Record(state.commitment or "", state.secret, (white or 0, black or 0), state.throws)
    )
