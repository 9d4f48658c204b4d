"""Which game the daemon begins with: the last one of its board, or a new one."""

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace

from minigam.board.profile import Profile
from minigam.daemon.config import at_board
from minigam.daemon.dependencies import Dependencies
from minigam.daemon.stored_game import roll
from minigam.daemon.table import Table
from minigam.errors import JournalError, UnreadableError
from minigam.journal.recovery import MOST_TRIED
from minigam.journal.schema import board_key
from minigam.journal.store import DamagedJournalError
from minigam.rules.position import Side
from minigam.table.effects import RollDice, wants
from minigam.table.events import Opened
from minigam.table.menus import uncover
from minigam.table.setup import GNUBG, PERFECT, STAND_IN, Setup, games_for
from minigam.table.state import Phase, opened, resumed

log = logging.getLogger(__name__)

Say = Callable[[str], None]


def offered(setup: Setup, deps: Dependencies, say: Say) -> Setup:
    """The requested set-up, limited to what the settings allow."""
    asked, found = setup.where(deps.gnubg, deps.solved), deps.offered(setup, deps.solved)
    if replace(asked, games=found.games, levels=found.levels) != found:
        say("the board's settings do not offer all that was asked for: the next best is set up")
    return found


def table_of(profile: Profile, deps: Dependencies, opening: Opened, asked: bool, say: Say) -> Table:
    """The table of the game that goes on, or of the one that was asked for; `say` tells which."""
    kept = kept_for(profile, deps)
    found = resume(profile, deps, say)
    before = kept.setup if kept else found.state.setup if found else None
    left = kept.left if kept else None
    wanted = opening.setup.keeping(before) if asked and before else opening.setup
    over = found is None or found.state.phase in (Phase.GAME_OVER, Phase.CLOSED)
    if found and over and not asked and found.number != left and not found.state.game.abandoned:
        return found
    if found is None or over:
        if found:
            found.finish()
        setup = deps.offered(before if before and not asked else wanted, deps.solved)
        left = found.number if found else None
        return begin(profile, deps, replace(opening, setup=setup), left)
    if asked:
        found.set_up_next(wanted)
    asked_for = " with what was asked for now" if asked else ""
    say(
        f"game {found.number} goes on where it was left; "
        f"hold roll and undo (on the page: New game) for a new one{asked_for}"
    )
    setup = found.state.setup
    if GNUBG in (setup.white, setup.black) and not deps.gnubg:
        say(f"gnubg is not installed here: {STAND_IN} plays in its place")
    if PERFECT in (setup.white, setup.black) and setup.rules.variant not in deps.solved:
        say(f"there is no table for {PERFECT} here: {STAND_IN} plays in its place")
    return found


@dataclass(frozen=True)
class Kept:
    """What `StoredGame` has kept of a kind of board."""

    setup: Setup
    left: int | None
    spilled: bool


def kept_for(profile: Profile, deps: Dependencies) -> Kept | None:
    """What was kept last of this kind of board; None where nothing can be read."""
    match deps.journal.agreement(board_key(profile.points, profile.feels)):
        case {"setup": agreed, "left": int() | None as left, "spilled": bool(spilled)}:
            try:
                setup = Setup.from_json(agreed)
            except UnreadableError as fault:
                log.warning("what was agreed last cannot be read: %s", fault)
                return None
            fits = setup.board == (profile.points, profile.feels)
            return Kept(at_board(setup, profile, deps.key), left, spilled) if fits else None
    return None


def begin(profile: Profile, deps: Dependencies, opening: Opened, left: int | None = None) -> Table:
    """A table at which a game is set up; `left`: the game that was left for it."""
    opening = replace(opening, setup=at_board(opening.setup, profile, deps.key))
    return Table(profile, deps, None, opened(opening), left)


def resume(profile: Profile, deps: Dependencies, say: Say = log.warning) -> Table | None:
    """The table of a board's last game, as it was when the plug was pulled, if there is one.

    Games from files and games on other kinds of board are skipped. A damaged game stays in the
    list; the table then shows the end of the game before it if that is over, or a new one begins.
    """
    board = board_key(profile.points, profile.feels)
    numbers = deps.journal.last_of(board, MOST_TRIED)
    for number in numbers:
        if found := _table_of(number, profile, deps, say):
            is_over = found.state.phase in (Phase.GAME_OVER, Phase.CLOSED)
            return found if number == numbers[0] or is_over else None
    return None


def _table_of(number: int, profile: Profile, deps: Dependencies, say: Say) -> Table | None:
    """The table of a game; None for one that is damaged."""
    journal = deps.journal
    try:
        game = journal.game(number)
        if game.commitment and game.secret is None:
            journal.secret(number)
        kept, games = kept_for(profile, deps), games_for(profile.points)
        usual = at_board(Setup(game.terms.rules_id, games=games), profile, deps.key)
        left = kept is not None and kept.left == number
        state = resumed(game, kept.setup if kept else usual, left=left)
        if kept and kept.spilled:  # the checkers may have been moved since: white comes first
            state = replace(state, rebuilding=Side.WHITE)
        if any(isinstance(effect, RollDice) for effect in wants(uncover(state))):
            roll(journal, number, game)
    except DamagedJournalError:
        raise
    except JournalError as fault:
        say(f"a game is damaged, and is not gone on with: {fault}")
        return None
    return Table(profile, deps, number, state)
