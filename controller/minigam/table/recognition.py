"""What a hand has played, seen from the counts of checkers alone. Pure: time is passed in, seconds.

People lift two checkers at once, slide them, play the second die first, set a hit checker on the
bar before or after, change their mind, and nudge others. So a reading is held against all that a
legal turn can look like (`paths`), never against one expected next step. Only exact positions
count; all else is a hand on its way, until it lasts too long.

A sensor does not see whose checker it is. Where two plays end with the same counts (two blots, one
of them hit), what was seen on the way tells which it was, and where that does not, the players are
asked. After a spill one side is set up at a time.
"""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf

from minigam.board.occupancy import ANY, Occupancy
from minigam.rules.plays import Turn
from minigam.rules.position import Position, Side
from minigam.table import lessons, mismatch, spill, two_buttons
from minigam.table.events import BUTTONS, Event, Felt, Followed, PlayStood, Tapped
from minigam.table.mismatch import IN_HAND, difference
from minigam.table.paths import Made, Node, Paths, counts_of, fits, made_by
from minigam.table.rolling import is_live
from minigam.table.spill import HELD_SECONDS, WRONG_SECONDS
from minigam.table.state import WITH_TURN, Phase, State
from minigam.table.suggestions import play_to_show
from minigam.table.turns import can_undo_confirmation
from minigam.table.zones import zone_in

STAND_SECONDS = 1.5
"""How long a complete play must stand to count."""
OPEN_STAND_SECONDS = 4.0
"""Likewise, where more could still be played."""
HIT_SECONDS = 1.0
"""How long a hit checker may lie where it was hit, or be in the air, before it is asked for."""
BRIEF_SECONDS = 0.3
"""What is seen for less tells nothing: somebody has touched a checker, or slid one past."""
AT_REST = (Phase.OPENING, Phase.TO_THROW)
MOST_READINGS = 200
"""Of one turn; a board that has said more than this is no witness."""


@dataclass(frozen=True)
class _Sight:
    """What a reading means."""

    node: Node | None = None
    """Where the turn stands, if that is certain; where a hand may be moving, once it has stood."""
    lifted: str = ""
    """The zone of the only checker in the air."""
    unfinished: bool = False
    """Whether more could be played."""
    doubtful: tuple[Node, ...] = ()
    """Plays between which the counts cannot tell."""
    moving: bool = False
    """Whether a hand may be on its way."""
    hit: tuple[tuple[str, ...], str] | None = None
    """Hit checkers that are not on their bar yet: see `mismatch.hit_to_take`."""
    wrong: Position | None = None
    """What should stand there, where nothing explains the reading."""


class Recogniser:
    """Follows one board: `feel` takes in its counts, `next_event` says what they mean."""

    def __init__(self) -> None:
        """Nothing is felt yet."""
        self._seen: Occupancy | None = None
        self._since = 0.0
        self._way: list[tuple[Occupancy, float]] = []
        """What was seen since the board last stood at the turn's beginning, and from when."""
        self._context: Hashable = None
        self._paths: Paths | None = None
        self._stood = False
        self._asked = 0
        self._wants_to_end = False
        """Whether roll was pressed where nothing that can be felt has changed."""
        self._answer: Node | None = None
        self._looked: tuple[State, _Sight] | None = None

    def feel(self, occupancy: Occupancy, now: float) -> None:
        """The board has settled to this."""
        if occupancy == self._seen:
            return
        self._seen, self._since, self._looked = occupancy, now, None
        if len(self._way) <= MOST_READINGS:
            self._way.append((occupancy, now))
        self._stood, self._asked, self._answer = False, 0, None
        self._wants_to_end = False

    def deadline(self, now: float) -> float:
        """When `next_event` may next have something to say, though nothing is touched."""
        if self._seen is None:
            return inf
        times = (HIT_SECONDS, STAND_SECONDS, WRONG_SECONDS, OPEN_STAND_SECONDS, HELD_SECONDS)
        return min((due for time in times if (due := self._since + time) > now), default=inf)

    def next_event(self, state: State, now: float) -> Event | None:
        """The next thing to be taken in, if there is any; to be asked again after that."""
        if self._seen is None:
            return None
        sight, age = self._sight(state, self._seen), now - self._since
        changed: Event | None = None
        if sight.wrong:
            changed = spill.next_side(state, self._seen, sight.wrong, age)
        elif sight.node and (age >= STAND_SECONDS or not sight.moving):
            changed = self._follow(state, sight.node, sight.lifted)
        if changed:
            return changed
        felt = self._felt(state, self._seen, sight, age)
        if felt != state.transient.felt:
            return felt or Felt()
        return self._stand(state, sight, age)

    def heard(self, state: State, tap: Tapped) -> Event:
        """What a button means: it may answer a question, or say that one side is set up."""
        felt, seen = state.transient.felt, self._seen
        if two_buttons.offered(state):
            event = two_buttons.meant(state, tap)
            if not isinstance(event, Tapped) or not two_buttons.takes_back(state, event):
                return event
            tap = event
        if seen is None or tap.input not in BUTTONS:
            return tap
        if felt is None:
            return self._to_end(state, tap, seen)
        if felt.code == mismatch.NO_BOARD:
            return tap
        if felt.code == mismatch.WHICH_PLAY:
            return self._answered(state, tap, self._sight(state, seen).doubtful)
        if state.rebuilding is Side.WHITE and tap.input != "undo":
            return spill.pressed(state, tap, seen)
        return tap

    # What is seen

    def _sight(self, state: State, seen: Occupancy) -> _Sight:
        """What is seen now, worked out once for each game and reading."""
        if self._looked is None or self._looked[0] is not state:
            self._looked = state, self._look(state, seen)
        return self._looked[1]

    def _look(self, state: State, seen: Occupancy) -> _Sight:
        if state.phase not in (*AT_REST, *WITH_TURN):
            return _Sight()
        self._enter(state)
        if state.rebuilding:
            return _Sight(wrong=state.game.shown_position)
        if state.phase in AT_REST:
            return self._at_rest(state, seen)
        if state.awaits_away:
            return self._while_away(state, seen)
        return self._in_turn(state, seen)

    def _enter(self, state: State) -> None:
        """What was seen in another turn, or on other dice, tells nothing any more."""
        turn = state.turn if state.phase in WITH_TURN else None
        before = turn.before if turn else state.position
        dice, rolls = turn and turn.dice, len(state.game.rolls)
        context = (before, state.game.side, dice, rolls, state.plan, state.tutorial)
        if context == self._context:
            return
        self._stood = self._context is not None  # nothing counts before something is moved
        self._context, self._paths = context, None
        self._asked, self._answer = 0, None
        self._way = [] if self._seen is None else [(self._seen, self._since)]
        self._wants_to_end = False

    def _at_rest(self, state: State, seen: Occupancy) -> _Sight:
        if fits(seen, counts_of(state.game.rules.layout, state.position)):
            return _Sight()
        turn = state.turn
        if turn is None or state.tutorial or not can_undo_confirmation(state):
            return _Sight(wrong=state.position)
        return self._taken_back(state, turn, seen)

    def _while_away(self, state: State, seen: Occupancy) -> _Sight:
        """The other board's play counts once it is confirmed; whoever follows it here, may."""
        layout = state.game.rules.layout
        stands = (state.position, state.game.shown_position)
        if any(fits(seen, counts_of(layout, position)) for position in stands):
            return _Sight()
        return _Sight(wrong=state.position)

    def _taken_back(self, state: State, turn: Turn, seen: Occupancy) -> _Sight:
        """The last play is being moved back, all of it or some steps."""
        if self._paths is None:
            self._paths = Paths(turn, turn.steps)
        fewer = [node for node in self._paths.standing(seen) if not node.complete]
        if fewer:
            return _Sight(node=fewer[0], moving=self._paths.holds(self._paths.ends[0], seen))
        if self._paths.explain(seen):
            return _Sight(moving=True)
        return _Sight(wrong=state.position)

    def _in_turn(self, state: State, seen: Occupancy) -> _Sight:
        turn = state.turn
        assert turn is not None
        if self._paths is None:
            plan = state.plan or () if state.computer_moves else None
            self._paths = lessons.ways(state) or Paths(turn, plan)
        paths = self._paths
        if fits(seen, paths.before):
            self._way = [(seen, self._since)]
        nodes = self._candidates(paths, seen, turn)
        if len(nodes) > 1 and fits(seen, paths.before) and not self._answer:
            ends = tuple(node for node in nodes if node.turn.is_played_out and node.turn.steps)
            return _Sight(node=paths.nodes[0], doubtful=ends)  # nothing that can be felt was moved
        certain = len(nodes) == 1 and self._is_certain(paths, nodes[0], seen)
        if certain or (nodes and state.tutorial):  # of a lesson's step nobody is asked
            goes_on = self._may_go_on(paths, nodes[0])
            return _Sight(node=nodes[0], unfinished=goes_on, moving=not certain)
        if nodes:
            return _Sight(
                doubtful=tuple(node for node in nodes if node.turn.is_played_out), moving=True
            )
        return self._between(paths, seen, turn)

    def _candidates(self, paths: Paths, seen: Occupancy, turn: Turn) -> list[Node]:
        """The nodes that the board may stand on, one a position, by what was seen on the way."""
        found: dict[Position, Node] = {}
        made = made_by(turn)
        # What may end the turn comes first, then the steps already known.
        for node in sorted(
            paths.standing(seen),
            key=lambda node: (not node.turn.is_played_out, *_strangeness(node, made)),
        ):
            found.setdefault(node.turn.position, node)
        if self._answer and self._answer.turn.position in found:
            return [self._answer]
        nodes = list(found.values())
        return self._by_evidence(paths, nodes, seen) if len(nodes) > 1 else nodes

    def _is_certain(self, paths: Paths, node: Node, seen: Occupancy) -> bool:
        """Whether no checker of a complete play may still be in the air.

        Where not all places are known, or all are taken, one that lies there looks like one that
        is held.
        """
        if not node.complete or node is self._answer:
            return True
        alike = (other for other in paths.ends if other.turn.position == node.turn.position)
        return not any(paths.unfinished(other, seen) for other in alike)

    def _may_go_on(self, paths: Paths, node: Node) -> bool:
        """Whether more could be played from there, maybe by having spent other dice on it."""
        alike = (other.turn for other in paths.nodes if other.counts == node.counts)
        return any(turn.next_steps for turn in alike)

    def _by_evidence(self, paths: Paths, nodes: list[Node], seen: Occupancy) -> list[Node]:
        """Those that explain every reading which any of them explains; all, if that is none.

        A zone with more checkers than places is no witness: it hides what comes and goes. Nor is
        one with a place that is not believed.
        """
        hidden = {zone: ANY for zone, count in seen.items() if not count.exact}
        left = nodes
        if len(self._way) > MOST_READINGS:
            return nodes
        for reading in self._witnesses:
            witnessed = {**reading, **hidden}
            explaining = [node for node in nodes if paths.passes(node, witnessed)]
            if explaining:
                left = [node for node in left if node in explaining]
        return left or nodes

    @property
    def _witnesses(self) -> Iterator[Occupancy]:
        """What was seen on the way for long enough."""
        for (reading, began), (_, ended) in pairwise(self._way):
            if ended - began >= BRIEF_SECONDS:
                yield reading

    def _between(self, paths: Paths, seen: Occupancy, turn: Turn) -> _Sight:
        made = made_by(turn)
        one_short = [node for node in paths.nodes if node.lifted(seen)]
        if one_short:
            node = min(one_short, key=lambda node: _strangeness(node, made))
            return _Sight(node=node, lifted=node.lifted(seen))
        ordered = sorted(paths.nodes, key=lambda node: _strangeness(node, made))
        if paths.explain(seen):
            layout = turn.rules.layout
            hits = (mismatch.hit_to_take(seen, layout, node) for node in ordered)
            return _Sight(moving=True, hit=next(filter(None, hits), None))
        return _Sight(wrong=mismatch.nearest(ordered, seen).turn.position)

    # What is reported

    def _follow(self, state: State, node: Node, lifted: str) -> Followed | None:
        live = state.phase in WITH_TURN
        turn = state.turn if live else None
        if turn and made_by(turn) == node.made and lifted == _selected(state):
            return None
        number = len(state.game.entries) - (not live)
        return Followed(number, *play_to_show(node.turn.steps, node.turn), lifted)

    def _felt(self, state: State, seen: Occupancy, sight: _Sight, age: float) -> Felt | None:
        if sight.wrong is not None:
            return self._put_right(state, seen, sight.wrong, age)
        if sight.doubtful and (self._wants_to_end or (age >= STAND_SECONDS and not sight.node)):
            return mismatch.which_play(sight.doubtful, self._asked)
        if sight.hit and age >= HIT_SECONDS:
            return mismatch.take_hit(state.game, *sight.hit)
        if sight.moving or sight.lifted:
            return mismatch.STILL_IN_HAND if age >= HELD_SECONDS else IN_HAND
        return None

    def _put_right(
        self, state: State, seen: Occupancy, position: Position, age: float
    ) -> Felt | None:
        layout = state.game.rules.layout
        if state.rebuilding:
            return spill.ask(state.rebuilding, seen, layout, position)
        shown = state.transient.felt
        if age < WRONG_SECONDS and not (shown and shown.code == mismatch.PUT_RIGHT):
            return IN_HAND
        found = difference(seen, layout, position)
        if not (found.missing or found.surplus):
            return None
        return mismatch.put_right(state, found, not_yet=_is_not_yet(state, seen))

    def _stand(self, state: State, sight: _Sight, age: float) -> PlayStood | None:
        node = sight.node
        if (
            node is None
            or sight.lifted
            or sight.doubtful
            or self._stood
            or not _counts(state, node)
        ):
            return None
        needed = OPEN_STAND_SECONDS if sight.unfinished else STAND_SECONDS
        if age < needed and not self._answer:
            return None
        self._stood = True
        return PlayStood()

    # What is answered

    def _to_end(self, state: State, tap: Tapped, seen: Occupancy) -> Event:
        """Roll may end, and undo take back, what no sensor has felt."""
        if tap.input == "undo":
            return _unfelt_undone(state, seen) or tap
        sight = self._sight(state, seen)
        if not (sight.node and sight.doubtful and is_live(state, tap)):
            return tap
        self._wants_to_end = True
        return mismatch.which_play(sight.doubtful, self._asked)

    def _answered(self, state: State, tap: Tapped, doubtful: Sequence[Node]) -> Event:
        if not doubtful or not is_live(state, tap):
            return tap
        if tap.input == "undo":
            self._asked = (self._asked + 1) % len(doubtful)
            if self._asked or not self._wants_to_end:
                return mismatch.which_play(doubtful, self._asked)
            self._wants_to_end = False
            return Felt()
        self._answer, self._stood, self._looked = doubtful[self._asked], False, None
        return self._follow(state, self._answer, "") or Felt()


def _unfelt_undone(state: State, seen: Occupancy) -> Followed | None:
    """The last play taken back, or this one, where no sensor has felt it."""
    live, turn = state.phase in WITH_TURN, state.turn
    if turn is None or not turn.steps or not (live or can_undo_confirmation(state)):
        return None
    if state.computer_moves or not fits(seen, counts_of(turn.rules.layout, turn.before)):
        return None
    return Followed(len(state.game.entries) - (not live), ())


def _strangeness(node: Node, made: Made) -> tuple[bool, int, int]:
    """The steps already known come first, then those in which the fewest pawns change places."""
    swaps = sum(bool(step.partner) for step in node.turn.steps)
    return node.made != made, swaps, len(node.turn.steps)


def _selected(state: State) -> str:
    if state.selected is None or state.turn is None:
        return ""
    return zone_in(state.turn, state.selected.place)


def _is_not_yet(state: State, seen: Occupancy) -> bool:
    """Whether only the first game's lesson forbids what the board shows, not the rules."""
    turn = state.turn
    if state.tutorial is None or turn is None:
        return False
    if state.phase in AT_REST:
        return can_undo_confirmation(state) and Paths(turn, turn.steps).explain(seen)
    return Paths(turn).explain(seen)


def _counts(state: State, node: Node) -> bool:
    """Whether a node is a play that ends the turn; in the first game only roll does."""
    if state.tutorial:
        return False
    if state.computer_moves:
        return state.plan is not None and len(node.turn.steps) == len(state.plan)
    return bool(node.turn.steps) and node.turn.is_played_out
