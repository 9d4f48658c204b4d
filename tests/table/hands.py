"""A simulated hand that plays a turn as people do, on a board with sensors as they are.

The noise model, with the figures of `NOISE`; both are in `docs/felt.md`:

- any order of the checkers; two lifted at once; the second die first; a checker that goes on
  without resting; a hit checker removed before, while or after the hitter lands;
- slides: the checker passes over other places, each feeling it for a moment;
- put-backs, other plays tried and taken back, illegal places tried, hesitations, also with a
  checker in the air;
- nudges: a checker that lies still is not felt for up to a second;
- flicker when a checker is set down or lifted; single wrong samples on any place.

What it never does: lift for less than 0.15 s, leave a play that it does not mean for as long as a
play takes to count, or take the other side's checkers for its own.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from minigam.board.profile_model import place_name
from minigam.rules.notation import format_steps, parse_play
from minigam.rules.play_words import play_words
from minigam.rules.plays import Turn
from minigam.rules.position import Position, Side
from minigam.table.paths import Move, Node, counts_of
from minigam.words import ENGLISH
from tests.table.felt_board import Felt


@dataclass(frozen=True)
class Noise:
    """How often something happens, a turn or an action; times in seconds."""

    put_back: float = 0.15
    try_another: float = 0.10
    illegal: float = 0.05
    both_at_once: float = 0.15
    slide: float = 0.25
    flicker: float = 0.15
    nudge: float = 0.20
    wrong_sample: float = 0.10
    hesitate: float = 0.10
    hold: float = 0.05
    press_roll: float = 0.3


NOISE = Noise()
LONGEST_NUDGE = 1.0
SHORTEST_LIFT = 0.15
LONGEST_HOLD = 3.5
STANDS = 1.2
"""The longest rest on a play that is not meant: shorter than it takes to count."""


class Hand:
    """Plays turns on a felt board."""

    def __init__(self, table: Felt, chance: Random, noise: Noise = NOISE) -> None:
        self.table = table
        self.chance = chance
        self.noise = noise
        self.asked = 0

    def play_turn(self, meant: Turn) -> None:
        """Make a whole turn, its steps in `meant`, and see it counted."""
        turns, lay = len(self.table.state.game.entries), self._taken_places()
        before = meant.with_steps(())
        if self._happens(self.noise.try_another):
            self._try_another(before)
        if self._happens(self.noise.illegal):
            self._try_illegal(before)
        if self._happens(self.noise.put_back):
            self._put_back(before)
        self._make(list(Node(meant, True).moves), meant.side)
        self._end(meant, turns)
        if len(self.table.state.game.entries) == turns and self._taken_places() == lay:
            self._insist(meant)
        if len(self.table.state.game.entries) == turns:
            told = f"{self.table.phase} {self.table.felt} {self.table.said}"
            raise NotTakenError(f"{told}: meant {meant.steps}")

    # The parts of a turn

    def _make(self, moves: list[Move], side: Side) -> None:
        """Moves in any order that hands can make."""
        theirs = self._theirs(moves, side)
        whose = {move: side.other if move in theirs else side for move in moves}
        left = self._joined(moves, whose)
        whose |= {move: side for move in left if move not in whose}
        while left:
            doable = [move for move in left if self._can(move, whose)]
            first = self.chance.choice(doable)
            left.remove(first)
            others = [move for move in left if self._can(move, whose)]
            if others and self._happens(self.noise.both_at_once):
                second = self.chance.choice(others)
                if self._can_both(first, second, whose):
                    left.remove(second)
                    self._both(first, second, whose)
                    continue
            self._one(first, whose)

    def _theirs(self, moves: list[Move], side: Side) -> set[Move]:
        """The moves of the other side's checkers: some are hit, some change places with a switch.

        That is seen before the first one is made. Where none of its own stands before, one may rest
        on its way: beside a pinned checker.
        """
        holds, bar = self.table.wood.holds, f"bar-{side.other.value}"
        hit = {source for source, target in moves if target == bar}
        swapped = {
            (source, target)
            for source, target in moves
            if (target, source) in moves
            if source not in hit and not holds(source, side) and holds(source, side.other)
        }
        return swapped | {move for move in moves if move[1] == bar}

    def _joined(self, moves: list[Move], whose: dict[Move, Side]) -> list[Move]:
        """Now and then a checker goes on without resting on its way."""
        joined = list(moves)
        for first in moves:
            for second in moves:
                on = first in joined and second in joined and first is not second
                through = first[1] == second[0] and whose[first] is whose[second]
                is_hit = second[1].startswith("bar-")
                hits = (first[1], f"bar-{whose[first].other.value}") in moves
                if on and through and not is_hit and not hits and self.chance.random() < 0.4:
                    joined.remove(first)
                    joined.remove(second)
                    joined.append((first[0], second[1]))
                    break
        return joined

    def _can(self, move: Move, whose: dict[Move, Side]) -> bool:
        return self.table.wood.holds(move[0], whose[move]) > 0

    def _can_both(self, one: Move, other: Move, whose: dict[Move, Side]) -> bool:
        if one[0] != other[0] or whose[one] is not whose[other]:
            return True
        return self.table.wood.holds(one[0], whose[one]) > 1

    def _one(self, move: Move, whose: dict[Move, Side]) -> None:
        self._lift(move[0], whose[move])
        self._carry()
        self._put(move[1], whose[move])

    def _both(self, one: Move, other: Move, whose: dict[Move, Side]) -> None:
        for move in (one, other):
            self._lift(move[0], whose[move])
        for move in self.chance.sample((one, other), 2):
            self._carry()
            self._put(move[1], whose[move])

    def _put_back(self, turn: Turn) -> None:
        """A checker is lifted, thought about, and put back."""
        zone = self._own_zone(turn)
        self._lift(zone, turn.side)
        self.table.wait(self.chance.uniform(SHORTEST_LIFT, 3.0))
        self._put(zone, turn.side)

    def _try_another(self, turn: Turn) -> None:
        """Some steps of a legal play are made and taken back, before they can count."""
        steps = self.chance.randint(1, max(1, len(turn.dice) - 1))
        done = turn
        for _ in range(steps):
            if done.next_steps:
                done = done.play(self.chance.choice(done.next_steps))
        moves = list(Node(done, False).moves)
        theirs = self._theirs(moves, turn.side)
        ways = [(*move, turn.side.other if move in theirs else turn.side) for move in moves]
        self._make_plainly(ways)
        self.table.wait(self.chance.uniform(0.2, STANDS - 0.8))
        self._make_plainly([(target, source, whose) for source, target, whose in reversed(ways)])

    def _make_plainly(self, ways: list[tuple[str, str, Side]]) -> None:
        for source, target, whose in ways:
            self._lift(source, whose)
            self.table.wait(self.chance.uniform(SHORTEST_LIFT, 0.4))
            self._put(target, whose)

    def _try_illegal(self, turn: Turn) -> None:
        """A checker is set where it may not go, until the board complains, and put back."""
        zone = self._own_zone(turn)
        legal = {step.target for step in turn.next_steps}
        layout = turn.rules.layout
        points = [
            f"point-{layout.number(p)}" for p in range(1, layout.points + 1) if p not in legal
        ]
        target = self.chance.choice(points or [zone])
        self._lift(zone, turn.side)
        self.table.wait(self.chance.uniform(SHORTEST_LIFT, 0.6))
        self._put(target, turn.side)
        self.table.wait(self.chance.choice((0.5, 3.0)))
        self._lift(target, turn.side)
        self.table.wait(self.chance.uniform(SHORTEST_LIFT, 0.6))
        self._put(zone, turn.side)

    def _own_zone(self, turn: Turn) -> str:
        counts = counts_of(turn.rules.layout, turn.position, [turn.side])
        return self.chance.choice([zone for zone, count in counts.items() if count])

    # Actions and noise

    def _lift(self, zone: str, side: Side) -> None:
        self._before_action()
        felt = self.table.lift(zone, side)
        self._flicker(felt, False)
        self.table.wait(self.chance.uniform(SHORTEST_LIFT, 0.5))
        if self._happens(self.noise.hold):
            self.table.wait(self.chance.uniform(0.5, LONGEST_HOLD))

    def _put(self, zone: str, side: Side) -> None:
        places = len(self.table.wood.zones[zone])
        felt = self.table.put(zone, side, self.chance.randrange(places))
        self._flicker(felt, True)
        self.table.wait(self.chance.uniform(0.1, 0.5))

    def _carry(self) -> None:
        """Through the air, or sliding over whatever lies between."""
        if not self._happens(self.noise.slide):
            self.table.wait(self.chance.uniform(SHORTEST_LIFT, 1.0))
            return
        for place in self.chance.sample(self._places(taken=False), self.chance.randint(1, 4)):
            self.table.read(place, True)
            self.table.wait(self.chance.uniform(0.03, 0.25))
            self.table.read(place, False)
            self.table.wait(self.chance.uniform(0.01, 0.1))

    def _before_action(self) -> None:
        if self._happens(self.noise.hesitate):
            self.table.wait(self.chance.uniform(0.2, STANDS - 0.6))
        if self._happens(self.noise.nudge):
            self._misread(True, self.chance.uniform(0.05, LONGEST_NUDGE))
        if self._happens(self.noise.wrong_sample):
            self._misread(True, 0.03)
            self._misread(False, 0.03)

    def _misread(self, taken: bool, seconds: float) -> None:
        """A place that is taken, or is not, says the opposite for a moment."""
        if places := self._places(taken):
            place = self.chance.choice(places)
            self.table.read(place, not taken)
            self.table.wait(seconds)
            self.table.read(place, taken)

    def _flicker(self, place: str | None, occupied: bool) -> None:
        if place and self._happens(self.noise.flicker):
            for _ in range(self.chance.randint(1, 6)):
                self.table.wait(self.chance.uniform(0.005, 0.05))
                self.table.read(place, not occupied)
                self.table.wait(self.chance.uniform(0.005, 0.05))
                self.table.read(place, occupied)

    def _taken_places(self) -> list[str]:
        return self._places(taken=True)

    def _places(self, taken: bool) -> list[str]:
        return [
            place_name(zone, n)
            for zone, lies in self.table.wood.zones.items()
            for n, lie in enumerate(lies)
            if (lie is not None) is taken
        ]

    def _happens(self, share: float) -> bool:
        return self.chance.random() < share

    # The end of a turn

    def _end(self, meant: Turn, turns: int) -> None:
        table = self.table
        table.wait(0.25)
        if self._happens(self.noise.press_roll) and len(table.state.game.entries) == turns:
            table.press(f"roll-{meant.side.value}")
        table.wait(4.5)
        if table.felt == "which-play":
            self._answer(meant)

    def _insist(self, meant: Turn) -> None:
        """Nothing that is felt was moved: roll says that there was a play."""
        self.table.press(f"roll-{meant.side.value}")
        self._answer(meant)

    def _answer(self, meant: Turn) -> None:
        """Undo, until the board names what was played; then roll."""
        self.asked += 1
        asked = set[str]()
        while self.table.said not in asked:
            asked.add(self.table.said)
            if self._named(meant) == meant.position:
                self.table.press(f"roll-{meant.side.value}")
                self.table.wait(0.1)
                return
            self.table.press("undo")
        raise NotTakenError(f"never asked whether it was {meant.steps}")

    def _named(self, meant: Turn) -> Position:
        """Where the play in the board's question leads."""
        said = OWN_NUMBERS.say(self.table.said).removeprefix("Was it ").partition("?")[0]
        if meant.rules.pawn_die:
            return next(
                turn.position for turn in _ways(meant.with_steps(())) if _said(turn) == said
            )
        roll = meant.dice[0], meant.dice[-1]
        return parse_play(meant.rules, meant.before, meant.side, roll, said).position


def _ways(turn: Turn) -> Iterator[Turn]:
    """A turn, and all that can come of it."""
    yield turn
    for step in turn.next_steps:
        yield from _ways(turn.with_steps((*turn.steps, step)))


def _said(turn: Turn) -> str:
    """The play as people read it: faces are words there, which no program reads."""
    layout = turn.rules.layout
    said: str = OWN_NUMBERS.say(play_words(layout, turn.side, format_steps(layout, turn.steps)))
    return said


OWN_NUMBERS = replace(ENGLISH, own_numbers=True)
"""As the standard notation has them."""


class NotTakenError(AssertionError):
    """A turn that was made and did not count."""


def any_turn(turn: Turn, chance: Random) -> Turn:
    """A whole legal turn, step by step as it comes."""
    while turn.next_steps and not (turn.may_end and chance.random() < 0.2):
        turn = turn.play(chance.choice(turn.next_steps))
    return turn


def without_faces(position: Position) -> Position:
    """The counts alone."""
    return Position(position.white, position.black)
