"""The opening roll, the rolls after it, and dice rolled by hand."""

from dataclasses import replace

from minigam.rules import pawns
from minigam.rules.actions import NumberGiven, Rolled, RollTakenBack
from minigam.rules.options import face_words
from minigam.rules.position import Side
from minigam.table.events import Tapped
from minigam.table.notices import notify, refuse
from minigam.table.refusal_messages import faces
from minigam.table.state import Phase, State, act
from minigam.table.zones import zone_of, zone_words
from minigam.words import Words, joined

DICE = 2
THROWS_ITSELF = Words("The computer rolls by itself in a moment.")


def button_side(input_name: str) -> Side | None:
    """Whose roll button it is; None for a board's only one.

    >>> button_side("roll-black"), button_side("roll")
    (<Side.BLACK: 'black'>, None)
    """
    _, _, side = input_name.partition("-")
    return Side(side) if side else None


def presser(state: State) -> Side:
    """The side whose roll button is live: the person on turn, or who plays for the computer.

    Where something is proposed, it is the other side's, whose consent is asked for. In a game with
    another board it is always the side at this one.
    """
    if state.own:
        return state.own
    side = state.game.side or _first_missing(state)
    if state.proposal:
        side = state.proposal.by.other
    if state.game.offered_by:
        side = state.game.offered_by.other
    stands_in = not state.setup.is_human(side) and state.setup.is_human(side.other)
    return side.other if stands_in else side


def _first_missing(state: State) -> Side:
    if state.setup.by_hand:
        return _next_entry(state)[0]
    white, _ = state.game.numbers
    return Side.WHITE if white is None or state.phase is not Phase.OPENING else Side.BLACK


def is_live(state: State, tap: Tapped) -> bool:
    """Whether that roll button counts now."""
    return button_side(tap.input) in (None, presser(state))


def refuse_button(state: State) -> State:
    """The answer to the wrong side's roll button."""
    text = Words(
        "Only {side}'s roll button works now.",
        page="Now only {side} can do that.",
        side=presser(state).word,
    )
    return refuse(state, "not-your-turn", text)


def refuse_so_soon(state: State) -> State:
    """The answer to roll while it is deaf; after a computer's roll another press would count."""
    if state.phase is Phase.TO_THROW and state.computer_moves:
        return refuse(state, "computer-throws", THROWS_ITSELF)
    text = Words(
        "Too soon after the last press: press roll again.",
        page="Too soon after the last touch: try again.",
    )
    return refuse(state, "too-soon", text)


def opening_tap(state: State, tap: Tapped) -> State:
    """A press for the opening roll: it gives that side's number for the dice."""
    if state.setup.by_hand:
        return _refuse_roll(state, tap)
    if state.own:  # that of black may come before white's board has shared
        return replace(state, rolling=True) if is_live(state, tap) else refuse_button(state)
    if state.game.rolls:
        return replace(state, rolling=True)  # a tie: sooner than by itself
    side = button_side(tap.input) or presser(state)
    if state.game.commitment is None or not state.setup.is_human(side):
        return refuse_button(state)
    if side.of(state.game.numbers) is not None:
        return refuse(state, "already", Words("{side} has pressed already.", side=side.title))
    return give_number(state, side, tap.at)


def give_number(state: State, side: Side, at: int) -> State:
    """The state with one side's number; once both are there the dice are rolled."""
    if state.phase is not Phase.OPENING or side.of(state.game.numbers) is not None:
        return state
    return act(state, NumberGiven(side, at))


def awaits_roll(state: State) -> bool:
    """Whether dice are on their way; between two boards they come under a menu or a pause too."""
    if state.game.terms.shared and state.phase in (Phase.MENU, Phase.PAUSED):
        return state.under is Phase.THROWING
    return state.phase is Phase.THROWING


def throw_tap(state: State, tap: Tapped) -> State:
    """The side on turn presses roll: the dice are asked for."""
    if state.setup.by_hand:
        return _refuse_roll(state, tap)
    if state.computer_moves:
        return refuse(state, "computer-throws", THROWS_ITSELF)
    if not is_live(state, tap):
        return refuse_button(state)
    return replace(state, rolling=True)


def roll(state: State, rolled: Rolled) -> State:
    """The state once the dice, and the pawns rolled with them, lie: a tie, a turn, or a pass."""
    after = replace(act(state, rolled), rolling=False, entered=())
    if not state.in_opening:
        return begin_turn(after)
    dice = rolled.dice
    if after.in_opening:
        return _tied(after, dice[0], after.game.cube != state.game.cube)
    assert after.game.side is not None
    if after.turn is None:
        text = Words("{side} rolled higher and rolls both dice.", side=after.game.side.title)
        return notify(after, "opening", text)
    text = Words(
        "{side} rolled higher and plays {dice}.", side=after.game.side.title, dice=faces(dice)
    )
    return notify(begin_turn(after), "opening", text)


def _tied(state: State, face: int, doubled: bool) -> State:
    if not doubled:
        return notify(state, "tie", Words("Both rolled a {face}: roll again.", face=face))
    text = Words(
        "Both rolled a {face}: the stake is {value} now; roll again.",
        **{"face": face, "value": state.game.cube.value},
    )
    return notify(state, "tie", text)


def begin_turn(state: State) -> State:
    """The side on turn has a roll to play."""
    turn = state.game.turn
    assert turn is not None
    state = replace(state, selected=None, plan=None)
    if not state.computer_moves:
        state = replace(state, transient=replace(state.transient, verdict=None))
    if turn.next_steps:
        # A second, impatient press must not accept the computer's steps unseen.
        transient = replace(state.transient, dead=state.computer_moves)
        return replace(state, transient=transient)
    dice = state.game.unplayed[0][0]
    text = Words(
        "{side} cannot play {dice}: the turn passes.", side=turn.side.title, dice=faces(dice)
    )
    return notify(state, "no-play", text)


def _refuse_roll(state: State, tap: Tapped) -> State:
    """The answer to roll where people roll the dice."""
    if state.setup.felt and not is_live(state, tap):  # there the live one enters them
        return refuse_button(state)
    return refuse(state, "by-hand", _whose_die(state))


def enter_die(state: State, zone: str) -> State:
    """A hand-thrown die's face, tapped in as a point."""
    face = zone.removeprefix("point-")
    if face not in ("1", "2", "3", "4", "5", "6"):
        return refuse(state, "by-hand", _whose_die(state), zone)
    entered = (*state.entered, int(face))
    if len(entered) < DICE + state.game.pawns_to_roll:
        return replace(state, entered=entered)
    return roll(state, Rolled((entered[0], entered[1]), entered[DICE:]))


def take_back_entry(state: State) -> State:
    """The last entered die is taken back."""
    return replace(state, entered=state.entered[:-1])


def take_back_throw(state: State) -> State:
    """A hand-rolled roll is cancelled before its first step, or the opening roll."""
    return replace(act(state, RollTakenBack()), selected=None, plan=None)


def can_take_back_opening(state: State) -> bool:
    """Whether hand-rolled opening dice that were not played themselves may be entered again."""
    return state.game.turn is None and state.game.may_take_back_roll


def _next_entry(state: State) -> tuple[Side, Words]:
    """Whose hand-thrown die or pawn is entered next, and which it is."""
    nth = len(state.entered)
    if pawn := _next_pawn(state):
        side, zone = pawn
        if state.game.side is None:
            words = zone_words(zone, state.game.rules.layout, side)
            return side, Words("{side}'s pawn on {zone}", side=side.word, zone=words)
        number = nth - DICE + 1
        return side, Words("{side}'s captured pawn {number}", side=side.word, number=number)
    side = state.game.side or (Side.BLACK if nth else Side.WHITE)
    if state.game.side is None:
        return side, Words("{side}'s die", side=side.word)
    return side, Words("the second die") if nth else Words("the first die")


def _next_pawn(state: State) -> tuple[Side, str] | None:
    """Whose rolled pawn is entered next, and its zone; None while a die is.

    In the opening these are the pawns of `pawns.thrown_at_start`, else the captured ones.
    """
    nth = len(state.entered) - DICE
    if nth < 0:
        return None
    if state.game.side:
        return state.game.side, f"bar-{state.game.side.value}"
    side, place = pawns.thrown_at_start(state.game.rules)[nth]
    return side, zone_of(state.game.rules.layout, side, place)


def next_entry(state: State) -> Words:
    """Which hand-thrown die or pawn is entered next, in words.

    >>> from minigam.table.events import Opened
    >>> from minigam.table.setup import Setup
    >>> from minigam.table.state import opened
    >>> next_entry(opened(Opened(Setup(dice="hand"), started=True)))
    "white's die"
    """
    return _next_entry(state)[1]


def next_pawn_zone(state: State) -> str | None:
    """Where the rolled pawn stands whose face is entered next; None while a die is."""
    pawn = _next_pawn(state)
    return pawn[1] if pawn else None


def what_to_enter(state: State) -> Words:
    """Which number of a hand-thrown die or pawn is wanted, in words.

    >>> from minigam.table.events import Opened
    >>> from minigam.table.setup import Setup
    >>> from minigam.table.state import opened
    >>> what_to_enter(opened(Opened(Setup(dice="hand"), started=True)))
    "the number of white's die"
    """
    _, what = _next_entry(state)
    if len(state.entered) < DICE:
        return Words("the number of {die}", die=what)
    die = enumerate(state.game.rules.pawn_die, start=1)
    known = joined((Words("{n} {face}", n=n, face=face_words(face)) for n, face in die), ", ")
    return Words("the face of {pawn} ({known})", pawn=what, known=known)


def _whose_die(state: State) -> Words:
    return Words("Roll by hand: tap {what}.", what=what_to_enter(state))
