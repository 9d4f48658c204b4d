"""What is said aloud when the game has moved on, so that nobody needs to see it.

One place decides it, for the page's voice, its screen readers, its tones and the board's own voice.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from minigam.rules.plays import Turn
from minigam.rules.position import Layout, Position, Side
from minigam.rules.steps import Step
from minigam.table import lessons, two_buttons
from minigam.table.notices import is_refused
from minigam.table.prompts import prompt
from minigam.table.refusal_messages import faces
from minigam.table.sensed import to_put_right
from minigam.table.setup_choices import Choice
from minigam.table.state import Phase, State
from minigam.table.suggestions import hit_words, step_words, with_faces
from minigam.table.teaching import shown_verdict, verdict_words
from minigam.table.turns import steps_of
from minigam.table.zones import place_words, zone_of, zone_words
from minigam.words import Words, joined


class Tone(Enum):
    """A short sound; each meaning has its own."""

    THROW = "throw"
    """Dice are rolled."""
    TAKE = "take"
    """A checker is picked up, a step is taken back, or there is something else to choose."""
    PUT = "put"
    """A checker is put down."""
    REFUSED = "refused"
    """A touch did nothing."""
    TURN = "turn"
    """The next side is to act."""
    OVER = "over"
    """The game is over."""


AT_ONCE = (Tone.TAKE, Tone.PUT, Tone.REFUSED)
"""Answers to a touch: they cut off what is being said. The others wait until it is said."""


@dataclass(frozen=True)
class Spoken:
    """A tone, and what is said after it; one of them may be missing."""

    tone: Tone | None
    text: Words

    @property
    def at_once(self) -> bool:
        """Whether it cuts off what is being said."""
        return self.tone in AT_ONCE


def spoken(before: State | None, after: State) -> Spoken | None:
    """What is said of a change; None where nothing is news. `before` is None at the start.

    >>> from minigam.table.events import Opened
    >>> from minigam.table.setup import Setup
    >>> from minigam.table.state import opened
    >>> start = opened(Opened(Setup(), started=True))
    >>> spoken(None, start).text, spoken(start, start)
    ('Opening roll: white presses roll.', None)
    """
    if before is None:
        where = [position_words(after)] if after.transient.showing else []
        return Spoken(None, joined([*where, *_now(after)]))
    found = Spoken(_tone(before, after), joined(_news(before, after)))
    return found if found.tone or found.text else None


def _tone(before: State, after: State) -> Tone | None:
    if after.phase is Phase.GAME_OVER and before.phase is not Phase.GAME_OVER:
        return Tone.OVER
    if is_refused(before, after):
        return Tone.REFUSED
    if _is_thrown(before, after):
        return Tone.THROW
    if _is_for_the_other(before, after):
        return Tone.TURN
    if _new_steps(before, after) or (before.selected and not after.selected):
        return Tone.PUT
    taken_up = after.selected and after.selected != before.selected
    chosen = _to_choose(after) not in (None, _to_choose(before))
    return Tone.TAKE if taken_up or chosen or _is_taken_back(before, after) else None


def _is_for_the_other(before: State, after: State) -> bool:
    """Whether another side than before has to act: to roll, or to answer what is proposed."""
    if after.proposal:
        return before.proposal is None
    if after.phase is Phase.DOUBLED:
        return before.phase is not Phase.DOUBLED
    return after.phase is Phase.TO_THROW and after.game.side is not before.game.side


def _to_choose(state: State) -> object:
    """What there is to choose, and what is offered of it; None where nothing is."""
    listed = two_buttons.listed(state)
    return (listed, two_buttons.offered(state)) if listed else None


def _news(before: State, after: State) -> Iterator[Words]:
    if _is_thrown(before, after):
        yield _throw_words(before, after)
    if _is_taken_back(before, after):
        yield Words("Taken back.")
    for step in _new_steps(before, after):
        yield _made(after.turn, step) if after.turn else Words("")
    if _is_news(before, after) and after.transient.notice:
        yield after.transient.notice.text
    verdict = shown_verdict(after)
    if verdict and verdict != shown_verdict(before):
        yield verdict_words(after, verdict)
    if after.transient.showing and not before.transient.showing:
        yield position_words(after)
        yield from _now(after)
    elif after.phase is not Phase.PASSING:  # a notice has said so
        yield from _changes(before, after)


def _is_news(before: State, after: State) -> bool:
    return after.transient.serial != before.transient.serial


def _is_thrown(before: State, after: State) -> bool:
    return len(after.game.rolls) > len(before.game.rolls)


def _is_taken_back(before: State, after: State) -> bool:
    """Whether a step or a whole play is taken back."""
    if len(after.game.entries) < len(before.game.entries):
        return after.phase is not Phase.ATTRACT and after.game.entries == before.game.entries[:-1]
    made, now = before.turn, after.turn
    return bool(made and now and len(now.steps) < len(made.steps) and _is_same(made, now))


def _is_same(turn: Turn, other: Turn) -> bool:
    return turn.with_steps(()) == other.with_steps(())


def _new_steps(before: State, after: State) -> tuple[Step, ...]:
    turn, earlier = after.turn, before.turn
    if turn is None or len(after.game.rolls) != len(before.game.rolls):
        return ()
    made = len(earlier.steps) if earlier and _is_same(earlier, turn) else 0
    return turn.steps[made:]


def _throw_words(before: State, after: State) -> Words:
    one, other = after.game.rolls[-1][0]
    if before.game.side is None:
        return Words("White rolls {one}, black rolls {other}.", one=one, other=other)
    return Words("{side} rolls {dice}.", side=before.game.side.title, dice=faces((one, other)))


def _made(turn: Turn, step: Step) -> Words:
    words = Words("{die}: {step}", die=step.die, step=step_words(turn, step))
    return joined([joined([words, hit_words(turn, step)], ", "), "."], "")


def _changes(before: State, after: State) -> Iterator[Words]:
    """What can be done now, as far as that is new; of choices those that changed."""
    now, earlier = list(_now(after)), list(_now(before))
    listed, known = two_buttons.listed(after), two_buttons.listed(before)
    if after.phase is before.phase and listed and len(listed) == len(known):
        now = [words for words in now if words not in earlier]
    if now != earlier:
        yield from now


def _now(state: State) -> Iterator[Words]:
    """All that can be done now."""
    felt = to_put_right(state)
    if felt:
        yield felt.text
    if state.phase in (Phase.THROWING, Phase.CLOSED):
        return
    if _plays(state):
        if lesson := lessons.words(state):
            yield lesson
        yield _what_may_move(lessons.as_shown(state))
        return
    yield prompt(state)
    if not state.setup.felt:
        yield from map(_choice_words, two_buttons.listed(state))


def _plays(state: State) -> bool:
    """Whether a person is in the middle of a turn, and nothing has to be corrected first."""
    ready = state.phase is Phase.MOVING and not to_put_right(state)
    return ready and not state.computer_moves and not state.awaits_away


def _what_may_move(state: State) -> Words:
    turn, picked = state.turn, state.selected
    assert turn is not None
    if picked is None:
        places = _zones(turn, [step.source for step in turn.next_steps])
        if turn.may_end:
            return Words(
                "May move: {zones}; or roll to finish.",
                page="May move: {zones}; or confirm.",
                watching="May move: {zones}.",
                zones=places,
            )
        return Words("May move: {zones}.", zones=places)
    made = len(picked.path)
    targets = _zones(turn, [step.path[made] for step in steps_of(turn, picked)])
    start = with_faces(place_words(turn, picked.place), picked.face)
    return Words("{start} may go to: {zones}.", start=start, zones=targets)


def _zones(turn: Turn, places: list[int]) -> Words:
    return joined((place_words(turn, place) for place in dict.fromkeys(places)), ", ")


def _choice_words(choice: Choice) -> Words:
    zone = zone_words(choice.zone)
    return Words("{zone}: {choice}.", zone=zone, choice=two_buttons.words(choice))


def position_words(state: State) -> Words:
    """Where all checkers stand, each side from its bar on."""
    return joined(_side_words(state, side) for side in Side)


def _side_words(state: State, side: Side) -> Words:
    layout, position = state.game.rules.layout, state.game.shown_position
    groups = (
        _group_words(layout, position, side, place)
        for place, count in enumerate(position.track(side))
        if count
    )
    return Words("{side}: {places}.", side=side.title, places=joined(groups, ", "))


def _group_words(layout: Layout, position: Position, side: Side, place: int) -> Words:
    count, zone = position.track(side)[place], zone_of(layout, side, place)
    words = Words("{count} on {zone}", count=count, zone=zone_words(zone, layout, side))
    return with_faces(words, *position.faces_on(side, place))
