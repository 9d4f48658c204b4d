"""What a computer thought of: its steps, which a person makes for it, and hints."""

from dataclasses import replace

from minigam.errors import IllegalPlayError
from minigam.rules.action_refusals import step_of
from minigam.rules.options import face_words
from minigam.rules.pawntext import format_step
from minigam.rules.plays import Turn
from minigam.rules.position import Position
from minigam.rules.steps import Step
from minigam.table import turns
from minigam.table.events import Followed, Hinted, PlayChosen, Tapped
from minigam.table.notices import notify, refuse
from minigam.table.rolling import is_live, refuse_button
from minigam.table.state import Advice, Phase, State
from minigam.table.turns import confirm
from minigam.table.zones import place_words, zone_in
from minigam.words import Words, joined

THINKING = Words("The computer is still thinking.")
NO_HINT_NOW = Words(
    "There is a hint only for a person's roll that can be played, while no menu is open."
)


def chosen(steps: tuple[Step, ...], turn: Turn) -> PlayChosen:
    """A computer seat's play as an event."""
    return PlayChosen(*play_to_show(steps, turn))


def hinted(steps: tuple[Step, ...], turn: Turn) -> Hinted:
    """A suggestion as an event."""
    return Hinted(*play_to_show(steps, turn))


def play_to_show(
    steps: tuple[Step, ...], turn: Turn
) -> tuple[tuple[tuple[int, int], ...], tuple[str, ...]]:
    """Steps as events have them: sources and dice, and how pawns with faces go."""
    ways = tuple(format_step(turn.rules.layout, step) for step in steps if step.way)
    return tuple((step.source, step.die) for step in steps), ways


def _resolve(turn: Turn, event: PlayChosen | Hinted) -> tuple[Step, ...]:
    """The steps of an event; raise `IllegalPlayError` unless they make a legal play."""
    turn = with_steps(turn, event)
    if not turn.may_end:
        raise IllegalPlayError(f"expected a complete play, got {event.steps}")
    return turn.steps


def with_steps(turn: Turn, event: PlayChosen | Hinted | Followed) -> Turn:
    """A turn with the steps of an event; raise `IllegalPlayError` if they cannot be played."""
    ways = event.ways or ("",) * len(event.steps)
    for (source, die), way in zip(event.steps, ways, strict=False):
        turn = turn.play(step_of(turn, source, die, way))
    return turn


def show_plan(state: State, event: PlayChosen) -> State:
    """A computer seat has chosen: its steps are shown one by one."""
    if state.phase is not Phase.MOVING or not state.computer_moves or state.plan is not None:
        return state
    assert state.turn is not None
    return replace(state, plan=_resolve(state.turn, event))


def next_planned(state: State) -> Step | None:
    """The computer's step that a person is asked to make now; None where its play is made.

    On a board that feels its checkers a person may make the steps in another order.
    """
    plan, turn = state.plan, state.turn
    if plan is None or turn is None or turn.position == (end := turn.with_steps(plan).position):
        return None
    later = plan[len(turn.steps) :]
    if turn.steps == plan[: len(turn.steps)]:
        return later[0]
    leading = (step for step in turn.next_steps if _leads(turn.play(step), end))
    return next(leading, later[0] if later else None)


def _leads(turn: Turn, end: Position) -> bool:
    """Whether the turn's steps can be gone on with to a position."""
    return turn.position == end or any(_leads(turn.play(step), end) for step in turn.next_steps)


def zone_tap(state: State, zone: str) -> State:
    """A zone is tapped while the computer's steps are shown."""
    step = next_planned(state)
    if step is None or state.turn is None:
        return refuse(state, "thinking", THINKING, zone)
    *before, target = _zones(state.turn, step)
    if zone == target:
        return make_next(state)
    if zone in before:
        return state
    text = what_to_make(state)
    return refuse(state, "computer-step", text, zone)


def make_next(state: State) -> State:
    """The computer's next step is made; after the last its turn ends."""
    step = next_planned(state)
    if step is None:
        return state
    made = turns.with_step(state, step)
    return made if next_planned(made) else confirm(made)


def move(state: State, start: str, end: str | None) -> State:
    """A checker is moved while the computer's steps are shown: only as the next one goes."""
    step = next_planned(state)
    if step and state.turn and start == _zones(state.turn, step)[0]:
        return zone_tap(state, start if end is None else end)
    return refuse(state, "computer-step" if step else "thinking", what_to_make(state), start)


def what_to_make(state: State) -> Words:
    """The computer's step that a person is to make first, in a sentence."""
    step = next_planned(state)
    if step is None or state.turn is None:
        return THINKING
    if state.setup.on_screen:
        return Words("The computer makes its own steps: wait a moment.")
    words = step_words(state.turn, step)
    if state.setup.felt:
        return Words("First make the computer's step: from {step}.", step=words)
    return Words(
        "First make the computer's step: from {step}, then tap {zone}.",
        **{"step": words, "zone": place_words(state.turn, step.target)},
    )


def _zones(turn: Turn, step: Step) -> list[str]:
    return [zone_in(turn, place) for place in (step.source, *step.path)]


def hit_words(turn: Turn, step: Step) -> Words:
    """Whom a step hits, or pins; empty where it does neither."""
    if not step.hit:
        return Words("")
    return Words(
        "pinning {side}" if turn.rules.layout.pins else "hitting {side}",
        side=turn.side.other.word,
    )


def step_words(turn: Turn, step: Step) -> Words:
    """Where a step goes from and to, whom it takes where pawns have faces, and by way of what.

    >>> from minigam.rules.position import Side
    >>> from minigam.rules.ruleset import MINIGAM
    >>> turn = Turn.of(MINIGAM, MINIGAM.start, Side.WHITE, (5, 2))
    >>> step_words(turn, turn.next_steps[0])
    "white's bar to point 5"
    """
    *before, target = (place_words(turn, place) for place in (step.source, *step.path))
    start = with_faces(before[0], step.face)
    if not before[1:]:
        return Words("{start} to {zone}", start=start, zone=target)
    way = with_faces(before[1], step.partner)
    return Words("{start} by way of {way} to {zone}", start=start, way=way, zone=target)


def with_faces(zone: Words, *faces: str) -> Words:
    """A zone and which pawns are meant there; the zone alone where they have no faces.

    >>> with_faces(Words("point 3"), "half-", "switch0"), with_faces(Words("point 3"), "")
    ('point 3 (half minus, switch)', 'point 3')
    """
    shown = joined(map(face_words, filter(None, faces)), ", ")
    return Words("{zone} ({face})", zone=zone, face=shown) if shown else zone


def finish(state: State, tap: Tapped) -> State:
    """Roll accepts all of the computer's steps at once."""
    if not is_live(state, tap):
        return refuse_button(state)
    if state.plan is None or state.turn is None:
        return refuse(state, "thinking", THINKING)
    return confirm(turns.with_steps(state, state.plan))


def ask_hint(state: State) -> State:
    """A suggestion is wanted for the next step."""
    if not state.setup.hints:
        return refuse(state, "no-hints", Words("Hints are off in this game."))
    if not _has_roll_to_play(state):
        return refuse(state, "no-hint-now", NO_HINT_NOW)
    return _with_wish(state, Advice.STEP)


def may_ask_hint(state: State) -> bool:
    """Whether a person who may have hints is playing a roll."""
    return state.setup.hints and _has_roll_to_play(state)


def _has_roll_to_play(state: State) -> bool:
    return state.phase is Phase.MOVING and not state.computer_moves and not state.awaits_away


def may_ask_best(state: State) -> bool:
    """Whether a person who has a teacher, and may have hints, is playing a roll."""
    in_turn = state.phase in (Phase.MOVING, Phase.TURN_OVER) and not state.computer_moves
    return state.setup.teacher and state.setup.hints and in_turn and not state.awaits_away


def ask_best(state: State) -> State:
    """The best play of the whole turn is wanted."""
    if not may_ask_best(state):
        return refuse(state, "no-hint-now", NO_HINT_NOW)
    return _with_wish(state, Advice.PLAY)


def _with_wish(state: State, advice: Advice) -> State:
    return replace(state, transient=replace(state.transient, advice=advice))


def show_hint(state: State, event: Hinted) -> State:
    """A suggestion has come; it is dropped if the turn has moved on."""
    turn = state.asked_about
    if turn is None:
        return state
    try:
        found = _resolve(turn, event)[len(turn.steps) :]
    except IllegalPlayError:
        return state
    if state.transient.advice is Advice.PLAY:
        text = Words(
            "The best play: {steps}. Hold undo again for the menu.",
            page="The best play: {steps}.",
            steps=_advice(turn, found),
        )
        return notify(_advised(state, found), "best", text)
    text = Words("Hint: {steps}.", steps=_advice(turn, found[:1]))
    return notify(_advised(state, found[:1]), "hint", text)


def _advised(state: State, steps: tuple[Step, ...]) -> State:
    return replace(state, transient=replace(state.transient, advised=steps))


def _advice(turn: Turn, steps: tuple[Step, ...]) -> Words:
    """The suggested steps; none where the turn had better end as it stands."""
    if not steps:
        return Words("press roll to end the turn", page="confirm the turn as it is")
    first, *later = (step_words(turn, step) for step in steps)
    for step in later:
        first = Words("{step}, then {next}", step=first, next=step)
    return first
