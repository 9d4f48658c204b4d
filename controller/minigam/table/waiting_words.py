"""What this board waits for while another board plays, in a sentence."""

from minigam.rules.position import Side
from minigam.table.state import Phase, State
from minigam.words import Words, joined


def waiting_words(state: State) -> Words:
    """What the other board has to do now.

    >>> from minigam.table.events import Opened
    >>> from minigam.table.setup import Setup
    >>> from minigam.table.state import opened
    >>> waiting_words(opened(Opened(Setup(), started=True)))
    ''
    """
    name = _name(state)
    if not name:
        return Words("")
    if state.other.asking:
        return Words("The game goes on once {name}'s board has answered.", name=name)
    if state.game.doubled:
        return Words("{name} has to answer the double at the other board.", name=name)
    if state.in_opening and not all(map(state.game.has_shared, Side)):
        return Words("{name} presses roll at the other board.", name=name)
    if state.under is Phase.THROWING:
        return Words("The dice are rolling.")
    return Words("{name} is on turn at the other board.", name=name)


def waiting_prompt(state: State) -> Words:
    """The same, and whether the other board is there at all."""
    if state.other.connected:
        return waiting_words(state)
    missing = _missing(state)
    if state.other.asking:
        return missing
    return joined([waiting_words(state), missing])


def _missing(state: State) -> Words:
    if state.other.cut_off:
        return Words("This board has no connection to its broker: the game goes on when it has.")
    return Words("{name}'s board is not connected: the game goes on when it is.", name=_name(state))


def ready_words(state: State) -> Words:
    """The other board has begun the next game already; nothing where it has not."""
    if not state.other.awaits_next:
        return Words("")
    return Words("{name}'s board is ready for the next game.", name=_name(state))


def stopped_words(state: State) -> Words:
    """Why the game cannot go on."""
    if state.other.stopped:
        return state.other.stopped
    return Words("{name} has left the game.", name=_name(state))


def stopped_prompt(state: State) -> Words:
    """The same, and what can still be done."""
    then = Words("Hold roll and undo for a new game.", page="", watching="")
    return joined([stopped_words(state), then])


def awaited_answer(state: State) -> Words:
    """The other side has to answer what is proposed here."""
    return Words(
        "{name} has to answer at the other board; undo takes it back.",
        page="{name} has to answer at the other board.",
        name=_name(state),
    )


def _name(state: State) -> str:
    """What the player at the other board is called."""
    return state.away.of(state.setup.players) if state.away else ""
