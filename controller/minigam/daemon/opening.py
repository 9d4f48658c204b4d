"""Which game the daemon begins with: the last one of its board, or a new one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from minigam.board.profile import Profile
from minigam.daemon.table import Table
from minigam.daemon.world import World
from minigam.game.events import Opened
from minigam.game.setup import GNUBG, PERFECT, STAND_IN, Setup
from minigam.game.state import Phase, opened

Say = Callable[[str], None]


def offered(setup: Setup, world: World, say: Say) -> Setup:
    """What was asked for, as far as the settings offer it."""
    asked, found = setup.where(world.gnubg, world.solved), world.offered(setup, world.solved)
    if replace(asked, games=found.games, levels=found.levels) != found:
        say("the board's settings do not offer all that was asked for: the next best is set up")
    return found


def table_of(profile: Profile, world: World, opening: Opened, asked: bool, say: Say) -> Table:
    """The table of the game that goes on, or of the one that was asked for; `say` tells which."""
    found = recover(profile, world)
    if found is None:
        return begin(profile, world, opening)
    setup = found.state.setup
    if found.state.phase in (Phase.ATTRACT, Phase.GAME_OVER, Phase.CLOSED):
        if asked:
            return begin(profile, world, opening)
        here = world.offered(setup, world.solved)
        if found.state.phase is Phase.ATTRACT and setup != here:
            return begin(profile, world, Opened(here))
        return found
    if asked:
        found.set_up_next(opening.setup)
    asked_for = " with what was asked for now" if asked else ""
    say(
        f"game {found.chapter} goes on where it was left; "
        f"hold roll and undo for a new one{asked_for}"
    )
    if GNUBG in (setup.white, setup.black) and not world.gnubg:
        say(f"gnubg is not installed here: {STAND_IN} plays in its place")
    if PERFECT in (setup.white, setup.black) and setup.rules.variant not in world.solved:
        say(f"there is no table for {PERFECT} here: {STAND_IN} plays in its place")
    return found


def begin(profile: Profile, world: World, chapter: Opened) -> Table:
    """A table at the start of a new chapter."""
    return Table(profile, world, world.journal.begin(chapter), opened(chapter))


def recover(profile: Profile, world: World) -> Table | None:
    """The table of a board's last chapter, as it was when the plug was pulled, if there is one.

    Games that came from a file, and those on boards of another size, are passed over.
    """
    journal = world.journal
    for number in reversed(journal.numbers()):
        events = journal.events(number)
        if not (events and isinstance(events[0], Opened) and _is_elsewhere(events[0], profile)):
            return Table(profile, world, number, journal.replay(number, events))
    return None


def _is_elsewhere(chapter: Opened, profile: Profile) -> bool:
    setup = chapter.setup
    other = setup.rules.layout.points != profile.points or setup.felt != profile.feels
    return chapter.imported or other
