"""Commands: what a person asks for by name with a button of the page, or by a hold on the board."""

from minigam.rules.position import Side
from minigam.table import away, copying, doubling, menus, sensed, suggestions
from minigam.table.events import Command
from minigam.table.notices import is_refused, refuse
from minigam.table.state import Advice, Phase, State
from minigam.words import Words

PLAYS = (Command.DOUBLE, Command.HINT, Command.BEST_PLAY, Command.RESIGN)
"""What is a part of the game: it has to wait while another board acts."""
HANDS_OFF = Words("Hands off the board for a moment, please.")


def of_hold(state: State, gesture: str) -> Command:
    """The command that a hold stands for in this state.

    Where a teacher may be asked, `undo` asks for the best play first; held again it is the menu.

    >>> from minigam.table.events import Opened
    >>> from minigam.table.setup import Setup
    >>> from minigam.table.state import opened
    >>> of_hold(opened(Opened(Setup(), started=True)), "undo")
    <Command.MENU: 'menu'>
    """
    match gesture:
        case "roll+undo":
            return Command.NEW_GAME
        case "undo":
            has_asked = state.transient.advice is Advice.PLAY
            asks = suggestions.may_ask_best(state) and not has_asked
            return Command.BEST_PLAY if asks else Command.MENU
    doubles = state.phase in (Phase.TO_THROW, Phase.COPYING)
    return Command.DOUBLE if doubles else Command.HINT


def carry_out(state: State, command: Command, by: Side | None = None) -> State:
    """The state after a command, or with the reason why it can do nothing.

    `by`: whose roll button was held; None where that cannot be known.
    """
    if state.transient.hands_off:
        return refuse(state, "hands-off", HANDS_OFF)
    playing = command in PLAYS or state.phase is Phase.STOPPED
    if playing and command is not Command.NEW_GAME and (refused := away.refused(state)):
        return refused
    match command:
        case Command.MENU:
            return menus.open_menu(state)
        case Command.NEW_GAME:
            return menus.new_game(state)
        case Command.DOUBLE if sensed.is_held_up(state):
            return sensed.refuse_button(state)
        case Command.DOUBLE if state.phase is Phase.COPYING:
            return refuse(state, "away-step", copying.what_to_make(state))
        case Command.DOUBLE:
            return doubling.offer(state, by)
        case Command.HINT:
            return suggestions.ask_hint(state)
        case Command.BEST_PLAY:
            return suggestions.ask_best(state)
        case Command.RESIGN:
            return menus.ask_to_resign(state)
        case Command.BEGIN:
            return menus.begin_by_name(state)
        case Command.FIRST_GAME:
            return menus.begin_first_game(state)


def available(state: State) -> tuple[Command, ...]:
    """The commands that do something now: those that would not be refused.

    >>> from minigam.table.events import Opened
    >>> from minigam.table.setup import Setup
    >>> from minigam.table.state import opened
    >>> [command.value for command in available(opened(Opened(Setup(), started=True)))]
    ['menu', 'new-game']
    """
    return tuple(it for it in Command if not is_refused(state, carry_out(state, it)))
