"""What to put where on a board that feels its checkers, in lights and words."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from minigam.board.light_meanings import Meaning
from minigam.board.occupancy import Occupancy
from minigam.rules.game import Game
from minigam.rules.notation import format_steps
from minigam.rules.play_words import play_words
from minigam.rules.plays import Turn
from minigam.rules.position import Layout, Position, Side
from minigam.table import refusal_messages
from minigam.table.events import Felt
from minigam.table.paths import Counts, Node, counts_of
from minigam.table.refusal_messages import checkers
from minigam.table.state import WITH_TURN, Picked, State
from minigam.table.suggestions import what_to_make
from minigam.table.zones import place_of, zone_words_in
from minigam.words import Words, joined, together

MISSING = {Side.WHITE: Meaning.MISSING_WHITE, Side.BLACK: Meaning.MISSING_BLACK}
STANDING = {Side.WHITE: Meaning.POSITION_WHITE, Side.BLACK: Meaning.POSITION_BLACK}
"""What lights up for checkers that are not where they should be, and for those that are."""
IN_HAND = Felt("in-hand", Words("First put the checkers down."))
"""Shown at once while a hand is on its way, so that no button ends a turn under it."""
STILL_IN_HAND = Felt(
    "still-in-hand", Words("Somebody holds a checker, or one lies beside its place.")
)
"""Shown when that takes long."""
PUT_RIGHT, WHICH_PLAY, NO_BOARD = "put-right", "which-play", "no-board"
"""Codes of what has to be done, or answered, before anything else."""


@dataclass(frozen=True)
class Mismatch:
    """What must be corrected before the board holds what it should."""

    missing: tuple[tuple[str, Side, int], ...]
    surplus: tuple[tuple[str, int], ...]

    @property
    def lacking(self) -> int:
        """How many checkers are not where they should be."""
        return sum(count for _, _, count in self.missing)

    @property
    def too_many(self) -> int:
        """How many are where they should not be."""
        return sum(count for _, count in self.surplus)


def difference(
    occupancy: Occupancy, layout: Layout, position: Position, sides: Iterable[Side] = Side
) -> Mismatch:
    """How a board differs from a position, or from one side of it.

    >>> from minigam.board.occupancy import Count
    >>> from minigam.rules.ruleset import MINIGAM
    >>> seen = {"bar-white": Count(7, 7), "point-2": Count(1, 1)}
    >>> difference(seen, MINIGAM.layout, MINIGAM.start)
    Mismatch(missing=(('bar-white', <Side.WHITE: 'white'>, 1),), surplus=(('point-2', 1),))
    """
    wanted = {side: counts_of(layout, position, [side]) for side in sides}
    missing, surplus = [], []
    for zone, count in occupancy.items():
        there = sum(counts[zone] for counts in wanted.values())
        short = there - count.nearest(there)
        if short > 0:
            missing.append((zone, _owner(zone, wanted), short))
        elif short < 0:
            surplus.append((zone, -short))
    return Mismatch(tuple(missing), tuple(surplus))


def _owner(zone: str, wanted: dict[Side, Counts]) -> Side:
    return max(wanted, key=lambda side: wanted[side][zone])


def nearest(nodes: Iterable[Node], occupancy: Occupancy) -> Node:
    """The node that the fewest checkers lie wrong for; of several the first."""
    return min(nodes, key=lambda node: _distance(node.counts, occupancy))


def _distance(counts: Counts, occupancy: Occupancy) -> int:
    return sum(abs(count.nearest(counts[zone]) - counts[zone]) for zone, count in occupancy.items())


def hit_to_take(
    occupancy: Occupancy, layout: Layout, node: Node
) -> tuple[tuple[str, ...], str] | None:
    """The places of hit checkers that are not on their bar yet, and that bar, if all else is right.

    A hit checker may also be in the air; then there are no places.
    """
    bar = f"bar-{node.turn.side.other.value}"
    if bar not in occupancy or occupancy[bar].fits(node.counts[bar]):
        return None
    found = difference(occupancy, layout, node.turn.position)
    lying = tuple(zone for zone, _ in found.surplus)
    if [zone for zone, _, _ in found.missing] != [bar] or not set(lying) <= set(_hit(node)):
        return None
    return (lying, bar) if found.too_many in (0, found.lacking) else None


def take_hit(game: Game, places: tuple[str, ...], bar: str) -> Felt:
    """What to do with a checker that has been hit.

    >>> from minigam.rules.terms import Terms
    >>> take_hit(Game.begin(Terms("minigam")), ("point-1",), "bar-black").text
    "Now take the hit checker from point 1 to black's bar."
    """
    words = partial(zone_words_in, game)
    text = Words("Now take the hit checker to {bar}.", bar=words(bar))
    if places:
        text = Words(
            "Now take the hit checker from {zones} to {bar}.",
            **{"zones": together(map(words, places)), "bar": words(bar)},
        )
    side = Side(bar.partition("-")[2])
    blots = tuple((zone, Meaning.HIT.value, 0) for zone in places)
    return Felt("take-hit", text, (*blots, (bar, MISSING[side].value, max(1, len(places)))))


def put_right(state: State, found: Mismatch, *, not_yet: bool = False) -> Felt:
    """What lies wrong, why, and how to put it right.

    `not_yet`: it may lie so by the rules, but the first game has not come to that.
    """
    why = Words("Not yet.") if not_yet else _why(state, found)
    return Felt(PUT_RIGHT, joined([why, how(state.game, found)]), tuple(marks_of(found)))


def how(game: Game, found: Mismatch) -> Words:
    """What to do, in a sentence.

    >>> from minigam.rules.terms import Terms
    >>> found = Mismatch((("point-3", Side.WHITE, 2),), (("point-5", 2),))
    >>> how(Game.begin(Terms("minigam")), found)
    'Move 2 checkers from point 5 to point 3.'
    """
    words = partial(zone_words_in, game)
    if len(found.missing) == len(found.surplus) == 1 and found.lacking == found.too_many:
        (there, _, count), (here, _) = found.missing[0], found.surplus[0]
        return Words(
            "Move {checkers} from {start} to {zone}.",
            **{"checkers": checkers(count), "start": words(here), "zone": words(there)},
        )
    put = joined((_lacking(words(zone), side, n) for zone, side, n in found.missing), ", ")
    surplus = (Words("{count} from {zone}", count=n, zone=words(z)) for z, n in found.surplus)
    take = joined(surplus, ", ")
    if put and take:
        return Words("Please put {put} and take {take}.", put=put, take=take)
    if put:
        return Words("Please put {put}.", put=put)
    return Words("Please take {take}.", take=take) if take else Words("")


def _lacking(zone: Words, side: Side, count: int) -> Words:
    return Words.counted(
        "1 {side} checker on {zone}",
        "{number} {side} checkers on {zone}",
        count,
        **{"side": side.word, "zone": zone},
    )


def marks_of(found: Mismatch) -> Iterator[tuple[str, str, int]]:
    """What to light for it."""
    for zone, side, count in found.missing:
        yield zone, MISSING[side].value, count
    for zone, count in found.surplus:
        yield zone, Meaning.ERROR.value, count


def _why(state: State, found: Mismatch) -> Words:
    """Why the only checker that lies wrong cannot lie there, while a turn is played."""
    turn = state.turn
    if state.phase not in WITH_TURN or turn is None:
        return Words("")
    if state.computer_moves:
        return what_to_make(state)
    if state.awaits_away:
        return Words("")
    return _why_not(turn, found) if found.lacking == found.too_many == 1 else Words("")


def _why_not(turn: Turn, found: Mismatch) -> Words:
    (there, side, _), (here, _) = found.missing[0], found.surplus[0]
    place = place_of(turn.rules.layout, turn.side, there)
    may_leave = any(step.source == place for step in turn.next_steps)
    if side is not turn.side or place is None or not may_leave:
        return refusal_messages.source_message(turn, place if side is turn.side else None, there)
    target = place_of(turn.rules.layout, turn.side, here)
    return refusal_messages.target_message(turn, Picked(place), target, here)


def which_play(doubtful: Sequence[Node], asked: int) -> Felt:
    """The question which of some plays was made, in words, its places lit.

    Where they differ in what they hit, the blots are lit; else where their checkers have gone.
    """
    node, turn = doubtful[asked], doubtful[asked].turn
    layout = turn.rules.layout
    play = play_words(layout, turn.side, format_steps(layout, turn.steps))
    text = Words("Was it {play}? Roll: yes. Undo: another play.", page="Was it {play}?", play=play)
    places, meaning = _hit(node), Meaning.HIT
    if all(set(_hit(other)) == set(places) for other in doubtful):
        places, meaning = [target for _, target in node.moves], Meaning.TARGET
    marks = tuple((zone, meaning.value, 0) for zone in dict.fromkeys(places))
    return Felt(WHICH_PLAY, text, marks)


def _hit(node: Node) -> list[str]:
    bar = f"bar-{node.turn.side.other.value}"
    return [source for source, target in node.moves if target == bar]
