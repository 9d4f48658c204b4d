"""Choosing by two buttons where no zone can be tapped: roll is yes, undo is the next choice."""

from collections.abc import Hashable, Iterator
from dataclasses import replace

from minigam.rules.options import face_words
from minigam.rules.steps import FACES
from minigam.table import doubling, menus, proposals
from minigam.table.events import Browsed, Event, Tapped
from minigam.table.rolling import DICE, can_take_back_opening, is_live, presser
from minigam.table.sensed import is_held_up
from minigam.table.setup_choices import Choice
from minigam.table.state import Phase, State
from minigam.table.turns import can_undo_confirmation
from minigam.words import Words, joined

START, BACK = Choice("begin", Words("Begin the game")), Choice("back", Words("Back to the game"))
"""What no zone stands for; such choices have names of their own."""
ACCEPT = Choice("accept", Words("Accept"))
RESIGN, OFFER = Choice("accept", Words("Resign")), Choice("accept", Words("Offer to resign"))
TAKE_ALL_BACK = Choice("accept", Words("Take all back"))
OFFER_TO_TAKE_ALL_BACK = Choice("accept", Words("Offer to take all back", page="Offer it"))
TAKE_BACK, FACE = "take-back", "face-"
"""Of dice rolled by hand: what takes one back, and what the name of a face begins with."""
TO_ENTER = (Phase.OPENING, Phase.TO_THROW)
BY_THE_PRESSER = (START.zone, ACCEPT.zone)
"""What counts as that side's press, not as a touch of a zone."""
PLAY_ON = Choice("back", Words("Play on"))


def options(state: State) -> tuple[Choice, ...]:
    """What undo goes through, in that order; in play, only the faces of dice rolled by hand.

    >>> from minigam.table.events import Opened
    >>> from minigam.table.setup import Setup
    >>> from minigam.table.state import opened
    >>> [choice.name for choice in options(opened(Opened(Setup(felt=True))))]
    ... # doctest: +NORMALIZE_WHITESPACE
    ['Begin the game', 'Game', 'White', 'Black', 'Help', 'Dice', 'Match', 'Options',
     'First game']
    """
    match state.phase:
        case Phase.ATTRACT if state.choosing_rules:
            return menus.choices(state)
        case Phase.ATTRACT:
            return (START, *menus.choices(state))
        case Phase.MENU:
            return (*menus.choices(state), BACK)
        case Phase.RESIGNING if proposals.asks_computer(state) or proposals.asks_away(state):
            return ()
        case Phase.RESIGNING | Phase.SETTING_UP:
            return (agreement(state), *_other_stakes(state), PLAY_ON)
        case Phase.DOUBLED | Phase.GAME_OVER:
            return menus.choices(state)
        case Phase.OPENING | Phase.TO_THROW if state.setup.by_hand and not is_held_up(state):
            return (*_faces(state), *_to_take_back(state))
    return ()


def _faces(state: State) -> Iterator[Choice]:
    """The faces that a die, or a pawn, may show."""
    if len(state.entered) < DICE:
        return (Choice(f"{FACE}{face}", Words("{face}", face=face)) for face in FACES)
    pawns = enumerate(map(face_words, state.game.rules.pawn_die), start=1)
    return (Choice(f"{FACE}{n}", Words("{n}: {face}", n=n, face=face)) for n, face in pawns)


def _to_take_back(state: State) -> Iterator[Choice]:
    if state.entered:
        yield Choice(TAKE_BACK, Words("Take back the last number"))
    elif can_take_back_opening(state):
        yield Choice(TAKE_BACK, Words("Enter the opening roll again"))
    elif can_undo_confirmation(state):
        yield Choice(TAKE_BACK, Words("Take back the play"))


def face_of(choice: Choice | None) -> int | None:
    """The number of the face that a choice stands for; None for anything else.

    >>> face_of(Choice("face-3", Words("3"))), face_of(START)
    (3, None)
    """
    if choice is None or not choice.zone.startswith(FACE):
        return None
    return int(choice.zone.removeprefix(FACE))


def takes_back(state: State, tap: Tapped) -> bool:
    """Whether a tap takes back what was entered or played before a roll."""
    return tap.input == "undo" and state.phase in TO_ENTER


def agreement(state: State) -> Choice:
    """What roll proposes or accepts."""
    if state.proposal:
        return ACCEPT
    asks = proposals.asks_other(state)
    if state.phase is Phase.SETTING_UP:
        return OFFER_TO_TAKE_ALL_BACK if asks else TAKE_ALL_BACK
    return OFFER if asks else RESIGN


def _other_stakes(state: State) -> tuple[Choice, ...]:
    found = menus.choices(state)
    return tuple(choice for choice in found if doubling.resign_for(state, choice.zone) != state)


def listed(state: State) -> tuple[Choice, ...]:
    """What there is to choose now, on any board."""
    return options(state) if state.setup.felt else menus.choices(state)


def on_the_page(state: State) -> tuple[Choice, ...]:
    """What the page lists: it has one roll for both sides, so the other's answer is a choice."""
    found = listed(state)
    answers = proposals.needs_other_button(state) and not state.setup.felt
    return (*found, ACCEPT) if answers else found


def offered(state: State) -> Choice | None:
    """The choice that roll would take now, on such a board."""
    found = options(state) if state.setup.felt else ()
    return found[state.transient.cursor % len(found)] if found else None


def may_browse(state: State) -> bool:
    """Whether there is another choice than the one that roll would take now, on such a board."""
    return state.setup.felt and len(options(state)) > 1


def marked(state: State) -> Choice | None:
    """The choice that roll would take now, on any board: of resignations the one tapped last."""
    if state.setup.felt or state.phase is not Phase.RESIGNING or state.proposal:
        return offered(state)
    kinds = doubling.resign_choices(state)
    return kinds[state.resign_points - 1] if kinds else None


def words(choice: Choice) -> Words:
    """A choice and its value.

    >>> words(Choice("point-2", Words("White"), Words("person"))), words(START)
    ('White: person', 'Begin the game')
    """
    return joined([choice.name, choice.value], ": ")


def meant(state: State, tap: Tapped) -> Event:
    """What a button means: undo goes on to the next choice, roll takes it, as a tap would.

    So what is written down does not depend on which choices there were, nor in what order.

    >>> from minigam.table.events import Opened
    >>> from minigam.table.setup import Setup
    >>> from minigam.table.state import opened
    >>> meant(opened(Opened(Setup(felt=True))), Tapped("undo", 5))
    Browsed()
    """
    choice = offered(state)
    if choice is None:
        return tap
    if tap.input == "undo":
        return Browsed()
    if not tap.input.startswith("roll"):
        return tap
    dead = state.transient.dead or (state.phase is Phase.DOUBLED and not is_live(state, tap))
    if dead or choice.zone in BY_THE_PRESSER:
        return tap
    if face := face_of(choice):
        return replace(tap, input=f"point-{face}") if is_live(state, tap) else tap
    if choice.zone == TAKE_BACK and not is_live(state, tap):
        return tap
    takes_back = choice in (BACK, PLAY_ON) or choice.zone == TAKE_BACK
    return replace(tap, input="undo" if takes_back else choice.zone)


def browse(state: State) -> State:
    """The next choice is offered."""
    return _at(state, (state.transient.cursor + 1) % max(1, len(options(state))))


def after(before: State, now: State) -> State:
    """Choosing begins anew where there is something else to choose."""
    if _about(now) == _about(before):
        return now
    # A press that was meant for a roll must not accept what has just been proposed.
    proposed = now.proposal is not None and before.proposal is None
    if proposed or (now.setup.felt and _is_decisive(before, now)):
        now = replace(now, transient=replace(now.transient, dead=True))
    return _at(now, 0)


def kept(before: State, now: State) -> State:
    """While nobody plays, what was offered still is: somebody may be on the way to a choice."""
    choice = offered(before) if before.phase is now.phase is Phase.ATTRACT else None
    names = [each.zone for each in options(now)]
    return _at(now, names.index(choice.zone)) if choice and choice.zone in names else now


def _is_decisive(before: State, now: State) -> bool:
    """Whether a second, impatient press would agree to something, or pass."""
    entered = before.phase in TO_ENTER and before.setup.by_hand
    return now.phase in proposals.ASKS or (entered and now.phase is Phase.PASSING)


def _at(state: State, cursor: int) -> State:
    if cursor == state.transient.cursor:
        return state
    return replace(state, transient=replace(state.transient, cursor=cursor))


def _about(state: State) -> Hashable:
    entered = len(state.entered), len(state.game.rolls)
    return state.phase, state.choosing_rules, state.proposal, state.resign_points, entered


def how_to_choose(state: State) -> Words:
    """What the two buttons do now, in a sentence; empty where they do what they always do, or
    there is only one choice.
    """
    choice = offered(state)
    if choice is None or not may_browse(state):
        return Words("")
    if face_of(choice):
        return Words(
            "{face}? Roll: yes. Undo: the next one.",
            page="choose what it shows.",
            watching="",
            face=choice.name,
        )
    if choice.value:
        return Words(
            "{choice}. Roll changes it, undo goes to the next choice.",
            page="Choose from the list.",
            watching="Somebody is choosing.",
            choice=words(choice),
        )
    text = Words(
        "Roll: {choice}. Undo: the next choice.",
        page="Choose from the list.",
        watching="Somebody is choosing.",
        choice=choice.name.lower(),
    )
    return joined([_who(state, choice), text])


def _who(state: State, choice: Choice) -> Words:
    """Whose roll button is live, where it is one side's alone."""
    if state.phase is Phase.DOUBLED or choice == ACCEPT:
        return Words("{side}:", watching="", side=presser(state).title)
    return Words("")
