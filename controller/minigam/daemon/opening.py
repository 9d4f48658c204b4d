"""Which game the daemon begins with: the last one of its board, or a new one."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace

from minigam.board.profile import Profile
from minigam.daemon import fairness
from minigam.daemon.table import Table
from minigam.daemon.world import World
from minigam.errors import JournalError
from minigam.game.effects import Throw, wants
from minigam.game.events import Opened
from minigam.game.setup import GNUBG, PERFECT, STAND_IN, Setup
from minigam.game.state import Phase, opened
from minigam.journal.recovery import MOST_TRIED
from minigam.journal.store import DamagedJournalError

log = logging.getLogger(__name__)

Say = Callable[[str], None]


def offered(setup: Setup, world: World, say: Say) -> Setup:
    """What was asked for, as far as the settings offer it."""
    asked, found = setup.where(world.gnubg, world.solved), world.offered(setup, world.solved)
    if replace(asked, games=found.games, levels=found.levels) != found:
        say("the board's settings do not offer all that was asked for: the next best is set up")
    return found


def table_of(profile: Profile, world: World, opening: Opened, asked: bool, say: Say) -> Table:
    """The table of the game that goes on, or of the one that was asked for; `say` tells which."""
    found = recover(profile, world, say)
    if found is None:
        return begin(profile, world, opening)
    setup = found.state.setup
    if found.state.phase in (Phase.ATTRACT, Phase.GAME_OVER, Phase.CLOSED):
        if asked:
            found.finish()
            return begin(profile, world, replace(opening, setup=opening.setup.keeping(setup)))
        here = world.offered(setup, world.solved)
        if found.state.phase is Phase.ATTRACT and setup != here:
            return begin(profile, world, Opened(here))
        return found
    if asked:
        found.set_up_next(opening.setup.keeping(setup))
    asked_for = " with what was asked for now" if asked else ""
    say(
        f"game {found.chapter} goes on where it was left; "
        f"hold roll and undo (on the page: New game) for a new one{asked_for}"
    )
    if GNUBG in (setup.white, setup.black) and not world.gnubg:
        say(f"gnubg is not installed here: {STAND_IN} plays in its place")
    if PERFECT in (setup.white, setup.black) and setup.rules.variant not in world.solved:
        say(f"there is no table for {PERFECT} here: {STAND_IN} plays in its place")
    return found


def begin(profile: Profile, world: World, chapter: Opened) -> Table:
    """A table at the start of a new chapter."""
    return Table(profile, world, world.journal.begin(chapter), opened(chapter))


def recover(profile: Profile, world: World, say: Say = log.warning) -> Table | None:
    """The table of a board's last game, as it was when the plug was pulled, if there is one.

    Games that came from a file, and those on boards of another size, are passed over. So is one
    that is damaged: it stays in the list of games as it is, and the game before goes on if it is
    over, as it does after its end, or a new one begins.
    """
    journal = world.journal
    numbers = journal.last_of(profile.points, profile.feels, MOST_TRIED)
    for number in numbers:
        if found := _table_of(number, profile, world, say):
            is_over = found.state.phase in (Phase.GAME_OVER, Phase.CLOSED)
            return found if number == numbers[0] or is_over else None
    return None


def _table_of(number: int, profile: Profile, world: World, say: Say) -> Table | None:
    """The table of a game; None for one that is damaged."""
    journal = world.journal
    try:
        state = journal.state(number)
        if state.commitment and state.secret is None:
            journal.secret(number)
        for throw in (effect for effect in wants(state) if isinstance(effect, Throw)):
            fairness.roll(journal, number, state, throw.number, throw.pawns)
    except DamagedJournalError:
        raise
    except JournalError as fault:
        say(f"a game is damaged, and is not gone on with: {fault}")
        return None
    return Table(profile, world, number, state)
