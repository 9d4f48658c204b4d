"""Who judges a game: its table of exact values, GNU Backgammon if wanted, or the networks."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from minigam.daemon.trained_players import TrainedPlayers
from minigam.errors import NoTablebaseError, WeightsError
from minigam.players.review import CubeJudge, Review, review
from minigam.rules.record import Record
from minigam.rules.ruleset import RuleSet
from minigam.rules.worth import Judge
from minigam.solver.tablebase import TablebaseStore

if TYPE_CHECKING:
    from minigam.daemon.gnubg_judge import GnubgJudge
    from minigam.drivers.gnubg import Gnubg


@dataclass(frozen=True)
class Judges:
    """The judges of all games."""

    tables: TablebaseStore
    trained: TrainedPlayers = field(default_factory=TrainedPlayers)
    gnubg: "Gnubg | None" = None
    """What judges instead of networks, in the games that it knows."""

    def of(self, rules: RuleSet) -> Judge:
        """The best judge of a game's positions that there is.

        Raises `TablebaseError` for a table that cannot be used, and `NoTablebaseError` where there
        is none and the networks cannot be used either.
        """
        try:
            return self.tables.table(rules)
        except NoTablebaseError as missing:
            if found := self._by_gnubg(rules):
                return found
            try:
                return self.trained.judge(rules)
            except WeightsError as fault:
                raise type(missing)(f"{missing}; or let networks judge: {fault}") from fault

    def review(self, record: Record) -> Review:
        """A game turn by turn; raises as `of` does."""
        rules = record.terms.rules
        return review(self.of(rules), record, self.cube(rules))

    def _by_gnubg(self, rules: RuleSet) -> "GnubgJudge | None":
        if self.gnubg is None:
            return None
        from minigam.daemon.gnubg_judge import GAMES, GnubgJudge  # here, as it imports asyncio

        return GnubgJudge(self.gnubg, rules) if rules.id in GAMES else None

    def cube(self, rules: RuleSet) -> CubeJudge | None:
        """Who judges doubles: tables know nothing of them."""
        if rules.cube and (found := self._by_gnubg(rules)):
            return found
        try:
            return self.trained.judge(rules) if rules.cube else None
        except WeightsError:
            return None
