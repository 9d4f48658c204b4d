"""What a position is worth with a doubling cube, from the probabilities of its outcomes.

Rick Janowski's model ("Take-Points in Money Games", 1993), for money and for matches alike. With a
*dead* cube nobody doubles any more. With a *live* one the chance to win changes so smoothly that
each side doubles exactly where the other just drops. A real cube is between the two.

All is for the side that is about to roll. Worth is in points at stake 1, or in a match twice the
chance to win it, less 1: what one side gains the other loses.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise

import numpy as np

from minigam.rules.cube import Cube
from minigam.rules.position import Side

Worth = Callable[[int], float]
"""What a result is worth: so many points won, or lost where negative."""
LIVE = 0.75
"""How much of a cube is live. Janowski gives 0.55 to 0.8; see `docs/players.md`."""
MOST_TURNS = 10
"""So often a cube is thought to be turned at most: further turns change nothing to be seen."""
KINDS = ("", " gammon", " backgammon")


class CubePlace(Enum):
    """Where the cube is, as the side about to roll sees it."""

    MINE = "mine"
    THEIRS = "theirs"
    MIDDLE = "middle"

    @classmethod
    def of(cls, cube: Cube, side: Side) -> "CubePlace":
        """Where a game's cube is.

        >>> CubePlace.of(Cube(1, Side.WHITE), Side.BLACK)
        <CubePlace.THEIRS: 'theirs'>
        """
        if cube.owner is None:
            return cls.MIDDLE
        return cls.MINE if cube.owner is side else cls.THEIRS

    @property
    def flipped(self) -> "CubePlace":
        """The same as the other side sees it."""
        other = {CubePlace.MINE: CubePlace.THEIRS, CubePlace.THEIRS: CubePlace.MINE}
        return other.get(self, self)


@dataclass(frozen=True)
class Chances:
    """How likely a win is, and what kinds of wins and losses come how often, as shares."""

    win: float
    wins: tuple[float, ...]
    """Of all wins: the share of single ones, gammons and backgammons."""
    losses: tuple[float, ...]

    @classmethod
    def of(cls, named: Mapping[str, float]) -> "Chances":
        """From probabilities by name, as `Evaluator.chances` has them.

        >>> Chances.of({"win": 0.5, "win gammon": 0.125, "lose gammon": 0.0})
        Chances(win=0.5, wins=(0.75, 0.25, 0.0), losses=(1.0, 0.0, 0.0))
        """
        win = min(max(named["win"], 0.0), 1.0)
        return cls(win, _shares("win", win, named), _shares("lose", 1 - win, named))

    def single(self) -> "Chances":
        """The same where only single games count."""
        return Chances(self.win, (1.0,), (1.0,))

    def flipped(self) -> "Chances":
        """The other side's."""
        return Chances(1 - self.win, self.losses, self.wins)


def _shares(sign: str, whole: float, named: Mapping[str, float]) -> tuple[float, ...]:
    """Each kind counts the better ones too; they are taken off."""
    if not whole:
        return (1.0, 0.0, 0.0)
    least = [1.0, *(min(1.0, named.get(sign + kind, 0.0) / whole) for kind in KINDS[1:]), 0.0]
    return tuple(max(0.0, one - better) for one, better in pairwise(least))


def money(points: int) -> float:
    """What points are worth where they are played for."""
    return float(points)


@dataclass(frozen=True)
class CubeModel:
    """What the cube makes of a position's chances."""

    chances: Chances
    worth: Worth = money
    live: float = LIVE
    """How much of it is live, from 0 to 1."""
    jacoby: bool = False
    """Whether gammons count only once the cube was turned."""

    def value(self, cube: int, place: CubePlace) -> float:
        """What the position is worth with the cube at that value and place.

        >>> even = CubeModel(Chances(0.5, (1.0,), (1.0,)))
        >>> even.value(1, CubePlace.MIDDLE), round(even.value(2, CubePlace.MINE), 3)
        (0.0, 0.375)
        """
        single = self.jacoby and place is CubePlace.MIDDLE
        model = self._with(self.chances.single()) if single else self
        dead = model._dead(cube)
        found = dead + model.live * (model._live(cube, place) - dead)
        if place is not CubePlace.THEIRS and self._is_free(-cube):
            found = max(found, min(self.value(2 * cube, CubePlace.THEIRS), self.worth(cube)))
        if place is not CubePlace.MINE and self._is_free(cube):
            found = min(found, max(self.value(2 * cube, CubePlace.MINE), self.worth(-cube)))
        return found

    def _is_free(self, lost: int) -> bool:
        """Whether a side that would lose so much doubles at once: a loss can get no worse for it.

        So it is behind, after the Crawford game. A win must be worth more, which gets better.
        """
        is_lost = self.worth(lost) == self.worth(2 * lost)
        return is_lost and self.worth(-lost) != self.worth(-2 * lost)

    def before_a_roll(self, cube: int, place: CubePlace) -> float:
        """The same where whoever may double does so if that is worth more."""
        rolls = self.value(cube, place)
        if place is CubePlace.THEIRS:
            return rolls
        doubled = min(self.value(2 * cube, CubePlace.THEIRS), self.worth(cube))
        return max(rolls, doubled)

    def take_point(self, cube: int, turns: int = MOST_TURNS) -> float:
        """The least chance to win with which a double from that value is taken, were it live.

        >>> round(CubeModel(Chances(0.5, (1.0,), (1.0,))).take_point(1), 4)
        0.2
        """
        dropped, doubled = self.worth(-cube), 2 * cube
        xs, ys = self._owned(doubled, turns - 1)
        return float(np.interp(dropped, ys, xs))

    def cash_point(self, cube: int, turns: int = MOST_TURNS) -> float:
        """From which chance to win on the other side drops a double from that value."""
        if turns <= 0 or self.worth(cube) == self.worth(2 * cube):
            return 1.0
        return 1 - self.flipped().take_point(cube, turns)

    def flipped(self) -> "CubeModel":
        """The same as the other side sees it."""
        return CubeModel(self.chances.flipped(), lambda points: -self.worth(-points), self.live)

    def _with(self, chances: Chances) -> "CubeModel":
        return CubeModel(chances, self.worth, self.live)

    def _won(self, cube: int) -> float:
        return sum(part * self.worth(cube * times) for times, part in _times(self.chances.wins))

    def _lost(self, cube: int) -> float:
        return sum(part * self.worth(-cube * times) for times, part in _times(self.chances.losses))

    def _dead(self, cube: int) -> float:
        win = self.chances.win
        return win * self._won(cube) + (1 - win) * self._lost(cube)

    def _owned(self, cube: int, turns: int = MOST_TURNS) -> tuple[list[float], list[float]]:
        """A live cube that is one's own: chances to win, and the worth at each."""
        lost, won, cash = self._lost(cube), self._won(cube), self.cash_point(cube, turns)
        if cash >= 1:
            return [0.0, 1.0], [lost, won]
        return [0.0, cash, 1.0], [lost, self.worth(cube), max(won, self.worth(cube))]

    def _live(self, cube: int, place: CubePlace) -> float:
        """At some scores a side would lose by cashing what it wins by playing on: it need not."""
        dead, won, lost = self._dead(cube), self._won(cube), self._lost(cube)
        take, cash = self.take_point(cube), self.cash_point(cube)
        mine = max(dead, self._between(*self._owned(cube)))
        theirs = min(dead, self._between([0.0, take, 1.0], [lost, self.worth(-cube), won]))
        if place is not CubePlace.MIDDLE:
            return mine if place is CubePlace.MINE else theirs
        xs, ys = [0.0, take, cash, 1.0], [lost, self.worth(-cube), self.worth(cube), won]
        if cash >= 1:
            xs, ys = [*xs[:2], 1.0], [*ys[:2], won]
        return min(max(theirs, self._between(xs, ys)), mine)

    def _between(self, xs: list[float], ys: list[float]) -> float:
        return float(np.interp(self.chances.win, xs, ys))


def _times(shares: tuple[float, ...]) -> list[tuple[int, float]]:
    """The kinds that come at all, each with how many times the cube it counts."""
    return [(times, share) for times, share in enumerate(shares, 1) if share]


@dataclass(frozen=True)
class CubeAction:
    """What each choice about the cube is worth to the side about to roll."""

    rolls: float
    """Without doubling."""
    taken: float
    """After a double that is taken."""
    dropped: float

    @property
    def takes(self) -> bool:
        """Whether the other side had better take."""
        return self.taken <= self.dropped

    @property
    def doubled(self) -> float:
        """After a double that is answered as well as can be."""
        return min(self.taken, self.dropped)

    @property
    def doubles(self) -> bool:
        """Whether to double is worth more than to roll."""
        return self.doubled > self.rolls


def cube_action(
    rolls: Sequence[tuple[float, CubeModel]], worth: Worth, cube: int, place: CubePlace
) -> CubeAction:
    """The choices before a roll with the cube at a value and a place where one may double.

    `rolls`: how likely each is, and the position after it as the other side sees it, who is then
    about to roll; `worth`: of results to the side that rolls now.

    >>> lost, won = (CubeModel(Chances(win, (1.0,), (1.0,))) for win in (1.0, 0.0))
    >>> found = cube_action([(17 / 36, lost), (19 / 36, won)], money, 1, CubePlace.MIDDLE)
    >>> round(found.rolls, 3), round(found.taken, 3), found.doubles, found.takes
    (0.056, 0.111, True, True)
    """

    def value(cube: int, place: CubePlace) -> float:
        return -sum(share * model.before_a_roll(cube, place.flipped) for share, model in rolls)

    return CubeAction(value(cube, place), value(2 * cube, CubePlace.THEIRS), worth(cube))
