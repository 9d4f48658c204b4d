"""What a network knows of a position: how many checkers stand where, and what that allows.

The counts of each place are thresholds, after Tesauro (1992). To these are added what others found
to help (Berliner 1980; GNU Backgammon's list of inputs): pips, the chance to hit, how easily the
rearmost checkers escape, primes, and the pips until the sides have passed each other. Every input
is given for the side about to roll and for the other side, each as seen from its own end.

Arrays are of numpy or cupy; inputs are columns, one a position.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from minigam.players.arrays import Floats, Rows, library_of
from minigam.rules.ruleset import RuleSet
from minigam.rules.steps import BAR, FACES

VERSION = 1
"""Of this set of inputs: another one where any of them changes its place or meaning."""
UNITS = 4
"""Thresholds of a place: one checker, two or more, three or more, and how many more than three."""
WINDOW = 12
"""How far ahead a checker can get with two dice."""
FAR = 7
"""As many pips take a checker beyond the longest prime."""
PRIMES = range(3, 7)
"""The lengths of primes that are distinguished."""
SPECIAL = 5 + len(PRIMES)
"""Inputs of a side that say what its checkers can do: see `_special`."""
CLASSES = ("contact", "race")
"""Kinds of positions; each has a network of its own."""
CONTACT, RACE = range(len(CLASSES))


class _View(NamedTuple):
    """A position as one side sees it, places as bits from its bar on; its counts are rows."""

    own: Any
    """Rows of this side, by its own track."""
    held: Any
    """Places with checkers that may move."""
    open: Any
    """Points where it may land."""
    blots: Any
    """Points where it hits, or pins."""
    made: Any
    """Points that its own checkers close to the other side."""


@dataclass(frozen=True)
class Inputs:
    """The inputs for the positions of a rule set."""

    rules: RuleSet

    @property
    def size(self) -> int:
        """How many there are.

        >>> from minigam.rules.ruleset import BACKGAMMON, MINIGAM
        >>> Inputs(BACKGAMMON).size, Inputs(MINIGAM).size
        (250, 92)
        """
        layout = self.rules.layout
        pins = layout.points if layout.pins else 0
        return 2 * (UNITS * layout.off + pins + layout.checkers + 1 + SPECIAL)

    def classes(self, own: Rows, theirs: Rows) -> Any:
        """The number in `CLASSES` of each position: whether the sides can still meet."""
        xp = library_of(own)
        mine, yours = _columns(own), _columns(theirs)
        if self.rules.layout.same_way:
            met = self._ahead(mine, yours) | self._ahead(yours, mine)
        else:
            met = _rear(_bits(mine != 0)) + _rear(_bits(yours != 0)) < self.rules.layout.off
        return xp.where(met, CONTACT, RACE)

    def _ahead(self, own: Any, theirs: Any) -> Any:
        """Whether a side has somebody of the other side's before it."""
        return _bits(self._mirrored(theirs) != 0) > _bits(own != 0) & -_bits(own != 0)

    def encode(self, own: Rows, theirs: Rows) -> Floats:
        """The inputs, `(size, n)`, of `n` positions; `own` is the side about to roll."""
        xp = library_of(own)
        mine, yours = _columns(own), _columns(theirs)
        inputs: Floats = xp.empty((self.size, own.shape[0]), xp.float32)
        half = self.size // 2
        views = self._views(mine, yours)
        self._side(inputs[:half], *views)
        self._side(inputs[half:], *views[::-1])
        return inputs

    def _side(self, inputs: Any, view: _View, other: _View) -> None:
        """Write the inputs of one side."""
        xp, layout, own = library_of(inputs), self.rules.layout, view.own
        places, points = layout.off, own[: layout.off]
        inputs[:places] = points == 1
        inputs[places : 2 * places] = points >= 2
        inputs[2 * places : 3 * places] = points >= 3
        inputs[3 * places : 4 * places] = xp.maximum(points, 3) - 3
        inputs[3 * places : 4 * places] *= 0.5
        at = 4 * places
        if layout.pins:
            inputs[at : at + layout.points] = own[1 : layout.off] < 0
            at += layout.points
        steps = xp.arange(1, layout.checkers + 1, dtype=xp.int8)[:, None]
        inputs[at : at + layout.checkers] = own[-1][None] >= steps
        at += layout.checkers
        way = xp.arange(layout.off, -1, -1).astype(xp.float32) / (4 * layout.points)
        inputs[at] = way @ xp.abs(own).astype(xp.float32)
        self._special(inputs[at + 1 :], view, other)

    def _special(self, inputs: Any, view: _View, other: _View) -> None:
        """Hits, escapes of the last two checkers and of any, pips to pass; then primes."""
        xp, off = library_of(inputs), self.rules.layout.off
        inputs[0] = self._hit_chance(view)
        table = xp.asarray(_leaps())
        blocked = ~view.open & ((1 << off) - 2)  # beyond the last point all is open
        rear = view.held & -view.held
        second = view.held ^ rear
        for row, bits in ((1, rear), (2, second)):
            ahead = (blocked >> (_rear(bits) + 1)) & ((1 << WINDOW) - 1)
            inputs[row] = table[ahead] * (bits != 0)
        places = xp.arange(1, max(off - FAR, 1) + 1, dtype=xp.int32)[:, None]
        inputs[3] = table[(blocked[None] >> places) & ((1 << WINDOW) - 1)].min(0)
        last = self._last_of(other)
        passed = xp.maximum(last[None] - xp.arange(off + 1, dtype=xp.int32)[:, None], 0)
        inputs[4] = (passed * xp.abs(view.own)).sum(0) / (4 * off)
        run = view.made & ((1 << xp.maximum(last, 0)) - 1)
        for length in range(2, PRIMES.stop):
            run = run & (view.made >> (length - 1))
            if length in PRIMES:
                inputs[5 + PRIMES.index(length)] = run != 0

    def _last_of(self, other: _View) -> Any:
        """Where the other side's rearmost checker is on this side's track; 0 where none is."""
        xp, layout = library_of(other.held), self.rules.layout
        if not layout.same_way:
            return layout.off - _rear(_bits(other.own != 0))
        rear = _rear(other.held)
        return xp.where(rear < layout.off, (rear + layout.points // 2 - 1) % layout.points + 1, 0)

    def _views(self, mine: Any, yours: Any) -> tuple[_View, _View]:
        return self._view(mine, yours), self._view(yours, mine)

    def _view(self, own: Any, theirs: Any) -> _View:
        rules, across = self.rules, self._mirrored(theirs)
        points = (1 << rules.layout.off) - 2
        held, single, there = own > 0, across == 1, own < 0
        if rules.room is not None:
            blocked, made = xp_abs(own) + xp_abs(across) >= rules.room, own >= rules.room
        else:
            blocked, made = across >= rules.block, own >= rules.block
        if rules.layout.pins:  # who pins a checker closes the point alone
            blocked, single = blocked | there, single & ~there
            made = made | ((own > 0) & (across < 0))
        free = ~_bits(blocked) & points
        blots = _bits(single) & free if rules.block > 1 else free & 0
        return _View(own, _bits(held), free, blots, _bits(made) & points)

    def _mirrored(self, theirs: Any) -> Any:
        """The other side's counts by this side's places; bar and off are nobody's."""
        xp, layout = library_of(theirs), self.rules.layout
        points = theirs[1:-1]
        there = xp.roll(points, layout.points // 2, 0) if layout.same_way else points[::-1]
        none = xp.zeros_like(theirs[:1])
        return xp.concatenate([none, there, none])

    # ---- Hits ------------------------------------------------------------------------------------

    def _hit_chance(self, view: _View) -> Any:
        """In how many of the 36 rolls a checker of this side hits another, as a share."""
        xp = library_of(view.held)
        faces = len(FACES)
        if self.rules.block < 2:
            return xp.zeros(view.held.shape, xp.float32)
        dice = xp.arange(1, faces + 1, dtype=xp.int32)[:, None]
        held, free, blots = view.held, view.open, view.blots
        waiting = view.own[BAR] if self.rules.bar_first else xp.zeros_like(view.own[BAR])
        first = xp.where(waiting > 0, 1, held)
        direct = ((first << dice) & blots) != 0
        landed = (first << dice) & free
        board = (held & ~1) | (1 << dice)
        entered = xp.where((waiting == 1) & (landed != 0), board, 0)
        then = xp.where(waiting > 0, entered, landed)
        after = ((then[:, None] << dice[None]) & blots) != 0
        hits = direct[:, None] | direct[None] | after | after.swapaxes(0, 1)
        doubles = self._double_hits(view, waiting, dice)
        both = hits.sum((0, 1), dtype=xp.int32)
        equal = sum(hits[die, die].astype(xp.int32) for die in range(faces))
        return (both - equal + doubles).astype(xp.float32) / faces**2

    def _double_hits(self, view: _View, waiting: Any, dice: Any) -> Any:
        """How many of the doubles hit."""
        xp, held = library_of(view.held), view.held
        now = xp.where(waiting > 0, 1, held) + xp.zeros_like(dice)
        board, hits = (held & ~1) | (1 << dice), xp.zeros_like(now)
        for step in range(1, self.rules.steps_on_double + 1):
            hits |= (now << dice) & view.blots
            landed = (now << dice) & view.open
            last = xp.where(landed != 0, board, 0)
            now = xp.where(waiting > step, now, xp.where(waiting == step, last, landed))
        return (hits != 0).sum(0, dtype=xp.int32)


def xp_abs(counts: Any) -> Any:
    """How many checkers, whether pinned or not."""
    return library_of(counts).abs(counts)


def _columns(counts: Any) -> Any:
    """A column a position."""
    return library_of(counts).ascontiguousarray(counts.T)


def _bits(rows: Any) -> Any:
    """A row of truths a place as one number a column; off is no place."""
    xp = library_of(rows)
    powers = (1 << np.arange(len(rows) - 1)).astype(np.int32)
    return (rows[:-1] * xp.asarray(powers)[:, None]).sum(0, dtype=xp.int32)


def _rear(bits: Any) -> Any:
    """The place of the lowest bit; a place beyond all others where there is none."""
    xp = library_of(bits)
    marked = bits | (1 << 30)
    return xp.rint(xp.log2((marked & -marked).astype(xp.float32))).astype(xp.int32)


@lru_cache(maxsize=1)
def _leaps() -> Floats:
    """The share of rolls that bring a checker `FAR` pips on, by the bits of blocked points ahead.

    >>> [round(36 * _leaps()[bits]) for bits in (0, 0b111111, 0b011111)]
    [23, 0, 11]
    """
    masks = np.arange(1 << WINDOW)
    rolls = np.zeros(1 << WINDOW)

    def lands(pips: int) -> Any:
        return (masks >> (pips - 1)) & 1 == 0 if pips <= WINDOW else np.ones(len(masks), bool)

    for one in FACES:
        for other in FACES:
            if one != other:
                way = (lands(one) | lands(other)) & lands(one + other)
                rolls += way & (one + other >= FAR)
                continue
            reached, far = np.ones(len(masks), bool), np.zeros(len(masks), bool)
            for times in range(1, 5):
                reached = reached & lands(one * times)
                far |= reached & (one * times >= FAR)
            rolls += far
    return (rolls / len(FACES) ** 2).astype(np.float32)
