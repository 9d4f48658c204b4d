"""Where a game stands: all that was decided in it so far, and what may be decided next."""

from dataclasses import dataclass

from minigam.rules.actions import Closed
from minigam.rules.clock import FLAGS, Clock
from minigam.rules.cube import CENTRED, Cube
from minigam.rules.match import Score, Standing, added, is_over
from minigam.rules.pawns import thrown_with
from minigam.rules.plays import Result, Turn
from minigam.rules.position import Position, Side
from minigam.rules.record import BORNE_OFF, TIME, Entry, Played, Roll
from minigam.rules.ruleset import RuleSet
from minigam.rules.terms import Terms

LATEST_CORRECTION = 2
"""A wrong set-up stands once so many plays are confirmed."""
RolledDice = tuple[Roll, tuple[int, ...]]
"""Two dice, and the pawns rolled with them."""
Promises = tuple[str | None, str | None]
"""What white's and black's board have promised."""
Shares = tuple[tuple[str, ...], tuple[str, ...]]
"""White's and black's secrets, the first roll's first."""


@dataclass(frozen=True)
class Situation:
    """A game at one moment; `game.Game` adds what may happen next."""

    terms: Terms
    """As agreed; the players' sides and names as they are now."""
    position: Position
    """Before the steps of the roll being played."""
    cube: Cube = CENTRED
    side: Side | None = None
    """On turn; None before the opening roll is decided."""
    swapped: bool = False
    """Whether the players have changed colours after the opening roll."""
    clock: Clock | None = None
    commitment: str | None = None
    """The hash of the dice's secret."""
    numbers: tuple[int | None, int | None] = (None, None)
    """What white and black gave for the dice."""
    secret: str | None = None
    """The dice's secret, once it is revealed."""
    promises: Promises = (None, None)
    """Between two boards, where each one's chain of secrets ends."""
    shares: Shares = ((), ())
    """Between two boards, each one's secrets so far; on a change of colours they go along."""
    rolls: tuple[RolledDice, ...] = ()
    """Every roll, those of the opening first: there white's die comes before black's."""
    turn: Turn | None = None
    """The roll being played, and the steps made of it."""
    confirmed: Turn | None = None
    """The turn before, until the next roll: it may be taken back."""
    doubled: bool = False
    """Whether the side on turn has doubled and waits for an answer."""
    entries: tuple[Entry, ...] = ()
    """Every confirmed turn, double and answer."""
    result: Result | None = None
    """Who has won, and the points that the match counts."""
    ended_by: str = BORNE_OFF
    """One of `record.ENDS`."""
    abandoned: bool = False
    """Whether the players have left it unfinished."""
    closed: Closed | None = None
    """What it came to, as it was written down at its end."""

    @property
    def rules(self) -> RuleSet:
        """The rule set being played."""
        return self.terms.rules

    @property
    def standing(self) -> Standing:
        """Where the match stood when the game began."""
        return self.terms.standing

    @property
    def score(self) -> Score:
        """White's and black's points now."""
        before, rules = self.terms.score, self.rules
        if self.result is None:
            return before
        white, black = added(rules, before, self.result)
        if self.ended_by != TIME or not rules.length:
            return white, black
        if self.result.winner is Side.WHITE:  # who loses on time loses the match
            return max(rules.length, black + 1), black
        return white, max(rules.length, white + 1)

    @property
    def match_over(self) -> bool:
        """Whether a side has won the match."""
        return is_over(self.rules, self.score)

    @property
    def has_ended(self) -> bool:
        """Whether somebody has won it, or it was left unfinished."""
        return self.result is not None or self.abandoned

    @property
    def has_begun(self) -> bool:
        """Whether dice were rolled or promised, or it begins elsewhere: else nobody has played."""
        return bool(self.rolls or self.commitment or any(self.promises) or self.terms.start)

    @property
    def plays(self) -> tuple[Played, ...]:
        """Every confirmed turn."""
        return tuple(entry for entry in self.entries if isinstance(entry, Played))

    @property
    def shown_position(self) -> Position:
        """The position after the steps made so far."""
        return self.turn.position if self.turn else self.position

    @property
    def offered_by(self) -> Side | None:
        """Who has doubled and waits for an answer."""
        return self.side if self.doubled else None

    @property
    def opening(self) -> tuple[RolledDice, ...]:
        """The rolls that decided who begins: ties, and the last one."""
        if self.terms.starter:
            return ()
        rolls = self.rolls
        ties = next((n for n, (dice, _) in enumerate(rolls) if dice[0] != dice[1]), len(rolls))
        return rolls[: ties + 1]

    @property
    def unplayed(self) -> tuple[RolledDice, ...]:
        """The rolls that are to be played, and are not yet confirmed."""
        opening = self.opening
        decided = bool(opening) and opening[-1][0][0] != opening[-1][0][1]
        first = opening[-1:] if decided and not self.rules.throws_again else ()
        return (*first, *self.rolls[len(opening) :])[len(self.plays) :]

    @property
    def owed(self) -> Roll | None:
        """The roll that is to be played, while no step of it is made."""
        return self.unplayed[0][0] if self.turn and not self.turn.steps else None

    @property
    def pawns_to_roll(self) -> int:
        """How many pawns the next roll takes along."""
        return thrown_with(self.rules, self.position, self.side)

    # Between two boards

    def has_shared(self, side: Side) -> bool:
        """Whether a side's board has given its secret for the coming roll."""
        return len(side.of(self.shares)) > len(self.rolls)

    @property
    def roll_is_due(self) -> bool:
        """Whether the side on turn has shared: it can only roll now, and its clock stands."""
        return self.side is not None and self.has_shared(self.side)

    # What may be decided

    def why_no_double(self, side: Side) -> str:
        """Why a side may not double before its roll: a code of `action_refusals`; empty: it may."""
        rules, standing = self.rules, self.standing
        if not rules.cube:
            return "no-cube"
        if standing.is_crawford(rules):
            return "crawford"
        if not self.cube.belongs_to(side):
            return "cube-of-other"
        if rules.length and side.of(standing.score) + self.cube.value >= rules.length:
            return "double-useless"
        return ""

    @property
    def may_take_back_play(self) -> bool:
        """Whether the last confirmed turn may be played again: a person's, before the next roll."""
        turn = self.confirmed
        if turn is None or not turn.steps or self.has_ended or self.doubled or self.terms.shared:
            return False
        return self.terms.is_person(turn.side) and isinstance(self.entries[-1], Played)

    @property
    def may_take_back_roll(self) -> bool:
        """Whether the last roll may be entered again: one of real dice, before its first step."""
        if not (self.terms.by_hand and self.rolls) or self.result or self.doubled:
            return False
        if self.turn:
            return not self.turn.steps and len(self.unplayed) == 1
        return self.last_was_opening

    @property
    def last_was_opening(self) -> bool:
        """Whether the last roll was the opening's: one die a side."""
        own = self.rules.throws_again and self.turn is not None
        return not self.entries and self.terms.starter is None and not own

    @property
    def may_correct_set_up(self) -> bool:
        """Whether a wrong set-up may be corrected: a roll is known, and no second play was made.

        Games with faces roll pawns with the second roll, which the first play decides on; they are
        left as they are.
        """
        known = bool(self.plays or self.unplayed) and not self.result and not self.terms.shared
        return known and len(self.plays) < LATEST_CORRECTION and not self.rules.pawn_die

    @property
    def may_change_colours(self) -> bool:
        """Whether the winner of the opening roll, a person, has not begun to play it."""
        if not (self.rules.chooses_colour and self.opening and self.turn) or self.entries:
            return False
        assert self.side is not None
        person = self.terms.imported or self.terms.is_person(self.side)
        return person and not self.turn.steps and not self.result

    @property
    def flag_loses(self) -> bool:
        """Whether who runs out of time loses."""
        return self.terms.clock is not None and self.terms.clock.flag == FLAGS[0]

    @property
    def acting(self) -> Side | None:
        """Who has to act: the side on turn, or the other one after a double."""
        return self.side.other if self.doubled and self.side else self.side
