"""Chooses what each light shows for a table state."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from math import ceil

from minigam.board.light_meanings import Meaning
from minigam.board.lighting import Die, Mark, Scene
from minigam.rules.assessment import PlayAssessment
from minigam.rules.plays import Turn
from minigam.rules.position import Layout, Side
from minigam.rules.steps import FACES, Step
from minigam.table import copying, lessons, two_buttons
from minigam.table.landings import hits
from minigam.table.menus import choices
from minigam.table.mismatch import STANDING
from minigam.table.rolling import DICE, next_pawn_zone, presser
from minigam.table.state import Phase, State
from minigam.table.suggestions import next_planned
from minigam.table.teaching import shown_verdict
from minigam.table.turns import steps_of
from minigam.table.zones import all_zones, zone_in, zone_of


def scene(state: State) -> Scene:
    """The marks, dice and turn pixels of a state.

    >>> from minigam.table.events import Opened
    >>> from minigam.table.setup import Setup
    >>> from minigam.table.state import opened
    >>> scene(opened(Opened(Setup()))).marks["point-2"]
    Mark(meaning=<Meaning.CHOICE: 'choice'>, count=1, faces=())
    """
    state = lessons.as_shown(state)
    marks = dict(_felt_marks(state) or _marks(state))
    notice = state.transient.notice
    if notice and notice.zone:
        marks[notice.zone] = Mark(Meaning.ERROR)
    return _with_invitation(Scene(marks, dice(state), turn_pixels(state)), state)


def _with_invitation(shown: Scene, state: State) -> Scene:
    """While no game is played the dice show the code of an invitation, then that somebody asks."""
    invites = state.transient.invites
    if not invites.code or not state.is_free:
        return shown
    if invites.asked:
        return replace(shown, marks={**shown.marks, "dice": Mark(Meaning.CHOICE)})
    return replace(shown, code=invites.code, turn=(True, True))


def attract_scene(state: State) -> Scene:
    """Nobody plays: a wave over every lane."""
    return Scene(dict(_attract_marks(state)))


def countdown_scene(state: State, left: float) -> Scene:
    """The new-game hold: lanes go out one by one as `left` falls from 1 to 0."""
    zones = all_zones(state.game.rules.layout)
    lit = zones[: round(left * len(zones))]
    return Scene({zone: Mark(Meaning.COUNTDOWN) for zone in lit})


def _felt_marks(state: State) -> list[tuple[str, Mark]]:
    """What to correct on the board, before all else."""
    felt = state.transient.felt
    if felt is None:
        return []
    return [(zone, Mark(Meaning(meaning), count or None)) for zone, meaning, count in felt.marks]


def _marks(state: State) -> Iterator[tuple[str, Mark]]:
    if state.transient.showing or state.is_set_out:
        return position_marks(state)
    match state.phase:
        case Phase.ATTRACT | Phase.MENU | Phase.DOUBLED | Phase.RESIGNING | Phase.SETTING_UP:
            return _choice_marks(state)
        case Phase.PAUSED:
            return _attract_marks(state)
        case Phase.GAME_OVER:
            return chain(_choice_marks(state), _win_marks(state))
        case Phase.TO_THROW | Phase.OPENING:
            last, judged = _last_marks(state, Mark(Meaning.LAST)), _verdict_marks(state)
            return chain(_pawn_marks(state), last, _by_hand_marks(state), judged)
        case Phase.TURN_OVER | Phase.PASSING:
            return chain(_pawn_marks(state), _advice_marks(state))
        case Phase.MOVING:
            return chain(_moving_marks(state), _advice_marks(state))
        case Phase.COPYING:
            return _step_marks(*copying.next_step(state), Meaning.SELECTED)
    return iter(())


def _pawn_marks(state: State) -> Iterator[tuple[str, Mark]]:
    """While nobody chooses, pawns with faces show them."""
    return position_marks(state) if state.game.rules.pawn_die else iter(())


def position_marks(state: State) -> Iterator[tuple[str, Mark]]:
    """As many pixels a zone as checkers, in the owner's pattern; faces, where they have them.

    Of a pinned checker nothing is seen beneath those that pin it.
    """
    layout, position = state.game.rules.layout, state.game.shown_position
    for side, meaning in STANDING.items():
        for place, count in enumerate(position.track(side)):
            if count and (faces := position.faces_on(side, place)):
                yield zone_of(layout, side, place), Mark(meaning, faces=faces)
            elif count and place not in position.pinned_of(side):
                yield zone_of(layout, side, place), Mark(meaning, count)


def _attract_marks(state: State) -> Iterator[tuple[str, Mark]]:
    return ((zone, Mark(Meaning.ATTRACT)) for zone in all_zones(state.game.rules.layout))


def _choice_marks(state: State) -> Iterator[tuple[str, Mark]]:
    if state.phase is Phase.ATTRACT:
        yield from _attract_marks(state)
    offered = two_buttons.offered(state)
    for choice in choices(state):
        if not state.setup.felt or choice == offered:
            yield choice.zone, Mark(Meaning.CHOICE, choice.index + 1)


def _win_marks(state: State) -> Iterator[tuple[str, Mark]]:
    if state.game.result and (winner := state.game.result.winner_name):
        yield f"off-{winner}", Mark(Meaning.WIN)
        yield f"bar-{winner}", Mark(Meaning.WIN)


def _last_marks(state: State, mark: Mark) -> Iterator[tuple[str, Mark]]:
    """Where the last play ended."""
    turn = state.turn
    if turn and turn.side is not state.game.side:
        reached = Counter(step.target for step in turn.steps)
        for place in reached - Counter(step.source for step in turn.steps):
            yield zone_in(turn, place), mark


def _verdict_marks(state: State) -> Iterator[tuple[str, Mark]]:
    """What it gave away, where a teacher has said so; until something else happens."""
    if judged := shown_verdict(state):
        yield from _last_marks(state, _verdict_mark(judged))


def _verdict_mark(verdict: PlayAssessment) -> Mark:
    """A pixel for each percent of the chance to win, begun ones too; half of it in points."""
    if verdict.was_best:
        return Mark(Meaning.BEST)
    return Mark(Meaning.COST, ceil(50 * verdict.equity))


def _by_hand_marks(state: State) -> Iterator[tuple[str, Mark]]:
    """Dice rolled by hand: point n stands for the face n.

    Where they are entered by two buttons, only the face that roll would enter is lit, and the
    rolled pawn that it is for shows it.
    """
    if not state.setup.by_hand:
        return
    offered = two_buttons.offered(state)
    chosen = two_buttons.face_of(offered)
    for face in FACES:
        if not state.setup.felt or face == chosen:
            yield f"point-{face}", Mark(Meaning.CHOICE, face)
    zone = next_pawn_zone(state)
    if chosen and zone:
        yield zone, Mark(Meaning.SELECTED, faces=(state.game.rules.pawn_die[chosen - 1],))


def _moving_marks(state: State) -> Iterator[tuple[str, Mark]]:
    turn = state.turn
    assert turn is not None
    planned = next_planned(state)
    if planned:
        yield from _step_marks(turn, planned, Meaning.SELECTED)
    elif state.computer_moves or state.awaits_away:
        return
    elif state.selected is not None:
        picked = state.selected
        held = Mark(Meaning.SELECTED, faces=(picked.face,) if picked.face else ())
        yield zone_in(turn, picked.path[-1] if picked.path else picked.place), held
        for step in steps_of(turn, picked):
            place = step.path[len(picked.path)]
            landing = Meaning.OFF if place == turn.rules.layout.off else Meaning.TARGET
            yield zone_in(turn, place), Mark(Meaning.HIT if hits(turn, picked, step) else landing)
    else:
        for step in turn.next_steps:
            yield zone_in(turn, step.source), Mark(Meaning.SOURCE)


def _advice_marks(state: State) -> Iterator[tuple[str, Mark]]:
    if state.turn:
        for step in state.transient.advised or ():
            yield from _step_marks(state.turn, step, Meaning.HINT)


def _step_marks(turn: Turn, step: Step, start: Meaning) -> Iterator[tuple[str, Mark]]:
    yield zone_in(turn, step.source), Mark(start)
    hinted = start is Meaning.HINT
    landing = Meaning.HINT if hinted else _landing(turn.rules.layout, step)
    for place in step.path[:-1]:
        yield zone_in(turn, place), Mark(Meaning.HINT if hinted else Meaning.TARGET)
    yield zone_in(turn, step.target), Mark(landing)


def _landing(layout: Layout, step: Step) -> Meaning:
    if step.hit:
        return Meaning.HIT
    return Meaning.OFF if step.target == layout.off else Meaning.TARGET


def dice(state: State) -> tuple[Die, ...]:
    """The dice to be shown: of the turn being played, an opening tie, or entered so far."""
    phase, turn = state.active_phase, state.turn
    if phase in (Phase.MOVING, Phase.TURN_OVER, Phase.PASSING) and turn:
        return turn_dice(turn)
    if entered := _entered_dice(state):
        return entered
    if phase is Phase.OPENING and state.game.rolls:
        white_die, black_die = state.game.rolls[-1][0]
        return Die(white_die, True), Die(black_die, False)
    return ()


def _entered_dice(state: State) -> tuple[Die, ...]:
    """Hand-thrown dice; in the opening white's comes first.

    Where they are entered by two buttons, the face that roll would enter is one of them, and one
    that roll would take back is shown as lost.
    """
    values, offered = state.entered[:DICE], two_buttons.offered(state)
    in_play = state.phase in two_buttons.TO_ENTER
    face = two_buttons.face_of(offered) if in_play else None
    if face and len(values) < DICE:
        values = (*values, face)
    back = in_play and offered is not None and offered.zone == two_buttons.TAKE_BACK
    last = len(state.entered) - 1 if back else None
    return tuple(
        Die(value, at == 0 if state.in_opening else state.game.side is Side.WHITE, lost=at == last)
        for at, value in enumerate(values)
    )


def turn_dice(turn: Turn) -> tuple[Die, ...]:
    """The dice of a turn: which are used, and which are lost."""
    spent = [step.die for step in turn.steps]
    lost = not turn.next_steps
    found = []
    for value in turn.dice:
        used = value in spent
        if used:
            spent.remove(value)
        found.append(Die(value, turn.side is Side.WHITE, used, lost and not used))
    return tuple(found)


def waits_for(state: State) -> Side | None:
    """The side that is to act next: it is on turn, has yet to press, or has yet to answer."""
    if state.own and (state.in_opening or state.proposal):
        return _awaited(state, state.own)
    if state.phase is Phase.OPENING or state.proposal:
        return presser(state)
    if state.phase is Phase.GAME_OVER:
        return None
    doubler = state.game.offered_by
    return doubler.other if doubler else state.game.side


def _awaited(state: State, own: Side) -> Side | None:
    """The same in the opening of a game between two boards, or before an answer."""
    if state.game.result:
        return None
    if state.proposal:
        return state.proposal.by.other
    if state.under is Phase.OPENING:
        return own
    return next((side for side in Side if not state.game.has_shared(side)), None)


def turn_pixels(state: State) -> tuple[bool, bool]:
    """Whether white's and black's turn pixel is lit: that of the side that is to act next."""
    side = waits_for(state)
    return side is Side.WHITE, side is Side.BLACK
