"""GNU Backgammon as a judge of positions and doubles, in the games that it knows."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from minigam.daemon.opponent import board, xgid
from minigam.drivers.gnubg import Gnubg
from minigam.rules.cube import CENTRED
from minigam.rules.game import Game
from minigam.rules.match import FRESH
from minigam.rules.position import Position, Side
from minigam.rules.ruleset import RuleSet
from minigam.rules.worth import Worth
from minigam.words import Words

if TYPE_CHECKING:
    from minigam.players.cube import CubeAction

GAMES = ("backgammon", "backgammon-money", "portes")
"""Those whose plays it judges as they are scored. Of three checkers it knows little."""


@dataclass(frozen=True)
class GnubgJudge:
    """A `rules.worth.Judge` and a `review.CubeJudge`. It must not be asked in an event loop."""

    title: ClassVar[Words] = Words("GNU Backgammon, two plies ahead: the figures are estimates")
    doubt: ClassVar[float] = 0.001
    gnubg: Gnubg
    rules: RuleSet

    def worths(self, positions: Sequence[Position], side: Side) -> list[Worth]:
        """See `rules.worth.Judge`; raises `ProgramError` where it gives no answer."""
        other = side.other
        boards = [board(position, other) for position in positions]
        text = xgid(self.rules, positions[0], other, "00", CENTRED, FRESH)
        chances = asyncio.run(self.gnubg.chances(text, boards[0], boards))
        return [self._worth(*each).other for each in chances]

    def _worth(self, win: float, *kinds: float) -> Worth:
        """`kinds`: gammons and backgammons won, then lost; as many of them as count here."""
        count = self.rules.most_points - 1
        return Worth(win, 2 * win - 1 + sum(kinds[:count]) - sum(kinds[2 : 2 + count]))

    def cube(self, game: Game) -> "CubeAction":
        """What each choice is worth to the side about to roll; raises as `worths` does."""
        from minigam.players.cube import CubeAction  # here, as it imports numpy

        side = game.side or Side.WHITE
        text = xgid(game.rules, game.position, side, "00", game.cube, game.standing)
        asked = self.gnubg.cube(text, board(game.position, side))
        return CubeAction(*asyncio.run(asked))
